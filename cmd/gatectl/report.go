package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"time"

	"github.com/spf13/cobra"

	"gate/internal/audit"
	"gate/internal/report"
)

func reports() *cobra.Command {
	var file, from string
	cmd := &cobra.Command{
		Use:   "report --html FILE",
		Short: "Make one page of the decision log: decisions over time, rules, likely false alarms, harnesses, policies",
		Long: `The page is one file that loads nothing from elsewhere. It tells what calls were about as the log does, without what the
log leaves out: whoever is given the page can read that. A likely false alarm is a denied call whose aim the same session
reached within 15 minutes in another way or with an approval, or an asked call that was then made.`,
		Example: "  gate report --html report.html\n  gate report --html report.html --since 7d",
		Args:    arguments(cobra.NoArgs),
		RunE: func(cmd *cobra.Command, _ []string) error {
			if file == "" {
				return exit{2, errors.New("a report needs a file to go to\nhint: --html report.html, or --html - for standard output")}
			}
			now := time.Now()
			start, err := since(from, now)
			if err != nil {
				return err
			}
			g, err := gathered(start)
			if err != nil {
				return err
			}
			if file == "-" {
				return g.Write(cmd.OutOrStdout(), now)
			}
			if err := writeReport(file, func(w io.Writer) error { return g.Write(w, now) }); err != nil {
				return fmt.Errorf("write the report: %w", err)
			}
			_, err = fmt.Fprintf(cmd.OutOrStdout(), "%s: %d calls\n", file, g.Calls())
			return err
		},
	}
	f := cmd.Flags()
	f.StringVar(&file, "html", "", "the file to write, - for standard output")
	f.StringVar(&from, "since", "30d", "what was decided since then: 90m, 12h, 7d, or a day as 2026-05-01")
	return cmd
}

// gathered goes through the user's log.
func gathered(start time.Time) (*report.Gathering, error) {
	dir, err := audit.Folder()
	if err != nil {
		return nil, err
	}
	g := report.Since(start)
	err = audit.Read(dir, 0, func(e audit.Entry) error {
		g.Add(e)
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("read the decision log: %w", err)
	}
	return g, nil
}

// writeReport writes a file that only its owner can read.
func writeReport(name string, write func(io.Writer) error) error {
	f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o600)
	if err != nil {
		return err
	}
	return errors.Join(write(f), f.Close())
}
