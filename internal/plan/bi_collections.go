package plan

import "slices"

func biEqual(_ *machine, args []Value) (Value, error)    { return Bool(Equal(args[0], args[1])), nil }
func biNotEqual(_ *machine, args []Value) (Value, error) { return Bool(!Equal(args[0], args[1])), nil }
func biLess(_ *machine, args []Value) (Value, error)     { return Bool(compare(args[0], args[1]) < 0), nil }
func biLessEq(_ *machine, args []Value) (Value, error) {
	return Bool(compare(args[0], args[1]) <= 0), nil
}
func biGreater(_ *machine, args []Value) (Value, error) {
	return Bool(compare(args[0], args[1]) > 0), nil
}
func biGreaterEq(_ *machine, args []Value) (Value, error) {
	return Bool(compare(args[0], args[1]) >= 0), nil
}

func biCount(_ *machine, args []Value) (Value, error) {
	switch args[0].rank() {
	case rankArray, rankObject, rankSet, rankString:
		return Int(length(args[0])), nil
	}
	return nil, wrongType(1, args[0], "array", "object", "set", "string")
}

// biMax is undefined without members. Of equals it is the last, which can be
// seen in how a number is written.
func biMax(_ *machine, args []Value) (Value, error) {
	var best Value
	for _, v := range members(args[0]) {
		if best == nil || compare(best, v) <= 0 {
			best = v
		}
	}
	return best, nil
}

func biMin(_ *machine, args []Value) (Value, error) {
	var best Value
	for _, v := range members(args[0]) {
		if best == nil || compare(best, v) >= 0 {
			best = v
		}
	}
	return best, nil
}

func biSort(_ *machine, args []Value) (Value, error) {
	list := slices.Clone(members(args[0]))
	slices.SortStableFunc(list, compare)
	return NewArray(list...), nil
}

func biAll(_ *machine, args []Value) (Value, error) {
	isFalse := func(v Value) bool { return v != Bool(true) }
	return Bool(!slices.ContainsFunc(members(args[0]), isFalse)), nil
}

func biAny(_ *machine, args []Value) (Value, error) {
	isTrue := func(v Value) bool { return v == Bool(true) }
	return Bool(slices.ContainsFunc(members(args[0]), isTrue)), nil
}

func biMember(_ *machine, args []Value) (Value, error) {
	found := false
	switch c := args[1].(type) {
	case *Set:
		return Bool(c.has(args[0])), nil
	case *Array:
		if s, ok := args[0].(String); ok && c.source.image != "" {
			return Bool(c.source.contains(string(s))), nil
		}
	}
	Each(args[1], func(_, v Value) bool {
		found = Equal(v, args[0])
		return !found
	})
	return Bool(found), nil
}

func biMemberWithKey(_ *machine, args []Value) (Value, error) {
	v := Get(args[2], args[0])
	return Bool(v != nil && Equal(v, args[1])), nil
}

func biArrayConcat(_ *machine, args []Value) (Value, error) {
	return NewArray(slices.Concat(members(args[0]), members(args[1]))...), nil
}

func biArraySlice(_ *machine, args []Value) (Value, error) {
	list := members(args[0])
	stop := min(max(integer(args[2]), 0), len(list))
	start := min(max(integer(args[1]), 0), stop)
	return NewArray(list[start:stop:stop]...), nil
}

func biArrayReverse(_ *machine, args []Value) (Value, error) {
	list := slices.Clone(members(args[0]))
	slices.Reverse(list)
	return NewArray(list...), nil
}

func biArrayFlatten(_ *machine, args []Value) (Value, error) {
	var out []Value
	for _, v := range members(args[0]) {
		if inner, ok := v.(*Array); ok {
			out = append(out, inner.list()...)
		} else {
			out = append(out, v)
		}
	}
	return NewArray(out...), nil
}

func biAnd(_ *machine, args []Value) (Value, error) {
	return intersect(args[0].(*Set), args[1].(*Set)), nil
}

