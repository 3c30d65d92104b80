package explain

import (
	"strings"

	"gate"
	"gate/internal/plan"
)

// located is a fact with its place in the input document.
type located struct {
	Fact
	list    string // "commands", ...
	at      int
	path    string   // of a file
	needles []string // what it may be called in the call's text, the likeliest first
	after   string   // a word that comes before it there, if that is found
}

// lists are those of the input document that hold facts.
var lists = [...]string{"commands", "writes", "reads", "urls", "unknown"}

// factsOf lists what an action would do.
func factsOf(a gate.Action) (all []located) {
	for i, c := range a.Commands {
		all = append(all, located{Fact: Fact{Kind: "command", What: strings.Join(c.Argv, " ")}, list: "commands", at: i})
	}
	for i, w := range a.Writes {
		all = append(all, located{Fact: Fact{Kind: "write", What: w.Op + " " + w.Path}, list: "writes", at: i, path: w.Path, needles: names(a, w.Path, w.Abs), after: w.Source})
	}
	for i, r := range a.Reads {
		all = append(all, located{Fact: Fact{Kind: "read", What: r.Path}, list: "reads", at: i, path: r.Path, needles: names(a, r.Path, r.Abs), after: r.Source})
	}
	for i, u := range a.URLs {
		all = append(all, located{Fact: Fact{Kind: "url", What: strings.TrimSpace(u.Method + " " + u.URL)}, list: "urls", at: i, needles: []string{u.URL, u.Host}})
	}
	for i, u := range a.Unknown {
		all = append(all, located{Fact: Fact{Kind: "unknown", What: u.What + ": " + u.Why}, list: "unknown", at: i, needles: []string{u.Text}})
	}
	return all
}

// names are what a file may be called in a command.
func names(a gate.Action, path, abs string) []string {
	all := []string{abs, path}
	if below, ok := strings.CutPrefix(abs, a.Home+"/"); ok && a.Home != "" {
		all = append(all, "~/"+below, "$HOME/"+below)
	}
	if abs == a.Home {
		all = append(all, "~", "$HOME")
	}
	return append(all, abs[strings.LastIndexByte(abs, '/')+1:])
}

// without is the input document without the fact.
func (f located) without(input plan.Value) plan.Value {
	return changed(input, func(list string, i int) bool { return list != f.list || i != f.at })
}

// alone is the input document without all other facts.
func (f located) alone(input plan.Value) plan.Value {
	return changed(input, func(list string, i int) bool { return list == f.list && i == f.at })
}

// changed is an input document with some of its facts.
func changed(input plan.Value, keep func(list string, i int) bool) plan.Value {
	var fields []plan.Field
	plan.Each(input, func(k, v plan.Value) bool {
		name, _ := k.(plan.String)
		if all, ok := v.(*plan.Array); ok && isFacts(string(name)) {
			v = some(all, func(i int) bool { return keep(string(name), i) })
		}
		fields = append(fields, plan.Field{Key: string(name), Value: v})
		return true
	})
	return plan.NewObject(fields...)
}

func isFacts(name string) bool {
	for _, list := range lists {
		if list == name {
			return true
		}
	}
	return false
}

func some(all *plan.Array, keep func(i int) bool) plan.Value {
	var kept []plan.Value
	i := 0
	plan.Each(all, func(_, v plan.Value) bool {
		if keep(i) {
			kept = append(kept, v)
		}
		i++
		return true
	})
	return plan.NewArray(kept...)
}
