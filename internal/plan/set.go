package plan

import (
	"slices"
	"sort"
)

// Set is a set of values in their order. Members are added at the end and put
// in order when somebody looks.
type Set struct {
	items  []Value
	sorted int // how many of items are in order and without doubles
	weight int
	open   bool
	source stored
}

// NewSet is a set of these values, which it keeps.
func NewSet(items ...Value) *Set {
	s := &Set{items: items, weight: 1}
	for _, v := range items {
		s.weight = addWeight(s.weight, Weight(v))
	}
	return s
}

// Len is the number of members.
func (s *Set) Len() int {
	if s.source.image != "" {
		n, _, _ := s.source.head()
		return n
	}
	return len(s.list())
}

func (s *Set) list() []Value {
	if s.source.image != "" {
		s.items = s.source.values(1)
		s.sorted = len(s.items)
		s.source = stored{}
	}
	if s.sorted < len(s.items) {
		slices.SortStableFunc(s.items, compare)
		s.items = slices.CompactFunc(s.items, Equal)
		s.sorted = len(s.items)
	}
	return s.items
}

// Add adds a member. The set must not yet be part of another value.
func (s *Set) Add(v Value) { s.add(v) }

func (s *Set) add(v Value) {
	if s.source.image != "" {
		s.list()
	}
	if n := len(s.items); s.sorted == n {
		c := -1
		if n > 0 {
			c = compare(s.items[n-1], v)
		}
		if c == 0 {
			return
		}
		if c < 0 {
			s.sorted = n + 1
		}
	}
	s.items = append(s.items, v)
	s.weight = addWeight(s.weight, Weight(v))
}

// find is where v stands or would stand.
func (s *Set) find(v Value) (int, bool) {
	list := s.list()
	i := sort.Search(len(list), func(i int) bool { return compare(list[i], v) >= 0 })
	return i, i < len(list) && Equal(list[i], v)
}

func (s *Set) has(v Value) bool {
	_, ok := s.find(v)
	return ok
}

func (s *Set) clone() *Set {
	list := slices.Clone(s.list())
	return &Set{items: list, sorted: len(list), weight: s.weight, open: true}
}

// filter is the set of those members that keep says yes to.
func (s *Set) filter(keep func(Value) bool) *Set {
	out := NewSet()
	for _, v := range s.list() {
		if keep(v) {
			out.add(v)
		}
	}
	return out
}
