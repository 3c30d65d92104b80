package plan

import (
	"fmt"
	"regexp"
	"regexp/syntax"
	"strings"
	"unicode/utf8"

	"github.com/gobwas/glob"
)

// maxPatterns is how many patterns of a kind are kept. Policies have fewer;
// patterns made of input must not pile up.
const maxPatterns = 4096

// regexp is a compiled pattern, from the cache if it was needed before.
func (m *machine) regexp(text string) (*regexp.Regexp, error) {
	m.cache.mu.Lock()
	defer m.cache.mu.Unlock()
	p := m.cache.regexps[text]
	if p == nil {
		p = &pattern{}
		p.re, p.err = regexp.Compile(text)
		if m.cache.regexps == nil || len(m.cache.regexps) >= maxPatterns {
			m.cache.regexps = map[string]*pattern{}
		}
		m.cache.regexps[text] = p
	}
	return p.re, p.err
}

func biRegexIsValid(_ *machine, args []Value) (Value, error) {
	s, ok := args[0].(String)
	if !ok {
		return Bool(false), nil
	}
	_, err := syntax.Parse(string(s), syntax.Perl)
	return Bool(err == nil), nil
}

func biRegexMatch(m *machine, args []Value) (Value, error) {
	pattern, s := text(args, 0), text(args, 1)
	if matches, known := m.prefilter(pattern, s); known {
		return Bool(matches), nil
	}
	re, err := m.regexp(pattern)
	if err != nil {
		return nil, err
	}
	return Bool(re.MatchString(s)), nil
}

func biRegexSplit(m *machine, args []Value) (Value, error) {
	re, err := m.regexp(text(args, 0))
	if err != nil {
		return nil, err
	}
	return stringArray(re.Split(text(args, 1), -1)), nil
}

func biRegexFind(m *machine, args []Value) (Value, error) {
	pattern, s := text(args, 0), text(args, 1)
	if matches, known := m.prefilter(pattern, s); known && !matches {
		return NewArray(), nil
	}
	re, err := m.regexp(pattern)
	if err != nil {
		return nil, err
	}
	return stringArray(re.FindAllString(s, integer(args[2]))), nil
}

func biRegexSubmatches(m *machine, args []Value) (Value, error) {
	pattern, s := text(args, 0), text(args, 1)
	if matches, known := m.prefilter(pattern, s); known && !matches {
		return NewArray(), nil
	}
	re, err := m.regexp(pattern)
	if err != nil {
		return nil, err
	}
	out := NewArray()
	for _, groups := range re.FindAllStringSubmatch(s, integer(args[2])) {
		out.add(stringArray(groups))
	}
	return out, nil
}

func biRegexReplace(m *machine, args []Value) (Value, error) {
	s, pattern, to := text(args, 0), text(args, 1), text(args, 2)
	if matches, known := m.prefilter(pattern, s); known && !matches {
		return args[0], nil
	}
	re, err := m.regexp(pattern)
	if err != nil {
		return nil, err
	}
	var out []byte
	last := 0
	for _, match := range re.FindAllStringSubmatchIndex(s, -1) {
		out = append(out, s[last:match[0]]...)
		out = re.ExpandString(out, to, s, match)
		if err := m.tooCostly(len(out)); err != nil {
			return nil, err
		}
		last = match[1]
	}
	return String(append(out, s[last:]...)), nil
}

// biRegexTemplate matches text against a template with expressions between
// two delimiters.
func biRegexTemplate(m *machine, args []Value) (Value, error) {
	template, s, open, shut := text(args, 0), text(args, 1), text(args, 2), text(args, 3)
	if len(open) != 1 {
		return nil, delimiterError("start", open)
	}
	if len(shut) != 1 {
		return nil, delimiterError("end", open)
	}
	pattern, err := templatePattern(template, open[0], shut[0])
	if err != nil {
		return nil, err
	}
	re, err := m.regexp(pattern)
	if err != nil {
		return nil, err
	}
	return Bool(re.MatchString(s)), nil
}

