package extract

import (
	"slices"
	"strings"

	"gate"
)

// psValue is what is known of a value.
type psValue struct {
	text    string    // as a string; gate.UnknownText for what is not known
	list    []psValue // elements, or the values that it may have
	isList  bool
	any     bool // list holds values of which it is one
	pairs   []psPair
	isTable bool
	block   *psNode  // a script block
	kind    psNature // what else than a string it is
	null    bool
	from    []string // the commands that it comes from
}

type psPair struct {
	key   string
	value psValue
}

type psNature byte

const (
	psPlain    psNature = iota
	psFile              // text is the path of a file
	psFolder            // text is a folder, and the value what lies anywhere below it
	psChildren          // text is a folder, and the value what lies in it
	psClass             // text is a type's name
	psObject            // text is the name of a class that it is of
	psCode              // text is a script
)

func textValue(s string) psValue { return psValue{text: s} }

func unknownValue(from ...string) psValue { return psValue{text: gate.UnknownText, from: from} }

func listOf(items []psValue) psValue { return psValue{list: items, isList: true} }

// lines are the lines of a text as values.
func lines(text string, from []string) []psValue {
	if text == "" {
		return nil
	}
	var out []psValue
	for i, line := range strings.Split(strings.TrimSuffix(text, "\n"), "\n") {
		if i >= maxLoop {
			return []psValue{{text: gate.UnknownText, from: from}}
		}
		out = append(out, psValue{text: strings.TrimSuffix(line, "\r"), from: from})
	}
	return out
}

// items are the elements of a list; of any other value itself.
func (v psValue) items() []psValue {
	switch {
	case v.isList:
		var out []psValue
		for _, item := range v.list {
			if item.any {
				out = append(out, item.list...)
			} else {
				out = append(out, item)
			}
		}
		return out
	case v.any:
		return v.list
	case v.null:
		return nil
	}
	return []psValue{v}
}

// single is a list of one as its element, as a pipeline's output is when it
// is put into a variable.
func (v psValue) single() psValue {
	switch {
	case v.isList && len(v.list) == 1:
		return v.list[0]
	case v.isList && len(v.list) == 0:
		return psValue{null: true}
	}
	return v
}

// str is a value as text.
func (v psValue) str() string {
	switch {
	case v.any:
		return gate.UnknownText
	case v.isList:
		var out strings.Builder
		for i, item := range v.list {
			if i > 0 {
				out.WriteByte(' ')
			}
			out.WriteString(item.str())
			if out.Len() > maxValue {
				return gate.UnknownText
			}
		}
		return out.String()
	case v.isTable:
		return gate.UnknownText
	case v.block != nil:
		return v.block.text
	case v.kind == psChildren || v.kind == psFolder:
		return strings.TrimRight(v.text, "/") + "/*"
	case v.kind == psObject:
		return gate.UnknownText
	}
	return v.text
}

// texts are the texts that a value may be.
func (v psValue) texts() []string {
	if !v.any {
		return []string{v.str()}
	}
	var out []string
	for _, item := range v.list {
		out = append(out, item.str())
	}
	return out
}

func (v psValue) known() bool {
	return !slices.ContainsFunc(v.texts(), func(s string) bool { return strings.Contains(s, gate.UnknownText) })
}

// or is one value or another.
func (v psValue) or(other psValue) psValue {
	if v.isList != other.isList || v.isTable || other.isTable || v.block != nil || other.block != nil || v.isList {
		if same(v, other) {
			return v
		}
		if v.isList || other.isList { // either's elements
			all := append(slices.Clone(v.items()), other.items()...)
			if len(all) <= maxLoop {
				return listOf(all)
			}
		}
		return unknownValue(distinct(append(slices.Clone(v.from), other.from...))...)
	}
	all := slices.Clone(v.either())
	for _, item := range other.either() {
		if !slices.ContainsFunc(all, func(have psValue) bool { return same(have, item) }) {
			all = append(all, item)
		}
	}
	switch {
	case len(all) == 1:
		return all[0]
	case len(all) > maxVariant:
		return unknownValue(distinct(append(slices.Clone(v.from), other.from...))...)
	}
	return psValue{any: true, list: all}
}

func (v psValue) either() []psValue {
	if v.any {
		return v.list
	}
	return []psValue{v}
}

// same says whether two values are surely the same.
func same(a, b psValue) bool {
	if a.isList && b.isList {
		return len(a.list) == len(b.list) && slices.EqualFunc(a.list, b.list, same)
	}
	return !a.isList && !b.isList && !a.isTable && !b.isTable && !a.any && !b.any && a.text == b.text && a.block == b.block && a.kind == b.kind && a.null == b.null
}

// get is the value under a key of a table.
func (v psValue) get(key string) (psValue, bool) {
	for _, pair := range v.pairs {
		if strings.EqualFold(pair.key, key) {
			return pair.value, true
		}
	}
	return psValue{null: true}, false
}

// with is a table with one more pair.
func (v psValue) with(key string, value psValue) psValue {
	if len(v.pairs) >= maxLoop {
		return unknownValue()
	}
	v.pairs = slices.DeleteFunc(slices.Clone(v.pairs), func(pair psPair) bool { return strings.EqualFold(pair.key, key) })
	v.pairs = append(v.pairs, psPair{key, value})
	return v
}

// joined puts texts together, in each way that values of several make.
func joined(parts []psValue) psValue {
	all := make([]strings.Builder, 1)
	var from []string
	for _, part := range parts {
		from = append(from, part.from...)
		texts := part.texts()
		if len(all)*len(texts) > maxVariant {
			texts = []string{gate.UnknownText}
		}
		if len(texts) > 1 {
			next := make([]strings.Builder, 0, len(all)*len(texts))
			for i := range all {
				for range texts {
					next = append(next, strings.Builder{})
					next[len(next)-1].WriteString(all[i].String())
				}
			}
			all = next
		}
		for i := range all {
			text := texts[i%len(texts)]
			if all[i].Len()+len(text) > maxValue {
				all[i].Reset()
				text = gate.UnknownText
			}
			all[i].WriteString(text)
		}
	}
	from = distinct(from)
	if len(all) == 1 {
		return psValue{text: all[0].String(), from: from}
	}
	v := psValue{any: true, from: from}
	for i := range all {
		v.list = append(v.list, psValue{text: all[i].String(), from: from})
	}
	return v
}

// flowText is what goes through a pipeline as the text that a program reads.
func flowText(values []psValue) string {
	var out strings.Builder
	for _, v := range values {
		for _, item := range v.items() {
			if out.Len() > maxValue {
				return gate.UnknownText
			}
			out.WriteString(item.str() + "\n")
		}
	}
	return out.String()
}
