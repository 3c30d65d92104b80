package extract

import (
	"path"
	"slices"
	"strings"

	"gate"
)

// psArg is one word of a command: a parameter, a value, or both.
type psArg struct {
	param string // as written, with its dash
	value psValue
	given bool // there is a value
	bare  bool // it is no string in quotes
}

// words are an argument's as a program gets them, and as they are recorded.
func (a psArg) words() []string {
	var out []string
	if a.param != "" {
		out = append(out, a.param)
		if a.given {
			out[0] += ":" + a.value.str()
		}
		return out
	}
	if a.value.isTable {
		return []string{"@{}"}
	}
	if a.value.isList {
		for _, item := range a.value.items() {
			out = append(out, item.str())
		}
		return out
	}
	return []string{a.value.str()}
}

// command starts a command, once for each name that it may have.
func (p *pwsh) command(n *psNode, in psFlow, ctx context) []psValue {
	if !p.r.step() || !p.r.enter() {
		return []psValue{unknownValue()}
	}
	defer p.r.leave()
	seen, uses := p.r.seen, p.r.uses
	p.r.seen = nil
	name := p.eval(n.kids[0], ctx)
	args := p.args(n.kids[1:], ctx)
	p.r.seen, p.r.uses = append(slices.Clip(seen), p.r.seen...), p.r.seen
	defer func() { p.r.uses = uses }()
	var out []psValue
	switch {
	case name.block != nil:
		out = p.runBlock(name.block, values(args), in, ctx)
	case name.kind == psCode:
		out = p.evaluate(name, "&", ctx)
	default:
		for _, item := range name.either() {
			out = append(out, p.run(item, args, in, ctx)...)
		}
	}
	if p.redirected(n, out, ctx) {
		return nil
	}
	return out
}

// args gives the words of a command; splatting puts in those of a table or a
// list.
func (p *pwsh) args(nodes []*psNode, ctx context) []psArg {
	var out []psArg
	for _, n := range nodes {
		switch n.kind {
		case psQuiet:
		case psParam:
			a := psArg{param: n.text}
			if len(n.kids) > 0 {
				a.value, a.given = p.eval(n.kids[0], ctx), true
			}
			out = append(out, a)
		case psSplat:
			v := p.eval(n, ctx)
			for _, pair := range v.pairs {
				out = append(out, psArg{param: "-" + pair.key, value: pair.value, given: true})
			}
			if !v.isTable {
				for _, item := range v.items() {
					out = append(out, psArg{value: item})
				}
			}
		default:
			out = append(out, psArg{value: p.eval(n, ctx), bare: n.kind == psBare})
		}
	}
	return out
}

func values(args []psArg) []psValue {
	var out []psValue
	for _, a := range args {
		if a.param == "" || a.given {
			out = append(out, a.value)
		}
	}
	return out
}

// redirected sends what a command puts out into files, and says whether that
// was all of it.
func (p *pwsh) redirected(n *psNode, out []psValue, ctx context) bool {
	var io redirections
	for _, d := range n.redirs {
		if d.file == nil {
			continue
		}
		file := p.eval(d.file, ctx)
		if file.null {
			io.away = io.away || d.fd == "" || d.fd == "1" || d.fd == "*"
			continue
		}
		for _, f := range file.texts() {
			if place, ok := p.place(f); ok {
				p.r.winOutput(place, d.adds, d.fd == "" || d.fd == "1" || d.fd == "*", false, p.st, ctx, &io)
			}
		}
	}
	if io.away || len(io.files) > 0 {
		io.apply(p.r, stream{kind: "pipe", from: fromOf(out), text: flowText(out)})
	}
	return io.away
}

func fromOf(list []psValue) []string {
	var from []string
	for _, v := range list {
		from = append(from, v.from...)
	}
	return distinct(from)
}

