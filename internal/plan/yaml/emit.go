package yaml

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// context is where a node stands.
type context int

const (
	inRoot context = iota
	inSequence
	inSimpleKey
	inMapping
)

// step is how far what is in a collection is indented.
const step = 2

// emitter writes YAML. It never breaks a line that is long.
type emitter struct {
	out        []byte
	limit      int
	column     int // in characters
	indent     int
	whitespace bool // the last thing was a blank
	indention  bool // the line has nothing but indentation so far
}

func (e *emitter) node(n *node, in context) {
	switch n.kind {
	case sequenceNode:
		e.sequence(n)
	case mappingNode:
		e.mapping(n)
	default:
		e.scalar(n, in)
	}
}

func (e *emitter) put(s string) {
	e.out = append(e.out, s...)
	e.column += utf8.RuneCountInString(s)
}

func (e *emitter) putBreak() {
	e.out = append(e.out, '\n')
	e.column = 0
	e.indention = true
}

func (e *emitter) writeIndent() {
	if len(e.out) > e.limit {
		panic(failure{ErrSize})
	}
	indent := max(e.indent, 0)
	if !e.indention || e.column > indent || e.column == indent && !e.whitespace {
		e.putBreak()
	}
	e.put(strings.Repeat(" ", max(indent-e.column, 0)))
	e.whitespace = true
}

// begin writes what begins or parts a collection, a blank before it.
func (e *emitter) begin(s string, indention bool) {
	if !e.whitespace {
		e.put(" ")
	}
	e.end(s)
	e.indention = indention
}

// end writes what ends something.
func (e *emitter) end(s string) {
	e.put(s)
	e.whitespace, e.indention = false, false
}

func (e *emitter) deeper() (before int) {
	before = e.indent
	e.indent = 0
	if before >= 0 {
		e.indent = before + step
	}
	return before
}

func (e *emitter) sequence(n *node) {
	if len(n.parts) == 0 {
		e.begin("[", false)
		e.end("]")
		return
	}
	before := e.deeper()
	for _, part := range n.parts {
		e.writeIndent()
		e.begin("-", e.indention)
		e.node(part, inSequence)
	}
	e.indent = before
}

func (e *emitter) mapping(n *node) {
	if len(n.parts) == 0 {
		e.begin("{", false)
		e.end("}")
		return
	}
	before := e.deeper()
	for _, m := range sortedMembers(n) {
		e.writeIndent()
		if m.simple() {
			e.node(m.key, inSimpleKey)
			e.end(":")
		} else {
			e.begin("?", e.indention)
			e.node(m.key, inMapping)
			e.writeIndent()
			e.begin(":", e.indention)
		}
		e.node(m.value, inMapping)
	}
	e.indent = before
}

type member struct{ key, value *node }

// sortedMembers are the members of a mapping in the order of their keys, which
// are strings in JSON. Folding line breaks can make two keys one.
func sortedMembers(n *node) []member {
	if d := (decoder{}); !d.uniqueKeys(n) {
		fail("unmarshal errors:\n  %s", strings.Join(d.errors, "\n  "))
	}
	list := make([]member, 0, len(n.parts)/2)
	for i := 0; i < len(n.parts); i += 2 {
		list = append(list, member{n.parts[i], n.parts[i+1]})
	}
	slices.SortFunc(list, func(a, b member) int { return natural(a.key.value, b.key.value) })
	return list
}

// simple is whether a key stands in a line with its value.
func (m member) simple() bool { return len(m.key.value) <= 128 && !analyze(m.key.value).breaks }

// natural compares keys as a person would: letters behind what is none, but for
// behind a digit, and numbers by their value.
func natural(a, b string) int {
	x, y := []rune(a), []rune(b)
	digits := false
	for i := range min(len(x), len(y)) {
		if x[i] == y[i] {
			digits = unicode.IsDigit(x[i])
			continue
		}
		letterX, letterY := unicode.IsLetter(x[i]), unicode.IsLetter(y[i])
		switch {
		case letterX && letterY:
			return int(x[i] - y[i])
		case letterX != letterY:
			return sign(letterX == digits)
		}
		return numbers(x, y, i)
	}
	return len(x) - len(y)
}

