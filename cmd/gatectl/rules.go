package main

import (
	"fmt"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"gate/bundle/author"
	"gate/internal/config"
)

// rules lists the rules in force.
func rules() *cobra.Command {
	var format string
	cmd := &cobra.Command{
		Use:     "rules",
		Short:   "List every rule: id, severity, layer, title",
		Example: "  gate rules\n  gate rules --format json",
		Args:    arguments(cobra.NoArgs),
		RunE: func(cmd *cobra.Command, _ []string) error {
			all, err := rulesInForce()
			if err != nil {
				return err
			}
			switch format {
			case "json":
				return printJSON(cmd.OutOrStdout(), all)
			case "text":
				t := tabwriter.NewWriter(cmd.OutOrStdout(), 0, 0, 2, ' ', 0)
				fmt.Fprintln(t, strings.Join([]string{"ID", "SEVERITY", "LAYER", "LOCKED", "TITLE"}, "\t"))
				for _, r := range all {
					locked := ""
					if r.Locked {
						locked = "locked"
					}
					fmt.Fprintln(t, strings.Join([]string{r.ID, r.Severity, r.Layer, locked, r.Title}, "\t"))
				}
				return t.Flush()
			}
			return exit{2, fmt.Errorf("unknown format %q\nhint: text or json", format)}
		},
	}
	cmd.Flags().StringVar(&format, "format", "text", "text or json")
	return cmd
}

func rulesInForce() ([]author.Rule, error) {
	sources, err := author.Active(config.Snapshots())
	if err != nil {
		return nil, err
	}
	all, err := sources.Rules()
	if err != nil {
		return nil, err
	}
	p, err := project()
	if err != nil {
		return all, nil // without a folder for settings nothing is trusted
	}
	if known, err := p.Trusted(); err != nil || known == nil {
		return all, err
	}
	own, err := author.ProjectSources(p.Dir)
	if err != nil {
		return nil, err
	}
	more, err := own.Rules()
	return append(all, more...), err
}
