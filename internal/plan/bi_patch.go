package plan

import (
	"fmt"
	"slices"
)

// biJSONPatch applies the operations of RFC 6902, to sets too.
func biJSONPatch(m *machine, args []Value) (Value, error) {
	doc := args[0]
	for _, v := range members(args[1]) {
		op, ok := v.(*Object)
		if !ok {
			return nil, fmt.Errorf("must be an array of JSON-Patch objects, but at least one element is not an object")
		}
		if !m.spend(Weight(doc)) {
			return nil, m.err
		}
		var err error
		if doc, err = patch(doc, op); err != nil {
			return nil, err
		}
	}
	if doc == nil {
		return nil, fmt.Errorf("the document is deleted")
	}
	return doc, nil
}

func patch(doc Value, op *Object) (Value, error) {
	attribute := func(name string) (Value, error) {
		if v := op.Get(String(name)); v != nil {
			return v, nil
		}
		return nil, fmt.Errorf("missing required attribute '%s'", name)
	}
	where, err := attribute("path")
	if err != nil {
		return nil, err
	}
	kind, err := attribute("op")
	if err != nil {
		return nil, err
	}
	name, ok := kind.(String)
	if !ok {
		return nil, fmt.Errorf("attribute 'op' must be a string but found: %s", typeName(kind))
	}
	path, err := pathOf(where)
	if err != nil {
		return nil, err
	}
	switch name {
	case "add", "replace", "test":
		value, err := attribute("value")
		if err != nil {
			return nil, err
		}
		return patchValue(doc, string(name), path, value)
	case "remove":
		return remove(doc, path)
	case "move", "copy":
		from, err := attribute("from")
		if err != nil {
			return nil, err
		}
		source, err := pathOf(from)
		if err != nil {
			return nil, err
		}
		return transfer(doc, source, path, name == "move")
	}
	return nil, fmt.Errorf("unrecognized op: '%s'", name)
}

func patchValue(doc Value, op string, path []Value, value Value) (Value, error) {
	var err error
	switch op {
	case "test":
		found, err := reach(doc, path)
		if err == nil && !Equal(found, value) {
			err = fmt.Errorf("value from EditTree != patch value.\n\nExpected: %s\n\nFound: %s", regoText(value), regoText(found))
		}
		return doc, err
	case "replace":
		if doc, err = remove(doc, path); err != nil {
			return nil, err
		}
	}
	return put(doc, path, value)
}

func transfer(doc Value, from, to []Value, move bool) (Value, error) {
	v, err := reach(doc, from)
	if err != nil {
		return nil, err
	}
	if move {
		if doc, err = remove(doc, from); err != nil {
			return nil, err
		}
	}
	return put(doc, to, v)
}

func reach(v Value, path []Value) (Value, error) {
	for _, key := range path {
		below := v
		if a, ok := v.(*Array); ok {
			i, err := index(a.Len(), key)
			if err != nil {
				return nil, err
			}
			key = Int(i)
		}
		if below = Get(v, key); below == nil {
			return nil, fmt.Errorf("path %s does not exist in %s term %s", regoText(key), typeName(v), regoText(v))
		}
		v = below
	}
	return v, nil
}

func put(doc Value, path []Value, value Value) (Value, error) {
	if len(path) == 0 {
		return value, nil
	}
	return edit(doc, path, func(v, key Value) (Value, error) {
		switch v := v.(type) {
		case *Object:
			c := v.clone()
			c.Set(key, value)
			return c, nil
		case *Set:
			if !Equal(key, value) {
				return nil, fmt.Errorf("set key %s does not equal value to be inserted %s", regoText(key), regoText(value))
			}
			return NewSet(append(slices.Clone(v.list()), value)...), nil
		case *Array:
			i, err := index(v.Len(), key)
			if err != nil {
				return nil, err
			}
			if i < 0 || i > v.Len() {
				return nil, fmt.Errorf("index for array insertion out of bounds")
			}
			return NewArray(slices.Insert(slices.Clone(v.list()), i, value)...), nil
		}
		return nil, notComposite(v)
	})
}

func remove(doc Value, path []Value) (Value, error) {
	if len(path) == 0 {
		return nil, nil
	}
	return edit(doc, path, func(v, key Value) (Value, error) {
		if a, ok := v.(*Array); ok {
			i, err := index(a.Len(), key)
			if err != nil {
				return nil, err
			}
			if i < 0 || i >= a.Len() {
				return nil, fmt.Errorf("index for array delete out of bounds")
			}
			return NewArray(slices.Delete(slices.Clone(a.list()), i, i+1)...), nil
		}
		if v.rank() < rankArray {
			return nil, notComposite(v)
		}
		if Get(v, key) == nil {
			return nil, fmt.Errorf("cannot delete child key %s that does not exist", regoText(key))
		}
		without := func(below, k Value) Value {
			if Equal(k, key) {
				return nil
			}
			return below
		}
		return prune(v, without), nil
	})
}

// notComposite names the type as OPA's Go code does.
func notComposite(v Value) error {
	types := [...]string{"Null", "Boolean", "Number", "String"}
	return fmt.Errorf("expected composite type, found value: %s (type: ast.%s)", regoText(v), types[v.rank()])
}

// edit is doc with what change makes of the collection that path leads into,
// given its last key.
func edit(doc Value, path []Value, change func(v, key Value) (Value, error)) (Value, error) {
	if doc == nil {
		return nil, fmt.Errorf("deleted node encountered")
	}
	key := path[0]
	if len(path) == 1 {
		return change(doc, key)
	}
	below, err := reach(doc, path[:1])
	if err != nil {
		return nil, err
	}
	changed, err := edit(below, path[1:], change)
	if err != nil {
		return nil, err
	}
	switch v := doc.(type) {
	case *Object:
		c := v.clone()
		c.Set(key, changed)
		return c, nil
	case *Array:
		i, _ := index(v.Len(), key)
		list := slices.Clone(v.list())
		list[i] = changed
		return NewArray(list...), nil
	}
	list := slices.DeleteFunc(slices.Clone(members(doc)), func(v Value) bool { return Equal(v, key) })
	return NewSet(append(list, changed)...), nil
}

// index reads an index of a path: a number, its text, or - for the end.
func index(length int, key Value) (int, error) {
	if s, ok := key.(String); ok {
		if s == "-" {
			return length, nil
		}
		i, ok := toInt64(Num(s))
		switch {
		case !ok:
			return 0, fmt.Errorf("invalid string for indexing")
		case s != "0" && s[0] == '0':
			return 0, fmt.Errorf("leading zeros are not allowed in JSON paths")
		}
		return int(i), nil
	}
	if !isNumber(key) {
		return 0, fmt.Errorf("invalid type for indexing")
	}
	i, ok := toInt64(key)
	if !ok {
		return 0, fmt.Errorf("invalid number type for indexing")
	}
	return int(i), nil
}
