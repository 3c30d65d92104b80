package plan

import (
	"slices"
)

func biObjectGet(_ *machine, args []Value) (Value, error) {
	found := args[0]
	if path, ok := args[1].(*Array); ok {
		for _, key := range path.list() {
			if found = Get(found, key); found == nil {
				break
			}
		}
	} else {
		found = Get(found, args[1])
	}
	if found == nil {
		return args[2], nil
	}
	return found, nil
}

func biObjectKeys(_ *machine, args []Value) (Value, error) {
	out := NewSet()
	for _, e := range args[0].(*Object).list() {
		out.add(e.key)
	}
	return out, nil
}

// keySet are the keys that an object, a set or an array names.
func keySet(v Value) (*Set, error) {
	switch v := v.(type) {
	case *Array:
		return NewSet(slices.Clone(v.list())...), nil
	case *Set:
		return v, nil
	case *Object:
		keys, err := biObjectKeys(nil, []Value{v})
		return keys.(*Set), err
	}
	return nil, wrongType(2, v, "object", "set", "array")
}

func biObjectRemove(_ *machine, args []Value) (Value, error) { return pickKeys(args, false) }
func biObjectFilter(_ *machine, args []Value) (Value, error) { return pickKeys(args, true) }

func pickKeys(args []Value, named bool) (Value, error) {
	keys, err := keySet(args[1])
	if err != nil {
		return nil, err
	}
	out, o := newObject(0), args[0].(*Object)
	for _, e := range o.list() {
		i, found := keys.find(e.key)
		if found && named && o.Len() < keys.Len() {
			e.key = keys.items[i] // as it is written in the longer of the two
		}
		if found == named {
			out.push(e)
		}
	}
	return out, nil
}

// biObjectUnion merges in depth; where they differ the second wins.
func biObjectUnion(_ *machine, args []Value) (Value, error) {
	return args[1].(*Object).merge(args[0].(*Object)), nil
}

func biObjectUnionN(_ *machine, args []Value) (Value, error) {
	out := newObject(0)
	for _, v := range members(args[0]) {
		o, ok := v.(*Object)
		if !ok {
			return nil, wrongElement(1, args[0], v, "object")
		}
		out = o.merge(out)
	}
	return out, nil
}

func biObjectSubset(_ *machine, args []Value) (Value, error) {
	if a, ok := args[0].(*Array); ok {
		if s, ok := args[1].(*Set); ok {
			return Bool(arrayHasSet(a, s)), nil
		}
	}
	switch {
	case args[0].rank() != args[1].rank(), args[0].rank() < rankArray:
		return nil, operandError("both arguments object.subset must be of the same type or array and set")
	}
	return Bool(subset(args[0], args[1])), nil
}

// subset says whether sub is in super: keys and below them, members, or a run
// of elements.
func subset(super, sub Value) bool {
	switch sub := sub.(type) {
	case *Object:
		o, ok := super.(*Object)
		return ok && !slices.ContainsFunc(sub.list(), func(e entry) bool {
			v := o.Get(e.key)
			return v == nil || !subset(v, e.value)
		})
	case *Set:
		s, ok := super.(*Set)
		return ok && !slices.ContainsFunc(sub.list(), func(v Value) bool { return !s.has(v) })
	case *Array:
		a, ok := super.(*Array)
		return ok && hasRun(a.list(), sub.list())
	}
	return Equal(super, sub)
}

// hasRun says whether part stands in list. The search is OPA's: after a
// partial match it goes on behind where that began, at its first element.
func hasRun(list, part []Value) bool {
	for start := 0; start+len(part) <= len(list); start++ {
		if slices.EqualFunc(list[start:start+len(part)], part, Equal) {
			return true
		}
	}
	return false
}

func arrayHasSet(a *Array, s *Set) bool {
	missing := s.Len()
	for _, v := range a.list() {
		if s.has(v) {
			missing--
		}
		if missing == 0 {
			return true
		}
	}
	return false
}
