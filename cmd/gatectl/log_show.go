package main

import (
	"cmp"
	"encoding/csv"
	"fmt"
	"io"
	"os"
	"os/signal"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"gate"
	"gate/internal/audit"
)

// logFilter says which lines are shown.
type logFilter struct {
	decision, rule, harness, since string
	follow                         bool
	format                         string
}

func (f *logFilter) flags(cmd *cobra.Command) {
	cmd.Flags().BoolVarP(&f.follow, "follow", "f", false, "go on with the decisions to come, until ctrl-C")
	cmd.Flags().StringVar(&f.decision, "decision", "", "only these: deny, ask, allow or none")
	cmd.Flags().StringVar(&f.rule, "rule", "", "only those that this rule spoke on")
	cmd.Flags().StringVar(&f.harness, "harness", "", "only those of this harness")
	cmd.Flags().StringVar(&f.since, "since", "", "only those since then: 90m, 12h, 7d, or a day as 2026-05-01")
	cmd.Flags().StringVar(&f.format, "format", "text", "text, json (a line each) or csv")
}

// printer prints one line.
type printer func(audit.Entry) error

func (f *logFilter) run(cmd *cobra.Command) error {
	keep, err := f.keeps(time.Now())
	if err != nil {
		return err
	}
	print, flush, err := f.printer(cmd.OutOrStdout())
	if err != nil {
		return err
	}
	dir, err := audit.Folder()
	if err != nil {
		return err
	}
	visit := func(e audit.Entry) error {
		if !keep(e) {
			return nil
		}
		return print(e)
	}
	if f.follow {
		ctx, stop := signal.NotifyContext(cmd.Context(), os.Interrupt)
		defer stop()
		err = audit.Follow(ctx, dir, 0, func(e audit.Entry) error {
			if err := visit(e); err != nil {
				return err
			}
			return flush()
		})
	} else {
		err = audit.Read(dir, 0, visit)
	}
	if err != nil {
		return fmt.Errorf("read the decision log: %w", err)
	}
	return flush()
}

// keeps is the filter as a function.
func (f *logFilter) keeps(now time.Time) (func(audit.Entry) bool, error) {
	var want gate.Decision
	if f.decision != "" {
		if err := want.UnmarshalText([]byte(f.decision)); err != nil {
			return nil, exit{2, fmt.Errorf("%w\nhint: --decision deny", err)}
		}
	}
	from, err := since(f.since, now)
	if err != nil {
		return nil, err
	}
	return func(e audit.Entry) bool {
		spoke := func(found gate.Finding) bool { return found.ID == f.rule }
		return (f.decision == "" || e.Result.Decision == want) &&
			(f.harness == "" || e.Labels["harness"] == f.harness) &&
			(f.rule == "" || slices.ContainsFunc(e.Result.Findings, spoke)) &&
			!e.Timestamp.Before(from)
	}, nil
}

// since is the moment that a text names, a span before now or a day; the zero
// time for "".
func since(text string, now time.Time) (time.Time, error) {
	if text == "" {
		return time.Time{}, nil
	}
	if days, ok := strings.CutSuffix(text, "d"); ok {
		if n, err := strconv.Atoi(days); err == nil && n >= 0 && n < 100_000 {
			return now.AddDate(0, 0, -n), nil
		}
	}
	if span, err := time.ParseDuration(text); err == nil && span >= 0 {
		return now.Add(-span), nil
	}
	for _, layout := range []string{time.DateOnly, time.RFC3339} {
		if t, err := time.ParseInLocation(layout, text, now.Location()); err == nil {
			return t, nil
		}
	}
	return time.Time{}, exit{2, fmt.Errorf("--since is %q\nhint: 90m, 12h, 7d, or a day as 2026-05-01", text)}
}

