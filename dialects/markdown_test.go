package dialects

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"
)

// TestMarkdown holds docs/harnesses.md, which is made of the table in code.
func TestMarkdown(t *testing.T) {
	golden(t, "../docs/harnesses.md", markdown())
}

const preface = `# Harnesses

Made from the table in ` + "`dialects`" + ` by ` + "`make update`" + `; do not edit.

How we know: **observed** was seen in a real client, **source** was read in its published code, **documented** is the
vendor's word, **inferred** is a guess from what is alike or from one report. What is not known is **unknown**.

What an answer before a tool call does: a denial **blocks** the call; an ask **asks** a person, or the harness has no such
word and the gate **denies**; an allow **grants**, or **nothing** comes of it and the harness's own question still does; a
changed call runs as it was changed, or **nothing** comes of it. The last three columns are about a hook that says nothing,
that fails (a signal, exit 1, a missing executable), and that does not end in time: **runs** is a call that nobody judged.

`

func markdown() string {
	var out strings.Builder
	out.WriteString(preface)
	out.WriteString("| harness | facts from | deny | ask | allow | modify | silence | crash | timeout |\n|---|---|---|---|---|---|---|---|---|\n")
	byTitle := slices.SortedFunc(slices.Values(all), func(a, b *dialect) int {
		return cmp.Compare(strings.ToLower(a.setup.Title), strings.ToLower(b.setup.Title))
	})
	for _, d := range byTitle {
		s := d.setup
		fmt.Fprintf(&out, "| [%s](#%s) | %s |", s.Title, anchor(s.Title), s.Version)
		for _, row := range honours(s) {
			fmt.Fprintf(&out, " %s |", known(string(row.honour.Effect), row.honour.By, ""))
		}
		out.WriteString("\n")
	}
	for _, d := range byTitle {
		section(&out, d)
	}
	return out.String()
}

type honourRow struct {
	name   string
	honour Honour
}

func honours(s Setup) []honourRow {
	return []honourRow{
		{"deny", s.Deny}, {"ask", s.Ask}, {"allow", s.Allow}, {"modify", s.Modify},
		{"silence", s.Silence}, {"crash", s.Crash}, {"timeout", s.Hang},
	}
}

func section(out *strings.Builder, d *dialect) {
	s := d.setup
	fmt.Fprintf(out, "\n## %s\n\n`--dialect %s`; facts from %s.\n\n", s.Title, d.name, s.Version)
	fmt.Fprintf(out, "- Wired: %s\n", ticked(s.Hooks))
	if rest := others(d); len(rest) > 0 {
		fmt.Fprintf(out, "- Also understood: %s\n", ticked(rest))
	}
	out.WriteString("- Configured in:\n")
	for _, f := range s.Files {
		on := ""
		if f.OS != "" {
			on = " on " + f.OS
		}
		fmt.Fprintf(out, "  - %s%s: `%s`\n", f.Scope, on, f.Path)
	}
	fmt.Fprintf(out, "- Started: on Linux and macOS %s; on Windows %s\n", started(s.Unix), started(s.Windows))
	fmt.Fprintf(out, "- Timeout: %s\n", limit(s.Timeout))
	if s.Folder != "" {
		fmt.Fprintf(out, "- Payloads name no folder; the project is read from `%s`\n", s.Folder)
	}
	if c := s.Closed; c.Key != "" {
		fmt.Fprintf(out, "- Fail-closed switch: %s\n", known(fmt.Sprintf("`\"%s\": %s`", c.Key, c.Value), c.By, c.Note))
	}
	fmt.Fprintf(out, "- Trust: %s\n- Switched off by:\n", s.Trust)
	for _, off := range s.Off {
		fmt.Fprintf(out, "  - %s\n", off)
	}
	for _, row := range honours(s) {
		if row.honour.Note != "" {
			fmt.Fprintf(out, "- %s: %s\n", strings.ToUpper(row.name[:1])+row.name[1:], known(string(row.honour.Effect), row.honour.By, row.honour.Note))
		}
	}
}

// others are the events that a dialect knows and that are not wired.
func others(d *dialect) []string {
	var rest []string
	for _, e := range d.events {
		if !slices.Contains(d.setup.Hooks, e.Name) {
			rest = append(rest, e.Name)
		}
	}
	return rest
}

func started(s Start) string {
	if s.How == Unclear {
		return known("unknown", "", s.Note)
	}
	return known("`"+string(s.How)+"`", s.By, s.Note)
}

// known is a fact with how we know it, and its exception.
func known(what string, by Evidence, note string) string {
	if by != "" {
		what += ", " + string(by)
	}
	if note != "" {
		what += " (" + note + ")"
	}
	return what
}

func limit(t Timeout) string {
	unit := map[time.Duration]string{0: "cannot be set", time.Second: "in seconds", time.Millisecond: "in milliseconds"}[t.Unit]
	if t.Default == 0 {
		return unit + "; the usual one is unknown"
	}
	return fmt.Sprintf("%s; usually %g s", unit, t.Default.Seconds())
}

func ticked(names []string) string { return "`" + strings.Join(names, "`, `") + "`" }

// anchor is how GitHub links to a heading.
func anchor(title string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == ' ':
			return '-'
		case strings.ContainsRune("(),/", r):
			return -1
		}
		return r
	}, strings.ToLower(title))
}
