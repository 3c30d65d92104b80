package extract

import (
	"slices"
	"strings"

	"gate"
)

// operand is what is known of an expression's value.
type operand struct {
	text   string
	also   []string  // the other values it may have
	list   []operand // its elements: not nil for a list; a dictionary's are pairs
	dict   bool
	path   bool     // a pathlib.Path
	name   string   // the module or function that it is
	handle bool     // an open file, whose path is the text
	own    bool     // the text of a file of this machine
	from   []string // the commands that stand for where it comes from
	unsure bool     // a function that is chosen when the program runs
}

var unknownOperand = operand{text: gate.UnknownText}

// fetched is what an address answers: fetch stands for whatever asks it.
var fetched = operand{text: gate.UnknownText, from: []string{"fetch"}}

// values are the texts that an operand may have.
func (v operand) values() []string { return append([]string{v.text}, v.also...) }

// settled says whether all its values are known.
func (v operand) settled() bool {
	return v.list == nil && !slices.ContainsFunc(v.values(), func(s string) bool { return strings.Contains(s, gate.UnknownText) })
}

// with has the texts instead of its own.
func (v operand) with(texts []string) operand {
	v.text, v.also, v.list, v.name = "", nil, nil, ""
	size := 0
	for _, s := range texts {
		size += len(s)
		switch {
		case size > maxValue || len(v.also) >= maxLoop:
			return operand{text: gate.UnknownText, from: v.from}
		case s == "" || s == v.text || slices.Contains(v.also, s):
		case v.text == "":
			v.text = s
		default:
			v.also = append(v.also, s)
		}
	}
	return v
}

// or is a value that is either v or other.
func (v operand) or(other operand) operand {
	if v.text == "" && v.list == nil && v.name == "" {
		return other
	}
	if other.text == "" && other.list == nil && other.name == "" {
		return v
	}
	if v.list != nil || other.list != nil {
		return sequence(append(slices.Clone(v.elements()), other.elements()...))
	}
	out := v.with(append(v.values(), other.values()...))
	out.from, out.own = append(slices.Clip(v.from), other.from...), v.own && other.own
	return out
}

// join is v with other after it.
func (v operand) join(other operand, between string) operand {
	if v.list != nil || other.list != nil {
		return sequence(append(slices.Clone(v.elements()), other.elements()...))
	}
	if (1+len(v.also))*(1+len(other.also)) > maxLoop {
		return unknownOperand
	}
	var texts []string
	for _, a := range v.values() {
		for _, b := range other.values() {
			texts = append(texts, a+between+b)
		}
	}
	out := operand{path: v.path}.with(texts)
	out.from = v.from
	if out.from == nil {
		out.from = other.from
	}
	return out
}

// mapped is v with f done to each of its texts.
func (v operand) mapped(f func(string) string) operand {
	var texts []string
	for _, s := range v.values() {
		texts = append(texts, f(s))
	}
	return v.with(texts)
}

func sequence(elements []operand) operand {
	if len(elements) > maxEntries {
		return unknownOperand
	}
	return operand{list: slices.Clip(elements)}
}

// elements are those of a list, or the value itself.
func (v operand) elements() []operand {
	if v.list == nil {
		return []operand{v}
	}
	return v.list
}

// each is any one of a list's elements: of a dictionary a key.
func (v operand) each() operand {
	if v.list == nil {
		return v
	}
	if len(v.list) > maxLoop {
		return unknownOperand
	}
	var out operand
	var texts []string
	for _, e := range v.list {
		if v.dict {
			e = e.at(0)
		}
		if e.list != nil {
			return unknownOperand
		}
		out = e
		texts = append(texts, e.values()...)
	}
	return out.with(texts)
}

// at is one element: unknown text when it is not known which.
func (v operand) at(i int) operand {
	if v.list == nil {
		return operand{text: gate.UnknownText, from: v.from}
	}
	if i < 0 {
		i += len(v.list)
	}
	if i < 0 || i >= len(v.list) {
		return operand{}
	}
	return v.list[i]
}

// wordList are the words of some values, each word with all it may be.
func wordList(args []operand) []operand {
	var out []operand
	for _, a := range args {
		if a.list == nil {
			out = append(out, a)
			continue
		}
		for _, e := range a.list {
			if e.list == nil {
				out = append(out, e)
			} else {
				out = append(out, unknownOperand)
			}
		}
	}
	return out
}

// commands are the command lines that words may make, each word once with
// each of its values.
func commands(words []operand) [][]string {
	out := [][]string{nil}
	for _, w := range words {
		values := w.values()
		if len(out)*len(values) > maxLoop {
			values = []string{gate.UnknownText}
		}
		var next [][]string
		for _, line := range out {
			for _, s := range values {
				next = append(next, append(slices.Clip(line), s))
			}
		}
		out = next
	}
	return out
}

// after is a list without its first elements.
func (v operand) after(n int) operand {
	if v.list != nil {
		v.list = v.list[min(n, len(v.list)):]
	}
	return v
}
