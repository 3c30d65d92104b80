package plan

import (
	"fmt"
	"math/bits"
	"sort"
	"strings"
)

// A plan is mostly rules that cannot speak: about other programs, other tools,
// other kinds of calls. OpSelect runs only those of its blocks that an index
// says can have an effect on this input. What a block needs of the input is
// worked out when the plan is made; a block that is left out would have run to
// no end.

// Place is a place in the input document, such as "commands/*/name": the names
// that lead there, a star for every member. Lower says that a string there is
// looked at in lower case, Head that only its head is, see Head.
type Place struct {
	Path  string
	Lower bool
	Head  bool
}

// Trigger is something that is in an input, or not: a string or boolean at a
// place, or, when Value is nil, anything at all.
type Trigger struct {
	Place Place
	Value Value
}

// Select adds an index over blocks, each with its triggers: it is run when one
// of them is in the input. One without a list is always run, one with an empty
// list never.
func (b *Builder) Select(blocks [][]Trigger) int {
	var always []uint32
	groups := map[Place]map[Value][]uint32{}
	for i, list := range blocks {
		if list == nil {
			always = append(always, uint32(i))
		}
		for _, t := range list {
			if groups[t.Place] == nil {
				groups[t.Place] = map[Value][]uint32{}
			}
			groups[t.Place][t.Value] = append(groups[t.Place][t.Value], uint32(i))
		}
	}
	n := len(b.tables[secSelects]) / rowSizes[secSelects]
	first := len(b.tables[secGroups]) / rowSizes[secGroups]
	for _, place := range sortedPlaces(groups) {
		b.group(place, groups[place])
	}
	start, count := b.ordinals(always)
	b.tables[secSelects] = append(b.tables[secSelects], uint32(first), uint32(len(groups)), start, count)
	return n
}

func sortedPlaces(groups map[Place]map[Value][]uint32) []Place {
	var places []Place
	for place := range groups {
		places = append(places, place)
	}
	sort.Slice(places, func(i, j int) bool {
		if places[i].Path != places[j].Path {
			return places[i].Path < places[j].Path
		}
		return places[i].view() < places[j].view()
	})
	return places
}

func (b *Builder) group(place Place, blocks map[Value][]uint32) {
	var values []Value
	for v := range blocks {
		values = append(values, v)
	}
	sort.Slice(values, func(i, j int) bool {
		if values[i] == nil || values[j] == nil {
			return values[i] == nil && values[j] != nil
		}
		return compare(values[i], values[j]) < 0
	})
	first := len(b.tables[secKeys]) / rowSizes[secKeys]
	for _, v := range values {
		at := anything
		if v != nil {
			at = b.store(v)
		}
		start, count := b.ordinals(blocks[v])
		b.tables[secKeys] = append(b.tables[secKeys], at, start, count)
	}
	b.tables[secGroups] = append(b.tables[secGroups], b.trigger(place), uint32(first), uint32(len(values)))
}

// trigger is the number of a place.
func (b *Builder) trigger(p Place) uint32 {
	n, ok := b.places[p]
	if !ok {
		n = uint32(len(b.places))
		b.places[p] = n
		b.tables[secTriggerPlaces] = append(b.tables[secTriggerPlaces], b.store(String(p.Path)), p.view())
	}
	return n
}

func (b *Builder) ordinals(list []uint32) (start, count uint32) {
	start = uint32(len(b.tables[secOrdinals]))
	b.tables[secOrdinals] = append(b.tables[secOrdinals], list...)
	return start, uint32(len(list))
}

// choose runs the blocks of an OpSelect that its index lets through.
func (f *frame) choose() signal {
	selection, n := f.number(), f.number()
	length := f.number()
	offsets := f.pc
	start := offsets + 4*n
	if start > len(f.code) {
		panic(fmt.Errorf("a selection of %d blocks", n))
	}
	var few [4]uint64
	chosen := blockSet(few[:])
	if n > 64*len(few) {
		chosen = make(blockSet, (n+63)/64)
	}
	if f.triggered(selection, n, chosen); f.err != nil {
		return halted
	}
	for i, rest := range chosen {
		for ; rest != 0; rest &= rest - 1 {
			block := 64*i + bits.TrailingZeros64(rest)
			f.pc = start + word(f.code, offsets+4*block)
			if s := f.body().beyond(); s != next {
				return s
			}
		}
	}
	f.pc = start + length
	return next
}