// native starts a program.
func (p *pwsh) native(name psArg, args []psArg, ctx context) []psValue {
	words := name.words()
	for _, a := range args {
		words = append(words, a.words()...)
	}
	first := len(p.r.x.a.Commands)
	if file := words[0]; scriptKind(file) == "powershell" { // & .\x.ps1 runs in the same process, and . in the same scope
		p.r.winScript("powershell", file, words, p.st, ctx)
		return []psValue{unknownValue(p.r.names(first)...)}
	}
	out := p.r.winStart(words, p.st, ctx)
	from := distinct(append(p.r.names(first), out.from...))
	if out.text == "" || strings.Contains(out.text, gate.UnknownText) && strings.Count(out.text, "\n") > maxLoop {
		return []psValue{unknownValue(from...)}
	}
	return lines(out.text, from)
}

// launch starts a program by its file and the text or list of its arguments.
func (p *pwsh) launch(file psValue, args []psValue, name string, ctx context) {
	for _, f := range file.texts() {
		if hasScheme(f) {
			p.r.x.url(f, "GET", name)
			continue
		}
		if !opens(f) && path.Ext(slashed(f)) != "" || f == "" {
			continue // a document
		}
		words := []string{f}
		for _, a := range args {
			if a.isList {
				for _, item := range a.items() {
					words = append(words, strings.Trim(item.str(), `"`))
				}
			} else if !a.null {
				words = append(words, winWords(a.str())...)
			}
		}
		p.r.winStart(words, p.st.clone(), ctx.sub(name))
	}
}

// commandLine starts the program that a text names.
func (p *pwsh) commandLine(text psValue, name string, ctx context) {
	for _, line := range text.texts() {
		p.r.winLine(line, name, p.st, ctx)
	}
}

// runBlock runs a script block in a scope of its own.
func (p *pwsh) runBlock(b *psNode, args []psValue, in psFlow, ctx context) []psValue {
	outer := make(map[string]psValue, len(p.vars))
	for name, v := range p.vars {
		outer[name] = v
	}
	p.r.steps += len(outer) / 8
	for i, param := range b.other {
		if i < len(args) {
			p.vars[param.text] = args[i]
		}
	}
	p.vars["args"] = listOf(args)
	if in.piped {
		p.vars["_"], p.vars["input"] = listOf(in.values).single(), listOf(in.values)
	}
	out := p.statements(b.body, in, ctx)
	p.vars = outer
	return out
}

// call calls a function that the line defines.
func (p *pwsh) call(name string, body *psNode, args []psArg, in psFlow, ctx context) []psValue {
	if slices.Contains(p.calling, body) { // the second round shows nothing new
		p.r.record(&call{name: name, argv: []string{name}}, p.st, ctx)
		return []psValue{unknownValue()}
	}
	p.calling = append(p.calling, body)
	defer func() { p.calling = p.calling[:len(p.calling)-1] }()
	list := make([]psValue, len(body.other))
	free := list[:0:0]
	bound := map[int]bool{}
	for i := 0; i < len(args); i++ {
		at := -1
		if args[i].param != "" {
			at = slices.IndexFunc(body.other, func(v *psNode) bool { return strings.HasPrefix(v.text, strings.ToLower(args[i].param[1:])) })
		}
		switch {
		case at >= 0 && args[i].given:
			list[at], bound[at] = args[i].value, true
		case at >= 0 && i+1 < len(args) && args[i+1].param == "":
			list[at], bound[at] = args[i+1].value, true
			i++
		case at >= 0:
			list[at], bound[at] = textValue("True"), true
		case args[i].param == "":
			free = append(free, args[i].value)
		}
	}
	for i := range list {
		if bound[i] {
			continue
		}
		if len(free) > 0 {
			list[i], free = free[0], free[1:]
			continue
		}
		list[i] = psValue{null: true}
		if kids := body.other[i].kids; len(kids) > 0 {
			list[i] = p.eval(kids[0], ctx)
		}
	}
	return p.runBlock(body, append(list, free...), in, ctx)
}

// evaluate runs a text as PowerShell.
func (p *pwsh) evaluate(code psValue, name string, ctx context) []psValue {
	var out []psValue
	for _, text := range code.texts() {
		if strings.Contains(text, gate.UnknownText) {
			p.r.unseen(name, stream{from: code.from}, p.st, ctx)
			if strings.Trim(text, gate.UnknownText+" \r\n") == "" {
				continue
			}
		}
		out = append(out, p.text(text, ctx.sub(name))...)
	}
	return out
}