// sign is negative when less is so.
func sign(less bool) int {
	if less {
		return -1
	}
	return 1
}

// numbers compares keys that differ from i on, where neither has a letter.
func numbers(x, y []rune, i int) int {
	var start int64
	if x[i] == '0' || y[i] == '0' { // zeros count within a number
		for j := i - 1; j >= 0 && unicode.IsDigit(x[j]); j-- {
			if x[j] != '0' {
				start = 1
				break
			}
		}
	}
	read := func(r []rune) (n int64, end int) {
		n = start
		for end = i; end < len(r) && unicode.IsDigit(r[end]); end++ {
			n = n*10 + int64(r[end]-'0')
		}
		return n, end
	}
	nx, endX := read(x)
	ny, endY := read(y)
	switch {
	case nx != ny:
		return sign(nx < ny)
	case endX != endY:
		return endX - endY
	}
	return int(x[i] - y[i])
}

func (e *emitter) scalar(n *node, in context) {
	before := e.deeper()
	if before < 0 {
		e.indent = step
	}
	switch v := n.resolved().(type) {
	case string:
		e.text(v, in == inSimpleKey)
	case float64:
		e.plain(yamlFloat(v, 64))
	case nil:
		e.plain("null")
	default:
		e.plain(fmt.Sprint(v))
	}
	e.indent = before
}

// text writes a string in the style that it needs.
func (e *emitter) text(s string, simpleKey bool) {
	tag, _ := resolve("", s)
	a := analyze(s)
	switch {
	case strings.Contains(s, "\n"):
		if a.block && !simpleKey {
			e.literal(s)
			return
		}
	case tag != strTag || isOldBool(s) || isBase60(s):
	case a.plain:
		e.plain(s)
		return
	case a.single:
		e.single(s)
		return
	}
	e.double(s)
}

// isOldBool is whether YAML 1.1 takes a text for a boolean.
func isOldBool(s string) bool {
	switch s {
	case "y", "Y", "yes", "Yes", "YES", "on", "On", "ON", "n", "N", "no", "No", "NO", "off", "Off", "OFF":
		return true
	}
	return false
}

// isBase60 is whether YAML 1.1 takes a text for a number such as 1:30:
// [-+]?[0-9][0-9_]*(:[0-5]?[0-9])+(\.[0-9_]*)?
func isBase60(s string) bool {
	parts := strings.Split(unsigned(s), ":")
	last := len(parts) - 1
	if last == 0 || parts[0] == "" || parts[0][0] == '_' || !digitsAnd_(parts[0]) {
		return false
	}
	whole, fraction, _ := strings.Cut(parts[last], ".")
	if !digitsAnd_(fraction) {
		return false
	}
	parts[last] = whole
	for _, p := range parts[1:] {
		if len(p) == 0 || len(p) > 2 || !allDigits(p) || len(p) == 2 && p[0] > '5' {
			return false
		}
	}
	return true
}

func digitsAnd_(s string) bool { return allDigits(strings.ReplaceAll(s, "_", "")) }

// styles are those that a string may be written in, beside double quotes.
type styles struct {
	plain, single, block bool
	breaks               bool // there are line breaks in it
}

// analyze finds out how a string may be written.
func analyze(s string) styles {
	if s == "" {
		return styles{plain: true, single: true}
	}
	breaks, spaceAround, breakSpace, spaceBreak, special, tab := false, false, false, false, false, false
	wasSpace, wasBreak := false, false
	for i := 0; i < len(s); i += width(s, i) {
		space, isBreak := s[i] == ' ', breakWidth(s, i) > 0
		edge := i == 0 || i+width(s, i) == len(s)
		if s[i] == '\t' {
			tab = true
		} else if !printable(s[i:]) {
			special = true
		}
		breaks = breaks || isBreak
		spaceAround = spaceAround || edge && (space || isBreak)
		breakSpace = breakSpace || space && wasBreak
		spaceBreak = spaceBreak || isBreak && wasSpace
		wasSpace, wasBreak = space, isBreak
	}
	single := !breakSpace && !spaceBreak && !tab && !special
	return styles{
		plain:  single && !spaceAround && !breaks && !indicators(s),
		single: single,
		block:  !wasSpace && !spaceBreak && !special,
		breaks: breaks,
	}
}

