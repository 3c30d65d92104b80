package extract

import (
	"strings"
)

// group reads ( pipeline ).
func (p *psParser) group() *psNode {
	if p.skip(true); p.peek(0) != '(' {
		return p.fail("a ( is missing")
	}
	p.i++
	return &psNode{kind: psGroup, body: p.brackets(')')}
}

// block reads { statements } with the parameters in front of them.
func (p *psParser) block() *psNode {
	if p.skip(true); p.peek(0) != '{' {
		return p.fail("a { is missing")
	}
	p.i++
	begin := p.i
	n := &psNode{kind: psBlock, body: p.brackets('}')}
	if p.failed == "" {
		n.text = p.s[begin : p.i-1]
	}
	for _, s := range n.body {
		if s.kind == psQuiet && s.other != nil {
			n.other = append(n.other, s.other...)
		}
	}
	return n
}

func (p *psParser) ifStatement(string) *psNode {
	n := &psNode{kind: psIf, kids: []*psNode{p.group()}, body: p.block().body}
	before := p.i
	p.skip(true)
	switch word := p.word(); {
	case p.failed != "":
	case word == "elseif":
		p.i += len(word)
		if p.in() {
			n.other = []*psNode{p.ifStatement(word)}
			p.depth--
		}
	case word == "else":
		p.i += len(word)
		n.other = p.block().body
	default:
		p.i = before
	}
	return n
}

func (p *psParser) foreach(string) *psNode {
	if strings.HasPrefix(strings.ToLower(p.s[p.i:]), "-parallel") {
		p.i += len("-parallel")
		p.skip(true)
	}
	if p.peek(0) != '(' {
		return p.fail("a ( is missing")
	}
	p.i++
	p.skip(true)
	v := p.primary()
	p.skip(true)
	if v.kind != psVar || p.word() != "in" {
		return p.fail("a foreach loop has no variable")
	}
	p.i += len("in")
	return &psNode{kind: psForeach, text: v.text, kids: []*psNode{{kind: psGroup, body: p.brackets(')')}}, body: p.block().body}
}

// loop reads for ( ; ; ) and while ( ): what stands in the parentheses is run
// as statements are.
func (p *psParser) loop(string) *psNode {
	return &psNode{kind: psLoop, kids: []*psNode{p.group()}, body: p.block().body}
}

func (p *psParser) doLoop(string) *psNode {
	n := &psNode{kind: psLoop, body: p.block().body}
	p.skip(true)
	if word := p.word(); word == "while" || word == "until" {
		p.i += len(word)
		n.kids = []*psNode{p.group()}
		return n
	}
	return p.fail("a do loop has no condition")
}

func (p *psParser) switchStatement(string) *psNode {
	n := &psNode{kind: psSwitch}
	for p.peek(0) == '-' {
		if p.operatorWord() == "-file" {
			p.i += len("-file")
			p.skip(true)
			n.kids = append(n.kids, p.argument())
		} else {
			p.i += len(p.operatorWord())
		}
		p.skip(true)
	}
	if p.peek(0) == '(' {
		n.kids = append(n.kids, p.group())
	}
	if p.skip(true); p.peek(0) != '{' {
		return p.fail("a switch has no clauses")
	}
	p.i++
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
		if p.i >= len(p.s) {
			return p.fail("a } is missing")
		}
		if p.peek(0) == '{' {
			n.kids = append(n.kids, p.block())
		} else {
			n.kids = append(n.kids, p.argument())
		}
		n.body = append(n.body, p.block())
	}
	return n
}

func (p *psParser) try(string) *psNode {
	n := &psNode{kind: psTry, kids: []*psNode{p.block()}}
	for p.failed == "" {
		before := p.i
		p.skip(true)
		word := p.word()
		if word != "catch" && word != "finally" {
			p.i = before
			break
		}
		p.i += len(word)
		for p.skip(true); p.peek(0) == '[' || p.peek(0) == ','; p.skip(true) {
			if p.peek(0) == ',' {
				p.i++
				continue
			}
			p.typeName()
		}
		n.ops = append(n.ops, word)
		n.kids = append(n.kids, p.block())
	}
	return n
}

func (p *psParser) function(string) *psNode {
	begin := p.i
	for p.i < len(p.s) && strings.IndexByte(" \t\r\n({", p.s[p.i]) < 0 {
		p.i++
	}
	name := strings.ToLower(p.s[begin:p.i])
	if _, local, ok := strings.Cut(name, ":"); ok { // global:name
		name = local
	}
	if p.skip(true); name == "" {
		return p.fail("a function has no name")
	}
	var params []*psNode
	if p.peek(0) == '(' {
		params = p.params()
	}
	b := p.block()
	b.other = append(params, b.other...)
	return &psNode{kind: psFunction, text: name, kids: []*psNode{b}}
}

// params reads ( [type] $name = default, ... ).
func (p *psParser) params() []*psNode {
	list := []*psNode{}
	if p.skip(true); p.peek(0) != '(' {
		p.fail("a ( is missing")
		return list
	}
	for p.i++; p.failed == ""; {
		p.skip(true)
		switch c := p.peek(0); {
		case c == ')':
			p.i++
			return list
		case c == ',':
			p.i++
		case c == '[':
			p.typeName()
		case c == '$':
			v := p.variable()
			if p.skip(true); p.peek(0) == '=' {
				p.i++
				p.skip(true)
				v.kids = []*psNode{p.expression(precedenceOfComma + 1)}
			}
			list = append(list, v)
		default:
			p.fail("a parameter is not one that the gate knows")
		}
	}
	return list
}

func (p *psParser) flow(word string) *psNode {
	n := &psNode{kind: psJump, text: word}
	if c := p.peek(0); c != 0 && strings.IndexByte(";}\n\r)", c) < 0 {
		n.body = []*psNode{p.chain()}
	}
	return n
}

// named reads begin { }, process { }, trap [type] { } and their kin, whose
// statements are taken where they stand.
func (p *psParser) named(string) *psNode {
	if p.peek(0) == '[' {
		p.typeName()
	}
	return &psNode{kind: psLoop, body: p.block().body}
}

// typeName reads [name], with whatever stands in it.
func (p *psParser) typeName() *psNode {
	begin, open := p.i, 0
	for ; p.i < len(p.s); p.i++ {
		switch p.s[p.i] {
		case '[':
			open++
		case ']':
			if open--; open == 0 {
				p.i++
				name := strings.ToLower(strings.TrimSpace(p.s[begin+1 : p.i-1]))
				return &psNode{kind: psType, text: strings.TrimPrefix(name, "system.")}
			}
		}
	}
	return p.fail("a ] is missing")
}
