package main

import (
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"regexp"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"gate/bundle/author"
)

// tested is what gate policy test found.
type tested struct {
	author.Tests
	Payloads []author.TestResult `json:"payloads"`
}

func policyTest() *cobra.Command {
	var run, format string
	var verbose bool
	cmd := &cobra.Command{
		Use:   "test [DIR]",
		Short: "Run the Rego tests of a policy, and what harnesses really send against it",
		Long: `The tests are those of the _test.rego files, and the cases of payloads/*.jsonl: each line a payload as a harness
sends it, and the decision that must come of it with these rules over the embedded ones:

  {"payload": {...}, "want": "deny", "rule": "acme:ops/deploy"}

The README.md that gate policy new writes tells of every key.`,
		Example: "  gate policy test -v\n  gate policy test --run 'ops|Cursor' policies/",
		Args:    arguments(cobra.MaximumNArgs(1)),
		RunE: func(cmd *cobra.Command, args []string) error {
			wanted, err := regexp.Compile(run)
			if err != nil {
				return exit{2, fmt.Errorf("--run: %w\nhint: it is a regular expression, such as ops|Cursor", err)}
			}
			if format != "text" && format != "json" {
				return exit{2, fmt.Errorf("unknown format %q\nhint: text or json", format)}
			}
			dir, files, err := folder(args)
			if err != nil {
				return err
			}
			var t tested
			if t.Tests, err = author.Test(cmd.Context(), files, run); err == nil {
				t.Payloads, err = rehearse(cmd.Context(), files, wanted)
			}
			if err != nil {
				return fmt.Errorf("test %s: %w\nhint: gate policy check tells every problem", dir, err)
			}
			if format == "json" {
				err = printJSON(cmd.OutOrStdout(), t)
			} else {
				err = t.print(cmd.OutOrStdout(), dir, verbose)
			}
			return errors.Join(err, t.verdict())
		},
	}
	cmd.Flags().StringVar(&run, "run", "", "only the tests and cases whose name matches this regular expression")
	cmd.Flags().BoolVarP(&verbose, "verbose", "v", false, "tell of the tests that pass, too")
	cmd.Flags().StringVar(&format, "format", "text", "text or json")
	return cmd
}

// print tells of the tests that did not pass, or of all, and how many there are.
func (t tested) print(w io.Writer, dir string, verbose bool) error {
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	for _, list := range [][]author.TestResult{t.Results, t.Payloads} {
		for _, r := range list {
			if verbose || r.Outcome != "pass" {
				fmt.Fprintf(table, "%s\t%s:%d\t%s\n", r.Outcome, filepath.Join(dir, filepath.FromSlash(r.File)), r.Line, r.Verdict())
			}
		}
	}
	if err := table.Flush(); err != nil {
		return err
	}
	coverage := ""
	if t.Coverage != nil {
		coverage = fmt.Sprintf(", coverage %.1f %%", *t.Coverage)
	}
	_, err := fmt.Fprintf(w, "%s, %s%s\n", counted(len(t.Results), "test"), counted(len(t.Payloads), "payload"), coverage)
	return err
}

// verdict is the error that tests fail, or that there are none.
func (t tested) verdict() error {
	failed := 0
	for _, list := range [][]author.TestResult{t.Results, t.Payloads} {
		for _, r := range list {
			if r.Outcome != "pass" {
				failed++
			}
		}
	}
	switch all := len(t.Results) + len(t.Payloads); {
	case all == 0:
		return errors.New("no test has run\nhint: tests are rules test_... in _test.rego files, and lines in payloads/*.jsonl; --run chooses among their names")
	case failed > 0:
		return fmt.Errorf("%d of %s failed", failed, counted(all, "test"))
	}
	return nil
}
