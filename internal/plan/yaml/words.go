package yaml

import (
	"strconv"
	"strings"
)

// isWord is whether a byte may be in the name of an anchor.
func isWord(c byte) bool {
	return c >= '0' && c <= '9' || c >= 'A' && c <= 'Z' || c >= 'a' && c <= 'z' || c == '_' || c == '-'
}

func (s *scanner) word() string {
	start := s.pos
	for isWord(s.at(0)) {
		s.skip()
	}
	return s.text[start:s.pos]
}

func (s *scanner) anchor(kind tokenKind) {
	start := s.mark
	s.skip()
	name := s.word()
	if name == "" || !s.blankz(0) && !strings.ContainsRune("?:,]}%@`", rune(s.at(0))) {
		s.fail(start, "did not find expected alphabetic or numeric character")
	}
	s.add(token{kind: kind, start: start, value: name})
}

// directive reads %YAML or %TAG and the rest of its line.
func (s *scanner) directive() {
	start := s.mark
	s.skip()
	name := s.word()
	switch {
	case name == "":
		s.fail(start, "could not find expected directive name")
	case !s.blankz(0):
		s.fail(start, "found unexpected non-alphabetical character")
	}
	t := token{start: start}
	switch name {
	case "YAML":
		t.kind, t.value = versionDirective, s.version(start)
	case "TAG":
		t.kind = tagDirective
		t.value, t.suffix = s.tagDirective(start)
	default:
		s.fail(start, "found unknown directive name")
	}
	s.endOfLine(start)
	s.add(t)
}

// endOfLine skips blanks, a comment and a line break, and wants nothing else.
func (s *scanner) endOfLine(start mark) {
	s.skipBlanks()
	if s.at(0) == '#' {
		s.skipToBreak()
	}
	if !s.breakz(0) {
		s.fail(start, "did not find expected comment or line break")
	}
	s.skipLine()
}

func (s *scanner) version(start mark) string {
	s.skipBlanks()
	major := s.versionNumber(start)
	if s.at(0) != '.' {
		s.fail(start, "did not find expected digit or '.' character")
	}
	s.skip()
	return major + "." + s.versionNumber(start)
}

func (s *scanner) versionNumber(start mark) string {
	value, digits := 0, 0
	for c := s.at(0); c >= '0' && c <= '9'; c = s.at(0) {
		if digits++; digits > 2 {
			s.fail(start, "found extremely long version number")
		}
		value = 10*value + int(c-'0')
		s.skip()
	}
	if digits == 0 {
		s.fail(start, "did not find expected version number")
	}
	return strconv.Itoa(value)
}

func (s *scanner) tagDirective(start mark) (handle, prefix string) {
	s.skipBlanks()
	handle = s.tagHandle(start)
	if handle != "!" && !strings.HasSuffix(handle[1:], "!") {
		s.fail(start, "did not find expected '!'")
	}
	if !s.blank(0) {
		s.fail(start, "did not find expected whitespace")
	}
	s.skipBlanks()
	prefix = s.tagURI(start, "", false)
	if !s.blankz(0) {
		s.fail(start, "did not find expected whitespace or line break")
	}
	return handle, prefix
}

// tagHandle reads "!", a word, and "!" when there is one.
func (s *scanner) tagHandle(start mark) string {
	if s.at(0) != '!' {
		s.fail(start, "did not find expected '!'")
	}
	s.skip()
	handle := "!" + s.word()
	if s.at(0) == '!' {
		s.skip()
		handle += "!"
	}
	return handle
}

// tag reads !<uri>, !suffix or !handle!suffix.
func (s *scanner) tag() {
	start := s.mark
	t := token{kind: tagToken, start: start}
	if s.at(1) == '<' {
		s.skip()
		s.skip()
		t.suffix = s.tagURI(start, "", false)
		if s.at(0) != '>' {
			s.fail(start, "did not find the expected '>'")
		}
		s.skip()
	} else if handle := s.tagHandle(start); len(handle) > 1 && strings.HasSuffix(handle, "!") {
		t.value, t.suffix = handle, s.tagURI(start, "", false)
	} else {
		t.value, t.suffix = "!", s.tagURI(start, handle[1:], true)
		if t.suffix == "" {
			t.value, t.suffix = "", "!"
		}
	}
	if !s.blankz(0) {
		s.fail(start, "did not find expected whitespace or line break")
	}
	s.add(t)
}

// tagURI reads what a tag goes on with; only one with a head may be empty.
func (s *scanner) tagURI(start mark, head string, headed bool) string {
	out := []byte(head)
	for c := s.at(0); isWord(c) || c != 0 && strings.IndexByte(";/?:@&=+$,.!~*'()[]%", c) >= 0; c = s.at(0) {
		headed = true
		if c == '%' {
			out = s.uriEscapes(start, out)
		} else {
			out = s.read(out)
		}
	}
	if !headed {
		s.fail(start, "did not find expected tag URI")
	}
	return string(out)
}

// uriEscapes reads the octets of one character.
func (s *scanner) uriEscapes(start mark, out []byte) []byte {
	for left := -1; left != 0; left-- {
		octet, ok := hexNumber(s.text, s.pos+1, 2)
		switch {
		case s.at(0) != '%' || !ok:
			s.fail(start, "did not find URI escaped octet")
		case left < 0:
			if left = leading(byte(octet)); left == 0 {
				s.fail(start, "found an incorrect leading UTF-8 octet")
			}
		case octet&0xc0 != 0x80:
			s.fail(start, "found an incorrect trailing UTF-8 octet")
		}
		out = append(out, byte(octet))
		s.skip()
		s.skip()
		s.skip()
	}
	return out
}

// leading is how many octets a character has that begins with this one.
func leading(octet byte) int {
	switch {
	case octet&0x80 == 0:
		return 1
	case octet&0xe0 == 0xc0:
		return 2
	case octet&0xf0 == 0xe0:
		return 3
	case octet&0xf8 == 0xf0:
		return 4
	}
	return 0
}

// hexNumber reads a number of so many hexadecimal digits.
func hexNumber(text string, at, digits int) (int, bool) {
	if at+digits > len(text) {
		return 0, false
	}
	n, err := strconv.ParseUint(text[at:at+digits], 16, 64)
	return int(n), err == nil
}
