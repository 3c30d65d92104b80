package plan

import (
	"errors"
	"fmt"
	"slices"
)

// globTokens are a pattern: characters, dots and sets, each of which may be repeated.
type globTokens []globToken

// globToken is what one or more characters of a text may be.
type globToken struct {
	kind   globKind
	ranges []runeRange // of a set and a character, sorted and apart
	flag   rune        // '+' or '*', 0 for just once
}

type globKind byte

const (
	globCharacter globKind = iota
	globDot
	globSet
)

type runeRange struct{ first, last rune }

// biGlobsMatch is whether there is a text that both patterns match. It goes
// the way of OPA's library step by step, which does not find every such text.
func biGlobsMatch(m *machine, args []Value) (Value, error) {
	a, err := parseGlob(text(args, 0))
	if err != nil {
		return nil, err
	}
	b, err := parseGlob(text(args, 1))
	if err != nil {
		return nil, err
	}
	x := intersection{m}
	a, b, ok := x.trim(a, b)
	return Bool(ok && x.exists(a, b)), nil
}

// parseGlob reads a pattern. Of two of its parts that are the same and both
// repeated one is left.
func parseGlob(text string) (globTokens, error) {
	r := globReader{text: []rune(text)}
	var out globTokens
	for r.at < len(r.text) {
		t, err := r.token()
		if err != nil {
			return nil, err
		}
		if last := len(out) - 1; last >= 0 && t.flag != 0 && out[last].flag != 0 && t.kind == out[last].kind && slices.Equal(t.ranges, out[last].ranges) {
			if t.flag == '+' {
				out[last].flag = '+'
			}
			continue
		}
		out = append(out, t)
	}
	return out, nil
}

var errGlob = errors.New("the input provided is invalid")

type globReader struct {
	text []rune
	at   int
}

// wrong is the error of a place. OPA takes the pattern for a part of the
// format, so what is a directive in it is replaced.
func (r *globReader) wrong(at int, problem string, args ...any) error {
	return fmt.Errorf(fmt.Sprintf("input:%s, pos:%d, %s: %%w", string(r.text), at, problem), append(args, errGlob)...)
}

// rune reads a character, which may stand behind a backslash.
func (r *globReader) rune() (c rune, escaped bool, err error) {
	c = r.text[r.at]
	if c != '\\' {
		r.at++
		return c, false, nil
	}
	if r.at == len(r.text)-1 {
		return 0, false, r.wrong(r.at, "input ends with a \\ (escape) character")
	}
	r.at += 2
	return r.text[r.at-1], true, nil
}

func (r *globReader) token() (t globToken, err error) {
	c, escaped, err := r.rune()
	if err != nil {
		return t, err
	}
	t.ranges = []runeRange{{c, c}}
	switch {
	case escaped:
	case c == '.':
		t = globToken{kind: globDot}
	case c == '[':
		t.kind = globSet
		if t.ranges, err = r.set(); err != nil {
			return t, err
		}
	case c == ']':
		return t, r.wrong(r.at, "set-close ']' with no preceding '['")
	case c == '+' || c == '*':
		return t, r.wrong(r.at, "flag '%s' must be preceded by a non-flag", string(c))
	}
	if r.at < len(r.text) && (r.text[r.at] == '+' || r.text[r.at] == '*') {
		t.flag = r.text[r.at]
		r.at++
	} else if r.at == len(r.text)-1 && r.text[r.at] == '\\' {
		_, _, err = r.rune()
	}
	return t, err
}

// set reads what is in brackets.
func (r *globReader) set() ([]runeRange, error) {
	var list []runeRange
	single := false // the last one may begin a range
	for r.at < len(r.text) {
		c, escaped, err := r.rune()
		switch {
		case err != nil:
			return nil, err
		case !escaped && c == ']':
			return apart(list), nil
		case escaped || c != '-':
			list, single = append(list, runeRange{c, c}), true
		case !single:
			return nil, r.wrong(r.at, "range character '-' must be preceded by a Unicode character")
		default:
			single = false
			if err := r.endRange(&list[len(list)-1]); err != nil {
				return nil, err
			}
		}
	}
	return nil, r.wrong(r.at, "found [ without matching ]")
}

