package explain

import (
	"encoding/json"
	"slices"
	"strings"
	"unicode/utf8"

	"gate"
)

// place finds where in the call's text facts come from.
func place(a gate.Action, facts []located) []located {
	texts := texts(a.Tool.Args)
	for _, text := range texts {
		cursor := 0 // commands stand in the order in which they would run
		for i := range facts {
			f := &facts[i]
			if f.Text != "" {
				continue
			}
			from, to, ok := 0, 0, false
			if f.list == "commands" {
				if from, to, ok = command(text, a.Commands[f.at].Argv, cursor); ok {
					cursor = from + 1
				}
			} else {
				from, to, ok = f.find(text)
			}
			if ok {
				f.Text, f.From, f.To = line(text, from, to)
			}
		}
	}
	return facts
}

// texts are the texts of a tool's arguments, the longest first.
func texts(args json.RawMessage) (all []string) {
	var v any
	if json.Unmarshal(args, &v) != nil {
		return nil
	}
	var walk func(v any)
	walk = func(v any) {
		switch v := v.(type) {
		case string:
			all = append(all, v)
		case []any:
			for _, below := range v {
				walk(below)
			}
		case map[string]any:
			for _, below := range v {
				walk(below)
			}
		}
	}
	walk(v)
	slices.SortFunc(all, func(a, b string) int {
		if len(a) != len(b) {
			return len(b) - len(a)
		}
		return strings.Compare(a, b)
	})
	return all
}

// find is where one of a fact's names stands, behind the word that it comes
// after where that is there.
func (f located) find(text string) (from, to int, ok bool) {
	start := max(word(text, f.after, 0), 0)
	for _, from := range []int{start, 0} {
		for _, name := range f.needles {
			if at := word(text, name, from); at >= 0 {
				return at, at + len(name), true
			}
		}
	}
	return 0, 0, false
}

// command is where a command stands at an offset or behind it: from its first
// word to the last that is found before the command's end. Quotes and what the
// shell replaces are not undone, so words may be missing.
func command(text string, argv []string, start int) (from, to int, ok bool) {
	if len(argv) == 0 {
		return 0, 0, false
	}
	if from = word(text, argv[0], start); from < 0 {
		return 0, 0, false
	}
	to = from + len(argv[0])
	end := len(text)
	if n := strings.IndexAny(text[to:], ";|&\n"); n >= 0 {
		end = to + n
	}
	missing := false
	for _, arg := range argv[1:] {
		at := word(text[:end], arg, to)
		if at < 0 {
			missing = true
			continue
		}
		to, missing = at+len(arg), false
	}
	if missing { // what is missing comes behind
		to = max(to, len(strings.TrimRight(text[:end], " \t")))
	}
	return from, to, true
}

// word is where a text stands as a word of its own, at an offset or behind it;
// -1 when it does not.
func word(text, want string, start int) int {
	if want == "" {
		return -1
	}
	for at := start; at <= len(text); {
		n := strings.Index(text[at:], want)
		if n < 0 {
			return -1
		}
		at += n
		if apart(text, at-1) && apart(text, at+len(want)) {
			return at
		}
		at += len(want)
	}
	return -1
}

// apart says whether the character at an offset is no part of a word.
func apart(text string, at int) bool {
	return at < 0 || at >= len(text) || strings.IndexByte(" \t\n;|&<>()'\"`{}=:@$", text[at]) >= 0
}

// around is how much of a long line is shown on either side, in characters.
const around = 60

// line is the part of a text's line that a place stands in, and the place in
// it, in characters.
func line(text string, from, to int) (string, int, int) {
	start := strings.LastIndexByte(text[:from], '\n') + 1
	end := len(text)
	if n := strings.IndexByte(text[from:], '\n'); n >= 0 {
		end = from + n
	}
	to = min(to, end)
	before, it, behind := []rune(text[start:from]), []rune(text[from:to]), []rune(text[to:end])
	const dots = "..."
	if len(before) > around {
		before = append([]rune(dots), before[len(before)-around:]...)
	}
	if len(it) > 2*around {
		it = append(it[:2*around:2*around], []rune(dots)...)
	}
	if len(behind) > around {
		behind = append(behind[:around:around], []rune(dots)...)
	}
	shown := string(before) + string(it) + string(behind)
	return shown, utf8.RuneCountInString(string(before)), len(before) + len(it)
}
