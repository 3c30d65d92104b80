package template

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

type tokenKind int

const (
	endOfText tokenKind = iota
	plainText
	leftDelim
	rightDelim
	space
	keyword
	identifier
	field    // .x
	dot      // .
	variable // $ or $x
	boolean
	number
	character
	quoted
	assign  // =
	declare // :=
	bar     // |
	leftParen
	rightParen
	other // a character that means something in one place only
)

type token struct {
	kind tokenKind
	text string
	line int
}

const spaces = " \t\r\n"

// lexer makes tokens of a template.
type lexer struct {
	text   string
	pos    int
	tokens []token
	parens int

	breaks, counted int // line breaks, and up to where
}

// lex makes all tokens of a template, with endOfText behind them.
func lex(text string) []token {
	l := lexer{text: text}
	for {
		before, _, found := strings.Cut(l.rest(), "{{")
		if !found {
			l.add(plainText, len(before))
			l.add(endOfText, 0)
			return l.tokens
		}
		l.plain(before)
		l.pos += len("{{")
		if trims(l.rest()) {
			l.pos += len("- ")
		}
		if strings.HasPrefix(l.rest(), "/*") {
			l.comment()
			continue
		}
		l.add(leftDelim, 0)
		for !l.closed() {
			l.action()
		}
	}
}

func (l *lexer) rest() string { return l.text[l.pos:] }

func (l *lexer) fail(format string, args ...any) {
	panic(failure{fmt.Errorf("template: %s:%d: %s", mainName, l.line(), fmt.Sprintf(format, args...))})
}

// line counts on from where it counted to before.
func (l *lexer) line() int {
	l.breaks += strings.Count(l.text[l.counted:l.pos], "\n")
	l.counted = l.pos
	return 1 + l.breaks
}

// add adds a token of so many bytes. Empty text is none.
func (l *lexer) add(kind tokenKind, length int) {
	if kind != plainText || length > 0 {
		l.tokens = append(l.tokens, token{kind, l.text[l.pos : l.pos+length], l.line()})
	}
	l.pos += length
}

// plain adds the text before an action, which may trim it.
func (l *lexer) plain(text string) {
	end := l.pos + len(text)
	if trims(l.text[end+len("{{"):]) {
		text = strings.TrimRight(text, spaces)
	}
	l.add(plainText, len(text))
	l.pos = end
}

// trims is whether an action begins with what trims the text before it.
func trims(rest string) bool {
	return len(rest) >= 2 && rest[0] == '-' && strings.IndexByte(spaces, rest[1]) >= 0
}

// closing is whether an action ends n bytes further on, and whether it trims
// what follows.
func (l *lexer) closing(n int) (ends, trims bool) {
	rest := l.rest()[n:]
	if len(rest) > 2 && strings.IndexByte(spaces, rest[0]) >= 0 && rest[1] == '-' && strings.HasPrefix(rest[2:], "}}") {
		return true, true
	}
	return strings.HasPrefix(rest, "}}"), false
}

func (l *lexer) comment() {
	length := strings.Index(l.rest()[2:], "*/")
	if length < 0 {
		l.fail("unclosed comment")
	}
	l.pos += length + len("/**/")
	ends, trims := l.closing(0)
	if !ends {
		l.fail("comment ends before closing delimiter")
	}
	l.close(trims)
}

func (l *lexer) close(trims bool) {
	if !trims {
		l.pos += len("}}")
		return
	}
	l.pos += len(" -}}")
	l.pos = len(l.text) - len(strings.TrimLeft(l.rest(), spaces))
}

// closed ends an action where it ends.
func (l *lexer) closed() bool {
	ends, trims := l.closing(0)
	if !ends {
		return false
	}
	if l.parens > 0 {
		l.fail("unclosed left paren")
	}
	l.add(rightDelim, 0)
	l.close(trims)
	return true
}

