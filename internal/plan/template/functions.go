package template

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// function is what a template may call. A most of -1 is for any number.
type function struct {
	name        string
	least, most int
	call        func(s *state, args []any) (any, error)
}

func functions() []function {
	return []function{
		{"and", 1, -1, nil}, {"or", 1, -1, nil}, // see state.logic
		{"call", 1, -1, call},
		{"eq", 1, -1, equal}, {"ne", 2, 2, not(equal)},
		{"lt", 2, 2, less}, {"le", 2, 2, lessOrEqual}, {"gt", 2, 2, not(lessOrEqual)}, {"ge", 2, 2, not(less)},
		{"html", 0, -1, escaped(html)}, {"js", 0, -1, escaped(js)}, {"urlquery", 0, -1, escaped(urlQuery)},
		{"index", 1, -1, index}, {"slice", 1, -1, slice}, {"len", 1, 1, length},
		{"not", 1, 1, func(_ *state, args []any) (any, error) { return !truth(args[0]), nil }},
		{"print", 0, -1, printer(fmt.Sprint)}, {"println", 0, -1, printer(fmt.Sprintln)}, {"printf", 1, -1, printf},
	}
}

// function calls one with arguments, the last of which may be final.
func (s *state) function(dot any, name string, args []any, final any) any {
	f := s.functions[slices.IndexFunc(s.functions, func(f function) bool { return f.name == name })]
	piped := final != any(noFinal{})
	given := len(args)
	if piped {
		given++
	}
	if given < f.least || f.most >= 0 && given > f.most {
		s.fail("wrong number of args for %s: want %d got %d", name, f.least, given)
	}
	if f.call == nil {
		return s.logic(dot, name == "or", args, final)
	}
	values := make([]any, 0, given)
	for i, arg := range args {
		values = append(values, s.fits(s.operand(dot, arg, false), name == "printf" && i == 0))
	}
	if piped {
		values = append(values, s.fits(final, name == "printf" && len(args) == 0))
	}
	v, err := f.call(s, values)
	if err != nil {
		s.fail("error calling %s: %w", name, err)
	}
	return v
}

// fits is a value as an argument: null and what is absent are one to a
// function.
func (s *state) fits(v any, wantString bool) any {
	if _, ok := v.(string); wantString && !ok {
		s.fail("wrong type for value; expected string; got %T", v)
	}
	if v == any(absent{}) {
		return nil
	}
	return v
}

// logic is and, and or: the first argument that settles it, else the last.
func (s *state) logic(dot any, or bool, args []any, final any) (v any) {
	for _, arg := range args {
		if v = s.operand(dot, arg, false); truth(v) == or {
			return v
		}
	}
	if final != any(noFinal{}) {
		return final
	}
	return v
}

// truth is whether a value is not empty. A number of JSON never is.
func truth(v any) bool {
	switch v := v.(type) {
	case nil, absent:
		return false
	case bool:
		return v
	case int:
		return v != 0
	case uint8:
		return v != 0
	case float64:
		return v != 0
	}
	return size(v) > 0
}

// size is the length of a string or a collection, -1 for what has none.
func size(v any) int {
	switch v := v.(type) {
	case map[string]any:
		return len(v)
	case []any:
		return len(v)
	}
	if s, ok := textOf(v); ok {
		return len(s)
	}
	return -1
}

func length(_ *state, args []any) (any, error) {
	n := size(args[0])
	if n < 0 {
		return nil, fmt.Errorf("len of type %T", args[0])
	}
	return n, nil
}

// call has nothing to call: values of JSON are no functions.
func call(_ *state, args []any) (any, error) {
	return nil, fmt.Errorf("non-function of type %T", args[0])
}

func index(_ *state, args []any) (any, error) {
	v := args[0]
	if v == nil {
		return nil, errors.New("index of untyped nil")
	}
	for _, i := range args[1:] {
		switch list := v.(type) {
		case map[string]any:
			key, ok := i.(string)
			if !ok {
				return nil, fmt.Errorf("value has type %T; should be string", i)
			}
			v = list[key]
			continue
		case nil:
			return nil, errors.New("index of nil pointer")
		}
		n, err := position(i, size(v)-1)
		if err != nil {
			return nil, err
		}
		if list, ok := v.([]any); ok {
			v = list[n]
		} else if text, ok := textOf(v); ok {
			v = text[n]
		} else {
			return nil, fmt.Errorf("can't index item of type %T", v)
		}
	}
	return v, nil
}