// blockSet has a bit for each block of a selection.
type blockSet []uint64

func (b blockSet) add(block, n int) {
	if block >= n {
		panic("a selection of a block that is not there")
	}
	b[block/64] |= 1 << (block % 64)
}

// triggered adds the blocks of a selection that can have an effect.
func (f *frame) triggered(selection, n int, chosen blockSet) {
	if f.noIndex {
		for i := range n {
			chosen.add(i, n)
		}
		return
	}
	f.mark(f.cell(secSelects, selection, 2), f.cell(secSelects, selection, 3), n, chosen)
	first := f.cell(secSelects, selection, 0)
	for g := range f.cell(secSelects, selection, 1) {
		if !f.spend(1) {
			return
		}
		f.marked(first+g, n, chosen)
	}
}

func (f *frame) mark(start, count, n int, chosen blockSet) {
	if !f.spend(count / 8) {
		return
	}
	for i := range count {
		chosen.add(f.cell(secOrdinals, start+i, 0), n)
	}
}

// marked adds the blocks that one place lets through.
func (f *frame) marked(group, n int, chosen blockSet) {
	values := f.found(f.cell(secGroups, group, 0))
	if len(values) == 0 {
		return
	}
	first, keys := f.cell(secGroups, group, 1), f.cell(secGroups, group, 2)
	if keys > 0 && uint32(f.cell(secKeys, first, 0)) == anything {
		f.mark(f.cell(secKeys, first, 1), f.cell(secKeys, first, 2), n, chosen)
		first, keys = first+1, keys-1
	}
	for _, v := range values {
		if i, ok := f.findKey(first, keys, v); ok {
			f.mark(f.cell(secKeys, i, 1), f.cell(secKeys, i, 2), n, chosen)
		}
	}
}

// findKey is the row of a value among the keys of a group.
func (f *frame) findKey(first, keys int, v Value) (row int, ok bool) {
	i := first + sort.Search(keys, func(i int) bool { return f.compareKey(first+i, v) >= 0 })
	return i, i < first+keys && f.compareKey(i, v) == 0
}

func (f *frame) compareKey(row int, v Value) int {
	at := f.cell(secKeys, row, 0)
	if s, ok := v.(String); ok && f.values[at] == tagString {
		return strings.Compare(f.name(at), string(s))
	}
	return compare(load(f.values, at), v)
}

// found are the values at a place of this frame's input, kept for the next
// selection.
func (f *frame) found(place int) []Value {
	input := f.locals[0]
	if f.facts == nil || f.factsOf != input {
		f.facts, f.factsOf = make([][]Value, f.rows(secTriggerPlaces)), input
	}
	if f.facts[place] == nil {
		before := len(f.finds)
		f.find(input, f.name(f.cell(secTriggerPlaces, place, 0)))
		values := f.finds[before:len(f.finds):len(f.finds)]
		viewed(values, f.cell(secTriggerPlaces, place, 1))
		f.facts[place] = values
	}
	return f.facts[place]
}

// find appends the values at a path below v to those found.
func (f *frame) find(v Value, path string) {
	if v == nil {
		return
	}
	if path == "" {
		f.finds = append(f.finds, v)
		return
	}
	name, rest, _ := strings.Cut(path, "/")
	if name != "*" {
		f.find(Get(v, String(name)), rest)
		return
	}
	Each(v, func(_, member Value) bool {
		f.find(member, rest)
		return f.spend(1)
	})
}

// viewed puts into the place of texts what a place looks at of them.
func viewed(values []Value, view int) {
	for i, v := range values {
		s, ok := v.(String)
		if !ok {
			continue
		}
		text := string(s)
		if view&viewLower != 0 {
			text = strings.ToLower(text)
		}
		if view&viewHead != 0 {
			text, _ = Head(text)
		}
		values[i] = same(v, text)
	}
}

// The bits of what a place looks at.
const (
	viewLower = 1 << iota
	viewHead
)

func (p Place) view() (bits uint32) {
	if p.Lower {
		bits |= viewLower
	}
	if p.Head {
		bits |= viewHead
	}
	return bits
}

// Head is the beginning of a path: what stands before its first slash, but for
// one at the very start. Whole says that there is such a slash, so that every
// text that begins like this one has this head.
func Head(path string) (head string, whole bool) {
	if i := strings.IndexByte(path[min(1, len(path)):], '/'); i >= 0 {
		return path[:i+1], true
	}
	return path, false
}
