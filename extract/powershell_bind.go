package extract

import (
	"slices"
	"strings"

	"gate"
)

// psCall is a cmdlet with its words bound to its parameters.
type psCall struct {
	row    *cmdlet
	bound  map[string]psValue // by the parameter's own name
	free   []psValue          // values without a name
	extras []psValue          // those of them that no parameter takes
	in     psFlow
	ctx    context
	wasSet []string // the order of bound
	found  map[string]psMatch
}

// psMatch is what a word was found to name.
type psMatch struct {
	spec psSpec
	ok   bool
}

// match is the row's, which is asked once for each word.
func (c *psCall) match(word string) (psSpec, bool) {
	m, ok := c.found[word]
	if !ok {
		m.spec, m.ok = c.row.match(word)
		c.found[word] = m
	}
	return m.spec, m.ok
}

// psCommon are the parameters of every cmdlet.
const psCommon = " Verbose,vb Debug,db ErrorAction,ea:- WarningAction,wa:- InformationAction,infa:- ProgressAction,proga:- ErrorVariable,ev:- WarningVariable,wv:- InformationVariable,iv:- OutVariable,ov:- OutBuffer,ob:- PipelineVariable,pv:- WhatIf,wi Confirm,cf"

// psSpec is one parameter of a row.
type psSpec struct {
	name     string
	role     byte // 0 for a switch
	position int  // -1 for none
}

// specs are the parameters of a row.
func specs(text string, do func(names []string, s psSpec) bool) {
	for field := range strings.FieldsSeq(text) {
		names, how, takes := strings.Cut(field, ":")
		s := psSpec{position: -1}
		if takes {
			s.role = how[0]
			if len(how) > 1 {
				s.position = int(how[1] - '0')
			}
		}
		list := strings.Split(names, ",")
		s.name = list[0]
		if !do(list, s) {
			return
		}
	}
}

// match finds the parameter that a word names: by its name or an alias, or
// by as much of it as tells it from the others. Of several that an
// abbreviation fits the first one counts; PowerShell would refuse it.
func (c *cmdlet) match(word string) (psSpec, bool) {
	word = strings.ToLower(strings.TrimLeft(word, "-"))
	var best psSpec
	found, exact := false, false
	specs(c.params+psCommon, func(names []string, s psSpec) bool {
		for _, name := range names {
			if low := strings.ToLower(name); low == word {
				best, found, exact = s, true, true
			} else if !found && word != "" && strings.HasPrefix(low, word) {
				best, found = s, true
			}
		}
		return !exact
	})
	return best, found
}

// at is the parameter of a position.
func (c *cmdlet) at(position int) (psSpec, bool) {
	var best psSpec
	found := false
	specs(c.params, func(_ []string, s psSpec) bool {
		if s.position == position {
			best, found = s, true
		}
		return !found
	})
	return best, found
}

// bind gives each word to a parameter: those that are named first.
func (c *psCall) bind(args []psArg) {
	var free []psValue
	for i := 0; i < len(args); i++ {
		a := args[i]
		if a.param == "" {
			free = append(free, a.value)
			continue
		}
		s, ok := c.match(a.param)
		switch {
		case !ok && c.row.params == "" && !a.given && i+1 < len(args) && args[i+1].param == "": // a cmdlet that the table does not hold
			c.set(a.param[1:], args[i+1].value)
			i++
		case !ok:
			c.set(a.param[1:], textValue("True"))
			if a.given {
				c.bound[a.param[1:]] = a.value
			}
		case a.given:
			c.set(s.name, a.value)
		case s.role == 0:
			c.set(s.name, textValue("True"))
		case i+1 < len(args) && args[i+1].param == "":
			c.set(s.name, args[i+1].value)
			i++
		default:
			c.set(s.name, unknownValue())
		}
	}
	c.free = free
	for position := 0; len(free) > 0; position++ {
		s, ok := c.row.at(position)
		if !ok {
			c.extras = free
			return
		}
		if _, taken := c.bound[s.name]; !taken {
			c.set(s.name, free[0])
			free = free[1:]
		}
	}
}

func (c *psCall) set(name string, v psValue) {
	if _, ok := c.bound[name]; !ok {
		c.wasSet = append(c.wasSet, name)
	}
	c.bound[name] = v
}

// has says whether a switch is on.
func (c *psCall) has(name string) bool {
	v, ok := c.bound[name]
	return ok && !strings.EqualFold(v.str(), "false") && !v.null
}

