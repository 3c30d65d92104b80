package author

import (
	"fmt"
	"strings"
)

// Markdown is the table of rules as docs/rules.md holds it.
func Markdown(rules []Rule) string {
	var out strings.Builder
	out.WriteString("# Rules\n\nMade from the metadata of the rules by `make update`; do not edit.\n\n")
	out.WriteString("| rule | severity | what it holds | instead |\n|---|---|---|---|\n")
	for _, r := range rules {
		what := r.Title
		if r.Description != "" {
			what = r.Description
		}
		if r.Locked {
			what += " Locked: cannot be softened."
		}
		fmt.Fprintf(&out, "| `%s` | %s | %s | %s |\n", r.ID, r.Severity, cell(what), cell(r.Fix))
	}
	return out.String()
}

// cell keeps a text in its cell of a table.
func cell(s string) string {
	return strings.ReplaceAll(strings.Join(strings.Fields(s), " "), "|", `\|`)
}
