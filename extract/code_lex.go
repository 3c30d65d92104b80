package extract

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// token is one word of a program in another language than the shell's.
type token struct {
	kind   byte     // i name, s string, w words, n number, p punctuation, b text between backticks
	text   string   // a string's value, with gate.UnknownText for what is put in at run time
	holes  []string // the code of what is put in
	parts  []string // the text around the holes, one more than those
	indent int      // of a line's end: how far in the next line begins
}

// syntaxOf says how a language writes comments and strings.
type syntaxOf struct {
	hash, slash bool // # and // comments
	triple      bool // Python's """
	backtick    byte // 'b' a command, 's' a string, 0 neither
	raw         bool // '...' keeps its backslashes
	interpolate bool // "...$x..." puts a value in
	braces      bool // "...#{x}..." puts a value in
	regex       bool // /.../ is a pattern
	dashes      bool // -- comments
}

func languageSyntax(name string) syntaxOf {
	switch name {
	case "python":
		return syntaxOf{hash: true, triple: true}
	case "node", "deno", "bun":
		return syntaxOf{slash: true, backtick: 's', regex: true}
	case "perl":
		return syntaxOf{hash: true, backtick: 'b', raw: true, interpolate: true, regex: true}
	case "ruby":
		return syntaxOf{hash: true, backtick: 'b', raw: true, braces: true, regex: true}
	case "awk":
		return syntaxOf{hash: true, regex: true}
	case "lua":
		return syntaxOf{dashes: true}
	case "php":
		return syntaxOf{hash: true, slash: true, backtick: 'b', raw: true, interpolate: true}
	}
	return syntaxOf{hash: true, slash: true}
}

// lex takes a program apart. It never fails: what it does not know is
// punctuation.
func lex(code string, lang syntaxOf) []token {
	var out []token
	for i := 0; i < len(code) && len(out) <= maxSteps; {
		c := code[i]
		switch {
		case c == '\n':
			out = append(out, token{kind: 'p', text: ";", indent: indentOf(code[i+1:])})
			i++
		case c == ';':
			out = append(out, token{kind: 'p', text: ";", indent: -1})
			i++
		case c == ' ' || c == '\t' || c == '\r':
			i++
		case lang.hash && c == '#', lang.slash && strings.HasPrefix(code[i:], "//"), lang.dashes && strings.HasPrefix(code[i:], "--"):
			i += lineEnd(code[i:])
		case lang.slash && strings.HasPrefix(code[i:], "/*"):
			end := strings.Index(code[i+2:], "*/")
			if end < 0 {
				return out
			}
			i += end + 4
		case c == '"' || c == '\'' || c == '`' && lang.backtick != 0:
			t, n := lexString(code[i:], prefixOf(out, lang), lang)
			if p := prefixOf(out, lang); p != "" {
				out = out[:len(out)-1]
			}
			out = append(out, t)
			i += n
		case lang.regex && patternAt(code[i:], out, lang):
			more, n := lexPattern(code[i:], lang)
			out = append(out, more...)
			i += n
		case lang.raw && quoteWord(code[i:]) > 0:
			t, n := lexQuoteWord(code[i:], lang)
			out = append(out, t)
			i += n
		case c == '_' || c == '$' || c == '@' || unicode.IsLetter(rune(c)) || c >= utf8.RuneSelf:
			n := nameEnd(code[i:])
			out = append(out, token{kind: 'i', text: code[i : i+n]})
			i += n
		case c >= '0' && c <= '9':
			n := 1
			for i+n < len(code) && (isWord(code[i+n]) || code[i+n] == '.') {
				n++
			}
			out = append(out, token{kind: 'n', text: code[i : i+n]})
			i += n
		default:
			out = append(out, token{kind: 'p', text: string(c)})
			i++
		}
	}
	return out
}

