package plan

import (
	"errors"
	"strconv"
	"unicode/utf16"
	"unicode/utf8"
)

// string reads a quoted string. One without escapes is a slice of the text.
func (p *parser) string() (string, error) {
	p.at++
	start, ascii := p.at, true
	for p.at < len(p.text) {
		switch c := p.text[p.at]; {
		case c == '"':
			s := p.text[start:p.at]
			p.at++
			if ascii || utf8.ValidString(s) {
				return s, nil
			}
			return string([]rune(s)), nil
		case c == '\\':
			return p.escaped([]byte(p.text[start:p.at]))
		case c < ' ':
			return "", errors.New("control character in a string")
		case c >= utf8.RuneSelf:
			ascii = false
		}
		p.at++
	}
	return "", errEnd
}

// escaped goes on with a string whose beginning is out.
func (p *parser) escaped(out []byte) (string, error) {
	for p.at < len(p.text) {
		c := p.text[p.at]
		p.at++
		switch {
		case c == '"':
			if utf8.Valid(out) {
				return string(out), nil
			}
			return string([]rune(string(out))), nil
		case c == '\\':
			r, err := p.escape()
			if err != nil {
				return "", err
			}
			out = utf8.AppendRune(out, r)
		case c < ' ':
			return "", errors.New("control character in a string")
		default:
			out = append(out, c)
		}
	}
	return "", errEnd
}

func (p *parser) escape() (rune, error) {
	const short = "\"\"\\\\//b\bf\fn\nr\rt\t"
	c := p.peek()
	p.at++
	if c == 'u' {
		return p.unicode()
	}
	for i := 0; i < len(short); i += 2 {
		if short[i] == c {
			return rune(short[i+1]), nil
		}
	}
	return 0, errors.New("unknown escape in a string")
}

func (p *parser) unicode() (rune, error) {
	r, err := p.hex4()
	if err != nil || !utf16.IsSurrogate(r) {
		return r, err
	}
	if p.peek() == '\\' && p.at+1 < len(p.text) && p.text[p.at+1] == 'u' {
		before := p.at
		p.at += 2
		low, err := p.hex4()
		if err != nil {
			return 0, err
		}
		if both := utf16.DecodeRune(r, low); both != utf8.RuneError {
			return both, nil
		}
		p.at = before
	}
	return utf8.RuneError, nil
}

func (p *parser) hex4() (rune, error) {
	if len(p.text)-p.at < 4 {
		return 0, errEnd
	}
	n, err := strconv.ParseUint(p.text[p.at:p.at+4], 16, 16)
	if err != nil {
		return 0, errors.New("no hexadecimal digits after \\u")
	}
	p.at += 4
	return rune(n), nil
}