// printable is whether the first character of a text need not be escaped. Those
// of more than 16 bits always are.
func printable(s string) bool {
	r, _ := utf8.DecodeRuneInString(s)
	return r == '\n' || r >= ' ' && r <= '~' || r >= 0xa0 && r <= 0xfffd && r != 0xfeff
}

// indicators is whether a text has, without quotes, another meaning.
func indicators(s string) bool {
	if strings.HasPrefix(s, "---") || strings.HasPrefix(s, "...") || strings.IndexByte("#,[]{}&*!|>'\"%@`", s[0]) >= 0 {
		return true
	}
	blank := func(i int) bool { return i >= len(s) || s[i] == ' ' || s[i] == '\t' }
	if (s[0] == '-' || s[0] == '?' || s[0] == ':') && blank(1) {
		return true
	}
	for i := 1; i < len(s); i++ {
		if s[i] == ':' && blank(i+1) || s[i] == '#' && (blank(i-1) || breakBefore(s, i)) {
			return true
		}
	}
	return false
}

// breakBefore is whether a line break ends at i.
func breakBefore(s string, i int) bool {
	_, size := utf8.DecodeLastRuneInString(s[:i])
	return breakWidth(s, i-size) > 0
}

func (e *emitter) plain(s string) {
	if !e.whitespace {
		e.put(" ")
	}
	e.end(s)
}

func (e *emitter) single(s string) {
	e.begin("'", false)
	e.lines(strings.ReplaceAll(s, "'", "''"), false)
	e.end("'")
}

// lines writes text with line breaks, each line indented.
func (e *emitter) lines(s string, indent bool) {
	for s != "" {
		n := breakWidth(s, 0)
		switch {
		case s[0] == '\n':
			e.putBreak()
			indent = true
		case n > 0:
			e.put(s[:n])
			e.column = 0
			e.indention, indent = true, true
		default:
			if indent {
				e.writeIndent()
				indent = false
			}
			n = width(s, 0)
			e.put(s[:n])
			e.indention = false
		}
		s = s[max(n, 1):]
	}
}

// literal writes a string as it is, in lines of its own.
func (e *emitter) literal(s string) {
	e.begin("|", false)
	if s[0] == ' ' || breakWidth(s, 0) > 0 {
		e.end(strconv.Itoa(step))
	}
	if !breakBefore(s, len(s)) {
		e.end("-")
	} else if _, last := utf8.DecodeLastRuneInString(s); last == len(s) || breakBefore(s, len(s)-last) {
		e.end("+")
	}
	e.putBreak()
	e.whitespace = true
	e.lines(s, true)
}

func (e *emitter) double(s string) {
	e.begin("\"", false)
	for i, r := range s {
		if printable(s[i:]) && breakWidth(s, i) == 0 && r != '"' && r != '\\' {
			e.put(string(r))
		} else {
			e.put(escape(r))
		}
	}
	e.end("\"")
}

func escape(r rune) string {
	const short = "\x000\aa\bb\tt\nn\vv\ff\rr\x1be\"\"\\\\"
	for i := 0; i < len(short); i += 2 {
		if rune(short[i]) == r {
			return "\\" + short[i+1:i+2]
		}
	}
	switch {
	case r == 0x85:
		return "\\N"
	case r == 0xa0:
		return "\\_"
	case r == 0x2028:
		return "\\L"
	case r == 0x2029:
		return "\\P"
	case r <= 0xff:
		return fmt.Sprintf("\\x%02X", r)
	case r <= 0xffff:
		return fmt.Sprintf("\\u%04X", r)
	}
	return fmt.Sprintf("\\U%08X", r)
}
