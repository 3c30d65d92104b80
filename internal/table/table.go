// Package table holds constant data that is looked up by name. The compiler
// lays a table out in the executable, while a map literal is built anew each
// time a program starts, and the hook starts before every tool call. Tables
// are short, so that looking through one costs less than hashing would save.
package table

import "slices"

// Of is rows of values, each under a name of its own.
type Of[V any] []struct {
	Name  string
	Value V
}

// Find is the value under a name, and whether there is one.
func (t Of[V]) Find(name string) (value V, ok bool) {
	for i := range t {
		if t[i].Name == name {
			return t[i].Value, true
		}
	}
	return value, false
}

// Get is the value under a name, the zero value where there is none.
func (t Of[V]) Get(name string) V {
	value, _ := t.Find(name)
	return value
}

// Has says whether there is a value under a name.
func (t Of[V]) Has(name string) bool {
	_, ok := t.Find(name)
	return ok
}

// Set is a number of names.
type Set []string

// Has says whether a name is in the set.
func (s Set) Has(name string) bool { return slices.Contains(s, name) }
