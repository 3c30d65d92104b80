package extract

import (
	"strings"
)

// condition reads what follows the word if.
func (p *cmdParser) condition() *cmdNode {
	n := &cmdNode{kind: cmdIf}
	for {
		p.blank(" \t")
		switch word := strings.ToLower(p.word(" \t=<>&|(")); word {
		case "/i", "not":
			continue
		case "exist", "defined", "errorlevel", "cmdextversion":
			p.blank(" \t")
			p.word(" \t<>&|(")
		default:
			p.compared()
		}
		break
	}
	if p.failed != "" {
		return n
	}
	n.kids = append(n.kids, p.body())
	p.blankBeforeElse()
	if p.failed == "" && p.keyword() == "else" {
		p.i += 4
		n.kids = append(n.kids, p.body())
	}
	return n
}

// compared reads a == b or a EQU b, whose first word has been taken.
func (p *cmdParser) compared() {
	p.blank(" \t")
	if p.at("==") {
		p.i += 2
	} else {
		op := strings.ToLower(p.word(" \t=<>&|("))
		if op == "" || !strings.Contains(" equ neq lss leq gtr geq ", " "+op+" ") {
			p.failed = "a condition is not one that the gate knows"
			return
		}
	}
	p.blank(" \t")
	p.word(" \t<>&|(")
}

// blankBeforeElse goes past the end of a line only in parentheses.
func (p *cmdParser) blankBeforeElse() {
	for p.i < len(p.s) && (p.s[p.i] == ' ' || p.s[p.i] == '\t') {
		p.i++
	}
}

// body reads what an if or a for does: a block, or the rest of the line.
func (p *cmdParser) body() *cmdNode {
	for p.i < len(p.s) && strings.IndexByte(" \t@", p.s[p.i]) >= 0 {
		p.i++
	}
	if p.at("(") {
		if p.nesting++; p.nesting > maxCmdNesting {
			p.failed = "its commands are nested too deeply"
			return &cmdNode{}
		}
		defer func() { p.nesting-- }()
		return p.block()
	}
	n := &cmdNode{kind: cmdList, kids: []*cmdNode{p.pipe()}}
	for p.failed == "" && (p.at("&") || p.at("||")) {
		op := "&"
		for _, sign := range []string{"&&", "||", "&"} {
			if p.at(sign) {
				op = sign
				break
			}
		}
		p.i += len(op)
		n.ops = append(n.ops, op)
		n.kids = append(n.kids, p.pipe())
	}
	return n
}

// loop reads what follows the word for.
func (p *cmdParser) loop() *cmdNode {
	n := &cmdNode{kind: cmdFor}
	for {
		p.blank(" \t")
		word := p.word(" \t(")
		low := strings.ToLower(word)
		switch {
		case low == "/d" || low == "/r" || low == "/l" || low == "/f":
			if n.mode != "r" {
				n.mode = low[1:]
			}
			continue
		case strings.HasPrefix(word, "%") && len(strings.TrimLeft(word, "%")) == 1:
			n.letter = word[len(word)-1]
		case n.mode == "r" && n.root == "" && word != "":
			n.root = word
			continue
		case n.mode == "f" && word != "":
			continue // "tokens=1,2"
		default:
			p.failed = "a for loop has no variable"
			return n
		}
		break
	}
	p.blank(" \t")
	if p.keyword() != "in" {
		p.failed = "a for loop has no set"
		return n
	}
	p.i += 2
	p.blank(" \t")
	if !p.at("(") {
		p.failed = "a for loop has no set"
		return n
	}
	p.i++
	n.words = p.set()
	p.blank(" \t")
	if p.failed == "" && p.keyword() != "do" {
		p.failed = "a for loop does nothing"
	}
	if p.failed == "" {
		p.i += 2
		n.kids = []*cmdNode{p.body()}
	}
	return n
}

// set reads up to the parenthesis that closes a for loop's set. Carets are
// undone, because a command in it is read once more.
func (p *cmdParser) set() string {
	var out strings.Builder
	quoted, single := false, false
	for {
		if p.i >= len(p.s) {
			if !p.fill() {
				p.failed = "a parenthesis is not closed"
				return out.String()
			}
			out.WriteByte('\n')
			continue
		}
		c := p.s[p.i]
		switch {
		case c == '"':
			quoted = !quoted
		case c == '\'' && !quoted && (single || strings.TrimSpace(out.String()) == ""):
			single = !single
		case c == '^' && !quoted && p.i+1 < len(p.s):
			p.i++
		case c == ')' && !quoted && !single:
			p.i++
			return out.String()
		}
		out.WriteByte(p.s[p.i])
		p.i++
	}
}
