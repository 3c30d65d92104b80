package extract

import (
	"strings"

	"gate/internal/table"
)

// The precedence of operators, loosest first. An expression is read as a flat
// row of operands for each level.
const (
	precedenceOfLogic = iota
	precedenceOfBits
	precedenceOfComparison
	precedenceOfSum
	precedenceOfProduct
	precedenceOfFormat
	precedenceOfRange
	precedenceOfComma
	precedenceOfUnary
)

// wordOperators are the operators that are words, without the c or i that may
// stand in front of them.
var wordOperators = table.Of[int]{
	{"and", precedenceOfLogic}, {"or", precedenceOfLogic}, {"xor", precedenceOfLogic},
	{"band", precedenceOfBits}, {"bor", precedenceOfBits}, {"bxor", precedenceOfBits},
	{"eq", precedenceOfComparison}, {"ne", precedenceOfComparison}, {"gt", precedenceOfComparison}, {"ge", precedenceOfComparison},
	{"lt", precedenceOfComparison}, {"le", precedenceOfComparison}, {"like", precedenceOfComparison}, {"notlike", precedenceOfComparison},
	{"match", precedenceOfComparison}, {"notmatch", precedenceOfComparison}, {"contains", precedenceOfComparison}, {"notcontains", precedenceOfComparison},
	{"in", precedenceOfComparison}, {"notin", precedenceOfComparison}, {"replace", precedenceOfComparison}, {"split", precedenceOfComparison},
	{"join", precedenceOfComparison}, {"is", precedenceOfComparison}, {"isnot", precedenceOfComparison}, {"as", precedenceOfComparison},
	{"shl", precedenceOfComparison}, {"shr", precedenceOfComparison}, {"f", precedenceOfFormat},
}

// operator finds the binary operator that comes next, its level and length;
// length 0 when there is none.
func (p *psParser) operator() (op string, level, length int) {
	c, next := p.peek(0), p.peek(1)
	switch {
	case c == ',':
		return ",", precedenceOfComma, 1
	case c == '.' && next == '.':
		return "..", precedenceOfRange, 2
	case c == '-' && isLetter(next):
		word := p.operatorWord()
		name := word[1:]
		level, ok := wordOperators.Find(name)
		if !ok && len(name) > 1 && (name[0] == 'c' || name[0] == 'i') {
			name = name[1:]
			level, ok = wordOperators.Find(name)
		}
		if ok {
			return name, level, len(word)
		}
	case next == '=':
	case c == '+' || c == '-':
		return string(rune(c)), precedenceOfSum, 1
	case c == '*' || c == '/' || c == '%':
		return string(rune(c)), precedenceOfProduct, 1
	case c == '?' && next == '?':
		return "??", precedenceOfLogic, 2
	}
	return "", 0, 0
}

// expression reads an expression whose operators bind at least as tightly as
// level.
func (p *psParser) expression(level int) *psNode {
	if level >= precedenceOfUnary {
		return p.unary()
	}
	n := p.expression(level + 1)
	row := &psNode{kind: psBinary, kids: []*psNode{n}}
	if level == precedenceOfComma {
		row.kind = psList
	}
	for p.failed == "" {
		before := p.i
		p.skip(false)
		op, at, length := p.operator()
		if length == 0 || at != level {
			if length == 0 && level == precedenceOfLogic && p.peek(0) == '?' {
				return p.ternary(p.row(row))
			}
			p.i = before
			break
		}
		p.i += length
		p.skip(true)
		row.ops = append(row.ops, op)
		row.kids = append(row.kids, p.expression(level+1))
	}
	return p.row(row)
}

func (p *psParser) row(row *psNode) *psNode {
	if len(row.kids) == 1 {
		return row.kids[0]
	}
	return row
}

// ternary reads what follows a condition: ? yes : no.
func (p *psParser) ternary(condition *psNode) *psNode {
	p.i++
	p.skip(true)
	if !p.in() {
		return condition
	}
	defer func() { p.depth-- }()
	yes := p.expression(precedenceOfLogic + 1)
	if p.skip(true); p.peek(0) != ':' {
		return p.fail("a : is missing")
	}
	p.i++
	p.skip(true)
	return &psNode{kind: psTernary, kids: []*psNode{condition, yes, p.expression(precedenceOfLogic + 1)}}
}

// unary reads the operators in front of a value, and casts.
func (p *psParser) unary() *psNode {
	if p.skip(false); p.i >= len(p.s) {
		return p.fail("a value is missing")
	}
	if !p.in() {
		return &psNode{kind: psQuiet}
	}
	defer func() { p.depth-- }()
	c, next := p.s[p.i], p.peek(1)
	op := ""
	switch {
	case c == '!' || c == ',':
		op = string(rune(c))
	case c == '-' && isLetter(next) && unaryOperators.Has(p.operatorWord()):
		op = p.operatorWord()
	case (c == '-' || c == '+') && next == c:
		op = p.s[p.i : p.i+2]
	case c == '-' || c == '+':
		op = string(rune(c))
	case c == '[':
		return p.cast()
	}
	if op == "" {
		return p.postfix(p.primary())
	}
	p.i += len(op)
	level := precedenceOfUnary
	if op == "-join" || op == "-split" {
		level = precedenceOfComma
	}
	p.skip(false)
	return &psNode{kind: psUnary, text: strings.TrimPrefix(op, "-"), kids: []*psNode{p.expression(level)}}
}

// cast reads [type], and the value that it is put in front of.
func (p *psParser) cast() *psNode {
	t := p.typeName()
	if p.failed != "" || p.at("::") {
		return p.postfix(t)
	}
	before := p.i
	p.skip(false)
	if c := p.peek(0); c != 0 && (strings.IndexByte("$\"'([{!", c) >= 0 || c == '@' || isDigit(c) || c == '-' && !isLetter(p.peek(1))) {
		return &psNode{kind: psUnary, text: t.text, ops: []string{"cast"}, kids: []*psNode{p.unary()}}
	}
	p.i = before
	return t
}
