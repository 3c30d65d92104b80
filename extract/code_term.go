package extract

import (
	"slices"
	"strings"

	"gate"
)

// term takes a literal, a list, a name with what follows it, or a call.
func (p *codeReader) term() operand {
	t := p.peek(0)
	switch {
	case t.kind == 's':
		v := p.literal()
		for p.peek(0).kind == 's' && p.lang == "python" { // literals side by side
			v = v.join(p.literal(), "")
		}
		return p.members("", v)
	case t.kind == 'b':
		v := p.literal()
		p.start(v)
		return unknownOperand
	case t.kind == 'w':
		p.i++
		v := operand{list: []operand{}}
		for _, word := range strings.Fields(t.text) {
			v.list = append(v.list, operand{text: word})
		}
		return p.members("", v)
	case t.kind == 'n':
		p.i++
		return operand{text: t.text}
	case t.kind == 'p' && t.text == "[":
		return p.members("", p.brackets())
	case t.kind == 'p' && t.text == "{":
		return p.members("", p.braces())
	case t.kind == 'p' && t.text == "(":
		return p.members("", p.parens())
	case t.kind == 'p' && t.text == "\\" && p.lang == "perl": // a reference
		p.i++
		return p.term()
	case t.kind == 'i' && p.lang == "python" && t.text == "lambda":
		for p.i < len(p.tokens) && !p.is(":", ";", ")") {
			p.i++
		}
		if p.is(":") {
			p.i++
		}
		p.expression()
		return unknownOperand
	case t.kind == 'i' && skipped.Has(t.text) && t.text != "if" && t.text != "else" && t.text != "or" && t.text != "and" && t.text != "then" && t.text != "end":
		p.i++
		return p.term()
	case t.kind == 'i' && (t.text == "else" || t.text == "if" || t.text == "for" || t.text == "in" || t.text == "as" || t.text == "and"):
		return unknownOperand
	case t.kind == 'i':
		p.i++
		return p.name(t.text)
	}
	return unknownOperand
}

// literal takes a string, with the values that it puts in.
func (p *codeReader) literal() operand {
	t := p.peek(0)
	p.i++
	if t.holes == nil {
		return operand{text: t.text}
	}
	if len(t.holes) > maxLoop {
		for _, code := range t.holes {
			p.inner(code)
		}
		return operand{text: t.text}
	}
	v := operand{text: t.parts[0]}
	for i, code := range t.holes {
		v = v.join(p.inner(code), "").join(operand{text: t.parts[i+1]}, "")
	}
	return v
}

// inner is the value of code inside a literal.
func (p *codeReader) inner(code string) operand {
	in := *p
	in.tokens = lex(code, p.syntax)
	in.match, in.forAt = brackets(in.tokens)
	funcs := *p.funcs
	funcs.begins = nil // they are places among other tokens
	in.funcs = &funcs
	in.i, in.filter = 0, false
	v := in.expression()
	for in.i < len(in.tokens) {
		in.part()
	}
	if v.list != nil || v.text == "" {
		return unknownOperand
	}
	return v
}

// list takes the elements up to a closing bracket.
func (p *codeReader) elements() []operand {
	out := []operand{}
	end := min(p.match[p.i], len(p.tokens))
	p.i++
	for p.i < end {
		before := p.i
		v := p.expression()
		if p.i > before {
			out = append(out, v)
		}
		p.rest(end)
	}
	p.i = max(p.i, min(end+1, len(p.tokens)))
	return out
}

// rest goes on to what follows the next comma, over what an expression did
// not take.
func (p *codeReader) rest(end int) {
	for p.i < end {
		if p.is(",") {
			p.i++
			return
		}
		p.part()
	}
}

// brackets is a list, or a comprehension.
func (p *codeReader) brackets() operand {
	if p.comprehends() {
		return p.comprehension()
	}
	if p.lang == "php" {
		return p.braces()
	}
	return sequence(p.elements())
}

// parens is a value in brackets, a generator, or a list of several.
func (p *codeReader) parens() operand {
	if p.comprehends() {
		return p.comprehension()
	}
	items := p.elements()
	switch {
	case len(items) == 1 && p.lang != "perl":
		return items[0]
	case len(items) == 0:
		return unknownOperand
	case len(items) == 1:
		return items[0]
	}
	return sequence(items)
}

// braces is a dictionary or a set.
func (p *codeReader) braces() operand {
	if p.comprehends() {
		return p.comprehension()
	}
	out := operand{list: []operand{}}
	end := min(p.match[p.i], len(p.tokens))
	p.i++
	for p.i < end {
		before := p.i
		var key operand
		if n := p.peek(1); p.peek(0).kind == 'i' && n.kind == 'p' && (n.text == ":" || n.text == "=" && p.peek(2).text == ">") {
			key = operand{text: p.peek(0).text}
			p.i++
		} else {
			key = p.expression()
		}
		switch {
		case p.is(":"), p.is("=") && p.peek(1).text == ">":
			p.i++
			if p.is(">") {
				p.i++
			}
			out.dict = true
			out.list = append(out.list, operand{list: []operand{key, p.expression()}})
		case p.i > before && !out.dict:
			out.list = append(out.list, key)
		}
		p.rest(end)
	}
	p.i = max(p.i, min(end+1, len(p.tokens)))
	if len(out.list) > maxEntries {
		return unknownOperand
	}
	return out
}

// environment says whether a name is that of the environment.
func environment(full string) bool {
	return slices.Contains([]string{"os.environ", "environ", "process.env", "ENV", "$ENV", "_SERVER", "$_SERVER", "$_ENV", "ENVIRON", "Deno.env", "Bun.env"}, full)
}

// start runs the text of a shell command that a program starts.
func (p *codeReader) start(v operand) {
	for _, text := range v.values() {
		if strings.Trim(text, gate.UnknownText+" ") == "" {
			p.opaque(v, "the program starts a command whose text is made when it runs")
			continue
		}
		p.r.script(strings.ToValidUTF8(text, gate.UnknownText), p.lang, p.st, p.ctx) // the shell's parser wants whole runes
	}
}

// opaque notes that a text is run which is not known; where it comes from, when
// that is known, is for policy to judge.
func (p *codeReader) opaque(v operand, why string) {
	switch {
	case p.funcs.supposed:
	case len(v.from) > 0:
		p.r.unseen(p.lang, stream{from: v.from}, p.st, p.ctx)
	default:
		p.r.x.unknown(gate.UnknownCommand, p.lang, why)
	}
}
