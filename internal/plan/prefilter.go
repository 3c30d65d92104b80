package plan

import (
	"regexp/syntax"
	"slices"
	"sort"
	"strings"
	"unicode/utf8"
)

// The limits of what counts as a useful list of literals.
const (
	maxLiterals = 16
	minLiteral  = 2
)

// required are literals of which at least one is in every text that a regular
// expression matches, nil when there are none or it does not compile.
func required(pattern string) []string {
	re, err := syntax.Parse(pattern, syntax.Perl)
	if err != nil {
		return nil
	}
	list := literals(re.Simplify())
	for _, s := range list {
		if len(s) < minLiteral {
			return nil
		}
	}
	return list
}

func literals(re *syntax.Regexp) []string {
	switch re.Op {
	case syntax.OpLiteral:
		// Folded letters would need folded text. Bytes that are no UTF-8 match
		// U+FFFD without being it.
		if re.Flags&syntax.FoldCase != 0 || slices.Contains(re.Rune, utf8.RuneError) {
			return nil
		}
		return []string{string(re.Rune)}
	case syntax.OpCapture, syntax.OpPlus:
		return literals(re.Sub[0])
	case syntax.OpRepeat:
		if re.Min > 0 {
			return literals(re.Sub[0])
		}
	case syntax.OpConcat:
		var best []string
		for _, sub := range re.Sub {
			if list := literals(sub); shortest(list) > shortest(best) {
				best = list
			}
		}
		return best
	case syntax.OpAlternate:
		var all []string
		for _, sub := range re.Sub {
			list := literals(sub)
			if list == nil || len(all)+len(list) > maxLiterals {
				return nil
			}
			all = append(all, list...)
		}
		return all
	}
	return nil
}

func shortest(list []string) int {
	if len(list) == 0 {
		return 0
	}
	n := len(list[0])
	for _, s := range list {
		n = min(n, len(s))
	}
	return n
}

// runOf are the characters of which a regular expression wants some in a row
// anywhere, and no more: how many, then pairs of the first and the last
// character of a range. Ok is false when it wants something else.
func runOf(pattern string) (run []rune, ok bool) {
	re, err := syntax.Parse(pattern, syntax.Perl)
	if err != nil {
		return nil, false
	}
	n := 1
	switch re.Op {
	case syntax.OpRepeat:
		n, re = re.Min, re.Sub[0]
	case syntax.OpPlus:
		re = re.Sub[0]
	}
	if re.Op != syntax.OpCharClass || n == 0 {
		return nil, false
	}
	return append([]rune{rune(n)}, re.Rune...), true
}

// prefilter says whether a pattern of the plan matches a text, where that is
// known without compiling it: none of its literals is there, or all it wants is
// a run of characters.
func (m *machine) prefilter(pattern, s string) (matches, known bool) {
	n := m.rows(secPatterns)
	i := sort.Search(n, func(i int) bool { return m.name(m.cell(secPatterns, i, 0)) >= pattern })
	if i == n || m.name(m.cell(secPatterns, i, 0)) != pattern {
		return false, false
	}
	if run := m.name(m.cell(secPatterns, i, 2)); run != "" {
		n, size := utf8.DecodeRuneInString(run)
		return inARow(s, run[size:], int(n)), true
	}
	list := load(m.values, m.cell(secPatterns, i, 1)).(*Array).list()
	return false, !slices.ContainsFunc(list, func(v Value) bool { return strings.Contains(s, string(v.(String))) })
}

// inARow says whether n characters of some ranges follow one another.
func inARow(s, ranges string, n int) bool {
	found := 0
	for _, r := range s {
		if !inRanges(ranges, r) {
			found = 0
		} else if found++; found == n {
			return true
		}
	}
	return false
}

// inRanges says whether a character is in one of some ranges, each written as
// its first and its last character.
func inRanges(ranges string, r rune) bool {
	for ranges != "" {
		first, n := utf8.DecodeRuneInString(ranges)
		last, k := utf8.DecodeRuneInString(ranges[n:])
		if first <= r && r <= last {
			return true
		}
		ranges = ranges[n+k:]
	}
	return false
}
