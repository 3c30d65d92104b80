package extract

import (
	"strings"
)

// primary reads one value.
func (p *psParser) primary() *psNode {
	if p.i >= len(p.s) {
		return p.fail("a value is missing")
	}
	switch c := p.s[p.i]; c {
	case '$':
		if p.peek(1) == '(' {
			p.i += 2
			return &psNode{kind: psSub, body: p.brackets(')')}
		}
		return p.variable()
	case '\'':
		return p.single()
	case '"':
		p.i++
		return p.double(false)
	case '(':
		return p.group()
	case '{':
		return p.block()
	case '@':
		return p.atSign()
	case '[':
		return p.typeName()
	}
	if n := p.numberEnd(); n > 0 {
		p.i += n
		return &psNode{kind: psNumber, text: p.s[p.i-n : p.i]}
	}
	return p.fail("a value is not one that the gate knows: " + excerpt(p.s[p.i:min(len(p.s), p.i+20)]))
}

// atSign reads @( ), @{ }, here-strings and @name.
func (p *psParser) atSign() *psNode {
	switch c := p.peek(1); {
	case c == '(':
		p.i += 2
		return &psNode{kind: psArray, body: p.brackets(')')}
	case c == '{':
		p.i += 2
		return p.hash()
	case c == '\'' || c == '"':
		return p.hereString(c)
	case isWordByte(c):
		begin := p.i + 1
		for p.i++; isWordByte(p.peek(0)) || p.peek(0) == ':'; p.i++ {
		}
		return &psNode{kind: psSplat, text: strings.ToLower(p.s[begin:p.i])}
	}
	return p.fail("an @ stands alone")
}

// hash reads the pairs of @{ }.
func (p *psParser) hash() *psNode {
	n := &psNode{kind: psHash}
	if !p.in() {
		return n
	}
	defer func() { p.depth-- }()
	for p.failed == "" {
		p.separators()
		if p.peek(0) == '}' {
			p.i++
			return n
		}
		n.kids = append(n.kids, p.hashKey())
		if p.skip(true); p.peek(0) != '=' {
			return p.fail("a hash table has a key without a value")
		}
		p.i++
		p.skip(true)
		n.kids = append(n.kids, p.statement())
	}
	return n
}

func (p *psParser) hashKey() *psNode {
	begin := p.i
	for isWordByte(p.peek(0)) || p.peek(0) == '-' || p.peek(0) == '.' {
		p.i++
	}
	if p.i > begin {
		return &psNode{kind: psText, text: p.s[begin:p.i]}
	}
	return p.unary()
}

// postfix reads the members, calls and indexes behind a value.
func (p *psParser) postfix(n *psNode) *psNode {
	for p.failed == "" {
		c, next := p.peek(0), p.peek(1)
		switch {
		case c == ':' && next == ':':
			p.i += 2
			n = p.member(n, "::")
		case c == '.' && (isWordByte(next) && !isDigit(next) || next == '$' || next == '"' || next == '\'' || next == '('):
			p.i++
			n = p.member(n, ".")
		case c == '?' && next == '.' && isLetter(p.peek(2)):
			p.i += 2
			n = p.member(n, ".")
		case c == '[':
			p.i++
			if !p.in() {
				return n
			}
			p.skip(true)
			n = &psNode{kind: psIndex, kids: []*psNode{n, p.expression(0)}}
			p.depth--
			p.close(']')
		case c == '+' && next == '+' || c == '-' && next == '-':
			p.i += 2
			return &psNode{kind: psUnary, text: p.s[p.i-2 : p.i], kids: []*psNode{n}}
		default:
			return n
		}
	}
	return n
}

// member reads a member's name, and the arguments when it is called.
func (p *psParser) member(on *psNode, sign string) *psNode {
	n := &psNode{kind: psMember, text: sign, kids: []*psNode{on}}
	if begin := p.i; isWordByte(p.peek(0)) {
		for isWordByte(p.peek(0)) {
			p.i++
		}
		n.kids = append(n.kids, &psNode{kind: psText, text: p.s[begin:p.i]})
	} else {
		n.kids = append(n.kids, p.primary())
	}
	if p.peek(0) != '(' || p.failed != "" {
		return n
	}
	p.i++
	call := &psNode{kind: psInvoke, kids: []*psNode{n}}
	if !p.in() {
		return call
	}
	defer func() { p.depth-- }()
	for p.failed == "" {
		if p.skip(true); p.peek(0) == ')' {
			p.i++
			return call
		}
		if p.peek(0) == ',' {
			p.i++
			continue
		}
		call.kids = append(call.kids, p.expression(precedenceOfComma+1))
		if p.skip(true); p.peek(0) != ')' && p.peek(0) != ',' {
			if op, level, length := p.operator(); length > 0 && level < precedenceOfComma {
				p.i += length
				p.skip(true)
				last := len(call.kids) - 1
				call.kids[last] = &psNode{kind: psBinary, ops: []string{op}, kids: []*psNode{call.kids[last], p.expression(precedenceOfComma + 1)}}
				continue
			}
			return p.fail("a ) is missing")
		}
	}
	return call
}