// value is that of the first of some parameters that has one.
func (c *psCall) value(names ...string) (psValue, bool) {
	for _, name := range names {
		if v, ok := c.bound[name]; ok {
			return v, true
		}
	}
	return psValue{null: true}, false
}

// input is a parameter's value, or what comes through the pipeline.
func (c *psCall) input(names ...string) psValue {
	if v, ok := c.value(names...); ok {
		return v
	}
	if c.in.piped {
		return listOf(c.in.values)
	}
	return psValue{null: true}
}

// cmdlet records a cmdlet and does what its row says.
func (p *pwsh) cmdlet(row *cmdlet, written string, args []psArg, in psFlow, ctx context) []psValue {
	c := &psCall{row: row, bound: map[string]psValue{}, found: map[string]psMatch{}, in: in, ctx: ctx}
	c.bind(args)
	first := len(p.r.x.a.Commands)
	if code, ok := c.value("Command"); ok && row.name == "Invoke-Expression" && len(code.from) > 0 { // policy is to see where the text comes from
		c.ctx.stdin = stream{kind: "pipe", from: code.from, text: gate.UnknownText}
	}
	p.recordCmdlet(c, written, args)
	out := []psValue{unknownValue(row.name)}
	if c.has("WhatIf") || c.has("?") {
		return out
	}
	for _, name := range c.wasSet {
		p.role(c, name, c.bound[name])
	}
	if s, ok := row.match(row.pipe); row.pipe != "" && ok && in.piped {
		if _, given := c.value(s.name, "LiteralPath"); !given {
			p.role(c, s.name, listOf(in.values))
		}
	}
	if do := psDo(strings.ToLower(row.name)); do != nil {
		out = do(p, c)
	} else if row.params == "" {
		p.blocks(c)
	}
	for i := range out {
		if !out[i].known() {
			out[i].from = distinct(append(slices.Clone(out[i].from), p.r.names(first)...))
		}
	}
	return out
}

// role does what the value of a parameter is said to be.
func (p *pwsh) role(c *psCall, name string, v psValue) {
	s, ok := c.match(name)
	if !ok {
		return
	}
	switch s.role {
	case 0, '-':
	case 'k':
		p.code(v, c.row.name, c.in, c.ctx)
	default:
		content, _ := c.value("Value")
		if s.role != 'w' && s.role != 'a' || c.row.pipe != "Value" {
			content = psValue{null: true}
		} else if content.null && c.in.piped {
			content = listOf(c.in.values)
		}
		p.touch(s.role, v, c.row.name, content, c.ctx)
		if name == "Path" && s.role == 'd' {
			p.touch(s.role, listOf(c.extras), c.row.name, content, c.ctx)
		}
	}
}

// code runs a script block or a text.
func (p *pwsh) code(v psValue, name string, in psFlow, ctx context) []psValue {
	var out []psValue
	for _, item := range v.items() {
		if item.block != nil {
			out = append(out, p.runBlock(item.block, nil, in, ctx.sub(name))...)
		} else {
			out = append(out, p.evaluate(item, name, ctx)...)
		}
	}
	return out
}

// blocks runs the script blocks that a cmdlet outside the table is given.
func (p *pwsh) blocks(c *psCall) {
	for _, v := range append(c.extras, mapValues(c)...) {
		if v.block != nil {
			p.runBlock(v.block, nil, c.in, c.ctx.sub(c.row.name))
		}
	}
}

func mapValues(c *psCall) []psValue {
	var out []psValue
	for _, name := range c.wasSet {
		out = append(out, c.bound[name])
	}
	return out
}

// recordCmdlet adds a cmdlet to the action's commands: its switches and named
// values as options, the other values as operands.
func (p *pwsh) recordCmdlet(c *psCall, written string, args []psArg) {
	k := &call{name: c.row.name, argv: []string{written}}
	for _, v := range c.free {
		k.operands = append(k.operands, psArg{value: v}.words()...)
	}
	for _, a := range args {
		k.argv = append(k.argv, a.words()...)
		if a.param == "" {
			continue
		}
		o := option{name: a.param}
		if s, ok := c.match(a.param); ok {
			o.name = "-" + s.name
		}
		if text := c.bound[o.name[1:]].str(); text != "True" {
			o.value = firstOf(text, gate.UnknownText)
		}
		k.options = append(k.options, o)
	}
	p.r.record(k, p.st, c.ctx)
}
