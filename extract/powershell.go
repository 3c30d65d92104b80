package extract

import (
	"slices"
	"strings"

	"gate"
)

// pwsh interprets PowerShell text without carrying anything out. Names of
// variables, functions and aliases do not depend on case and are kept in
// lower case.
type pwsh struct {
	r *runner
	psScope
	funcs   map[string]*psNode
	aliases map[string]string
	drives  map[string]string // New-PSDrive
	dirs    []string          // Push-Location
	calling []*psNode         // functions being called
}

// psScope is what a branch of the script can change.
type psScope struct {
	st   *state
	vars map[string]psValue
}

// psFlow is what goes through a pipeline, and the names of the commands that
// it comes from.
type psFlow struct {
	values []psValue
	from   []string
	piped  bool
}

// powershellText interprets text as PowerShell does, in the present folder.
func (r *runner) powershellText(text string, st *state, ctx context) stream {
	p := &pwsh{r: r, psScope: psScope{st, map[string]psValue{}}, funcs: map[string]*psNode{}, aliases: map[string]string{}, drives: map[string]string{}}
	first := len(r.x.a.Commands)
	in := psFlow{from: ctx.stdin.upstream(), piped: ctx.stdin.kind == "pipe" || ctx.stdin.kind == "text"}
	if in.piped {
		in.values = lines(ctx.stdin.text, ctx.stdin.upstream())
	}
	p.vars["input"] = listOf(in.values)
	out := p.text(text, ctx)
	return stream{kind: "pipe", from: r.names(first), text: flowText(out)}
}

// text runs a script, statement by statement: what stands before an error is
// taken.
func (p *pwsh) text(text string, ctx context) []psValue {
	if !p.r.admitText(text) {
		return []psValue{unknownValue()}
	}
	defer p.r.leave()
	parser := &psParser{s: text}
	var out []psValue
	for parser.separators(); parser.failed == "" && parser.i < len(text); parser.separators() {
		n := parser.one(0)
		if parser.failed != "" {
			break
		}
		out = append(out, p.statement(n, psFlow{}, ctx)...)
	}
	if parser.failed != "" {
		p.r.x.unknown(gate.UnknownSyntax, text, "the command does not parse: "+parser.failed)
	}
	return out
}

func (p *pwsh) statements(list []*psNode, in psFlow, ctx context) []psValue {
	var out []psValue
	for _, n := range list {
		out = append(out, p.statement(n, in, ctx)...)
		if len(out) > maxEntries {
			out = []psValue{unknownValue()}
		}
	}
	return out
}

// statement runs one statement and gives what it puts out.
func (p *pwsh) statement(n *psNode, in psFlow, ctx context) []psValue {
	if !p.r.step() || !p.r.enter() {
		return []psValue{unknownValue()}
	}
	defer p.r.leave()
	switch n.kind {
	case psPipe:
		return p.pipe(n, in, ctx)
	case psChain:
		return p.chain(n, in, ctx)
	case psAssign:
		p.assign(n, ctx)
	case psIf:
		p.statements(n.kids[0].body, in, ctx)
		return p.branches(ctx, in, n.body, n.other)
	case psForeach:
		return p.foreach(n, ctx)
	case psLoop:
		return p.loop(n, in, ctx)
	case psSwitch:
		return p.switches(n, ctx)
	case psTry:
		return p.try(n, in, ctx)
	case psFunction:
		p.funcs[n.text] = n.kids[0]
	case psJump:
		return p.statements(n.body, in, ctx)
	case psQuiet:
		for _, v := range n.other {
			if _, set := p.vars[v.text]; !set && len(v.kids) > 0 {
				p.vars[v.text] = p.eval(v.kids[0], ctx)
			}
		}
	default:
		return []psValue{p.eval(n, ctx)}
	}
	return nil
}

// pipe runs a pipeline.
func (p *pwsh) pipe(n *psNode, in psFlow, ctx context) []psValue {
	flow := in
	for i, kid := range n.kids {
		first := len(p.r.x.a.Commands)
		if i > 0 {
			ctx.stdin = stream{kind: "pipe", from: flow.from, text: flowText(flow.values)}
		}
		if kid.kind == psCommand {
			flow.values = p.command(kid, flow, ctx)
		} else {
			v := p.eval(kid, ctx)
			flow.values = v.items()
			p.redirected(kid, flow.values, ctx)
		}
		from := p.r.names(first)
		for _, v := range flow.values {
			from = append(from, v.from...)
		}
		if i > 0 {
			from = append(from, flow.from...)
		}
		flow.from, flow.piped = distinct(from), true
	}
	return flow.values
}

func distinct(list []string) []string {
	var out []string
	for _, s := range list {
		if !slices.Contains(out, s) {
			out = append(out, s)
		}
	}
	return out
}

func (p *pwsh) chain(n *psNode, in psFlow, ctx context) []psValue {
	var out []psValue
	for i, kid := range n.kids {
		if i > 0 && n.ops[i-1] == "||" {
			out = append(out, p.branches(ctx, in, []*psNode{kid}, nil)...)
			continue
		}
		out = append(out, p.statement(kid, in, ctx)...)
	}
	return out
}

// assign puts a value into what stands on the left.
func (p *pwsh) assign(n *psNode, ctx context) {
	v := listOf(p.statement(n.kids[1], psFlow{}, ctx)).single()
	if n.text == "+=" {
		v = p.sum([]psValue{p.eval(n.kids[0], ctx), v})
	} else if n.text != "=" {
		v = unknownValue()
	}
	p.put(n.kids[0], v, ctx)
}

func (p *pwsh) put(to *psNode, v psValue, ctx context) {
	switch to.kind {
	case psUnary: // [type]$x
		if len(to.ops) > 0 {
			v = p.cast(to.text, v)
		}
		p.put(to.kids[0], v, ctx)
	case psList:
		items := v.items()
		for i, kid := range to.kids {
			item := unknownValue()
			if i < len(items) {
				item = items[i]
			}
			p.put(kid, item, ctx)
		}
	case psMember, psIndex:
		p.putMember(to, v, ctx)
	case psVar:
		if len(v.text) > maxValue {
			v = unknownValue()
		}
		if name, ok := strings.CutPrefix(to.text, "env:"); ok {
			name = strings.ToUpper(name)
			p.st.vars[name] = variable{values: v.texts()}
			p.st.export[name] = true
			return
		}
		p.vars[to.text] = v
	}
}

// putMember is $x.name = value and $x['name'] = value, which is followed for
// hash tables.
func (p *pwsh) putMember(to *psNode, v psValue, ctx context) {
	if to.kids[0].kind != psVar || len(to.kids) < 2 {
		p.eval(to.kids[0], ctx)
		return
	}
	name := to.kids[0].text
	key := p.eval(to.kids[1], ctx).str()
	if old, ok := p.vars[name]; ok && old.isTable {
		p.vars[name] = old.with(key, v)
	}
}
