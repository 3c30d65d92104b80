package extract

import (
	"strings"

	"gate/internal/table"
)

// psNode is a piece of a PowerShell script.
type psNode struct {
	kind   psKind
	text   string    // a literal, a name, or the source of a script block
	kids   []*psNode // operands, elements, arguments, conditions
	body   []*psNode // statements
	other  []*psNode // the statements of else; the parameters of a block
	ops    []string  // between kids
	redirs []psRedirect
}

type psKind byte

const (
	psText   psKind = iota // a literal
	psJoined               // a string with variables in it, or a word put together
	psVar
	psNumber
	psList   // a, b
	psGroup  // ( )
	psSub    // $( )
	psArray  // @( )
	psHash   // @{ }: kids are keys and values in turn
	psBlock  // { }
	psType   // [name]
	psMember // kids: the object, the member's name; with :: in text when static
	psInvoke // kids: a psMember, and the arguments
	psIndex
	psBinary
	psUnary
	psTernary
	psSplat   // @name
	psParam   // -name, with a kid when a colon joins the value
	psBare    // a word of a command that is no string in quotes
	psCommand // ops: & or . before the name; kids: the words
	psPipe
	psChain // && and ||
	psAssign
	psIf
	psForeach
	psLoop
	psSwitch
	psTry
	psFunction
	psJump  // return, exit, throw, break, continue
	psQuiet // nothing is done
)

type psRedirect struct {
	fd   string // "", digits or *
	adds bool
	file *psNode // nil: to another stream
	to   string  // the other stream
}

// maxPSNesting is how deep brackets are read.
const maxPSNesting = 120

// psParser reads PowerShell. The grammar is that of "about_Parsing" and the
// language specification, chapter 2 and 8, as far as scripts of one line or
// one page need it. What it cannot read is failed.
type psParser struct {
	s      string
	i      int
	depth  int
	failed string
}

func (p *psParser) fail(why string) *psNode {
	if p.failed == "" {
		p.failed = why
	}
	p.i = len(p.s)
	return &psNode{kind: psQuiet}
}

func (p *psParser) at(text string) bool { return strings.HasPrefix(p.s[p.i:], text) }

// peek is the byte n further on, 0 at the end.
func (p *psParser) peek(n int) byte {
	if p.i+n < len(p.s) {
		return p.s[p.i+n]
	}
	return 0
}

// in goes one bracket deeper.
func (p *psParser) in() bool {
	if p.depth++; p.depth > maxPSNesting {
		p.fail("its brackets are nested too deeply")
		return false
	}
	return true
}

// skip passes over blanks and comments, and over line ends where they mean
// nothing.
func (p *psParser) skip(lines bool) {
	for p.i < len(p.s) {
		switch c := p.s[p.i]; {
		case c == ' ' || c == '\t' || c == '\f' || c == '\v':
			p.i++
		case c == '\n' || c == '\r':
			if !lines {
				return
			}
			p.i++
		case c == '`' && (p.peek(1) == '\n' || p.peek(1) == '\r'):
			p.i += 2
			if p.s[p.i-1] == '\r' && p.peek(0) == '\n' {
				p.i++
			}
		case c == '#':
			if n := strings.IndexByte(p.s[p.i:], '\n'); n >= 0 {
				p.i += n
			} else {
				p.i = len(p.s)
			}
		case c == '<' && p.peek(1) == '#':
			n := strings.Index(p.s[p.i:], "#>")
			if n < 0 {
				p.fail("a comment is not closed")
				return
			}
			p.i += n + 2
		case c == 0xC2 && p.peek(1) == 0xA0: // a blank that does not break
			p.i += 2
		default:
			return
		}
	}
}

// statements reads up to a closing bracket, 0 for the end of the text.
func (p *psParser) statements(end byte) []*psNode {
	var list []*psNode
	for {
		p.separators()
		if p.failed != "" || p.i >= len(p.s) || end != 0 && p.s[p.i] == end {
			return list
		}
		list = append(list, p.one(end))
	}
}

