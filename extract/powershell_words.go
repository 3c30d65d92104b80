package extract

import (
	"strings"
)

// variable reads $name, ${name}, $scope:name and the variables that are one
// sign; the name is given in lower case, without a scope.
func (p *psParser) variable() *psNode {
	p.i++
	if p.peek(0) == '{' {
		end := strings.IndexByte(p.s[p.i:], '}')
		if end < 0 {
			return p.fail("a } is missing")
		}
		name := p.s[p.i+1 : p.i+end]
		p.i += end + 1
		return &psNode{kind: psVar, text: scoped(name)}
	}
	begin := p.i
	for isWordByte(p.peek(0)) || p.peek(0) == ':' && isWordByte(p.peek(1)) && p.i > begin {
		p.i++
	}
	if p.i == begin {
		if c := p.peek(0); c != 0 && strings.IndexByte("$?^", c) >= 0 {
			p.i++
		} else {
			return &psNode{kind: psText, text: "$"}
		}
	}
	return &psNode{kind: psVar, text: scoped(p.s[begin:p.i])}
}

func scoped(name string) string {
	name = strings.ToLower(name)
	for _, scope := range []string{"global:", "script:", "local:", "private:", "using:", "variable:"} {
		name = strings.TrimPrefix(name, scope)
	}
	return name
}

// single reads '...', in which only ” stands for something else.
func (p *psParser) single() *psNode {
	var out strings.Builder
	for p.i++; ; p.i++ {
		end := strings.IndexByte(p.s[min(p.i, len(p.s)):], '\'')
		if end < 0 {
			return p.fail("a quote is not closed")
		}
		out.WriteString(p.s[p.i : p.i+end])
		if p.i += end + 1; p.peek(0) != '\'' {
			return &psNode{kind: psText, text: out.String()}
		}
		out.WriteByte('\'')
	}
}

// double reads "..." up to its end, or with here the whole rest of p.s.
func (p *psParser) double(here bool) *psNode {
	n := &psNode{kind: psJoined}
	var text strings.Builder
	flush := func() {
		if text.Len() > 0 {
			n.kids = append(n.kids, &psNode{kind: psText, text: text.String()})
			text.Reset()
		}
	}
	for p.failed == "" {
		if p.i >= len(p.s) {
			if !here {
				return p.fail("a quote is not closed")
			}
			break
		}
		c := p.s[p.i]
		switch {
		case c == '"' && !here:
			if p.i++; p.peek(0) != '"' {
				flush()
				return plainJoined(n)
			}
			text.WriteByte('"')
			p.i++
		case c == '`' && p.i+1 < len(p.s):
			p.escape(&text)
		case c == '$' && p.expands():
			flush()
			n.kids = append(n.kids, p.primary())
		default:
			text.WriteByte(c)
			p.i++
		}
	}
	flush()
	return plainJoined(n)
}

// plainJoined is a literal when nothing in a string is put in.
func plainJoined(n *psNode) *psNode {
	if len(n.kids) == 0 {
		return &psNode{kind: psText}
	}
	if len(n.kids) == 1 && n.kids[0].kind == psText {
		return n.kids[0]
	}
	return n
}

// expands says whether the $ that comes next is the start of a variable or
// of $( ).
func (p *psParser) expands() bool {
	c := p.peek(1)
	return isWordByte(c) || c != 0 && strings.IndexByte("({?^$", c) >= 0
}

// escape reads a backtick and what it escapes.
func (p *psParser) escape(out *strings.Builder) {
	c := p.s[p.i+1]
	p.i += 2
	if to, ok := map[byte]string{'n': "\n", 't': "\t", 'r': "\r", '0': "\x00", 'a': "\a", 'b': "\b", 'f': "\f", 'v': "\v", 'e': "\x1b"}[c]; ok {
		out.WriteString(to)
		return
	}
	if c == 'u' && p.peek(0) == '{' {
		if end := strings.IndexByte(p.s[p.i:min(len(p.s), p.i+9)], '}'); end > 0 {
			number(p.s[p.i+1:p.i+end], 16, 6, out, true)
			p.i += end + 1
			return
		}
	}
	out.WriteByte(c)
}

// hereString reads @'...'@ or @"..."@, whose marks stand on lines of their own.
func (p *psParser) hereString(quote byte) *psNode {
	p.i += 2
	end := strings.IndexByte(p.s[p.i:], '\n')
	if end < 0 || strings.TrimSpace(p.s[p.i:p.i+end]) != "" {
		return p.fail("a here-string begins on the line of its mark")
	}
	p.i += end + 1
	mark := string(rune(quote)) + "@"
	body, after := "", 0
	if strings.HasPrefix(p.s[p.i:], mark) {
		after = len(mark)
	} else if n := strings.Index(p.s[p.i:], "\n"+mark); n >= 0 {
		body, after = strings.TrimSuffix(p.s[p.i:p.i+n], "\r"), n+1+len(mark)
	} else {
		return p.fail("a here-string is not closed")
	}
	p.i += after
	if quote == '\'' {
		return &psNode{kind: psText, text: body}
	}
	inner := &psParser{s: body, depth: p.depth}
	n := inner.double(true)
	if inner.failed != "" {
		return p.fail(inner.failed)
	}
	return n
}

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
