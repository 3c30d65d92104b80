package plan

import (
	"slices"
	"strings"
)

// Object maps values to values, in the order of its keys.
type Object struct {
	entries []entry
	weight  int
	open    bool
	source  stored
}

type entry struct{ key, value Value }

// Field is one member of a new object.
type Field struct {
	Key   string
	Value Value
}

// NewObject is an object of these fields. Of two with one key the last counts.
func NewObject(fields ...Field) *Object {
	o := newObject(len(fields))
	for _, f := range fields {
		o.Set(String(f.Key), f.Value)
	}
	return o
}

func newObject(size int) *Object {
	return &Object{entries: make([]entry, 0, size), weight: 1}
}

// objectOf is an object of entries in any order, which it keeps. Of two with
// one key the last counts.
func objectOf(list []entry) *Object {
	byKey := func(a, b entry) int { return compare(a.key, b.key) }
	if !slices.IsSortedFunc(list, byKey) {
		slices.SortStableFunc(list, byKey)
	}
	o := &Object{entries: list[:0], weight: 1}
	for i, e := range list {
		if i+1 == len(list) || !Equal(e.key, list[i+1].key) {
			o.push(e)
		}
	}
	return o
}

// Len is the number of keys.
func (o *Object) Len() int {
	if o.source.image != "" {
		n, _, _ := o.source.head()
		return n
	}
	return len(o.list())
}

// Get is the value at key, nil when there is none.
func (o *Object) Get(key Value) Value {
	if name, ok := key.(String); ok && o.source.image != "" {
		if v, known := o.source.member(string(name)); known {
			return v
		}
	}
	if i, ok := o.find(key); ok {
		return o.entries[i].value
	}
	return nil
}

// Set puts a value at key. The object must not yet be part of another value.
func (o *Object) Set(key, value Value) {
	i, ok := o.find(key)
	if ok {
		o.weight = addWeight(o.weight-Weight(o.entries[i].value), Weight(value))
		o.entries[i].value = value
		return
	}
	o.weight = addWeight(o.weight, Weight(key)+Weight(value))
	o.entries = slices.Insert(o.entries, i, entry{key, value})
}

// find is where key stands or would stand.
func (o *Object) find(key Value) (int, bool) {
	list := o.list()
	low, high := 0, len(list)
	name, named := key.(String)
	for low < high {
		mid := int(uint(low+high) >> 1)
		c := 0
		if named {
			c = compareName(list[mid].key, name)
		} else {
			c = compare(list[mid].key, key)
		}
		switch {
		case c == 0:
			return mid, true
		case c < 0:
			low = mid + 1
		default:
			high = mid
		}
	}
	return low, false
}

// compareName is compare with a string, as nearly all keys are.
func compareName(key Value, name String) int {
	if s, ok := key.(String); ok {
		return strings.Compare(string(s), string(name))
	}
	return key.rank() - rankString
}

func (o *Object) list() []entry {
	if o.source.image != "" {
		flat := o.source.values(2)
		o.entries = make([]entry, len(flat)/2)
		for i := range o.entries {
			o.entries[i] = entry{flat[2*i], flat[2*i+1]}
		}
		o.source = stored{}
	}
	return o.entries
}

// clone is an open copy. What is in it can be seen from both, so it is closed.
func (o *Object) clone() *Object {
	c := &Object{entries: slices.Clone(o.list()), weight: o.weight, open: true}
	for _, e := range c.entries {
		closed(e.value)
	}
	return c
}

// closed marks a value as one that is not changed any more. It writes only to
// what was made in this evaluation: an input may be in use elsewhere.
func closed(v Value) {
	switch v := v.(type) {
	case *Array:
		if v.open {
			v.open = false
		}
	case *Object:
		if v.open {
			v.open = false
		}
	case *Set:
		if v.open {
			v.open = false
		}
	}
}

// merge is both objects in one, and in those below them. Where they differ a
// wins.
func (o *Object) merge(b *Object) *Object {
	out := newObject(o.Len() + b.Len())
	left, right := o.list(), b.list()
	for len(left) > 0 && len(right) > 0 {
		switch c := compare(left[0].key, right[0].key); {
		case c < 0:
			out.push(left[0])
			left = left[1:]
		case c > 0:
			out.push(right[0])
			right = right[1:]
		default:
			out.push(entry{left[0].key, mergeValues(left[0].value, right[0].value)})
			left, right = left[1:], right[1:]
		}
	}
	for _, e := range left {
		out.push(e)
	}
	for _, e := range right {
		out.push(e)
	}
	return out
}

func mergeValues(a, b Value) Value {
	x, ok := a.(*Object)
	y, both := b.(*Object)
	if ok && both {
		return x.merge(y)
	}
	return a
}

// push adds an entry whose key comes after all others.
func (o *Object) push(e entry) {
	o.entries = append(o.entries, e)
	o.weight = addWeight(o.weight, Weight(e.key)+Weight(e.value))
}
