package plan

import (
	"cmp"
	"strings"
)

// Equal says whether two values are the same. 1 and 1.0 are.
func Equal(a, b Value) bool {
	if x, ok := a.(String); ok {
		y, both := b.(String)
		return both && x == y
	}
	return compare(a, b) == 0
}

// compare orders values as Rego does: by type, then by value. Undefined comes
// first and equals itself.
func compare(a, b Value) int {
	if a == nil || b == nil {
		return cmp.Compare(rankOf(a), rankOf(b))
	}
	if c := a.rank() - b.rank(); c != 0 {
		return c
	}
	switch x := a.(type) {
	case Bool:
		return compareBools(x, b.(Bool))
	case String:
		return strings.Compare(string(x), string(b.(String)))
	case Int:
		if y, ok := b.(Int); ok {
			return cmp.Compare(x, y)
		}
		return compareNumbers(a, b)
	case Num:
		return compareNumbers(a, b)
	case *Array:
		if y := b.(*Array); x != y {
			return compareLists(x.list(), y.list())
		}
	case *Set:
		if y := b.(*Set); x != y {
			return compareLists(x.list(), y.list())
		}
	case *Object:
		if y := b.(*Object); x != y {
			return compareEntries(x.list(), y.list())
		}
	}
	return 0
}

func rankOf(v Value) int {
	if v == nil {
		return -1
	}
	return v.rank()
}

func compareBools(a, b Bool) int {
	switch {
	case a == b:
		return 0
	case bool(b):
		return -1
	}
	return 1
}

func compareLists(a, b []Value) int {
	for i := range min(len(a), len(b)) {
		if c := compare(a[i], b[i]); c != 0 {
			return c
		}
	}
	return cmp.Compare(len(a), len(b))
}

func compareEntries(a, b []entry) int {
	for i := range min(len(a), len(b)) {
		if c := compare(a[i].key, b[i].key); c != 0 {
			return c
		}
		if c := compare(a[i].value, b[i].value); c != 0 {
			return c
		}
	}
	return cmp.Compare(len(a), len(b))
}
