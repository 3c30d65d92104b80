package extract

// arguments are those of a call, keyword arguments by name.
type arguments struct {
	list  []operand
	named map[string]operand
}

func (a arguments) at(i int) operand {
	if i < len(a.list) {
		return a.list[i]
	}
	return operand{}
}

// args takes the arguments of a call. What a function among them is called
// with is given.
func (p *codeReader) args(given operand) arguments {
	a := arguments{named: map[string]operand{}}
	if p.comprehends() {
		a.list = []operand{p.comprehension()}
		return a
	}
	filter := p.filter
	p.filter = false
	defer func() { p.filter = filter }()
	end := min(p.match[p.i], len(p.tokens))
	p.i++
	for p.i < end {
		p.parameters(given)
		if n := p.peek(1); p.peek(0).kind == 'i' && n.kind == 'p' && (n.text == "=" && p.peek(2).text != "=" && p.peek(2).text != ">" || n.text == ":" && p.peek(2).text != ":") {
			name := p.peek(0).text
			p.i += 2
			a.named[name] = p.expression()
		} else if v := p.expression(); len(a.list) < maxEntries {
			a.list = append(a.list, v)
		}
		p.rest(end)
	}
	p.i = max(p.i, min(end+1, len(p.tokens)))
	return a
}

// parameters binds those of a function that is written here as an argument.
func (p *codeReader) parameters(given operand) {
	at := p.i
	if p.is("async") {
		p.i++
	}
	if p.is("function") {
		p.i++
		if p.peek(0).kind == 'i' {
			p.i++
		}
	}
	switch {
	case p.is("(") && p.match[p.i] < len(p.tokens) && (p.at(p.match[p.i]+1) == "=" && p.at(p.match[p.i]+2) == ">" || p.i > at && p.at(p.match[p.i]+1) == "{"):
		names := []string{}
		for i := p.i + 1; i < p.match[p.i] && len(names) < maxVariant; i++ {
			if p.tokens[i].kind == 'i' {
				names = append(names, p.tokens[i].text)
			}
		}
		p.bind(names, given)
		p.i = p.match[p.i] + 1
	case p.peek(0).kind == 'i' && p.peek(1).text == "=" && p.peek(2).text == ">":
		p.bind([]string{p.peek(0).text}, given)
		p.i++
	case p.peek(0).kind == 'i' && p.peek(0).text == "lambda" && p.peek(1).kind == 'i':
		p.bind([]string{p.peek(1).text}, given)
		return
	default:
		p.i = at
		return
	}
	if p.is("=") {
		p.i += 2
	}
	if p.is("{") { // a body, not a value
		p.group()
	}
}

func (p *codeReader) at(i int) string {
	if i < len(p.tokens) && p.tokens[i].kind == 'p' {
		return p.tokens[i].text
	}
	return ""
}
