package main

import (
	"fmt"
	"io"
	"os"
	"strings"
	"text/tabwriter"
)

// row is one run of the script in one harness and mode.
type row struct {
	title, version string
	mode           mode
	ends           bool // a denial ends the run, and no model is told why
	outcomes       []outcome
}

// cell is what the table says of one check, and why where it failed.
type cell struct{ word, why string }

// cells are the checks of a row: each step, then whether every reason arrived.
func (r row) cells() []cell {
	var all []cell
	reason := cell{word: "ok"}
	switch {
	case r.mode == ungated:
		reason.word = "-"
	case r.ends:
		reason.word = "run ends"
	}
	for _, o := range r.outcomes {
		all = append(all, o.judge(r.mode))
		if r.mode != ungated && !r.ends && o.stopped && !strings.Contains(o.heard, o.reason) {
			reason = failed("%s: %q is not in what came back: %s", o.name, o.reason, short(o.heard))
		}
	}
	return append(all, reason)
}

// judge holds an outcome against what is wanted of it in that mode.
func (o outcome) judge(m mode) cell {
	stopped := o.stopped && m != ungated
	switch {
	case !o.asked:
		return failed("%s: the model never came to ask for it", o.name)
	case o.happened && stopped:
		return failed("%s: it ran, and came back as: %s", o.name, short(o.heard))
	case !o.happened && !stopped:
		return failed("%s: it did not run, and came back as: %s", o.name, short(o.heard))
	case m == ungated:
		return cell{word: "ran"}
	}
	return cell{word: "ok"}
}

func failed(format string, args ...any) cell {
	return cell{word: "FAILED", why: fmt.Sprintf(format, args...)}
}

func short(s string) string {
	const most = 600
	if len(s) > most {
		s = s[:most] + "..."
	}
	return strings.ReplaceAll(strings.TrimSpace(s), "\n", "\n    ")
}

// report prints the table and what failed. The logs of the runs, below work,
// are kept where something did.
func report(rows []row, work string, keep bool, stdout io.Writer) error {
	table := tabwriter.NewWriter(stdout, 0, 0, 2, ' ', 0)
	head := []string{"harness", "version", "mode"}
	for _, s := range rows[0].outcomes {
		head = append(head, s.name)
	}
	fmt.Fprintln(table, strings.Join(append(head, "reason"), "\t"))
	var failures []string
	for i, r := range rows {
		line := []string{r.title, r.version, string(r.mode)}
		for _, c := range r.cells() {
			line = append(line, c.word)
			if c.why != "" {
				failures = append(failures, fmt.Sprintf("%s, %s: %s\n    logs: %s/%d", r.title, r.mode, c.why, work, i))
			}
		}
		fmt.Fprintln(table, strings.Join(line, "\t"))
	}
	table.Flush()
	if len(failures) > 0 {
		return fmt.Errorf("%d checks failed\n%s", len(failures), strings.Join(failures, "\n"))
	}
	if keep {
		fmt.Fprintf(stdout, "kept: %s\n", work)
		return nil
	}
	return os.RemoveAll(work)
}
