package extract

import (
	"strings"

	"gate/internal/table"
)

// chain reads pipelines joined by && and ||; an & behind one starts it in
// the background.
func (p *psParser) chain() *psNode {
	n := p.pipeline()
	if n.kind == psAssign {
		return n
	}
	c := &psNode{kind: psChain, kids: []*psNode{n}}
	for p.failed == "" {
		p.skip(false)
		if !p.at("&&") && !p.at("||") {
			break
		}
		c.ops = append(c.ops, p.s[p.i:p.i+2])
		p.i += 2
		p.skip(true)
		c.kids = append(c.kids, p.pipeline())
	}
	if p.at("&") {
		p.i++
		p.skip(false)
		for len(c.ops) < len(c.kids) {
			c.ops = append(c.ops, "&")
		}
		if p.i < len(p.s) && strings.IndexByte(";\n\r)}", p.s[p.i]) < 0 {
			c.kids = append(c.kids, p.pipeline())
		}
		return c
	}
	if len(c.kids) == 1 {
		return n
	}
	return c
}

// assigns are the operators that put a value into a variable.
var assigns = []string{"=", "+=", "-=", "*=", "/=", "%=", "??="}

func (p *psParser) pipeline() *psNode {
	p.skip(true)
	n := &psNode{kind: psPipe}
	first := p.element()
	if p.failed == "" && first.kind != psCommand {
		p.skip(false)
		for _, op := range assigns {
			if p.at(op) && !(op == "=" && p.at("==")) {
				p.i += len(op)
				p.skip(true)
				return &psNode{kind: psAssign, text: op, kids: []*psNode{first, p.statement()}}
			}
		}
		p.redirections(first)
	}
	n.kids = append(n.kids, first)
	for p.failed == "" && p.nextInPipe() {
		n.kids = append(n.kids, p.element())
	}
	return n
}

// nextInPipe takes the | before another element; it may stand on the next
// line.
func (p *psParser) nextInPipe() bool {
	p.skip(false)
	before := p.i
	if c := p.peek(0); c == '\n' || c == '\r' {
		p.skip(true)
	}
	if p.at("|") && !p.at("||") {
		p.i++
		p.skip(true)
		return true
	}
	p.i = before
	return false
}

// element reads one command or expression of a pipeline.
func (p *psParser) element() *psNode {
	if p.i >= len(p.s) {
		return p.fail("a command is missing")
	}
	if p.startsExpression() {
		return p.expression(0)
	}
	return p.command()
}

// startsExpression tells an expression from a command.
func (p *psParser) startsExpression() bool {
	c, next := p.s[p.i], p.peek(1)
	switch c {
	case '$', '"', '\'', '(', '{', '!', ',':
		return true
	case '@':
		return next == '(' || next == '{' || next == '"' || next == '\''
	case '[':
		return isWordByte(next)
	case '-', '+':
		if next == '$' || next == '(' || isDigit(next) || next == c {
			return true
		}
		return c == '-' && unaryOperators.Has(p.operatorWord())
	}
	if isDigit(c) || c == '.' && isDigit(next) {
		n := p.numberEnd()
		return n > 0
	}
	return false
}

var unaryOperators = table.Set{"-not", "-join", "-split", "-bnot", "-csplit", "-isplit"}

// operatorWord is the operator -name that comes next, in lower case.
func (p *psParser) operatorWord() string {
	end := p.i + 1
	for end < len(p.s) && end < p.i+16 && isLetter(p.s[end]) {
		end++
	}
	return strings.ToLower(p.s[p.i:end])
}

// numberEnd is the length of the number that comes next, 0 when a word only
// begins like one: 7z.
func (p *psParser) numberEnd() int {
	n := 0
	for isDigit(p.peek(n)) || p.peek(n) == '.' && isDigit(p.peek(n+1)) || n == 1 && p.peek(n)|0x20 == 'x' || n > 1 && p.peek(1)|0x20 == 'x' && isHex(p.peek(n)) {
		n++
	}
	for _, suffix := range []string{"kb", "mb", "gb", "tb", "l", "d"} {
		if end := p.i + n + len(suffix); end <= len(p.s) && strings.EqualFold(p.s[p.i+n:end], suffix) {
			n += len(suffix)
			break
		}
	}
	if c := p.peek(n); isWordByte(c) || c == '\\' || c == ':' {
		return 0
	}
	return n
}

func isHex(c byte) bool { return isDigit(c) || c|0x20 >= 'a' && c|0x20 <= 'f' }
