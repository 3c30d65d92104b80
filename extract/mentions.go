package extract

import (
	"strings"
	"unicode"
)

// mentions adds the files that a prompt names as @path or @"path": the harness
// puts their text into the conversation.
func (x *extraction) mentions(prompt string) {
	start := true // at the start or after white space
	for i, c := range prompt {
		if c == '@' && start {
			if path := mentioned(prompt[i+1:]); path != "" {
				x.read(path, "", "mention")
			}
		}
		start = unicode.IsSpace(c)
	}
}

// mentioned is the path at the start of a text, "" when what stands there
// does not look like one.
func mentioned(text string) string {
	var path string
	if quote := text[:min(1, len(text))]; quote == `"` || quote == "'" {
		end := strings.Index(text[1:], quote)
		if end < 0 {
			return ""
		}
		path = text[1 : 1+end]
	} else {
		path = strings.TrimRight(unquoted(text), ".,;:!?)]}>'\"")
	}
	path, _, _ = strings.Cut(path, "#L") // @file.go#L10-20
	if !strings.ContainsAny(path, `/.~\`) || strings.Contains(path, "@") || isAddress(path) {
		return ""
	}
	return path
}

// unquoted is the text up to the first white space that no backslash is
// before.
func unquoted(text string) string {
	var b strings.Builder
	var prev rune
	for _, c := range text {
		if unicode.IsSpace(c) {
			if prev != '\\' || c == '\n' {
				break
			}
			kept := strings.TrimSuffix(b.String(), `\`)
			b.Reset()
			b.WriteString(kept)
		}
		b.WriteRune(c)
		prev = c
	}
	return b.String()
}
