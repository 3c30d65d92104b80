package main

import (
	"fmt"
	"runtime"
	"text/tabwriter"

	opa "github.com/open-policy-agent/opa/v1/version"
	"github.com/spf13/cobra"

	"gate"
	"gate/bundle"
)

// versions is what gate version tells.
type versions struct {
	Version string `json:"version"`
	Go      string `json:"go"`
	OPA     string `json:"opa"`
	Policy  string `json:"policy"` // the SHA-256 of what the embedded policy is made of
}

// version tells what this gate is made of.
func version() *cobra.Command {
	var format string
	var asJSON bool
	cmd := &cobra.Command{
		Use:     "version",
		Short:   "Say which version this is, and of what it is made",
		Example: "  gate version\n  gate version --format json",
		Args:    arguments(cobra.NoArgs),
		RunE: func(cmd *cobra.Command, _ []string) error {
			policy, err := bundle.Embedded()
			if err != nil {
				return err
			}
			v := versions{gate.Version, runtime.Version(), opa.Version, fmt.Sprintf("%x", policy.Digest())}
			if asJSON {
				format = "json"
			}
			switch format {
			case "json":
				return printJSON(cmd.OutOrStdout(), v)
			case "text":
				t := tabwriter.NewWriter(cmd.OutOrStdout(), 0, 0, 2, ' ', 0)
				fmt.Fprintf(t, "gate\t%s\ngo\t%s\nopa\t%s\npolicy\t%s\n", v.Version, v.Go, v.OPA, v.Policy)
				return t.Flush()
			}
			return exit{2, fmt.Errorf("unknown format %q\nhint: text or json", format)}
		},
	}
	cmd.Flags().StringVar(&format, "format", "text", "text or json")
	cmd.Flags().BoolVar(&asJSON, "json", false, "the same as --format json")
	return cmd
}
