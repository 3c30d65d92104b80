package extract

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"gate"
)

// token is one word of a program in another language than the shell's.
type token struct {
	kind byte   // i name, s string, n number, p punctuation, b text between backticks
	text string // a string's value, with gate.UnknownText for what is put in at run time
}

// syntaxOf says how a language writes comments and strings.
type syntaxOf struct {
	hash, slash bool // # and // comments
	triple      bool // Python's """
	backtick    byte // 'b' a command, 's' a string, 0 neither
	raw         bool // '...' keeps its backslashes
	interpolate bool // "...$x..." puts a value in
	braces      bool // "...#{x}..." puts a value in
}

func languageSyntax(name string) syntaxOf {
	switch name {
	case "python":
		return syntaxOf{hash: true, triple: true}
	case "node", "deno", "bun":
		return syntaxOf{slash: true, backtick: 's'}
	case "perl":
		return syntaxOf{hash: true, backtick: 'b', raw: true, interpolate: true}
	case "ruby":
		return syntaxOf{hash: true, backtick: 'b', raw: true, braces: true}
	case "php":
		return syntaxOf{hash: true, slash: true, backtick: 'b', raw: true, interpolate: true}
	}
	return syntaxOf{hash: true, slash: true}
}

// lex takes a program apart. It never fails: what it does not know is
// punctuation.
func lex(code string, lang syntaxOf) []token {
	var out []token
	for i := 0; i < len(code); {
		c := code[i]
		switch {
		case c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == ';':
			if c == '\n' || c == ';' {
				out = append(out, token{'p', ";"})
			}
			i++
		case lang.hash && c == '#', lang.slash && strings.HasPrefix(code[i:], "//"):
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
		case lang.raw && quoteWord(code[i:]) > 0:
			t, n := lexQuoteWord(code[i:])
			out = append(out, t)
			i += n
		case c == '_' || c == '$' || c == '@' || unicode.IsLetter(rune(c)) || c >= utf8.RuneSelf:
			n := nameEnd(code[i:])
			out = append(out, token{'i', code[i : i+n]})
			i += n
		case c >= '0' && c <= '9':
			n := 1
			for i+n < len(code) && (isWord(code[i+n]) || code[i+n] == '.') {
				n++
			}
			out = append(out, token{'n', code[i : i+n]})
			i += n
		default:
			out = append(out, token{'p', string(c)})
			i++
		}
		if len(out) > maxSteps {
			return out
		}
	}
	return out
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
	text := s[min(len(quote), body):body]
	switch {
	case strings.Contains(prefix, "f"):
		text = holes(text, "{", "}")
	case quote == "`":
		text = holes(text, "${", "}")
	case lang.braces && quote == "\"":
		text = holes(text, "#{", "}")
	case lang.interpolate && quote == "\"":
		text = sigils(text)
	}
	if !raw {
		text = ansi(text)
	}
	kind := byte('s')
	if quote == "`" && lang.backtick == 'b' {
		kind = 'b'
	}
	return token{kind, text}, n
}

// holes puts gate.UnknownText where a literal puts a value in.
func holes(text, open, shut string) string {
	var out strings.Builder
	for {
		before, rest, ok := strings.Cut(text, open)
		out.WriteString(before)
		if !ok {
			return out.String()
		}
		out.WriteString(gate.UnknownText)
		if _, text, ok = strings.Cut(rest, shut); !ok {
			return out.String()
		}
	}
}

// sigils does the same for $name and @name.
func sigils(text string) string {
	var out strings.Builder
	for i := 0; i < len(text); i++ {
		if text[i] == '\\' && i+1 < len(text) {
			out.WriteString(text[i : i+2])
			i++
			continue
		}
		if text[i] != '$' || i+1 == len(text) || !isWord(text[i+1]) && text[i+1] != '{' {
			out.WriteByte(text[i])
			continue
		}
		out.WriteString(gate.UnknownText)
		n := nameEnd(text[i+1:])
		if text[i+1] == '{' {
			n = max(strings.IndexByte(text[i+1:], '}')+1, 1)
		}
		i += n
	}
	return out.String()
}

// quoteWord is the length of Perl's q, qq and qw, and of Ruby's %q, %Q and %w,
// before the mark that opens the literal, 0 for anything else.
func quoteWord(s string) int {
	for _, word := range []string{"qq", "qw", "q", "%q", "%Q", "%w", "%W"} {
		if rest, ok := strings.CutPrefix(s, word); ok && rest != "" && strings.IndexByte("({[</|!", rest[0]) >= 0 {
			return len(word)
		}
	}
	return 0
}

// lexQuoteWord reads such a literal.
func lexQuoteWord(s string) (token, int) {
	n := quoteWord(s)
	shut := s[n]
	if i := strings.IndexByte("({[<", shut); i >= 0 {
		shut = ")}]>"[i]
	}
	end := strings.IndexByte(s[n+1:], shut)
	if end < 0 {
		return token{'s', s[n+1:]}, len(s)
	}
	return token{'s', s[n+1 : n+1+end]}, n + end + 2
}
