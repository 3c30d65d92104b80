package extract

// fork is a copy of what a branch may change. Copies count as steps, so that
// many branches over many variables end.
func (p *pwsh) fork() psScope {
	p.r.steps += len(p.vars)/8 + len(p.st.vars)/8
	s := psScope{p.st.clone(), make(map[string]psValue, len(p.vars))}
	for name, v := range p.vars {
		s.vars[name] = v
	}
	return s
}

// merge makes p what is known after either p or other.
func (p *pwsh) merge(other psScope) {
	p.st.join(other.st)
	for name, v := range other.vars {
		mine, ok := p.vars[name]
		if !ok {
			mine = unknownValue()
		}
		p.vars[name] = mine.or(v)
	}
	for name, v := range p.vars {
		if _, ok := other.vars[name]; !ok {
			p.vars[name] = v.or(unknownValue())
		}
	}
}

// branches runs either of two lists.
func (p *pwsh) branches(ctx context, in psFlow, one, two []*psNode) []psValue {
	before := p.fork()
	out := p.statements(one, in, ctx)
	after := p.psScope
	p.psScope = before
	out = append(out, p.statements(two, in, ctx)...)
	switch {
	case ends(one): // if (...) { return }: what follows runs only after the other
	case ends(two):
		p.psScope = after
	default:
		p.merge(after)
	}
	return out
}

func ends(list []*psNode) bool { return len(list) > 0 && list[len(list)-1].kind == psJump }

func (p *pwsh) foreach(n *psNode, ctx context) []psValue {
	items := listOf(p.statements(n.kids[0].body, psFlow{}, ctx)).items()
	return p.each(items, n.text, func() []psValue { return p.statements(n.body, psFlow{}, ctx) })
}

// each does f with a variable set to each of some values; past a few, the
// others are one that is not known.
func (p *pwsh) each(items []psValue, name string, f func() []psValue) []psValue {
	if len(items) > maxLoop {
		items = append(items[:maxLoop:maxLoop], unknownValue())
	}
	if len(items) == 0 {
		return nil
	}
	before := p.fork()
	var out []psValue
	for _, item := range items {
		p.vars[name] = item
		out = append(out, f()...)
	}
	p.merge(before)
	return out
}

// loop runs conditions and body once, with what the body changes as it is in
// any round.
func (p *pwsh) loop(n *psNode, in psFlow, ctx context) []psValue {
	for _, c := range n.kids {
		p.statements(c.body, in, ctx)
	}
	p.loosen(n)
	return p.branches(ctx, in, n.body, nil)
}

// loosen makes the variables that a piece of script assigns hold what they
// hold now, or something else.
func (p *pwsh) loosen(n *psNode) {
	if n.kind == psAssign || n.kind == psUnary && (n.text == "++" || n.text == "--") {
		if v, ok := p.vars[n.kids[0].text]; ok && n.kids[0].kind == psVar {
			p.vars[n.kids[0].text] = v.or(unknownValue())
		}
	}
	for _, list := range [][]*psNode{n.kids, n.body, n.other} {
		for _, kid := range list {
			p.loosen(kid)
		}
	}
}

func (p *pwsh) switches(n *psNode, ctx context) []psValue {
	subjects := len(n.kids) - len(n.body)
	v := unknownValue()
	for _, kid := range n.kids[:subjects] {
		v = p.eval(kid, ctx)
	}
	p.vars["_"] = v
	var out []psValue
	for i, b := range n.body {
		if kid := n.kids[subjects+i]; kid.kind == psBlock {
			p.statements(kid.body, psFlow{}, ctx)
		}
		out = append(out, p.branches(ctx, psFlow{}, b.body, nil)...)
	}
	return out
}

func (p *pwsh) try(n *psNode, in psFlow, ctx context) []psValue {
	var out []psValue
	for i, b := range n.kids {
		if i > 0 && n.ops[i-1] == "catch" {
			out = append(out, p.branches(ctx, in, b.body, nil)...)
			continue
		}
		out = append(out, p.statements(b.body, in, ctx)...)
	}
	return out
}