// action adds a token of an action.
func (l *lexer) action() {
	c := l.at(0)
	switch {
	case l.pos == len(l.text):
		l.fail("unclosed action")
	case isSpace(c):
		n := 0
		for ends := false; !ends && isSpace(l.at(n)); {
			n++
			ends, _ = l.closing(n)
		}
		l.add(space, n)
	case c == ':':
		if l.at(1) != '=' {
			l.fail("expected :=")
		}
		l.add(declare, 2)
	case c == '"' || c == '\'':
		l.quote(c)
	case c == '`':
		end := strings.IndexByte(l.rest()[1:], '`')
		if end < 0 {
			l.fail("unterminated raw quoted string")
		}
		l.add(quoted, end+2)
	case c == '$':
		l.named(variable)
	case c == '.' && l.pos+1 < len(l.text) && (l.at(1) < '0' || l.at(1) > '9'):
		l.named(field)
	case c == '.' || c == '+' || c == '-' || c >= '0' && c <= '9':
		l.number()
	case c == '(':
		l.parens++
		l.add(leftParen, 1)
	default:
		l.word(c)
	}
}

// at is the byte that is n further on, 0 behind the end.
func (l *lexer) at(n int) byte {
	if l.pos+n < len(l.text) {
		return l.text[l.pos+n]
	}
	return 0
}

func isSpace(c byte) bool { return c != 0 && strings.IndexByte(spaces, c) >= 0 }

// word adds a name, or a sign of one character.
func (l *lexer) word(c byte) {
	n := l.letters(0)
	switch {
	case n > 0:
		l.terminated(n)
		l.add(wordKind(l.rest()[:n]), n)
	case c == ')':
		if l.parens--; l.parens < 0 {
			l.fail("unexpected right paren")
		}
		l.add(rightParen, 1)
	case c == '=':
		l.add(assign, 1)
	case c == '|':
		l.add(bar, 1)
	case c > ' ' && c <= '~':
		l.add(other, 1)
	default:
		l.fail("unrecognized character in action: %q", c)
	}
}

func wordKind(text string) tokenKind {
	switch text {
	case "block", "break", "continue", "define", "else", "end", "if", "range", "nil", "template", "with":
		return keyword
	case "true", "false":
		return boolean
	}
	return identifier
}

// letters is how far letters, digits and underscores go, from n on.
func (l *lexer) letters(n int) int {
	for l.pos+n < len(l.text) {
		r, size := utf8.DecodeRuneInString(l.rest()[n:])
		if r != '_' && !unicode.IsLetter(r) && !unicode.IsDigit(r) {
			break
		}
		n += size
	}
	return n
}

// terminated is whether a name may end after n bytes.
func (l *lexer) terminated(n int) {
	c := l.at(n)
	if l.pos+n < len(l.text) && !isSpace(c) && strings.IndexByte(".,|:)(", c) < 0 && !strings.HasPrefix(l.rest()[n:], "}}") {
		l.fail("bad character %q", c)
	}
}

// named adds "." or "$" and the name behind it. Alone they are tokens too.
func (l *lexer) named(kind tokenKind) {
	n := l.letters(1)
	l.terminated(n)
	if kind == field && n == 1 {
		kind = dot
	}
	l.add(kind, n)
}

// quote adds a string, or a character.
func (l *lexer) quote(delim byte) {
	for n := 1; ; n++ {
		if l.at(n) == '\\' {
			n++
			if l.at(n) != '\n' && l.pos+n < len(l.text) {
				continue
			}
		}
		switch {
		case l.pos+n >= len(l.text) || l.at(n) == '\n':
			l.fail("unterminated quoted string")
		case l.at(n) == delim && delim == '"':
			l.add(quoted, n+1)
			return
		case l.at(n) == delim:
			l.add(character, n+1)
			return
		}
	}
}

// number adds a number. Whether it is a right one is found out later.
func (l *lexer) number() {
	n := 0
	accept := func(chars string) bool {
		ok := l.at(n) != 0 && strings.IndexByte(chars, l.at(n)) >= 0
		if ok {
			n++
		}
		return ok
	}
	run := func(chars string) {
		for accept(chars) {
		}
	}
	accept("+-")
	const decimal = "0123456789_"
	digits, exponent := decimal, "eE"
	if accept("0") {
		switch {
		case accept("xX"):
			digits, exponent = "0123456789abcdefABCDEF_", "pP"
		case accept("oO"):
			digits, exponent = "01234567_", ""
		case accept("bB"):
			digits, exponent = "01_", ""
		}
	}
	run(digits)
	if accept(".") {
		run(digits)
	}
	if accept(exponent) {
		accept("+-")
		run(decimal)
	}
	if c := l.at(n); l.letters(n) > n || c == '+' || c == '-' {
		l.fail("bad number syntax: %q", l.rest()[:n+1])
	}
	l.add(number, n)
}
