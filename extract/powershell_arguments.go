package extract

import (
	"strings"
)

// command reads a command with its words and redirections.
func (p *psParser) command() *psNode {
	n := &psNode{kind: psCommand}
	c := p.s[p.i]
	if c == '&' || c == '.' && strings.IndexByte(" \t$\"'({", p.peek(1)) >= 0 && p.peek(1) != 0 {
		n.ops = []string{string(rune(c))}
		p.i++
		p.skip(false)
	}
	if p.i >= len(p.s) || p.ends() {
		return p.fail("a command is missing")
	}
	n.kids = append(n.kids, p.argument())
	for p.failed == "" {
		p.skip(false)
		if p.ends() {
			return n
		}
		if p.redirections(n) {
			continue
		}
		if p.at("--%") {
			p.verbatim(n)
			return n
		}
		n.kids = append(n.kids, p.list())
	}
	return n
}

// ends says whether a command's words end here.
func (p *psParser) ends() bool {
	return p.i >= len(p.s) || strings.IndexByte(";|&)}\n\r", p.s[p.i]) >= 0
}

// verbatim reads what follows --%, which is handed on as it stands.
func (p *psParser) verbatim(n *psNode) {
	end := strings.IndexAny(p.s[p.i:], "\r\n|")
	if end < 0 {
		end = len(p.s) - p.i
	}
	for _, w := range winWords(p.s[p.i+3 : p.i+end]) {
		n.kids = append(n.kids, &psNode{kind: psBare, kids: []*psNode{{kind: psText, text: w}}})
	}
	p.i += end
}

// list reads a word, or several with commas between them.
func (p *psParser) list() *psNode {
	first := p.argument()
	n := &psNode{kind: psList, kids: []*psNode{first}}
	for p.failed == "" && first.kind != psParam {
		before := p.i
		p.skip(false)
		if p.peek(0) != ',' {
			p.i = before
			break
		}
		p.i++
		if p.skip(true); p.ends() {
			break
		}
		n.kids = append(n.kids, p.argument())
	}
	return p.row(n)
}

// argument reads one word of a command.
func (p *psParser) argument() *psNode {
	if !p.in() {
		return &psNode{kind: psQuiet}
	}
	defer func() { p.depth-- }()
	switch c := p.peek(0); {
	case c == '\'' || c == '"' || c == '(' || c == '{':
		return p.postfix(p.primary())
	case c == '@':
		if next := p.peek(1); next == '(' || next == '{' || next == '\'' || next == '"' || isWordByte(next) {
			return p.postfix(p.atSign())
		}
	case c == '-' && (isLetter(p.peek(1)) || p.peek(1) == '_' || p.peek(1) == '?'):
		if n := p.parameter(); n != nil {
			return n
		}
	case c == ',':
		p.i++
		return &psNode{kind: psQuiet}
	}
	return p.bare()
}

// parameter reads -name or -name:value, nil for a word that only begins with
// a dash.
func (p *psParser) parameter() *psNode {
	end := p.i + 1
	for end < len(p.s) && (isWordByte(p.s[end]) || p.s[end] == '?' || p.s[end] == '-') {
		end++
	}
	if end < len(p.s) && strings.IndexByte(" \t\r\n;|&(){},:", p.s[end]) < 0 {
		return nil
	}
	n := &psNode{kind: psParam, text: p.s[p.i:end]}
	colon := end < len(p.s) && p.s[end] == ':'
	if colon && end+1 < len(p.s) && p.s[end+1] == '\\' {
		return nil
	}
	p.i = end
	if colon {
		p.i++
		if p.skip(false); !p.ends() {
			n.kids = []*psNode{p.list()}
		}
	}
	return n
}

// bare reads a word that does not begin with a quote. Its pieces are text,
// strings and variables.
func (p *psParser) bare() *psNode {
	n := &psNode{kind: psBare}
	var text strings.Builder
	flush := func() {
		if text.Len() > 0 {
			n.kids = append(n.kids, &psNode{kind: psText, text: text.String()})
			text.Reset()
		}
	}
	begin := p.i
	for p.failed == "" && p.i < len(p.s) {
		c := p.s[p.i]
		if strings.IndexByte(" \t\r\n;|&(){},>", c) >= 0 || c == '<' && p.i == begin {
			break
		}
		switch {
		case c == '@' && p.i > begin && p.revision() > 0:
			text.WriteString(p.s[p.i : p.i+p.revision()])
			p.i += p.revision()
		case c == '`' && p.i+1 < len(p.s):
			p.escape(&text)
		case c == '$' && p.expands():
			flush()
			v := p.primary()
			if p.i > begin && len(n.kids) == 0 && v.kind != psText {
				v = p.postfix(v)
			}
			n.kids = append(n.kids, v)
		case c == '\'' || c == '"':
			flush()
			n.kids = append(n.kids, p.primary())
		default:
			text.WriteByte(c)
			p.i++
		}
	}
	flush()
	if p.i == begin {
		return p.fail("a word is not one that the gate knows: " + excerpt(p.s[p.i:min(len(p.s), p.i+20)]))
	}
	if len(n.kids) == 1 && n.kids[0].kind != psText {
		return n.kids[0] // $x, with its members
	}
	return n
}

// revision is the length of @{0}, with which git names older states, 0 when
// something else comes next.
func (p *psParser) revision() int {
	n := 2
	for isWordByte(p.peek(n)) && n < 16 {
		n++
	}
	if p.peek(1) != '{' || p.peek(n) != '}' || n == 2 {
		return 0
	}
	return n + 1
}

// redirections reads the redirections that come next into n, and says
// whether there were any.
func (p *psParser) redirections(n *psNode) bool {
	found := false
	for p.failed == "" {
		p.skip(false)
		r := psRedirect{}
		end := 0
		if c := p.peek(0); (c == '*' || isDigit(c)) && p.peek(1) == '>' {
			r.fd = string(rune(c))
			end = 1
		}
		if p.peek(end) != '>' {
			return found
		}
		p.i += end + 1
		if p.peek(0) == '>' {
			r.adds = true
			p.i++
		}
		if p.peek(0) == '&' && isDigit(p.peek(1)) {
			r.to = p.s[p.i+1 : p.i+2]
			p.i += 2
		} else {
			if p.skip(false); p.ends() {
				p.fail("a redirection names no file")
				return true
			}
			r.file = p.argument()
		}
		n.redirs = append(n.redirs, r)
		found = true
	}
	return found
}