// printer gives what prints a line, and what is done at the end.
func (f *logFilter) printer(w io.Writer) (printer, func() error, error) {
	nothing := func() error { return nil }
	switch f.format {
	case "json":
		return func(e audit.Entry) error {
			_, err := w.Write(append(slices.Clone(e.Raw), '\n'))
			return err
		}, nothing, nil
	case "csv":
		out := csv.NewWriter(w)
		err := out.Write([]string{"seq", "timestamp", "decision", "reply", "harness", "session", "event", "tool", "rules", "what", "error", "decision_id"})
		return func(e audit.Entry) error { return out.Write(harmless(csvRow(e))) }, func() error { out.Flush(); return out.Error() }, err
	case "text":
		colours := terminal(w)
		return func(e audit.Entry) error { return printEntry(w, e, colours) }, nothing, nil
	}
	return nil, nil, exit{2, fmt.Errorf("unknown format %q\nhint: text, json or csv", f.format)}
}

func csvRow(e audit.Entry) []string {
	tool, what := e.About()
	return []string{strconv.FormatUint(e.Seq, 10), e.Timestamp.Format(time.RFC3339Nano), e.Result.Decision.String(), e.Reply.String(),
		e.Labels["harness"], e.Labels["session"], e.Labels["event"], tool, strings.Join(spoke(e), " "), what, e.Error, e.DecisionID}
}

// harmless is a row in which no spreadsheet finds a formula.
func harmless(row []string) []string {
	for i, cell := range row {
		if cell != "" && strings.ContainsRune("=+-@\t\r", rune(cell[0])) {
			row[i] = "'" + cell
		}
	}
	return row
}

func spoke(e audit.Entry) (ids []string) {
	for _, found := range e.Result.Findings {
		if !slices.Contains(ids, found.ID) {
			ids = append(ids, found.ID)
		}
	}
	return ids
}

// colour is how a terminal shows each decision.
var colour = map[gate.Decision]string{gate.Deny: "\x1b[31m", gate.Ask: "\x1b[33m", gate.Allow: "\x1b[32m", gate.None: "\x1b[2m"}

const plainAgain = "\x1b[0m"

// maxWhat is how much of what a call would do stands on its line, in characters.
const maxWhat = 100

// printEntry prints a decision, and below it each rule that spoke. Columns have
// fixed widths, as the lines to come are not known.
func printEntry(w io.Writer, e audit.Entry, colours bool) error {
	tool, what := e.About()
	decision := fmt.Sprintf("%-5s", e.Result.Decision)
	if colours {
		decision = colour[e.Result.Decision] + decision + plainAgain
	}
	event := ""
	if e.Labels["event"] != string(gate.BeforeTool) {
		event = e.Labels["event"]
	}
	line := strings.Join(strings.Fields(strings.Join([]string{event, tool, short(what)}, " ")), " ")
	text := fmt.Sprintf("%s  %s  %-12s  %s", e.Timestamp.Local().Format(time.DateTime), decision, cmp.Or(onLine(e.Labels["harness"]), "unknown"), onLine(line))
	_, err := fmt.Fprintln(w, strings.TrimRight(text, " "))
	for _, found := range e.Result.Findings {
		if err == nil {
			_, err = fmt.Fprintf(w, "%21s%-5s  %s: %s\n", "", found.Decision, onLine(found.ID), onLine(found.Reason))
		}
	}
	if e.Reply != e.Result.Decision && e.Result.Decision == gate.Ask && err == nil {
		_, err = fmt.Fprintf(w, "%21sthe harness was told: %s\n", "", e.Reply)
	}
	return err
}

// short is the beginning of a text.
func short(text string) string {
	if r := []rune(text); len(r) > maxWhat {
		return string(r[:maxWhat]) + "..."
	}
	return text
}

// onLine is a text on one line that no terminal takes for a command.
func onLine(text string) string { return plain(strings.Join(strings.Fields(text), " ")) }

// terminal says whether somebody watches, and wants colours.
func terminal(w io.Writer) bool {
	file, ok := w.(*os.File)
	if !ok || os.Getenv("NO_COLOR") != "" || os.Getenv("TERM") == "dumb" {
		return false
	}
	info, err := file.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}
