package plan

import (
	"errors"
	"fmt"
)

// maxDepth is how deep values may be nested, as in encoding/json.
const maxDepth = 10000

// ParseJSON reads one JSON value. What encoding/json takes is taken, and means
// the same: of two equal keys the last counts, and text that is no UTF-8
// becomes U+FFFD. Strings may share memory with text.
func ParseJSON(text string) (Value, error) {
	p := parser{text: text}
	p.space()
	v, err := p.value(0)
	if err != nil {
		return nil, fmt.Errorf("parse JSON: offset %d: %w", p.at, err)
	}
	if p.space(); p.at < len(text) {
		return nil, fmt.Errorf("parse JSON: offset %d: more after the value", p.at)
	}
	return v, nil
}

type parser struct {
	text string
	at   int
}

var (
	errToken = errors.New("no JSON value")
	errEnd   = errors.New("ends too early")
)

func (p *parser) space() {
	for p.at < len(p.text) {
		switch p.text[p.at] {
		case ' ', '\t', '\n', '\r':
			p.at++
		default:
			return
		}
	}
}

func (p *parser) peek() byte {
	if p.at < len(p.text) {
		return p.text[p.at]
	}
	return 0
}

func (p *parser) take(c byte) bool {
	p.space()
	if p.peek() != c || p.at >= len(p.text) {
		return false
	}
	p.at++
	p.space()
	return true
}

func (p *parser) value(depth int) (Value, error) {
	if depth > maxDepth {
		return nil, errors.New("nested too deep")
	}
	switch c := p.peek(); {
	case c == '{':
		return p.object(depth)
	case c == '[':
		return p.array(depth)
	case c == '"':
		s, err := p.string()
		return String(s), err
	case c == '-' || c >= '0' && c <= '9':
		return p.number()
	}
	for _, w := range [...]struct {
		text  string
		value Value
	}{{"true", Bool(true)}, {"false", Bool(false)}, {"null", Null{}}} {
		if len(p.text)-p.at >= len(w.text) && p.text[p.at:p.at+len(w.text)] == w.text {
			p.at += len(w.text)
			return w.value, nil
		}
	}
	if p.at >= len(p.text) {
		return nil, errEnd
	}
	return nil, errToken
}

func (p *parser) array(depth int) (Value, error) {
	p.take('[')
	a := NewArray()
	if p.take(']') {
		return a, nil
	}
	for {
		v, err := p.value(depth + 1)
		if err != nil {
			return nil, err
		}
		a.add(v)
		if p.take(']') {
			return a, nil
		}
		if !p.take(',') {
			return nil, errors.New("want , or ] after an element")
		}
	}
}

func (p *parser) object(depth int) (Value, error) {
	p.take('{')
	var list []entry
	if p.take('}') {
		return newObject(0), nil
	}
	for {
		if p.peek() != '"' {
			return nil, errors.New("want a key")
		}
		key, err := p.string()
		if err != nil {
			return nil, err
		}
		if !p.take(':') {
			return nil, errors.New("want : after a key")
		}
		v, err := p.value(depth + 1)
		if err != nil {
			return nil, err
		}
		list = append(list, entry{String(key), v})
		if p.take('}') {
			return objectOf(list), nil
		}
		if !p.take(',') {
			return nil, errors.New("want , or } after a value")
		}
	}
}

func (p *parser) digits() bool {
	start := p.at
	for c := p.peek(); c >= '0' && c <= '9'; c = p.peek() {
		p.at++
	}
	return p.at > start
}

func (p *parser) number() (Value, error) {
	start := p.at
	if p.peek() == '-' {
		p.at++
	}
	if p.peek() == '0' {
		p.at++
	} else if !p.digits() {
		return nil, errors.New("no digits in a number")
	}
	if p.peek() == '.' {
		if p.at++; !p.digits() {
			return nil, errors.New("no digits behind the point")
		}
	}
	if c := p.peek(); c == 'e' || c == 'E' {
		p.at++
		if c := p.peek(); c == '+' || c == '-' {
			p.at++
		}
		if !p.digits() {
			return nil, errors.New("no digits in an exponent")
		}
	}
	return checkedNumber(p.text[start:p.at])
}