// indentOf is how far in the first line of a text begins, -1 for an empty one.
func indentOf(s string) int {
	n := len(s) - len(strings.TrimLeft(s, " \t"))
	if n == len(s) || s[n] == '\n' || s[n] == '#' {
		return -1
	}
	return n
}

func isWord(c byte) bool {
	return c == '_' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= utf8.RuneSelf
}

func nameEnd(s string) int {
	n := 1
	for n < len(s) && isWord(s[n]) {
		n++
	}
	return n
}

func lineEnd(s string) int {
	if n := strings.IndexByte(s, '\n'); n >= 0 {
		return n
	}
	return len(s)
}

// prefixOf is the letters before a Python string: r, b, f and their pairs.
func prefixOf(out []token, lang syntaxOf) string {
	if !lang.triple || len(out) == 0 {
		return ""
	}
	t := out[len(out)-1]
	if t.kind == 'i' && len(t.text) <= 2 && strings.Trim(strings.ToLower(t.text), "rbfu") == "" {
		return strings.ToLower(t.text)
	}
	return ""
}

// lexString reads a string literal, and says how long it is in the code.
func lexString(s, prefix string, lang syntaxOf) (token, int) {
	quote := s[:1]
	if lang.triple && strings.HasPrefix(s, strings.Repeat(quote, 3)) {
		quote = s[:3]
	}
	raw := strings.Contains(prefix, "r") || lang.raw && quote == "'"
	body, n := len(s), len(s)
	for i := len(quote); i < len(s); i++ {
		if s[i] == '\\' {
			i++
			continue
		}
		if strings.HasPrefix(s[i:], quote) {
			body, n = i, i+len(quote)
			break
		}
	}
	t := token{kind: 's', text: s[min(len(quote), body):body]}
	if quote == "`" && lang.backtick == 'b' {
		t.kind = 'b'
	}
	switch {
	case strings.Contains(prefix, "f"):
		t.template("{", lang)
	case quote == "`" && lang.backtick == 's':
		t.template("${", lang)
	case lang.braces && quote != "'":
		t.template("#{", lang)
	case lang.interpolate && quote != "'":
		t.template("$", lang)
	}
	if !raw {
		t.text = ansi(t.text)
		for i := range t.parts {
			t.parts[i] = ansi(t.parts[i])
		}
	}
	return t, n
}

// quoteWord is the length of Perl's q, qq, qw and qx, and of Ruby's %q, %Q, %w
// and %x, before the mark that opens the literal, 0 for anything else.
func quoteWord(s string) int {
	for _, word := range []string{"qq", "qw", "qx", "q", "%q", "%Q", "%w", "%W", "%x"} {
		if rest, ok := strings.CutPrefix(s, word); ok && rest != "" && strings.IndexByte("({[</|!", rest[0]) >= 0 {
			return len(word)
		}
	}
	return 0
}

// lexQuoteWord reads such a literal.
func lexQuoteWord(s string, lang syntaxOf) (token, int) {
	n := quoteWord(s)
	text, length := delimited(s[n:])
	t := token{kind: 's', text: text}
	switch s[n-1] {
	case 'x':
		t.kind = 'b'
	case 'w', 'W':
		t.kind = 'w'
		return t, n + length
	case 'q':
		if n == 1 || s[0] == '%' {
			return t, n + length
		}
	}
	if lang.braces {
		t.template("#{", lang)
	} else {
		t.template("$", lang)
	}
	return t, n + length
}

// delimited is the text between the mark that s begins with and the one that
// closes it, and how long both are with it.
func delimited(s string) (string, int) {
	open, shut, depth := s[0], s[0], 1
	if i := strings.IndexByte("({[<", open); i >= 0 {
		shut = ")}]>"[i]
	}
	for i := 1; i < len(s); i++ {
		switch {
		case s[i] == '\\':
			i++
		case s[i] == shut:
			if depth--; depth == 0 {
				return s[1:i], i + 1
			}
		case s[i] == open:
			depth++
		}
	}
	return s[1:], len(s)
}