// biGlobMatch knows no delimiters (null), the dot (an empty array), or those
// of the array.
func biGlobMatch(m *machine, args []Value) (Value, error) {
	key := globKey{pattern: text(args, 0)}
	switch d := args[1].(type) {
	case Null:
	case *Array:
		for _, v := range d.list() {
			s, ok := v.(String)
			if !ok {
				return nil, wrongElement(2, d, v, "string")
			}
			if utf8.RuneCountInString(string(s)) != 1 {
				return nil, wrongElement(2, d, v, "rune")
			}
			key.delimiters += string(s)
		}
		if d.Len() == 0 {
			key.delimiters = "."
		}
	default:
		return nil, wrongType(2, args[1], "array", "null")
	}
	if err := checkOperand(3, args[2], 's'); err != nil {
		return nil, err
	}
	if cannotMatch(key.pattern, text(args, 2)) {
		return Bool(false), nil
	}
	g, err := m.glob(key)
	if err != nil {
		return nil, err
	}
	return Bool(g.Match(text(args, 2))), nil
}

// cannotMatch says that a glob does not match a text: a part of it that stands
// for itself is not there, or not at the end that it is bound to. It says so
// only of globs that compile for certain.
func cannotMatch(pattern, s string) bool {
	if strings.ContainsAny(pattern, `[]\`) {
		return false
	}
	prefix, depth, from := true, 0, 0
	for i := range len(pattern) {
		c := pattern[i]
		if c != '*' && c != '?' && c != '{' && c != '}' {
			continue
		}
		if depth == 0 && (!strings.Contains(s, pattern[from:i]) || prefix && !strings.HasPrefix(s, pattern[:i])) {
			return balanced(pattern)
		}
		prefix, from = false, i+1
		switch c {
		case '{':
			depth++
		case '}':
			depth--
		}
	}
	return balanced(pattern) && (prefix && pattern != s || !strings.HasSuffix(s, pattern[from:]))
}

// balanced says whether the braces of a glob stand in pairs, none in another.
func balanced(pattern string) bool {
	depth := 0
	for i := range len(pattern) {
		switch pattern[i] {
		case '{':
			depth++
		case '}':
			depth--
		}
		if depth < 0 || depth > 1 {
			return false
		}
	}
	return depth == 0
}

// glob is a compiled pattern, from the cache if it was needed before.
func (m *machine) glob(key globKey) (*glob.Pattern, error) {
	m.cache.mu.Lock()
	defer m.cache.mu.Unlock()
	if g := m.cache.globs[key]; g != nil {
		return g, nil
	}
	g, err := glob.Compile(key.pattern, []rune(key.delimiters)...)
	if err != nil {
		return nil, err
	}
	if m.cache.globs == nil || len(m.cache.globs) >= maxPatterns {
		m.cache.globs = map[globKey]*glob.Pattern{}
	}
	m.cache.globs[key] = g
	return g, nil
}

func biGlobQuote(_ *machine, args []Value) (Value, error) {
	return String(glob.QuoteMeta(text(args, 0))), nil
}

// templatePattern is the expression of a template: what is between delimiters
// as it is, the rest literally.
func templatePattern(template string, open, shut byte) (string, error) {
	var out strings.Builder
	out.WriteByte('^')
	level, from, last := 0, 0, 0
	for i := range len(template) {
		switch template[i] {
		case open:
			if level++; level == 1 {
				from = i
			}
		case shut:
			if level--; level == 0 {
				inner := template[from+1 : i]
				if _, err := regexp.Compile("^" + inner + "$"); err != nil {
					return "", err
				}
				out.WriteString(regexp.QuoteMeta(template[last:from]) + "(" + inner + ")")
				last = i + 1
			}
		}
		if level < 0 {
			break
		}
	}
	if level != 0 {
		return "", fmt.Errorf("unbalanced braces in %q", template)
	}
	out.WriteString(regexp.QuoteMeta(template[last:]))
	out.WriteByte('$')
	return out.String(), nil
}

func delimiterError(which, text string) error {
	return fmt.Errorf("%s delimiter has to be exactly one character long but is %d long", which, len(text))
}
