package main

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"gate/dialects"
	"gate/internal/doctor"
)

// doctors proves how the gate is wired on this machine.
func doctors() *cobra.Command {
	var format string
	cmd := &cobra.Command{
		Use:   "doctor [HARNESS...]",
		Short: "Prove that the harnesses here start the gate, and that it answers them",
		Long: `Looks at every harness on this machine, or at those that are named: is the gate wired, trusted, switched
off by a setting, or overruled by another hook? Then it starts the very command lines from the configuration
as the harness does, with a call that the rules deny and one that they do not mind, and measures the answer.
Nothing is changed, and neither call is run. Exits 1 when a call that policy denies would run.`,
		Example: "  gate doctor\n  gate doctor claude-code codex --format json",
		RunE: func(cmd *cobra.Command, names []string) error {
			if format != "text" && format != "json" {
				return exit{2, fmt.Errorf("unknown format %q\nhint: text or json", format)}
			}
			for _, name := range names {
				if !dialects.Known(name) {
					return exit{2, fmt.Errorf("unknown harness %q\nhint: one of %s", name, strings.Join(dialects.Names(), ", "))}
				}
			}
			m, err := machine()
			if err != nil {
				return err
			}
			if len(names) == 0 {
				names, _ = m.Detect()
			}
			reports := []doctor.Report{}
			for _, name := range names {
				reports = append(reports, doctor.Machine{OS: m.OS, Home: m.Home, Root: m.Project}.Examine(cmd.Context(), name))
			}
			if format == "json" {
				err = printJSON(cmd.OutOrStdout(), reports)
			} else {
				err = errors.Join(printReports(cmd.OutOrStdout(), reports), printNotes(cmd.OutOrStdout()))
			}
			return errors.Join(err, unsafe(reports))
		},
	}
	cmd.Flags().StringVar(&format, "format", "text", "text or json")
	return cmd
}

// unsafe is an error that names the harnesses in which a call that policy
// denies would run, nil where there is none.
func unsafe(reports []doctor.Report) error {
	var open []string
	for _, r := range reports {
		if r.Open() {
			open = append(open, r.Name)
		}
	}
	if len(open) == 0 {
		return nil
	}
	return fmt.Errorf("calls that policy denies would run in %s\nhint: see what is marked fail above, and run gate doctor again", strings.Join(open, ", "))
}

// printNotes tells what the policy itself waits for.
func printNotes(w io.Writer) error {
	if p, err := project(); err == nil {
		s, err := trustOf(p)
		if err != nil {
			return err
		}
		if text, ok := rulesStates[s.Rules]; ok {
			fmt.Fprintf(w, "\nthis project's rules: %s\n", text)
		}
	}
	s, _ := newStatus() // the harnesses' answers tell of its problem
	for _, u := range s.Updates {
		if outcome, _, _ := strings.Cut(u.Outcome, "\n"); u.Failed {
			fmt.Fprintf(w, "\nthe %s bundle could not be renewed: %s\n", u.Scope, outcome)
		}
	}
	return nil
}

func printReports(w io.Writer, reports []doctor.Report) error {
	if len(reports) == 0 {
		_, err := fmt.Fprintln(w, "no harness was found here")
		return err
	}
	for i, r := range reports {
		if i > 0 {
			fmt.Fprintln(w)
		}
		program := r.Program
		if program == "" {
			program = "no executable on PATH"
		}
		fmt.Fprintf(w, "%s (%s), version %s, %s\n", r.Title, r.Name, r.Version, program)
		t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
		for _, c := range r.Checks {
			fmt.Fprintf(t, "  %s\t%s\t%s\n", c.Status, c.Name, c.Detail)
			if c.Hint != "" {
				fmt.Fprintf(t, "  \t\thint: %s\n", c.Hint)
			}
		}
		if err := t.Flush(); err != nil {
			return err
		}
	}
	return nil
}
