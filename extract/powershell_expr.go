package extract

import "strings"

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
var wordOperators = map[string]int{
	"and": precedenceOfLogic, "or": precedenceOfLogic, "xor": precedenceOfLogic,
	"band": precedenceOfBits, "bor": precedenceOfBits, "bxor": precedenceOfBits,
	"eq": precedenceOfComparison, "ne": precedenceOfComparison, "gt": precedenceOfComparison, "ge": precedenceOfComparison,
	"lt": precedenceOfComparison, "le": precedenceOfComparison, "like": precedenceOfComparison, "notlike": precedenceOfComparison,
	"match": precedenceOfComparison, "notmatch": precedenceOfComparison, "contains": precedenceOfComparison, "notcontains": precedenceOfComparison,
	"in": precedenceOfComparison, "notin": precedenceOfComparison, "replace": precedenceOfComparison, "split": precedenceOfComparison,
	"join": precedenceOfComparison, "is": precedenceOfComparison, "isnot": precedenceOfComparison, "as": precedenceOfComparison,
	"shl": precedenceOfComparison, "shr": precedenceOfComparison, "f": precedenceOfFormat,
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
		level, ok := wordOperators[name]
		if !ok && len(name) > 1 && (name[0] == 'c' || name[0] == 'i') {
			name = name[1:]
			level, ok = wordOperators[name]
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
	case c == '-' && isLetter(next) && unaryOperators[p.operatorWord()]:
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
