package extract

import (
	"strings"
)

// text reads a simple command up to what ends it.
func (p *cmdParser) text(redirs *[]cmdRedirect) string {
	var out []byte
	quoted := false
	for p.i < len(p.s) {
		c := p.s[p.i]
		switch {
		case c == '"':
			quoted = !quoted
		case quoted:
		case c == '^':
			if p.i++; p.i < len(p.s) {
				break
			}
			if !p.fill() {
				return string(out)
			}
			continue
		case c == '&' || c == '|' || c == ')' && p.parens > 0:
			return string(out)
		case c == '<' || c == '>':
			p.redirect(&out, redirs)
			continue
		}
		out = append(out, p.s[p.i])
		p.i++
	}
	return string(out)
}

// redirect reads a redirection; the digit before it has gone to text.
func (p *cmdParser) redirect(text *[]byte, redirs *[]cmdRedirect) {
	r := cmdRedirect{}
	if last := len(*text) - 1; last >= 0 && isDigit((*text)[last]) && (last == 0 || strings.IndexByte(" \t,;=", (*text)[last-1]) >= 0) {
		r.fd = (*text)[last]
		*text = (*text)[:last]
	}
	r.op = p.s[p.i : p.i+1]
	if p.i++; r.op == ">" && p.at(">") {
		r.op = ">>"
		p.i++
	}
	if p.at("&") {
		p.i++
		r.file = "&"
	}
	for p.i < len(p.s) && (p.s[p.i] == ' ' || p.s[p.i] == '\t') {
		p.i++
	}
	r.file += p.word(" \t,;=&|<>()")
	if r.file == "" {
		p.failed = "a redirection names no file"
		return
	}
	*redirs = append(*redirs, r)
}

// word reads up to one of the stops, without quotes and carets.
func (p *cmdParser) word(stops string) string {
	var out strings.Builder
	quoted := false
	for p.i < len(p.s) {
		c := p.s[p.i]
		switch {
		case c == '"':
			quoted = !quoted
			p.i++
			continue
		case quoted:
		case c == '^' && p.i+1 < len(p.s):
			p.i++
		case strings.IndexByte(stops, c) >= 0:
			return out.String()
		}
		out.WriteByte(p.s[p.i])
		p.i++
	}
	return out.String()
}
