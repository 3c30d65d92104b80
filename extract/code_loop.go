package extract

// loop takes the head of a loop and gives its variables any one of the
// elements; the body follows as statements.
func (p *codeReader) loop() {
	p.i++
	if p.is("await") {
		p.i++
	}
	end := -1
	if p.is("(") {
		end = p.match[p.i]
		p.i++
	}
	names := p.names()
	switch {
	case names == nil && end >= 0 && p.lang == "php": // foreach (LIST as $k => $v)
		v := p.expression()
		if p.is("as") {
			p.i++
			names = p.names()
			if len(names) == 1 {
				v.dict = false
			}
			p.bind(names, v)
		}
	case names != nil && p.is("in", "of"):
		p.i++
		v := p.iterable()
		p.bind(names, v)
	case len(names) == 1 && p.is("("): // Perl
		p.bind(names, p.parens())
	}
	if end >= 0 {
		for p.i < end && p.i < len(p.tokens) {
			p.part()
		}
		p.i = max(p.i, min(end+1, len(p.tokens)))
	}
}

func (p *codeReader) iterable() operand {
	filter := p.filter
	p.filter = true
	v := p.expression()
	p.filter = filter
	return v
}

// names takes the variables of a loop, nil and nothing when there are none.
func (p *codeReader) names() []string {
	var names []string
	at := p.i
	for n := 0; n < 2*maxVariant; n++ {
		t := p.peek(0)
		switch {
		case t.kind == 'i' && (t.text == "in" || t.text == "of" || t.text == "as"):
			return names
		case t.kind == 'i' && !skipped.Has(t.text):
			names = append(names, t.text)
		case t.kind == 'i', t.kind == 'p' && (t.text == "," || t.text == "[" || t.text == "]"), t.kind == 'p' && t.text == "(" && p.lang == "python", t.kind == 'p' && t.text == ")" && p.lang == "python":
		case p.lang == "php" && t.kind == 'p' && (t.text == "=" || t.text == ">" || t.text == "&"):
		case p.lang == "perl" && len(names) == 1 && t.text == "(":
			return names
		case p.lang == "php" && len(names) > 0 && at > 0 && p.tokens[at-1].text == "as":
			return names
		default:
			p.i = at
			return nil
		}
		p.i++
	}
	p.i = at
	return nil
}

// bind gives variables the value of any one element of a list, taken apart
// when there are several.
func (p *codeReader) bind(names []string, v operand) {
	if len(names) == 0 {
		return
	}
	if len(names) == 1 {
		p.vars[names[0]] = v.each()
		return
	}
	for i, name := range names {
		column := operand{list: []operand{}}
		for _, e := range v.elements() {
			column.list = append(column.list, e.at(i))
		}
		e := column.each()
		if len(column.list) == 1 {
			e = column.list[0]
		}
		p.vars[name] = e
	}
}

// comprehends says whether the bracket here holds a comprehension of Python's.
func (p *codeReader) comprehends() bool { return p.lang == "python" && p.forAt[p.i] >= 0 }

// comprehension takes its loops before the expression in front of them.
func (p *codeReader) comprehension() operand {
	start, head, end := p.i+1, p.forAt[p.i], min(p.match[p.i], len(p.tokens))
	p.depth++
	defer func() { p.depth-- }()
	if p.depth > maxDepth {
		p.tooDeep()
		return unknownOperand
	}
	filter := p.filter
	p.filter = true
	p.i = head
	p.run(end)
	if p.i >= len(p.tokens) && end < len(p.tokens) { // a limit was reached
		return unknownOperand
	}
	p.i, p.filter = start, false
	v := p.expression()
	p.run(head)
	p.filter = filter
	p.i = min(end+1, len(p.tokens))
	if v.list != nil { // a list of lists is not followed
		return unknownOperand
	}
	return operand{list: []operand{v}}
}
