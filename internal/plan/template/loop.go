package template

import (
	"maps"
	"slices"
)

// loop is range: over a list, an object in the order of its keys, or the
// numbers below one.
func (s *state) loop(dot, v any, n branchNode) flowNode {
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
	if !l.ran {
		return s.walk(dot, n.orElse)
	}
	return ""
}

// rangeLoop is a loop that runs.
type rangeLoop struct {
	*state
	node   branchNode
	before int  // variables that are not the body's
	ran    bool // at least once
}

func (l *rangeLoop) count(n int, value func(int) any) {
	if len(l.node.pipe.declared) > 1 {
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
	end := l.walk(element, l.node.list)
	l.pop(l.before)
	return end != "break"
}

// assign sets the variables of the loop, its own or others: the element, or
// index and element.
func (l *rangeLoop) assign(index, element any) {
	declared := l.node.pipe.declared
	values := []any{index, element}[2-len(declared):]
	for i, name := range declared {
		l.set(name, values[i])
	}
}
