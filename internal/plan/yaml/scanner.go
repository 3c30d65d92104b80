package yaml

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// mark is a place in the text: characters, lines and columns before it.
type mark struct{ index, line, column int }

type tokenKind byte

const (
	streamStart tokenKind = iota
	streamEnd
	versionDirective
	tagDirective
	documentStart
	documentEnd
	blockSequenceStart
	blockMappingStart
	blockEnd
	flowSequenceStart
	flowSequenceEnd
	flowMappingStart
	flowMappingEnd
	blockEntry
	flowEntry
	keyToken
	valueToken
	aliasToken
	anchorToken
	tagToken
	scalarToken
)

// token is a piece of the text. A tag has its handle in value and the rest in
// suffix; so has a tag directive, whose rest is the prefix.
type token struct {
	kind   tokenKind
	start  mark
	value  string
	suffix string
	quoted bool // a scalar that is not plain
}

// simpleKey is where a key may have begun that no "?" announced. Only the ":"
// behind it shows that it is one.
type simpleKey struct {
	possible, required bool
	number             int // of the token
	mark
}

// scanner makes tokens of a text. Where libyaml looks at the character that
// comes next, here is a look into the text, behind whose end are zeros.
type scanner struct {
	text string
	pos  int
	mark
	newlines int // since the last character that is no blank

	queue   []token
	taken   int // tokens that are no longer in the queue
	ready   bool
	started bool

	flow       int // how many flow collections are open
	indent     int
	indents    []int
	keys       []simpleKey // one for each open flow collection, and one
	keyOf      map[int]int // number of a token: its place in keys
	keyAllowed bool
}

// The bounds of libyaml.
const (
	maxOpen      = 10000
	maxSimpleKey = 1024
	maxLookahead = 512 // for comments
)

// newScanner refuses what no YAML may have, before anything is read.
func newScanner(text string) *scanner {
	if strings.HasPrefix(text, "\xff\xfe") || strings.HasPrefix(text, "\xfe\xff") {
		fail("UTF-16 is not supported")
	}
	text = strings.TrimPrefix(text, "\ufeff")
	if !utf8.ValidString(text) {
		fail("invalid UTF-8")
	}
	for _, r := range text {
		switch {
		case r == '\t', r == '\n', r == '\r', r >= ' ' && r <= '~', r == 0x85, r >= 0xa0 && r < 0xfeff:
		case r == 0xfeff:
			fail("a byte order mark within the text is not supported")
		case r > 0xfeff && r <= 0xfffd, r >= 0x10000:
		default:
			fail("control characters are not allowed")
		}
	}
	return &scanner{text: text, indent: -1, keys: make([]simpleKey, 1), keyOf: map[int]int{}, keyAllowed: true}
}

// fail is the error of what began at a mark. Its line is counted from 0, and
// the first line is not said.
func (s *scanner) fail(begin mark, problem string) {
	line := begin.line
	if line == 0 {
		line = s.line
	}
	if line > 0 {
		line++
	}
	failAt(line, problem)
}

func (s *scanner) at(i int) byte {
	if i += s.pos; i < len(s.text) {
		return s.text[i]
	}
	return 0
}

func (s *scanner) blank(i int) bool { return s.at(i) == ' ' || s.at(i) == '\t' }

func (s *scanner) isBreak(i int) bool { return breakWidth(s.text, s.pos+i) > 0 }

func (s *scanner) breakz(i int) bool { return s.at(i) == 0 || s.isBreak(i) }

func (s *scanner) blankz(i int) bool { return s.blank(i) || s.breakz(i) }

// breakWidth is how many bytes the line break at i has: CR, LF, NEL, LS or PS.
func breakWidth(text string, i int) int {
	if i >= len(text) {
		return 0
	}
	switch text[i] {
	case '\r', '\n':
		return 1
	case 0xc2:
		if strings.HasPrefix(text[i:], "\u0085") {
			return 2
		}
	case 0xe2:
		if strings.HasPrefix(text[i:], "\u2028") || strings.HasPrefix(text[i:], "\u2029") {
			return 3
		}
	}
	return 0
}

// width is how many bytes the character at i has.
func width(text string, i int) int {
	_, size := utf8.DecodeRuneInString(text[i:])
	return size
}

func (s *scanner) skip() {
	if !s.blank(0) {
		s.newlines = 0
	}
	s.index++
	s.column++
	s.pos += width(s.text, s.pos)
}

func (s *scanner) skipBlanks() {
	for s.blank(0) {
		s.skip()
	}
}

func (s *scanner) skipToBreak() {
	for !s.breakz(0) {
		s.skip()
	}
}

func (s *scanner) skipLine() {
	n := breakWidth(s.text, s.pos)
	if n == 0 {
		return
	}
	s.index++
	if s.at(0) == '\r' && s.at(1) == '\n' {
		n = 2
		s.index++
	}
	s.pos += n
	s.column = 0
	s.line++
	s.newlines++
}

func (s *scanner) read(out []byte) []byte {
	start := s.pos
	s.skip()
	return append(out, s.text[start:s.pos]...)
}

