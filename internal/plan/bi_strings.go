package plan

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"
)

func text(args []Value, i int) string { return string(args[i].(String)) }

// same is the string s, without making a new value when it is the old one.
func same(old Value, s string) Value {
	if string(old.(String)) == s {
		return old
	}
	return String(s)
}

func biContains(_ *machine, args []Value) (Value, error) {
	return Bool(strings.Contains(text(args, 0), text(args, 1))), nil
}

func biStartsWith(_ *machine, args []Value) (Value, error) {
	return Bool(strings.HasPrefix(text(args, 0), text(args, 1))), nil
}

func biEndsWith(_ *machine, args []Value) (Value, error) {
	return Bool(strings.HasSuffix(text(args, 0), text(args, 1))), nil
}

func biStringsCount(_ *machine, args []Value) (Value, error) {
	return Int(strings.Count(text(args, 0), text(args, 1))), nil
}

func biLower(_ *machine, args []Value) (Value, error) {
	return same(args[0], strings.ToLower(text(args, 0))), nil
}

func biUpper(_ *machine, args []Value) (Value, error) {
	return same(args[0], strings.ToUpper(text(args, 0))), nil
}

func biTrim(_ *machine, args []Value) (Value, error) {
	return same(args[0], strings.Trim(text(args, 0), text(args, 1))), nil
}

func biTrimLeft(_ *machine, args []Value) (Value, error) {
	return same(args[0], strings.TrimLeft(text(args, 0), text(args, 1))), nil
}

func biTrimRight(_ *machine, args []Value) (Value, error) {
	return same(args[0], strings.TrimRight(text(args, 0), text(args, 1))), nil
}

func biTrimPrefix(_ *machine, args []Value) (Value, error) {
	return same(args[0], strings.TrimPrefix(text(args, 0), text(args, 1))), nil
}

func biTrimSuffix(_ *machine, args []Value) (Value, error) {
	return same(args[0], strings.TrimSuffix(text(args, 0), text(args, 1))), nil
}

func biTrimSpace(_ *machine, args []Value) (Value, error) {
	return same(args[0], strings.TrimSpace(text(args, 0))), nil
}

func biSplit(m *machine, args []Value) (Value, error) {
	s, sep := text(args, 0), text(args, 1)
	if err := m.tooCostly(32 * strings.Count(s, sep)); err != nil {
		return nil, err
	}
	return stringArray(strings.Split(s, sep)), nil
}

// biSplitN splits into at most n parts from the front, or the last -n parts;
// what is left over is dropped.
func biSplitN(m *machine, args []Value) (Value, error) {
	s, sep, n := text(args, 0), text(args, 1), integer(args[2])
	if err := m.tooCostly(32 * strings.Count(s, sep)); err != nil {
		return nil, err
	}
	if n < 0 {
		parts := strings.Split(s, sep)
		return stringArray(parts[max(len(parts)+n, 0):]), nil
	}
	limit := n + 1
	if limit < 0 {
		limit = -1
	}
	parts := strings.SplitN(s, sep, limit)
	return stringArray(parts[:min(n, len(parts))]), nil
}

func biConcat(m *machine, args []Value) (Value, error) {
	sep, list := text(args, 0), members(args[1])
	if args[1].rank() != rankArray && args[1].rank() != rankSet {
		return nil, wrongType(2, args[1], "set", "array")
	}
	parts, bad := stringItems(list)
	if bad != nil {
		return nil, wrongElement(2, args[1], bad, "string")
	}
	size := len(sep) * len(parts)
	for _, p := range parts {
		size += len(p)
	}
	if err := m.tooCostly(size); err != nil {
		return nil, err
	}
	return String(strings.Join(parts, sep)), nil
}

// biIndexOf counts in characters.
func biIndexOf(_ *machine, args []Value) (Value, error) {
	base, search := text(args, 0), text(args, 1)
	if search == "" {
		return nil, errEmptySearch
	}
	at, _ := indexRunes(base, search)
	return Int(at), nil
}

// indexRunes is where search begins in base, in characters and in bytes, -1
// when it does not. Bytes that are no UTF-8 are all the same character.
func indexRunes(base, search string) (runes, bytes int) {
	if !utf8.ValidString(base) || !utf8.ValidString(search) {
		base, search = string([]rune(base)), string([]rune(search))
	}
	bytes = strings.Index(base, search)
	if bytes < 0 {
		return -1, -1
	}
	return utf8.RuneCountInString(base[:bytes]), bytes
}