func (r *globReader) endRange(begun *runeRange) error {
	if r.at >= len(r.text)-1 {
		return r.wrong(r.at, "range character '-' must be followed by a Unicode character")
	}
	c, escaped, err := r.rune()
	switch {
	case err != nil:
		return err
	case !escaped && (c == ']' || c == '-'):
		return r.wrong(r.at, "range character '-' cannot be followed by a special symbol")
	case c < begun.first:
		return r.wrong(r.at, "range is out of order: '%s' comes before '%s' in Unicode", string(c), string(begun.first))
	}
	begun.last = c
	return nil
}

// apart sorts ranges and joins those that touch, so that equal sets have equal
// ranges.
func apart(list []runeRange) []runeRange {
	slices.SortFunc(list, func(a, b runeRange) int { return int(a.first - b.first) })
	out := list[:0]
	for _, r := range list {
		if last := len(out) - 1; last >= 0 && r.first <= out[last].last+1 {
			out[last].last = max(out[last].last, r.last)
		} else {
			out = append(out, r)
		}
	}
	return out
}

// intersection is the search for a text that two patterns match. It can take
// time that is exponential in their length, so each step is paid for; when
// nothing is left nothing matches.
type intersection struct{ *machine }

func (x intersection) match(a, b globToken) bool {
	if !x.spend(1 + len(a.ranges)*len(b.ranges)/8) {
		return false
	}
	if a.kind == globDot || b.kind == globDot {
		return true
	}
	for _, r := range a.ranges {
		for _, s := range b.ranges {
			if r.first <= s.last && s.first <= r.last {
				return true
			}
		}
	}
	return false
}

// trim takes off what is not repeated and matches, from both ends, but one.
func (x intersection) trim(a, b globTokens) (globTokens, globTokens, bool) {
	start := 0
	for ; start < len(a) && start < len(b) && a[start].flag == 0 && b[start].flag == 0; start++ {
		if !x.match(a[start], b[start]) {
			return nil, nil, false
		}
	}
	start = max(start-1, 0)
	i, j := len(a)-1, len(b)-1
	for ; i >= start && j >= start && a[i].flag == 0 && b[j].flag == 0; i, j = i-1, j-1 {
		if !x.match(a[i], b[j]) {
			return nil, nil, false
		}
	}
	if i < len(a)-1 {
		i, j = i+1, j+1
	}
	return a[start : i+1], b[start : j+1], true
}

// exists goes along both up to what is repeated.
func (x intersection) exists(a, b globTokens) bool {
	for len(a) > 0 && len(b) > 0 {
		switch {
		case a[0].flag == '+':
			return x.plus(a, b)
		case a[0].flag == '*':
			return x.star(a, b)
		case b[0].flag == '+':
			return x.plus(b, a)
		case b[0].flag == '*':
			return x.star(b, a)
		case !x.match(a[0], b[0]):
			return false
		}
		a, b = a[1:], b[1:]
	}
	return len(a) == 0 && len(b) == 0
}

// plus is when a begins with what comes once or more.
func (x intersection) plus(a, b globTokens) bool {
	if !x.match(a[0], b[0]) {
		return false
	}
	return x.star(a, b[1:]) || b[0].flag != 0 && x.exists(a[1:], b)
}

// star is when a begins with what comes any number of times, whatever its
// flag: it takes of b until the rest of a matches.
func (x intersection) star(a, b globTokens) bool {
	for i, t := range b {
		if len(a) > 1 && x.match(t, a[1]) && x.exists(a[1:], b[i:]) {
			return true
		}
		if !x.match(t, a[0]) {
			return false
		}
	}
	return len(a) == 1
}