// intersect takes the members from the smaller set, which can be seen in how a
// number is written.
func intersect(a, b *Set) *Set {
	if b.Len() < a.Len() {
		return b.filter(a.has)
	}
	return a.filter(b.has)
}

func biOr(_ *machine, args []Value) (Value, error) {
	a, b := args[0].(*Set), args[1].(*Set)
	switch {
	case a.Len() == 0:
		return b, nil
	case b.Len() == 0:
		return a, nil
	}
	return NewSet(slices.Concat(a.list(), b.list())...), nil
}

func biSetDiff(_ *machine, args []Value) (Value, error) {
	without := args[1].(*Set)
	return args[0].(*Set).filter(func(v Value) bool { return !without.has(v) }), nil
}

// sets are the members of a set of sets.
func sets(v Value) ([]*Set, error) {
	var out []*Set
	for _, member := range members(v) {
		s, ok := member.(*Set)
		if !ok {
			return nil, wrongType(1, member, "set")
		}
		out = append(out, s)
	}
	return out, nil
}

func biIntersection(_ *machine, args []Value) (Value, error) {
	all, err := sets(args[0])
	if err != nil || len(all) == 0 {
		return NewSet(), err
	}
	common := all[0]
	for _, s := range all[1:] {
		common = intersect(common, s)
	}
	return common, nil
}

func biUnion(_ *machine, args []Value) (Value, error) {
	all, err := sets(args[0])
	if err != nil {
		return nil, err
	}
	var out []Value
	for _, s := range all {
		out = append(out, s.list()...)
	}
	return NewSet(out...), nil
}

// biWalk gives each value below one and its path, as a list the plan goes
// through.
func biWalk(m *machine, args []Value) (Value, error) {
	var out []Value
	var walk func(path []Value, v Value) error
	walk = func(path []Value, v Value) (err error) {
		path = path[:len(path):len(path)]
		if err := m.tooCostly(16 * (len(out) + 1) * (len(path) + 4)); err != nil {
			return err
		}
		out = append(out, NewArray(&Array{items: path, weight: 1 + len(path)}, v))
		Each(v, func(k, below Value) bool {
			err = walk(append(path, k), below)
			return err == nil
		})
		return err
	}
	if err := walk(nil, args[0]); err != nil {
		return nil, err
	}
	return NewArray(out...), nil
}

func biReachable(_ *machine, args []Value) (Value, error) {
	graph, reached := args[0].(*Object), NewSet()
	queue := slices.Clone(members(args[1]))
	for ; len(queue) > 0; queue = queue[1:] {
		edges := graph.Get(queue[0])
		if edges == nil || reached.has(queue[0]) {
			continue
		}
		reached.add(queue[0])
		queue = append(queue, members(edges)...)
	}
	return reached, nil
}

func biReachablePaths(m *machine, args []Value) (Value, error) {
	graph, paths := args[0].(*Object), NewSet()
	for _, root := range members(args[1]) {
		edges := graph.Get(root)
		if edges == nil {
			continue
		}
		if len(members(edges)) == 0 {
			paths.add(NewArray(root))
		}
		for _, neighbor := range members(edges) {
			if err := follow(m, graph, neighbor, []Value{root}, paths); err != nil {
				return nil, err
			}
		}
	}
	return paths, nil
}

// follow adds every path that begins with path and goes on at node. There can
// be exponentially many.
func follow(m *machine, graph *Object, node Value, path []Value, paths *Set) error {
	if !m.spend(8*(1+len(path))) || !m.keep(64+16*len(path)) {
		return m.err
	}
	edges := graph.Get(node)
	if edges != nil {
		path = append(slices.Clone(path), node)
	}
	if len(members(edges)) == 0 {
		paths.add(NewArray(path...))
		return nil
	}
	for _, neighbor := range members(edges) {
		if slices.ContainsFunc(path, func(v Value) bool { return Equal(v, neighbor) }) {
			paths.add(NewArray(path...))
			continue
		}
		if err := follow(m, graph, neighbor, path, paths); err != nil {
			return err
		}
	}
	return nil
}
