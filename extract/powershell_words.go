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