// position is an index that is not above last.
func position(v any, last int) (int, error) {
	var n int
	switch v := v.(type) {
	case int:
		n = v
	case uint8:
		n = int(v)
	case nil:
		return 0, errors.New("cannot index slice/array with nil")
	default:
		return 0, fmt.Errorf("cannot index slice/array with type %T", v)
	}
	if n < 0 || n > last {
		return 0, fmt.Errorf("index out of range: %d", n)
	}
	return n, nil
}

// slice is a[i:j:k], as Go slices: up to the capacity of a list.
func slice(_ *state, args []any) (any, error) {
	list, isList := args[0].([]any)
	text, isText := textOf(args[0])
	switch {
	case !isList && !isText:
		return nil, fmt.Errorf("can't slice item of type %T", args[0])
	case len(args) > 4, isText && len(args) == 4:
		return nil, fmt.Errorf("too many slice indexes: %d", len(args)-1)
	}
	at := []int{0, size(args[0]), cap(list)}
	for i, arg := range args[1:] {
		n, err := position(arg, max(cap(list), len(text)))
		if err != nil {
			return nil, err
		}
		at[i] = n
	}
	switch {
	case at[0] > at[1]:
		return nil, fmt.Errorf("invalid slice index: %d > %d", at[0], at[1])
	case isText:
		return likeText(args[0], text[at[0]:at[1]]), nil
	case at[1] > at[2]:
		return nil, fmt.Errorf("invalid slice index: %d > %d", at[1], at[2])
	}
	return list[at[0]:at[1]:at[2]], nil
}

func printer(print func(...any) string) func(*state, []any) (any, error) {
	return func(s *state, args []any) (any, error) {
		s.cost(1, printedSize(args))
		return print(args...), nil
	}
}

// printf charges for the longest that its result can be.
func printf(s *state, args []any) (any, error) {
	format := args[0].(string)
	longest := 0
	for _, v := range args[1:] {
		longest = max(longest, printedSize(v))
	}
	const quoted = 6 // \u0000
	s.cost(1, len(format)+strings.Count(format, "%")*(quoted*longest+widest(format)+32))
	return fmt.Sprintf(format, args[1:]...), nil
}

// widest is the largest width or precision that a format asks for.
func widest(format string) (most int) {
	const limit = 1_000_000 // of package fmt
	if strings.Contains(format, "*") {
		return limit
	}
	n := 0
	for _, c := range []byte(format) {
		if c < '0' || c > '9' {
			n = 0
			continue
		}
		n = min(10*n+int(c-'0'), limit)
		most = max(most, n)
	}
	return most
}

// printedSize is about how long a value is in print.
func printedSize(v any) int {
	n := 32
	switch v := v.(type) {
	case map[string]any:
		for key, below := range v {
			n += len(key) + printedSize(below)
		}
	case []any:
		for _, below := range v {
			n += printedSize(below)
		}
	default:
		n += max(size(v), 0)
	}
	return n
}

// escaped is a function that escapes the text of its arguments.
func escaped(escape func(string) string) func(*state, []any) (any, error) {
	return func(s *state, args []any) (any, error) {
		s.cost(1, 6*printedSize(args))
		if len(args) == 1 {
			if text, ok := args[0].(string); ok {
				return escape(text), nil
			}
		}
		for i, v := range args {
			if v == nil {
				args[i] = "<no value>"
			}
		}
		return escape(fmt.Sprint(args...)), nil
	}
}

func html(text string) string {
	return strings.NewReplacer("\x00", "\ufffd", `"`, "&#34;", "'", "&#39;", "&", "&amp;", "<", "&lt;", ">", "&gt;").Replace(text)
}

func js(text string) string {
	var out strings.Builder
	for i := 0; i < len(text); {
		r, n := utf8.DecodeRuneInString(text[i:])
		switch {
		case r == '\\' || r == '\'' || r == '"':
			out.WriteString("\\" + text[i:i+n])
		case r < ' ' || strings.ContainsRune("<>&=", r), r >= utf8.RuneSelf && !unicode.IsPrint(r):
			fmt.Fprintf(&out, "\\u%04X", r)
		default:
			out.WriteString(text[i : i+n])
		}
		i += n
	}
	return out.String()
}

// urlQuery escapes as net/url does, which is not linked for it.
func urlQuery(text string) string {
	var out strings.Builder
	for _, c := range []byte(text) {
		switch {
		case c >= 'a' && c <= 'z', c >= 'A' && c <= 'Z', c >= '0' && c <= '9', strings.IndexByte("-_.~", c) >= 0:
			out.WriteByte(c)
		case c == ' ':
			out.WriteByte('+')
		default:
			fmt.Fprintf(&out, "%%%02X", c)
		}
	}
	return out.String()
}
