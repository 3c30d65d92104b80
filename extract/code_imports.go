package extract

import (
	"slices"
	"strings"

	"gate"
)

// moduleName is the name that a module's functions are known by: fs and its
// kin are one.
func moduleName(name string) string {
	for _, prefix := range []string{"node:", "std/"} {
		if len(name) > len(prefix) && name[:len(prefix)] == prefix {
			name = name[len(prefix):]
		}
	}
	switch name {
	case "fs/promises", "fs-extra", "graceful-fs", "fs.promises":
		return "fs"
	case "builtins":
		return ""
	}
	return name
}

// imports takes import a.b as c, from a import b as c, and
// import {a as b} from 'c' and import c from 'd'.
func (p *codeReader) imports() {
	from := p.is("from")
	p.i++
	if p.node() {
		p.importsNode()
		return
	}
	name := p.dotted()
	if from {
		if !p.is("import") {
			return
		}
		p.i++
		if p.is("*") {
			p.everything(moduleName(name))
			return
		}
		if p.is("(") {
			p.i++
		}
		for n := 0; p.peek(0).kind == 'i' && n < maxLoop; n++ {
			p.alias(moduleName(name))
			if !p.is(",") {
				break
			}
			p.i++
			for p.is(";") {
				p.i++
			}
		}
		return
	}
	for {
		if p.is("as") && p.peek(1).kind == 'i' {
			p.vars[p.peek(1).text] = operand{name: moduleName(name)}
			p.i += 2
		}
		if !p.is(",") {
			return
		}
		p.i++
		name = p.dotted()
	}
}

// everything is from MODULE import *.
func (p *codeReader) everything(module string) {
	for _, row := range dottedDeeds {
		if rest, ok := strings.CutPrefix(row.Name, module+"."); ok {
			p.vars[rest] = operand{name: row.Name}
		}
	}
}

// alias takes a or a as b, members of a module.
func (p *codeReader) alias(module string) {
	name := p.peek(0).text
	p.i++
	as := name
	if p.is("as", ":") && p.peek(1).kind == 'i' {
		as = p.peek(1).text
		p.i += 2
	}
	if module != "" {
		name = module + "." + name
	}
	p.vars[as] = operand{name: name}
}

func (p *codeReader) dotted() string {
	name := ""
	for p.peek(0).kind == 'i' && !p.is("import", "as") {
		name += p.peek(0).text
		p.i++
		if !p.is(".") || len(name) > maxExcerpt {
			break
		}
		name += "."
		p.i++
	}
	return name
}

// importsNode takes what stands between import and the module's name, which
// comes last.
func (p *codeReader) importsNode() {
	if p.is("(", ".") { // import("fs")
		p.members("import", operand{})
		return
	}
	at, from := p.i, -1
	for n := 0; n < 4*maxLoop && at+n < len(p.tokens); n++ {
		if t := p.tokens[at+n]; t.kind == 's' {
			from = at + n
			break
		} else if t.text == ";" && t.indent < 0 {
			break
		}
	}
	if from < 0 {
		return
	}
	from = min(from, len(p.tokens)-1)
	name := moduleName(p.tokens[from].text)
	for p.i < from {
		switch {
		case p.is("{") || p.is(",") || p.is("}") || p.is("from"):
			p.i++
		case p.is("*") && p.peek(1).text == "as" && p.peek(2).kind == 'i':
			p.vars[p.peek(2).text] = operand{name: name}
			p.i += 3
		case p.peek(0).kind == 'i' && (p.peek(1).text == "from" || p.i == at):
			if slices.Contains([]string{"{", ","}, p.at(p.i-1)) {
				p.alias(name)
				break
			}
			p.vars[p.peek(0).text] = operand{name: name}
			p.i++
		case p.peek(0).kind == 'i':
			p.alias(name)
		default:
			p.i++
		}
	}
	p.i = from + 1
}

// destructures is {a, b: c} = VALUE and [a, b] = VALUE.
func (p *codeReader) destructures() bool {
	end := p.match[p.i]
	if end+1 >= len(p.tokens) || p.at(end+1) != "=" || p.at(end+2) == "=" || p.at(end+2) == ">" {
		return false
	}
	start, list := p.i+1, p.is("[", "(")
	p.i = end + 2
	v := p.expression()
	after := p.i
	n := 0
	for p.i = start; p.i < end; {
		switch {
		case p.peek(0).kind == 'i' && list:
			p.vars[p.peek(0).text] = v.at(n)
			p.i++
		case p.peek(0).kind == 'i':
			as := p.peek(0).text
			p.alias(v.name)
			if v.name == "" && !p.is(":") {
				p.vars[as] = operand{text: gate.UnknownText, from: v.from}
			}
		case p.is(","):
			n++
			p.i++
		default:
			p.i++
		}
	}
	p.i = max(after, end+1)
	return true
}
