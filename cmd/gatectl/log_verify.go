package main

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"gate/internal/audit"
)

func logVerify() *cobra.Command {
	var format string
	cmd := &cobra.Command{
		Use:   "verify",
		Short: "Say whether the log is whole: no line edited, cut off or missing",
		Long: `Each line ends with a hash over it and all lines before it, and the log's anchor has the newest one. Whoever can
write to the log can also forge all of it, hashes and anchor: ship it elsewhere to be safe from that.
Exit codes: 0 it is whole, 1 it is not, or cannot be read.`,
		Example: "  gate log verify\n  gate log verify --format json",
		Args:    arguments(cobra.NoArgs),
		RunE: func(cmd *cobra.Command, _ []string) error {
			dir, err := audit.Folder()
			if err != nil {
				return err
			}
			report, err := audit.Verify(dir)
			if err != nil {
				return fmt.Errorf("%w\nhint: gate log verify needs to read and lock %s", err, dir)
			}
			switch format {
			case "json":
				err = printJSON(cmd.OutOrStdout(), report)
			case "text":
				err = printFaults(cmd, report)
			default:
				return exit{2, fmt.Errorf("unknown format %q\nhint: text or json", format)}
			}
			if err == nil && len(report.Faults) > 0 {
				err = errors.New("the log is not whole\nhint: what is missing stays so; keep a copy of the folder, then remove it to begin anew")
			}
			return err
		},
	}
	cmd.Flags().StringVar(&format, "format", "text", "text or json")
	return cmd
}

func printFaults(cmd *cobra.Command, r audit.Report) error {
	for _, fault := range r.Faults {
		if _, err := fmt.Fprintln(cmd.OutOrStdout(), fault); err != nil {
			return err
		}
	}
	if r.Torn > 0 {
		fmt.Fprintf(cmd.OutOrStdout(), "%d unfinished: a hook was killed while it wrote\n", r.Torn)
	}
	if len(r.Faults) > 0 {
		return nil
	}
	if r.Lines == 0 {
		_, err := fmt.Fprintln(cmd.OutOrStdout(), "the log is empty")
		return err
	}
	_, err := fmt.Fprintf(cmd.OutOrStdout(), "the log is whole: %d lines, %d to %d, in %d files\n", r.Lines, r.First, r.Last, r.Files)
	return err
}
