package template

import (
	"encoding/json"
	"errors"
	"fmt"
)

var (
	errComparison   = errors.New("invalid type for comparison")
	errNoComparison = errors.New("missing argument for comparison")
)

// textOf is a string, or a number of JSON, which is one for a template.
func textOf(v any) (string, bool) {
	switch v := v.(type) {
	case string:
		return v, true
	case json.Number:
		return string(v), true
	}
	return "", false
}

// likeText is a part of a text, of its type.
func likeText(whole any, part string) any {
	if _, ok := whole.(json.Number); ok {
		return json.Number(part)
	}
	return part
}

// plain is a value that can be compared: the text of a string, an int for what
// is one. Nil stands for what cannot be.
func plain(v any) any {
	switch v := v.(type) {
	case uint8:
		return int(v)
	case bool, int, float64:
		return v
	}
	if text, ok := textOf(v); ok {
		return text
	}
	return nil
}

func sameType(a, b any) bool { return fmt.Sprintf("%T", a) == fmt.Sprintf("%T", b) }

// equal is whether the first argument is one of the others.
func equal(_ *state, args []any) (any, error) {
	if len(args) == 1 {
		return nil, errNoComparison
	}
	first := plain(args[0])
	for i, v := range args[1:] {
		other := plain(v)
		switch {
		case args[0] == nil || v == nil:
			if args[0] == nil && v == nil {
				return true, nil
			}
		case first == nil && other == nil:
			return nil, fmt.Errorf("non-comparable type %T", args[i+1])
		case !sameType(first, other):
			return nil, fmt.Errorf("incompatible types for comparison: %T and %T", args[0], v)
		case first == other:
			return true, nil
		}
	}
	return false, nil
}

func less(_ *state, args []any) (any, error) {
	a, b := plain(args[0]), plain(args[1])
	switch {
	case a == nil || b == nil:
		return nil, errComparison
	case !sameType(a, b):
		return nil, fmt.Errorf("incompatible types for comparison: %T and %T", args[0], args[1])
	}
	switch a := a.(type) {
	case int:
		return a < b.(int), nil
	case float64:
		return a < b.(float64), nil
	case string:
		return a < b.(string), nil
	}
	return nil, errComparison
}

func lessOrEqual(s *state, args []any) (any, error) {
	v, err := less(s, args)
	if err != nil || v == true {
		return v, err
	}
	return equal(s, args)
}

// not is the opposite of a comparison.
func not(compare func(*state, []any) (any, error)) func(*state, []any) (any, error) {
	return func(s *state, args []any) (any, error) {
		v, err := compare(s, args)
		return v != true, err
	}
}