func biIndexOfN(_ *machine, args []Value) (Value, error) {
	base, search := string([]rune(text(args, 0))), string([]rune(text(args, 1)))
	if search == "" {
		return nil, errEmptySearch
	}
	var out []Value
	for passed := 0; ; {
		runes, bytes := indexRunes(base, search)
		if runes < 0 {
			return NewArray(out...), nil
		}
		out = append(out, Int(passed+runes))
		_, size := utf8.DecodeRuneInString(base[bytes:])
		base, passed = base[bytes+size:], passed+runes+1
	}
}

// biSubstring counts in characters. A negative length means the rest.
func biSubstring(_ *machine, args []Value) (Value, error) {
	base, start, length := text(args, 0), integer(args[1]), integer(args[2])
	if start < 0 {
		return nil, fmt.Errorf("negative offset")
	}
	if start == 0 && length >= len(base) {
		return args[0], nil
	}
	valid := utf8.ValidString(base)
	if !valid && start == 0 && length >= utf8.RuneCountInString(base) {
		return args[0], nil
	}
	if !valid {
		base = string([]rune(base))
	}
	base = base[runeOffset(base, start):]
	if length >= 0 {
		base = base[:runeOffset(base, length)]
	}
	return String(base), nil
}

// runeOffset is where character n begins, or the end.
func runeOffset(s string, n int) int {
	for i := range s {
		if n == 0 {
			return i
		}
		n--
	}
	return len(s)
}

func biReplace(m *machine, args []Value) (Value, error) {
	s, from, to := text(args, 0), text(args, 1), text(args, 2)
	if err := m.tooCostly(len(s) + (strings.Count(s, from)+1)*len(to)); err != nil {
		return nil, err
	}
	if from == "" { // between bytes, not characters
		return String(strings.NewReplacer(from, to).Replace(s)), nil
	}
	return String(strings.ReplaceAll(s, from, to)), nil
}

// maxProbed is the length of a text in which each pattern is looked for first,
// so that only those that are there need be prepared for.
const maxProbed = 4096

func biReplaceN(m *machine, args []Value) (Value, error) {
	s, pairs, longest := text(args, 1), []string(nil), 1
	err := eachPair(args[0].(*Object), func(key, value string) {
		longest = max(longest, len(value))
		if len(s) > maxProbed || strings.Contains(s, key) {
			pairs = append(pairs, key, value)
		}
	})
	if err == nil {
		err = m.tooCostly((len(s) + 1) * longest)
	}
	switch {
	case err != nil:
		return nil, err
	case len(pairs) == 0:
		return args[1], nil
	}
	return String(strings.NewReplacer(pairs...).Replace(s)), nil
}

// eachPair visits what an object of texts has.
func eachPair(o *Object, visit func(key, value string)) error {
	if o.source.image != "" && o.source.pairs(visit) {
		return nil
	}
	for _, e := range o.list() {
		key, ok := e.key.(String)
		if !ok {
			return operandError("operand 1 non-string key found in pattern object")
		}
		value, ok := e.value.(String)
		if !ok {
			return operandError("operand 1 non-string value found in pattern object")
		}
		visit(string(key), string(value))
	}
	return nil
}

// biReverse keeps bytes that are no UTF-8 as they are.
func biReverse(_ *machine, args []Value) (Value, error) {
	s := text(args, 0)
	out := make([]byte, len(s))
	for at := len(s); s != ""; {
		_, size := utf8.DecodeRuneInString(s)
		at -= size
		copy(out[at:], s[:size])
		s = s[size:]
	}
	return String(out), nil
}

func biAnyPrefix(_ *machine, args []Value) (Value, error) { return anyMatch(args, strings.HasPrefix) }
func biAnySuffix(_ *machine, args []Value) (Value, error) { return anyMatch(args, strings.HasSuffix) }

func anyMatch(args []Value, match func(s, part string) bool) (Value, error) {
	list, err := oneOrMore(1, args[0])
	if err != nil {
		return nil, err
	}
	parts, err := oneOrMore(2, args[1])
	if err != nil {
		return nil, err
	}
	return Bool(slices.ContainsFunc(list, func(s string) bool {
		return slices.ContainsFunc(parts, func(part string) bool { return match(s, part) })
	})), nil
}

// oneOrMore is a string or a collection of strings.
func oneOrMore(pos int, v Value) ([]string, error) {
	switch v := v.(type) {
	case String:
		return []string{string(v)}, nil
	case *Array, *Set:
		list, bad := stringItems(members(v))
		if bad != nil {
			return nil, wrongElement(pos, v, bad, "string")
		}
		return list, nil
	}
	return nil, wrongType(pos, v, "string", "set", "array")
}
