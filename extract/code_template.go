package extract

import (
	"slices"
	"strings"

	"gate"
)

// template parts a literal that puts values in: its holes begin with open.
func (t *token) template(open string, lang syntaxOf) {
	var whole, part strings.Builder
	for s := t.text; s != ""; {
		n, code := hole(s, open, lang)
		switch {
		case n == 0:
			n = 1
			if s[0] == '\\' && len(s) > 1 {
				n = 2
			}
			if open == "{" && (strings.HasPrefix(s, "{{") || strings.HasPrefix(s, "}}")) {
				whole.WriteByte(s[0])
				part.WriteByte(s[0])
				n = 2
				break
			}
			whole.WriteString(s[:n])
			part.WriteString(s[:n])
		default:
			whole.WriteString(gate.UnknownText)
			t.holes, t.parts = append(t.holes, code), append(t.parts, part.String())
			part.Reset()
		}
		s = s[n:]
	}
	if t.holes != nil {
		t.text, t.parts = whole.String(), append(t.parts, part.String())
	}
}

// hole is how long a hole at the start of s is, 0 when there is none, and the
// code in it.
func hole(s, open string, lang syntaxOf) (int, string) {
	if !strings.HasPrefix(s, open) {
		if lang.interpolate && strings.HasPrefix(s, "{$") { // PHP
			code, n := delimited(s)
			return n, code
		}
		return 0, ""
	}
	if open != "$" {
		if open == "{" && strings.HasPrefix(s, "{{") {
			return 0, ""
		}
		code, n := delimited(s[len(open)-1:])
		return n + len(open) - 1, code
	}
	switch {
	case len(s) > 1 && s[1] == '{':
		code, n := delimited(s[1:])
		return n + 1, "$" + code
	case len(s) == 1 || !isWord(s[1]):
		return 0, ""
	}
	n := nameEnd(s)
	if n < len(s) && (s[n] == '{' || s[n] == '[') {
		_, more := delimited(s[n:])
		n += more
	}
	return n, s[:n]
}

// patternAt says whether a pattern between slashes begins here, or one of
// Perl's that names what it does.
func patternAt(s string, out []token, lang syntaxOf) bool {
	last := token{kind: 'p', text: ";"}
	if len(out) > 0 {
		last = out[len(out)-1]
	}
	if s[0] == '/' {
		return last.kind == 'p' && !strings.Contains(")]}", last.text) ||
			last.kind == 'i' && slices.Contains([]string{"if", "unless", "and", "or", "split", "return", "not", "when"}, last.text)
	}
	if !lang.interpolate || last.text == ">" || last.text == "{" && len(out) > 1 && out[len(out)-2].kind == 'i' && out[len(out)-2].text[0] == '$' {
		return false
	}
	n := perlPattern(s)
	return n > 0 && len(s) > n && strings.IndexByte("/{|!#,", s[n]) >= 0
}

func perlPattern(s string) int {
	for _, word := range []string{"tr", "qr", "s", "m", "y"} {
		if strings.HasPrefix(s, word) && len(s) > len(word) && !isWord(s[len(word)]) {
			return len(word)
		}
	}
	return 0
}

// lexPattern reads a pattern. What Perl's s///e puts in is code.
func lexPattern(s string, lang syntaxOf) ([]token, int) {
	out := []token{{kind: 'n', text: gate.UnknownText}}
	n := 0
	if s[0] != '/' {
		n = perlPattern(s)
	}
	_, length := delimited(s[n:])
	end := n + length
	if n == 0 && strings.Contains(s[:end], "\n") { // a division after all
		return []token{{kind: 'p', text: "/"}}, 1
	}
	if n == 0 || s[0] == 'm' || s[0] == 'q' {
		return out, end
	}
	at := end - 1 // the mark between the two parts
	if strings.IndexByte("({[<", s[n]) >= 0 {
		if at = end + len(s[end:]) - len(strings.TrimLeft(s[end:], " \n")); at >= len(s) {
			return out, len(s)
		}
	}
	second, length := delimited(s[at:])
	end = min(at+length, len(s))
	flags := s[end : end+len(s[end:])-len(strings.TrimLeft(s[end:], "gimsxeor"))]
	if s[0] == 's' && strings.Contains(flags, "e") {
		out = append(out, token{kind: 'p', text: ";"})
		out = append(out, lex(second, lang)...)
		out = append(out, token{kind: 'p', text: ";"})
	}
	return out, end + len(flags)
}