func (p *psParser) separators() {
	for p.skip(true); p.i < len(p.s) && p.s[p.i] == ';'; p.skip(true) {
		p.i++
	}
}

// one reads a statement and checks that it ends where it may.
func (p *psParser) one(end byte) *psNode {
	n := p.statement()
	p.skip(false)
	if p.failed == "" && p.i < len(p.s) {
		if c := p.s[p.i]; c != ';' && c != '\n' && c != '\r' && (end == 0 || c != end) && !closes(n) {
			p.fail("nothing may follow here: " + excerpt(p.s[p.i:min(len(p.s), p.i+20)]))
		}
	}
	return n
}

// closes says whether a statement ends with its block, so that another may
// follow on the same line.
func closes(n *psNode) bool {
	switch n.kind {
	case psIf, psForeach, psLoop, psSwitch, psTry, psFunction, psQuiet:
		return true
	}
	return false
}

// brackets reads statements between brackets; the opening one has been taken.
func (p *psParser) brackets(end byte) []*psNode {
	if !p.in() {
		return nil
	}
	list := p.statements(end)
	p.depth--
	p.close(end)
	return list
}

func (p *psParser) close(end byte) {
	p.skip(true)
	if p.peek(0) != end {
		p.fail("a " + string(rune(end)) + " is missing")
		return
	}
	p.i++
}

// word is the letters that come next, in lower case, when no more of a word
// follows them.
func (p *psParser) word() string {
	end := p.i
	for end < len(p.s) && end < p.i+16 && isLetter(p.s[end]) {
		end++
	}
	if end < len(p.s) && (isWordByte(p.s[end]) || strings.IndexByte(`-.\/:`, p.s[end]) >= 0) {
		return ""
	}
	return strings.ToLower(p.s[p.i:end])
}

func isWordByte(c byte) bool { return isLetter(c) || isDigit(c) || c == '_' || c >= 0x80 }

func (p *psParser) statement() *psNode {
	if !p.in() {
		return &psNode{kind: psQuiet}
	}
	defer func() { p.depth-- }()
	if p.at(":") && isLetter(p.peek(1)) { // a loop's label
		for p.i++; isWordByte(p.peek(0)); p.i++ {
		}
		p.skip(true)
	}
	word := p.word()
	f := p.keyword(word)
	if f == nil {
		return p.chain()
	}
	begin := p.i
	p.i += len(word)
	if p.skip(false); !flowWords.Has(word) {
		p.skip(true)
	}
	if c := p.peek(0); blockWords.Has(word) && c != '{' && c != '[' { // a program of that name
		p.i = begin
		return p.chain()
	}
	return f(word)
}

var (
	flowWords  = table.Set{"return", "throw", "exit", "break", "continue"}
	blockWords = table.Set{"begin", "process", "end", "dynamicparam", "clean", "trap", "data"}
)

// keyword finds how the statement that begins with a word is read.
func (p *psParser) keyword(word string) func(string) *psNode {
	switch word {
	case "if":
		return p.ifStatement
	case "foreach":
		return p.foreach
	case "for", "while":
		return p.loop
	case "do":
		return p.doLoop
	case "switch":
		return p.switchStatement
	case "try":
		return p.try
	case "function", "filter":
		return p.function
	case "return", "throw", "exit", "break", "continue":
		return p.flow
	case "param":
		return func(string) *psNode { return &psNode{kind: psQuiet, other: p.params()} }
	case "begin", "process", "end", "dynamicparam", "clean", "trap", "data":
		return p.named
	case "using":
		return func(string) *psNode { p.line(); return &psNode{kind: psQuiet} }
	case "class", "enum", "configuration", "workflow":
		return func(string) *psNode { return p.fail("the gate does not read a " + word) }
	}
	return nil
}

func (p *psParser) line() {
	for p.i < len(p.s) && p.s[p.i] != '\n' && p.s[p.i] != ';' {
		p.i++
	}
}
