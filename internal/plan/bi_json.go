package plan

import (
	"strconv"
	"strings"
)

// pathOf reads a path: text with slashes between, or an array of keys.
func pathOf(v Value) ([]Value, error) {
	switch v := v.(type) {
	case *Array:
		return v.list(), nil
	case String:
		if v == "" {
			return nil, nil
		}
		var path []Value
		for part := range strings.SplitSeq(strings.TrimLeft(string(v), "/"), "/") {
			path = append(path, String(strings.ReplaceAll(strings.ReplaceAll(part, "~1", "/"), "~0", "~")))
		}
		return path, nil
	}
	return nil, operandError("operand 2 must be one of {set, array} containing string paths or array of path segments but got " + typeName(v))
}

// tree is a set of paths: below each key the rest, null where a path ends.
func tree(v Value) (*Object, error) {
	if v.rank() != rankArray && v.rank() != rankSet {
		return nil, wrongType(2, v, "set", "array")
	}
	root := newObject(0)
	for _, member := range members(v) {
		path, err := pathOf(member)
		if err != nil {
			return nil, err
		}
		graft(root, path)
	}
	return root, nil
}

func graft(node *Object, path []Value) {
	if len(path) == 0 {
		return
	}
	if len(path) == 1 {
		node.Set(path[0], Null{})
		return
	}
	below := node.Get(path[0])
	if _, ended := below.(Null); ended {
		return
	}
	if below == nil {
		below = newObject(0)
		node.Set(path[0], below)
	}
	graft(below.(*Object), path[1:])
}

// biJSONFilter keeps what the paths lead to.
func biJSONFilter(_ *machine, args []Value) (Value, error) {
	paths, err := tree(args[1])
	if err != nil {
		return nil, err
	}
	return prune(args[0], func(v, key Value) Value {
		if below := Get(paths, key); below != nil {
			return filterBelow(v, below)
		}
		return nil
	}), nil
}

func filterBelow(v, paths Value) Value {
	o, more := paths.(*Object)
	if !more {
		return v
	}
	return prune(v, func(v, key Value) Value {
		if below := o.Get(key); below != nil {
			return filterBelow(v, below)
		}
		return nil
	})
}

// biJSONRemove leaves out what the paths lead to.
func biJSONRemove(_ *machine, args []Value) (Value, error) {
	paths, err := tree(args[1])
	if err != nil {
		return nil, err
	}
	return removeBelow(args[0], paths), nil
}

func removeBelow(v Value, paths *Object) Value {
	return prune(v, func(v, key Value) Value {
		switch below := paths.Get(key).(type) {
		case nil:
			return v
		case *Object:
			return removeBelow(v, below)
		}
		return nil
	})
}

// prune is a collection with each member as keep gives it, without those for
// which it gives nil. The keys of an array are its indices as text.
func prune(v Value, keep func(v, key Value) Value) Value {
	switch v := v.(type) {
	case *Object:
		out := newObject(0)
		for _, e := range v.list() {
			if kept := keep(e.value, e.key); kept != nil {
				out.push(entry{e.key, kept})
			}
		}
		return out
	case *Array:
		out := NewArray()
		for i, item := range v.list() {
			if kept := keep(item, String(strconv.Itoa(i))); kept != nil {
				out.add(kept)
			}
		}
		return out
	case *Set:
		out := NewSet()
		for _, item := range v.list() {
			if kept := keep(item, item); kept != nil {
				out.add(kept)
			}
		}
		return out
	}
	return v
}
