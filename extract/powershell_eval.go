package extract

import (
	"path"
	"strings"

	"gate"
)

// eval gives what is known of an expression's value, and runs the commands
// in it.
func (p *pwsh) eval(n *psNode, ctx context) psValue {
	if !p.r.step() || !p.r.enter() {
		return unknownValue()
	}
	defer p.r.leave()
	switch n.kind {
	case psText, psNumber:
		return textValue(n.text)
	case psJoined, psBare:
		parts := make([]psValue, len(n.kids))
		for i, kid := range n.kids {
			parts[i] = p.eval(kid, ctx)
			if parts[i].null {
				parts[i] = textValue("")
			}
		}
		return joined(parts)
	case psVar:
		return p.variable(n.text)
	case psList:
		var all []psValue
		for _, kid := range n.kids {
			all = append(all, p.eval(kid, ctx))
		}
		return listOf(all)
	case psGroup, psSub:
		return listOf(p.statements(n.body, psFlow{}, ctx)).single()
	case psArray:
		return listOf(p.statements(n.body, psFlow{}, ctx))
	case psHash:
		return p.table(n, ctx)
	case psBlock:
		return psValue{block: n}
	case psType:
		return psValue{text: n.text, kind: psClass}
	case psSplat:
		return p.variable(n.text)
	case psMember:
		return p.member(n, ctx)
	case psInvoke:
		return p.invoke(n, ctx)
	case psIndex:
		return p.index(p.eval(n.kids[0], ctx), p.eval(n.kids[1], ctx))
	case psBinary:
		return p.binary(n, ctx)
	case psUnary:
		return p.unary(n, ctx)
	case psTernary:
		p.eval(n.kids[0], ctx)
		return p.eval(n.kids[1], ctx).or(p.eval(n.kids[2], ctx))
	case psParam:
		return textValue(n.text)
	case psQuiet:
		return psValue{null: true}
	}
	return listOf(p.statement(n, psFlow{}, ctx)).single()
}

func (p *pwsh) table(n *psNode, ctx context) psValue {
	t := psValue{isTable: true}
	for i := 0; i+1 < len(n.kids); i += 2 {
		key := p.eval(n.kids[i], ctx).str()
		v := p.eval(n.kids[i+1], ctx)
		if len(t.pairs) < maxLoop {
			t.pairs = append(t.pairs, psPair{key, v})
		}
	}
	return t
}

// variable is what a variable holds. One that the line does not set may come
// from the person's profile, so it is not known.
func (p *pwsh) variable(name string) psValue {
	if env, ok := strings.CutPrefix(name, "env:"); ok {
		env = strings.ToUpper(env)
		if v := p.st.vars[env]; len(v.values) > 1 {
			alternatives := psValue{any: true}
			for _, text := range v.values {
				alternatives.list = append(alternatives.list, textValue(text))
			}
			return alternatives
		}
		text, _ := p.r.winEnv(env, p.st)
		return textValue(text)
	}
	if name == "psitem" {
		name = "_"
	}
	if v, ok := p.vars[name]; ok {
		return v
	}
	switch name {
	case "null":
		return psValue{null: true}
	case "home":
		return textValue(firstOf(p.r.x.a.Home, gate.UnknownText))
	case "pwd":
		return psValue{text: firstOf(p.st.cwd, gate.UnknownText), kind: psFile}
	case "profile":
		dir := "/Documents/PowerShell"
		if p.r.x.a.OS != "windows" {
			dir = "/.config/powershell"
		}
		if p.r.x.a.Home != "" {
			return textValue(p.r.x.a.Home + dir + "/Microsoft.PowerShell_profile.ps1")
		}
	case "pshome":
		return textValue("C:/Windows/System32/WindowsPowerShell/v1.0")
	case "true", "false":
		return textValue(strings.ToUpper(name[:1]) + name[1:])
	case "?", "pid", "lastexitcode":
		return textValue("0")
	case "executioncontext":
		return psValue{text: "executioncontext", kind: psObject}
	}
	return unknownValue()
}

// member is a property.
func (p *pwsh) member(n *psNode, ctx context) psValue {
	on := p.eval(n.kids[0], ctx)
	name := strings.ToLower(p.eval(n.kids[1], ctx).str())
	if n.text == "::" {
		return p.staticProperty(on, name)
	}
	if on.any || on.isList && name != "count" && name != "length" {
		var out []psValue
		for _, item := range on.items() {
			out = append(out, property(item, name))
		}
		if on.any {
			return psValue{any: true, list: out}
		}
		return listOf(out)
	}
	return property(on, name)
}

func property(on psValue, name string) psValue {
	if on.isTable {
		if v, ok := on.get(name); ok {
			return v
		}
	}
	if on.kind == psFile || on.kind == psFolder || on.kind == psChildren {
		return fileProperty(on, name)
	}
	switch name {
	case "count", "length":
		return textValue("1") // a plain number
	case "value", "path", "content", "fullname":
		if on.kind == psPlain && !on.isTable && !on.null && on.text != "" && len(on.from) == 0 {
			return on
		}
	}
	v := unknownValue(on.from...)
	if on.kind == psObject {
		v = psValue{text: on.text + "." + name, kind: psObject}
	}
	return v
}

func fileProperty(on psValue, name string) psValue {
	switch name {
	case "fullname", "path", "pspath", "providerpath":
		return on
	case "directoryname", "directory", "parent", "psparentpath":
		if on.kind == psFile {
			return psValue{text: path.Dir(slashed(on.text)), kind: psFile}
		}
		return psValue{text: on.text, kind: psFile}
	case "name", "basename":
		if on.kind == psFile {
			base := path.Base(slashed(on.text))
			if name == "basename" {
				base = strings.TrimSuffix(base, path.Ext(base))
			}
			return textValue(base)
		}
	case "extension":
		if on.kind == psFile {
			return textValue(path.Ext(on.text))
		}
	}
	return unknownValue(on.from...)
}