// readLine reads a line break. All but LS and PS become LF.
func (s *scanner) readLine(out []byte) []byte {
	switch n := breakWidth(s.text, s.pos); n {
	case 0:
	case 3:
		out = append(out, s.text[s.pos:s.pos+n]...)
	default:
		out = append(out, '\n')
	}
	s.skipLine()
	return out
}

// peek is the next token. Two more than it are read ahead, as libyaml does for
// its comments: it decides which of two errors is found first.
func (s *scanner) peek() *token {
	for !s.ready {
		if len(s.queue) > 2 {
			i, ok := s.keyOf[s.taken]
			if !ok || !s.valid(&s.keys[i]) {
				s.ready = true
				break
			}
		}
		s.fetch()
	}
	return &s.queue[0]
}

// next takes the next token off.
func (s *scanner) next() token {
	t := *s.peek()
	s.ready = false
	s.taken++
	s.queue = s.queue[1:]
	return t
}

func (s *scanner) add(t token) { s.queue = append(s.queue, t) }

// insert puts a token before the one of a number, at the end when that is no
// longer in the queue.
func (s *scanner) insert(number int, t token) {
	if number < s.taken {
		s.add(t)
		return
	}
	s.queue = slices.Insert(s.queue, number-s.taken, t)
}

// fetch adds at least one token to the queue.
func (s *scanner) fetch() {
	if !s.started {
		s.started = true
		s.add(token{kind: streamStart})
		return
	}
	before := s.mark
	s.toNextToken()
	s.unroll(s.column, before)
	if s.fetchOfLine() {
		return
	}
	s.fetchToken()
	if s.queue[len(s.queue)-1].kind != blockEntry {
		s.lineComment()
	}
}

// fetchOfLine takes what stands alone in a line, and the end.
func (s *scanner) fetchOfLine() bool {
	switch {
	case s.at(0) == 0:
		s.fetchEnd()
	case s.column > 0:
		return false
	case s.at(0) == '%':
		s.closeAll()
		s.directive()
	case s.documentMark():
		s.closeAll()
		kind := documentStart
		if s.at(0) == '.' {
			kind = documentEnd
		}
		s.add(token{kind: kind, start: s.mark})
		s.skip()
		s.skip()
		s.skip()
	default:
		return false
	}
	return true
}

// documentMark is whether "---" or "..." begins or ends a document here.
func (s *scanner) documentMark() bool {
	rest := s.text[min(s.pos, len(s.text)):]
	return s.column == 0 && (strings.HasPrefix(rest, "---") || strings.HasPrefix(rest, "...")) && s.blankz(3)
}

func (s *scanner) fetchEnd() {
	if s.column != 0 {
		s.column = 0
		s.line++
	}
	s.closeAll()
	s.add(token{kind: streamEnd, start: s.mark})
}

// closeAll ends all open block collections.
func (s *scanner) closeAll() {
	s.unroll(-1, s.mark)
	s.removeKey()
	s.keyAllowed = false
}

func (s *scanner) fetchToken() {
	switch c := s.at(0); {
	case c == '[':
		s.flowStart(flowSequenceStart)
	case c == '{':
		s.flowStart(flowMappingStart)
	case c == ']':
		s.flowEnd(flowSequenceEnd)
	case c == '}':
		s.flowEnd(flowMappingEnd)
	case c == ',':
		s.removeKey()
		s.keyAllowed = true
		s.indicator(flowEntry)
	case c == '-' && s.blankz(1):
		s.blockStart(blockEntry, blockSequenceStart, "block sequence entries are not allowed in this context")
		s.keyAllowed = true
	case c == '?' && (s.flow > 0 || s.blankz(1)):
		s.blockStart(keyToken, blockMappingStart, "mapping keys are not allowed in this context")
		s.keyAllowed = s.flow == 0
	case c == ':' && (s.flow > 0 || s.blankz(1)):
		s.fetchValue()
	case (c == '|' || c == '>') && s.flow == 0:
		s.removeKey()
		s.keyAllowed = true
		s.blockScalar(c == '|')
	default:
		s.fetchWord(c)
	}
}

// fetchWord takes what may be a key.
func (s *scanner) fetchWord(c byte) {
	scan := s.plain
	switch {
	case c == '*':
		scan = func() { s.anchor(aliasToken) }
	case c == '&':
		scan = func() { s.anchor(anchorToken) }
	case c == '!':
		scan = s.tag
	case c == '\'' || c == '"':
		scan = s.quoted
	case !s.startsPlain(c):
		s.fail(s.mark, "found character that cannot start any token")
	}
	s.saveKey()
	s.keyAllowed = false
	scan()
}

func (s *scanner) startsPlain(c byte) bool {
	switch c {
	case '-':
		return !s.blank(1)
	case '?', ':':
		return s.flow == 0 && !s.blankz(1)
	}
	return !s.blankz(0) && !strings.ContainsRune(",[]{}#&*!|>'\"%@`", rune(c))
}

func (s *scanner) indicator(kind tokenKind) {
	s.add(token{kind: kind, start: s.mark})
	s.skip()
}

