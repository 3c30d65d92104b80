package extract

import (
	"strings"
)

// cmdNode is a piece of a cmd.exe command line.
type cmdNode struct {
	kind   cmdKind
	text   string     // a simple command, carets undone and quotes kept
	ops    []string   // of a list: what stands before each of kids but the first
	kids   []*cmdNode // of a list and a pipe; of if and for the body, and the else branch
	redirs []cmdRedirect
	words  string // of for: the set between its parentheses
	mode   string // of for: "", "d", "r", "l", "f"
	root   string // of for /r: the folder
	letter byte   // of for: the variable's name
}

type cmdKind byte

const (
	cmdSimple cmdKind = iota
	cmdList
	cmdPipe
	cmdIf
	cmdFor
)

type cmdRedirect struct {
	fd   byte   // 0 when none is named
	op   string // < > >>
	file string // "&1" for another descriptor
}

// maxCmdNesting is how deep parentheses are read; cmd.exe itself reads about
// this many.
const maxCmdNesting = 100

// cmdParser reads a command line as cmd.exe does: each line has its variables
// put in before it is looked at, and a line whose parenthesis is open goes on
// in the next one.
type cmdParser struct {
	lines   []string
	expand  func(line string) string
	s       string
	i       int
	parens  int
	nesting int
	failed  string // why the text cannot be read
}

// next reads one line with all that belongs to it, nil at the end.
func (p *cmdParser) next() *cmdNode {
	if p.failed != "" || !p.fill() {
		return nil
	}
	n := p.list()
	if p.failed == "" && p.i < len(p.s) {
		p.i = len(p.s)
	}
	return n
}

// fill goes to the next line, and says whether there is one.
func (p *cmdParser) fill() bool {
	if len(p.lines) == 0 {
		return false
	}
	p.s, p.i = p.expand(strings.TrimSuffix(p.lines[0], "\r")), 0
	p.lines = p.lines[1:]
	return true
}

// blank skips what parts words, and in parentheses the ends of lines.
func (p *cmdParser) blank(delimiters string) {
	for {
		for p.i < len(p.s) && strings.IndexByte(delimiters, p.s[p.i]) >= 0 {
			p.i++
		}
		if p.i < len(p.s) || p.parens == 0 || !p.fill() {
			return
		}
	}
}

// at says whether a piece of text comes next.
func (p *cmdParser) at(text string) bool { return strings.HasPrefix(p.s[p.i:], text) }

// list reads commands up to the end of the line or of the parenthesis.
func (p *cmdParser) list() *cmdNode {
	n := &cmdNode{kind: cmdList}
	op := ""
	for p.failed == "" {
		p.blank(" \t,;=")
		if p.i >= len(p.s) || p.parens > 0 && p.at(")") {
			return n
		}
		if len(n.kids) > 0 {
			n.ops = append(n.ops, op)
		}
		n.kids = append(n.kids, p.pipe())
		op = "&"
		for _, sign := range []string{"&&", "||", "&"} {
			if p.at(sign) {
				op = sign
				p.i += len(sign)
				break
			}
		}
		if p.i < len(p.s) && p.s[p.i] == ')' && p.parens == 0 {
			p.i++ // a parenthesis that closes nothing is left out
		}
	}
	return n
}

func (p *cmdParser) pipe() *cmdNode {
	first := p.command()
	if !p.at("|") || p.at("||") {
		return first
	}
	n := &cmdNode{kind: cmdPipe, kids: []*cmdNode{first}}
	for p.at("|") && !p.at("||") && p.failed == "" {
		p.i++
		p.blank(" \t")
		n.kids = append(n.kids, p.command())
	}
	return n
}

func (p *cmdParser) command() *cmdNode {
	if p.nesting++; p.nesting > maxCmdNesting {
		p.failed = "its commands are nested too deeply"
		return &cmdNode{}
	}
	defer func() { p.nesting-- }()
	for p.i < len(p.s) && strings.IndexByte(" \t,;=@", p.s[p.i]) >= 0 {
		p.i++
	}
	if p.at("(") {
		return p.block()
	}
	if p.at(":") { // a label, or a comment
		p.i = len(p.s)
		return &cmdNode{}
	}
	switch p.keyword() {
	case "if":
		p.i += 2
		return p.condition()
	case "for":
		p.i += 3
		return p.loop()
	case "rem":
		n := &cmdNode{text: "rem"}
		p.i = len(p.s)
		return n
	}
	n := &cmdNode{}
	n.text = p.text(&n.redirs)
	return n
}

// keyword is the letters that come next, when nothing else follows them.
func (p *cmdParser) keyword() string {
	end := p.i
	for end < len(p.s) && end < p.i+4 && isLetter(p.s[end]) {
		end++
	}
	if end < len(p.s) && strings.IndexByte(" \t,;=(/", p.s[end]) < 0 {
		return ""
	}
	return strings.ToLower(p.s[p.i:end])
}

// block reads ( commands ) and the redirections behind it.
func (p *cmdParser) block() *cmdNode {
	p.i++
	p.parens++
	n := p.list()
	if p.failed == "" && !p.at(")") {
		p.failed = "a parenthesis is not closed"
		return n
	}
	p.parens--
	if p.i < len(p.s) {
		p.i++
	}
	for p.failed == "" {
		for p.i < len(p.s) && (p.s[p.i] == ' ' || p.s[p.i] == '\t') {
			p.i++
		}
		if p.i < len(p.s) && (p.s[p.i] == '>' || p.s[p.i] == '<') || p.i+1 < len(p.s) && isDigit(p.s[p.i]) && p.s[p.i+1] == '>' {
			before := p.i
			var text []byte
			if isDigit(p.s[p.i]) {
				text = append(text, p.s[p.i])
				p.i++
			}
			p.redirect(&text, &n.redirs)
			if p.i > before {
				continue
			}
		}
		break
	}
	return n
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }
