package extract

import (
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"gate"
)

// assign sets the variables of assignments that stand alone.
func (r *runner) assign(list []*syntax.Assign, st *state, ctx context) {
	for _, a := range list {
		if a.Name == nil {
			continue
		}
		if a.Index != nil {
			r.inside(a.Index, st, ctx)
		}
		name := a.Name.Value
		switch {
		case a.Array != nil:
			var words []*syntax.Word
			for _, e := range a.Array.Elems {
				if e.Value != nil {
					words = append(words, e.Value)
				}
			}
			list := r.matched(r.fields(words, st, ctx), st)
			if a.Append {
				list = append(append([]string{}, st.vars[name].list...), list...)
			}
			st.vars[name] = variable{list: list, isList: true}
		case a.Naked && a.Value == nil:
		case a.Index != nil:
			if text := r.word(a.Value, st, ctx); name == "BASH_ALIASES" {
				r.script(text, name, st, ctx)
			}
			st.vars[name] = variable{values: []string{gate.UnknownText}}
		default:
			first := len(r.origin)
			text := r.word(a.Value, st, ctx)
			from := slices.Clone(r.origin[first:])
			if a.Append {
				text = r.get(name, st) + text
			}
			text = bounded(text)
			r.prompt(name, text, st, ctx)
			st.vars[name] = variable{values: []string{text}, from: from}
		}
	}
}

// prompt runs the substitutions in a value that the shell itself expands
// whenever it prompts or traces: what they do is not seen anywhere else.
func (r *runner) prompt(name, text string, st *state, ctx context) {
	switch name {
	case "PS0", "PS1", "PS2", "PS4":
		if strings.Contains(text, "$(") || strings.Contains(text, "`") {
			r.script(`: "`+strings.ReplaceAll(text, `"`, `\"`)+`"`, name, st, ctx)
		}
	}
}

// declare runs export, local, declare and their kin.
func (r *runner) declare(c *syntax.DeclClause, st *state, ctx context) stream {
	argv := []string{c.Variant.Value}
	for _, a := range c.Args {
		if a.Name == nil && a.Value != nil {
			for _, f := range r.fields([]*syntax.Word{a.Value}, st, ctx) {
				argv = append(argv, f.text)
				if name, text, ok := strings.Cut(f.text, "="); ok {
					st.vars[name] = variable{values: []string{text}}
					st.export[name] = true
				}
			}
			continue
		}
		r.assign([]*syntax.Assign{a}, st, ctx)
		if a.Name != nil && (c.Variant.Value == "export" || slices.Contains(argv, "-x")) {
			st.export[a.Name.Value] = true
		}
		if a.Name != nil && !a.Naked {
			argv = append(argv, a.Name.Value+"="+r.get(a.Name.Value, st))
		} else if a.Name != nil {
			argv = append(argv, a.Name.Value)
		}
	}
	r.record(&call{name: c.Variant.Value, argv: argv}, st, ctx)
	return stream{}
}

// bounded is a value that is not too large to carry on, and of which nothing
// is known only once.
func bounded(text string) string {
	if len(text) > maxValue || text != "" && strings.Trim(text, gate.UnknownText) == "" {
		return gate.UnknownText
	}
	return text
}