func (s *scanner) flowStart(kind tokenKind) {
	s.saveKey()
	s.keys = append(s.keys, simpleKey{number: s.taken + len(s.queue), mark: s.mark})
	if s.flow++; s.flow > maxOpen {
		s.fail(s.mark, "exceeded max depth of 10000")
	}
	s.keyAllowed = true
	s.indicator(kind)
}

func (s *scanner) flowEnd(kind tokenKind) {
	s.removeKey()
	if s.flow > 0 {
		s.flow--
		last := len(s.keys) - 1
		delete(s.keyOf, s.keys[last].number)
		s.keys = s.keys[:last]
	}
	s.keyAllowed = false
	s.indicator(kind)
}

// blockStart takes "-" or "?", which may begin a block collection.
func (s *scanner) blockStart(kind, collection tokenKind, problem string) {
	if s.flow == 0 {
		if !s.keyAllowed {
			s.fail(s.mark, problem)
		}
		s.roll(s.column, -1, collection, s.mark)
	}
	s.removeKey()
	s.indicator(kind)
}

// fetchValue takes ":". When a key may have begun before it, it did.
func (s *scanner) fetchValue() {
	if key := &s.keys[len(s.keys)-1]; s.valid(key) {
		s.insert(key.number, token{kind: keyToken, start: key.mark})
		s.roll(key.column, key.number, blockMappingStart, key.mark)
		key.possible = false
		delete(s.keyOf, key.number)
		s.keyAllowed = false
	} else {
		if s.flow == 0 {
			if !s.keyAllowed {
				s.fail(s.mark, "mapping values are not allowed in this context")
			}
			s.roll(s.column, -1, blockMappingStart, s.mark)
		}
		s.keyAllowed = s.flow == 0
	}
	s.indicator(valueToken)
}

// valid is whether a key can still be one: it is in this line and near.
func (s *scanner) valid(key *simpleKey) bool {
	if !key.possible {
		return false
	}
	if key.line == s.line && key.index+maxSimpleKey >= s.index {
		return true
	}
	if key.required {
		s.fail(key.mark, "could not find expected ':'")
	}
	key.possible = false
	return false
}

func (s *scanner) saveKey() {
	if !s.keyAllowed {
		return
	}
	s.removeKey()
	last, number := len(s.keys)-1, s.taken+len(s.queue)
	s.keys[last] = simpleKey{possible: true, required: s.flow == 0 && s.indent == s.column, number: number, mark: s.mark}
	s.keyOf[number] = last
}

func (s *scanner) removeKey() {
	key := &s.keys[len(s.keys)-1]
	if !key.possible {
		return
	}
	if key.required {
		s.fail(key.mark, "could not find expected ':'")
	}
	key.possible = false
	delete(s.keyOf, key.number)
}

// roll begins a block collection when the column is further right than the
// one that is open.
func (s *scanner) roll(column, number int, kind tokenKind, at mark) {
	if s.flow > 0 || s.indent >= column {
		return
	}
	s.indents = append(s.indents, s.indent)
	s.indent = column
	if len(s.indents) > maxOpen {
		s.fail(s.keys[len(s.keys)-1].mark, "exceeded max depth of 10000")
	}
	s.insert(number, token{kind: kind, start: at})
}

// unroll ends the block collections that are further right than the column.
func (s *scanner) unroll(column int, at mark) {
	if s.flow > 0 {
		return
	}
	for s.indent > column {
		s.add(token{kind: blockEnd, start: at})
		s.indent = s.indents[len(s.indents)-1]
		s.indents = s.indents[:len(s.indents)-1]
	}
}

// toNextToken skips blanks, comments and line breaks. A tab is a blank where
// no key can begin.
func (s *scanner) toNextToken() {
	for {
		for s.at(0) == ' ' || s.at(0) == '\t' && (s.flow > 0 || !s.keyAllowed) {
			s.skip()
		}
		if s.at(0) == '#' {
			s.comments()
		}
		if !s.isBreak(0) {
			return
		}
		s.skipLine()
		if s.flow == 0 {
			s.keyAllowed = true
		}
	}
}

// comments skips comments and the empty lines between them, at whose begin
// tabs do not matter.
func (s *scanner) comments() {
	for ahead := 0; ahead < maxLookahead; ahead++ {
		if s.blank(ahead) || s.isBreak(ahead) {
			continue
		}
		if s.at(ahead) != '#' {
			return
		}
		for hash := s.pos + ahead; s.pos < hash; {
			if s.isBreak(0) {
				s.skipLine()
			} else {
				s.skip()
			}
		}
		s.skipToBreak()
		ahead = 0
	}
}

// lineComment skips a comment behind a token, where tabs do not matter either.
func (s *scanner) lineComment() {
	ahead := 0
	for s.newlines == 0 && ahead < maxLookahead && s.blank(ahead) {
		ahead++
	}
	if s.newlines == 0 && ahead < maxLookahead && s.at(ahead) == '#' {
		s.skipToBreak()
	}
}
