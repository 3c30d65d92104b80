package template

import (
	"maps"
	"slices"
	"text/template/parse"
)

// loop is range: over a list, an object in the order of its keys, or the
// numbers below one.
func (s *state) loop(dot any, n *parse.RangeNode) flow {
	defer s.pop(len(s.vars))
	v := s.pipeline(dot, n.Pipe)
	s.node = n
	l := rangeLoop{state: s, node: n, before: len(s.vars)}
	switch v := v.(type) {
	case []any:
		for i := 0; i < len(v) && l.once(i, v[i]); i++ {
		}
	case map[string]any:
		s.cost(len(v), 16*len(v))
		for _, key := range slices.Sorted(maps.Keys(v)) {
			if !l.once(key, v[key]) {
				break
			}
		}
	case int:
		l.count(v, func(i int) any { return i })
	case uint8: // of a string
		l.count(int(v), func(i int) any { return uint8(i) })
	case absent, nil:
	default:
		s.fail("range can't iterate over %v", v)
	}
	if !l.ran && n.ElseList != nil {
		return s.walk(dot, n.ElseList)
	}
	return onward
}

// rangeLoop is a loop that runs.
type rangeLoop struct {
	*state
	node   *parse.RangeNode
	before int  // variables that are not the body's
	ran    bool // at least once
}

func (l *rangeLoop) count(n int, value func(int) any) {
	if len(l.node.Pipe.Decl) > 1 {
		l.fail("can't use %v to iterate over more than one variable", n)
	}
	for i := 0; i < n && l.once(absent{}, value(i)); i++ {
	}
}

// once runs the body. It is false when that ends the loop.
func (l *rangeLoop) once(index, element any) bool {
	l.cost(1, 0)
	l.ran = true
	l.assign(index, element)
	f := l.walk(element, l.node.List)
	l.pop(l.before)
	return f != broken
}

// assign sets the variables of the loop, its own or others: the element, or
// index and element.
func (l *rangeLoop) assign(index, element any) {
	decl := l.node.Pipe.Decl
	values := []any{index, element}[2-len(decl):]
	for i, d := range decl {
		l.set(d.Ident[0], values[i])
	}
}
