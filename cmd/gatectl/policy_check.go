package main

import (
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"gate/bundle/author"
)

func policyCheck() *cobra.Command {
	var format string
	var coverage float64
	cmd := &cobra.Command{
		Use:   "check [DIR]",
		Short: "Hold a policy to what the embedded rules are held to; exits 1 when it falls short",
		Long: `The router hears each rule; everything compiles strictly, with the schema of the input document, the
capabilities and the embedded policy; each module has metadata (a rule title, severity and fix) and a test twin, and is
formatted; its tests pass, and reach every line. All problems are told at once, each with file and line.`,
		Example: "  gate policy check\n  gate policy check --coverage 90 --format json policies/",
		Args:    arguments(cobra.MaximumNArgs(1)),
		RunE: func(cmd *cobra.Command, args []string) error {
			if format != "text" && format != "json" {
				return exit{2, fmt.Errorf("unknown format %q\nhint: text or json", format)}
			}
			if coverage < 0 || coverage > 100 {
				return exit{2, fmt.Errorf("--coverage is %v\nhint: percent, from 0 to 100", coverage)}
			}
			dir, files, err := folder(args)
			if err != nil {
				return err
			}
			report, err := author.Check(cmd.Context(), files, coverage)
			if err != nil {
				return fmt.Errorf("check %s: %w", dir, err)
			}
			if err := printReport(cmd.OutOrStdout(), dir, format, report); err != nil {
				return err
			}
			return verdictOn(dir, report)
		},
	}
	cmd.Flags().Float64Var(&coverage, "coverage", 100, "percent of the lines that tests must reach")
	cmd.Flags().StringVar(&format, "format", "text", "text or json")
	return cmd
}

func printReport(w io.Writer, dir, format string, r author.Report) error {
	if format == "json" {
		return printJSON(w, r)
	}
	for _, p := range r.Problems {
		if err := printProblem(w, dir, p); err != nil {
			return err
		}
	}
	if len(r.Problems) > 0 {
		return nil
	}
	_, err := fmt.Fprintf(w, "%s: in order: %s, %s, coverage %.1f %%\n", dir, counted(r.Rules, "rule"), counted(r.Tests, "test"), r.Coverage)
	return err
}

func printProblem(w io.Writer, dir string, p author.Problem) error {
	p.File = filepath.Join(dir, filepath.FromSlash(p.File))
	_, err := fmt.Fprintln(w, p)
	return err
}

// verdictOn is the error that a policy falls short.
func verdictOn(dir string, r author.Report) error {
	if len(r.Problems) == 0 {
		return nil
	}
	err := fmt.Errorf("%s: %s", dir, counted(len(r.Problems), "problem"))
	if len(r.Skipped) > 0 {
		err = fmt.Errorf("%w\nhint: not checked until they are mended: %s", err, strings.Join(r.Skipped, ", "))
	}
	return err
}

// counted is "1 rule", "2 rules".
func counted(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}
