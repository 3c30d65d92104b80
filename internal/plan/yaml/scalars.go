package yaml

import "unicode/utf8"

// folded is text with line breaks that are to be folded: a single one becomes
// a space, of several the first is left out.
type folded struct {
	out     []byte
	blanks  []byte // of this line, so far
	first   []byte // the first line break
	breaks  []byte // the others
	newLine bool   // there was one
}

// join ends blanks and line breaks before the next character.
func (f *folded) join() {
	switch {
	case !f.newLine:
		f.out = append(f.out, f.blanks...)
	case len(f.first) == 0 || f.first[0] != '\n':
		f.out = append(append(f.out, f.first...), f.breaks...)
	case len(f.breaks) == 0:
		f.out = append(f.out, ' ')
	default:
		f.out = append(f.out, f.breaks...)
	}
	f.blanks, f.first, f.breaks, f.newLine = f.blanks[:0], f.first[:0], f.breaks[:0], false
}

// gap reads one blank or line break.
func (s *scanner) gap(f *folded) {
	switch {
	case s.blank(0) && f.newLine:
		s.skip()
	case s.blank(0):
		f.blanks = s.read(f.blanks)
	case f.newLine:
		f.breaks = s.readLine(f.breaks)
	default:
		f.blanks = f.blanks[:0]
		f.first = s.readLine(f.first)
		f.newLine = true
	}
}

// plain reads a scalar without quotes, over as many lines as it has.
func (s *scanner) plain() {
	start, indent := s.mark, s.indent+1
	var f folded
	for !s.documentMark() && s.at(0) != '#' {
		for !s.blankz(0) && !s.endsPlain() {
			if f.newLine || len(f.blanks) > 0 {
				f.join()
			}
			f.out = s.read(f.out)
		}
		if !s.blank(0) && !s.isBreak(0) {
			break
		}
		for s.blank(0) || s.isBreak(0) {
			if f.newLine && s.column < indent && s.at(0) == '\t' {
				s.fail(start, "found a tab character that violates indentation")
			}
			s.gap(&f)
		}
		if s.flow == 0 && s.column < indent {
			break
		}
	}
	s.add(token{kind: scalarToken, start: start, value: string(f.out)})
	if f.newLine {
		s.keyAllowed = true
	}
}

func (s *scanner) endsPlain() bool {
	switch s.at(0) {
	case ':':
		return s.blankz(1)
	case ',', '?', '[', ']', '{', '}':
		return s.flow > 0
	}
	return false
}

// quoted reads a scalar in single or double quotes.
func (s *scanner) quoted() {
	start, quote := s.mark, s.at(0)
	s.skip()
	var f folded
	for {
		if s.documentMark() {
			s.fail(start, "found unexpected document indicator")
		}
		if s.at(0) == 0 {
			s.fail(start, "found unexpected end of stream")
		}
		s.quotedWord(&f, start, quote)
		if s.at(0) == quote {
			break
		}
		for s.blank(0) || s.isBreak(0) {
			s.gap(&f)
		}
		f.join()
	}
	s.skip()
	s.add(token{kind: scalarToken, start: start, value: string(f.out), quoted: true})
}

// quotedWord reads up to a blank, a line break or the quote that ends it. It
// stops at an escaped line break too, which leaves no space.
func (s *scanner) quotedWord(f *folded, start mark, quote byte) {
	for !s.blankz(0) {
		switch c := s.at(0); {
		case c == '\'' && quote == c && s.at(1) == c:
			f.out = append(f.out, c)
			s.skip()
			s.skip()
		case c == quote:
			return
		case c == '\\' && quote == '"' && s.isBreak(1):
			s.skip()
			s.skipLine()
			f.newLine = true
			return
		case c == '\\' && quote == '"':
			f.out = s.escape(f.out, start)
		default:
			f.out = s.read(f.out)
		}
	}
}

// escape reads a backslash and what it stands for.
func (s *scanner) escape(out []byte, start mark) []byte {
	const short = "0\x00a\ab\bt\t\t\tn\nv\vf\fr\re\x1b  \"\"''\\\\"
	c, digits := s.at(1), 0
	for i := 0; i < len(short); i += 2 {
		if short[i] == c {
			s.skip()
			s.skip()
			return append(out, short[i+1])
		}
	}
	var value rune
	switch c {
	case 'N':
		value = 0x85
	case '_':
		value = 0xa0
	case 'L':
		value = 0x2028
	case 'P':
		value = 0x2029
	case 'x':
		digits = 2
	case 'u':
		digits = 4
	case 'U':
		digits = 8
	default:
		s.fail(start, "found unknown escape character")
	}
	s.skip()
	s.skip()
	if digits > 0 {
		n, ok := hexNumber(s.text, s.pos, digits)
		if !ok {
			s.fail(start, "did not find expected hexdecimal number")
		}
		if n >= 0xd800 && n <= 0xdfff || n > utf8.MaxRune {
			s.fail(start, "found invalid Unicode character escape code")
		}
		value = rune(n)
	}
	for range digits {
		s.skip()
	}
	return utf8.AppendRune(out, value)
}

// blockScalar reads a literal scalar, or a folded one.
func (s *scanner) blockScalar(literal bool) {
	start := s.mark
	s.skip()
	chomping, increment := s.blockHeader(start)
	s.endOfLine(start)
	indent := 0
	if increment > 0 {
		indent = max(s.indent, 0) + increment
	}
	var f folded
	f.breaks = s.blockBreaks(&indent, start)
	leadingBlank := false
	for s.column == indent && s.at(0) != 0 {
		blank := s.blank(0)
		if literal || leadingBlank || blank || len(f.first) == 0 || f.first[0] != '\n' {
			f.out = append(f.out, f.first...)
		} else if len(f.breaks) == 0 {
			f.out = append(f.out, ' ')
		}
		f.out = append(f.out, f.breaks...)
		leadingBlank = blank
		from := s.pos
		s.skipToBreak()
		f.out = append(f.out, s.text[from:s.pos]...)
		f.first = s.readLine(f.first[:0])
		f.breaks = s.blockBreaks(&indent, start)
	}
	if chomping != '-' {
		f.out = append(f.out, f.first...)
	}
	if chomping == '+' {
		f.out = append(f.out, f.breaks...)
	}
	s.add(token{kind: scalarToken, start: start, value: string(f.out), quoted: true})
}

// blockHeader reads how to treat the last line breaks, "+", "-" or nothing,
// and how far the text is indented, in either order.
func (s *scanner) blockHeader(start mark) (chomping byte, increment int) {
	sign := func() {
		if c := s.at(0); chomping == 0 && (c == '+' || c == '-') {
			chomping = c
			s.skip()
		}
	}
	sign()
	if c := s.at(0); c >= '0' && c <= '9' {
		if c == '0' {
			s.fail(start, "found an indentation indicator equal to 0")
		}
		increment = int(c - '0')
		s.skip()
		sign()
	}
	return chomping, increment
}

// blockBreaks reads empty lines and the indentation of the next one. It finds
// the indentation out where it is not known.
func (s *scanner) blockBreaks(indent *int, start mark) (breaks []byte) {
	longest := 0
	for {
		for (*indent == 0 || s.column < *indent) && s.at(0) == ' ' {
			s.skip()
		}
		longest = max(longest, s.column)
		if (*indent == 0 || s.column < *indent) && s.at(0) == '\t' {
			s.fail(start, "found a tab character where an indentation space is expected")
		}
		if !s.isBreak(0) {
			break
		}
		breaks = s.readLine(breaks)
	}
	if *indent == 0 {
		*indent = max(longest, s.indent+1, 1)
	}
	return breaks
}
