package extract

import (
	"strconv"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// maxBraces bounds the words that braces make of one.
const maxBraces = 1000

// braces gives the words that {a,b} and {1..3} make of one.
func (r *runner) braces(w *syntax.Word) []*syntax.Word {
	copied := &syntax.Word{Parts: append([]syntax.WordPart{}, w.Parts...)}
	if !syntax.SplitBraces(copied) {
		return []*syntax.Word{w}
	}
	all := r.brace(copied.Parts)
	words := make([]*syntax.Word, len(all))
	for i, parts := range all {
		words[i] = &syntax.Word{Parts: parts}
	}
	return words
}

// brace gives the lists of parts without braces that parts stand for.
func (r *runner) brace(parts []syntax.WordPart) [][]syntax.WordPart {
	all := [][]syntax.WordPart{nil}
	for _, part := range parts {
		var choices [][]syntax.WordPart
		exp, ok := part.(*syntax.BraceExp)
		switch {
		case !ok:
			choices = [][]syntax.WordPart{{part}}
		case exp.Sequence:
			choices = r.sequence(exp)
		default:
			for _, elem := range exp.Elems {
				choices = append(choices, r.brace(elem.Parts)...)
			}
		}
		if len(all)*len(choices) > maxBraces {
			r.limit("braces make too many words to follow")
			return all
		}
		var next [][]syntax.WordPart
		for _, left := range all {
			for _, right := range choices {
				next = append(next, append(append([]syntax.WordPart{}, left...), right...))
			}
		}
		all = next
	}
	return all
}

// sequence gives the words of {1..3}, {a..e} and {0..10..2}.
func (r *runner) sequence(exp *syntax.BraceExp) [][]syntax.WordPart {
	ends := make([]int, len(exp.Elems))
	letters := false
	for i, elem := range exp.Elems {
		text := elem.Lit()
		n, err := strconv.Atoi(text)
		if err != nil && len(text) == 1 && i < 2 {
			n, letters = int(text[0]), true
		}
		ends[i] = n
	}
	step := 1
	if len(ends) > 2 && ends[2] != 0 {
		step = max(ends[2], -ends[2])
	}
	from, to := ends[0], ends[1]
	if (max(from, to)-min(from, to))/step >= maxBraces {
		r.limit("a sequence makes too many words to follow")
		to = from
	}
	width := 0
	for _, elem := range exp.Elems[:2] {
		if text := strings.TrimLeft(elem.Lit(), "-"); len(text) > 1 && text[0] == '0' {
			width = max(width, len(elem.Lit()))
		}
	}
	var out [][]syntax.WordPart
	for n := from; (from <= to && n <= to) || (from > to && n >= to); {
		text := strconv.Itoa(n)
		if letters {
			text = string(rune(n))
		} else if pad := width - len(text); pad > 0 {
			text = strings.Repeat("0", pad) + text
		}
		out = append(out, []syntax.WordPart{&syntax.Lit{Value: text}})
		if from <= to {
			n += step
		} else {
			n -= step
		}
	}
	return out
}
