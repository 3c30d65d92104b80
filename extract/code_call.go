package extract

import (
	"path"
	"slices"
	"strings"

	"gate"
)

// name takes a name, its members, and a call of it.
func (p *codeReader) name(name string) operand {
	v, ok := p.vars[name]
	switch {
	case !ok:
		v = operand{text: gate.UnknownText, name: name}
	case v.name != "":
		return p.members(v.name, v)
	}
	return p.members(name, v)
}

// members takes .a.b(c) after a value.
func (p *codeReader) members(full string, v operand) operand {
	for p.i < len(p.tokens) {
		t, next := p.peek(0), p.peek(1)
		switch {
		case t.kind == 's' && p.node() && (full == "$" || full == "Bun.$"): // a shell's text as a tagged template
			p.start(p.literal())
			v, full = unknownOperand, ""
		case t.kind != 'p' && !(p.bare(full) && (t.kind == 's' || t.kind == 'i' || t.kind == 'w')):
			return p.block(v)
		case p.dots() > 0:
			p.i += p.dots()
			if len(full) > maxExcerpt {
				full = ""
			}
			name := p.peek(0).text
			full = strings.TrimPrefix(full+"."+name, ".")
			p.i++
			v = p.member(full, name, v)
		case t.text == "(":
			v = p.called(full, v)
			full = v.name
		case t.text == "[" && p.lang == "ruby" && full == "Dir":
			v = sequence(p.elements())
			full = ""
		case t.text == "[", t.text == "{" && p.lang == "perl" && strings.HasPrefix(full, "$"):
			v = p.index(full, v)
			full = v.name
		case t.text == "=" && next.text == ">" || !p.bare(full):
			return p.block(v)
		default: // Perl, Ruby and Lua call without parentheses
			v = p.invoke(full, v, arguments{list: p.loose()})
			full = ""
		}
	}
	return v
}

// dots is how many tokens part a member's name from what it belongs to.
func (p *codeReader) dots() int {
	t, next := p.peek(0), p.peek(1)
	switch {
	case t.text == "." && next.kind == 'i' && p.lang != "php" && p.lang != "perl":
		return 1
	case (t.text == "?" || t.text == "&") && next.text == "." && p.peek(2).kind == 'i':
		return 2
	case t.text == "-" && next.text == ">" && p.peek(2).kind == 'i', t.text == ":" && next.text == ":" && p.peek(2).kind == 'i':
		return 2
	case t.text == ":" && next.kind == 'i' && p.lang == "lua" && p.peek(2).text == "(":
		return 1
	}
	return 0
}

// member is a value's attribute.
func (p *codeReader) member(full, name string, v operand) operand {
	switch {
	case environment(full[:max(0, len(full)-len(name)-1)]):
		return operand{text: p.r.get(name, p.st)}
	case full == "sys.executable":
		return operand{text: "python3"}
	case full == "process.execPath":
		return operand{text: "node"}
	case full == "sys.argv" || full == "process.argv":
		return p.vars[full]
	case v.path && name == "parent":
		return v.mapped(parentOf)
	case v.path && name == "name":
		return v.mapped(path.Base)
	case v.path && (name == "stem" || name == "suffix"):
		return unknownOperand
	case v.handle && name == "name":
		return v
	case p.lang == "ruby" && p.peek(0).text != "(": // a call without arguments
		if !known(full) && (v.name == "" || codeValued(full)) && !p.bare(full) {
			return p.invoke(full, v, arguments{})
		}
	}
	if v.name != "" {
		v.name = full
	}
	return v
}

// index is an element of a value.
func (p *codeReader) index(full string, v operand) operand {
	end := min(p.match[p.i], len(p.tokens))
	slice := false
	if p.tokens[p.i].text == "{" && p.peek(1).kind == 'i' { // $ENV{HOME}
		key := p.peek(1).text
		p.i = min(end+1, len(p.tokens))
		if environment(full) {
			return operand{text: p.r.get(key, p.st)}
		}
		return unknownOperand
	}
	for i := p.i; i < min(p.i+4, end); i++ {
		slice = slice || p.at(i) == ":"
	}
	from := p.i + 1
	items := p.elements()
	if len(items) == 0 || slice {
		n, _ := decimal(p.tokens[min(from, len(p.tokens)-1)].text)
		return v.after(n)
	}
	key := items[0]
	switch {
	case environment(full):
		return operand{text: p.r.get(key.text, p.st)}
	case v.dict:
		for _, pair := range v.list {
			if pair.at(0).text == key.text && key.settled() {
				return pair.at(1)
			}
		}
		return unknownOperand
	case v.list != nil:
		if n, ok := decimal(key.text); ok && p.at(p.i-3) != "-" {
			return v.at(n)
		}
		return v.each()
	case len(v.from) > 0:
		return v
	case v.name != "":
		return chosen(v.name, key)
	}
	return unknownOperand
}

func decimal(s string) (int, bool) {
	n := 0
	for _, c := range s {
		if c < '0' || c > '9' || n > maxEntries {
			return 0, false
		}
		n = n*10 + int(c-'0')
	}
	return n, s != ""
}

// chosen is the member of a module that a text names when the program runs.
func chosen(module string, key operand) operand {
	switch last := module[strings.LastIndex(module, ".")+1:]; {
	case key.settled() && last == "globals":
		return operand{text: gate.UnknownText, name: key.text}
	case key.settled():
		return operand{text: gate.UnknownText, name: module + "." + key.text}
	case slices.Contains([]string{"os", "subprocess", "shutil", "child_process", "fs", "builtins", "__builtins__", "globals", "Kernel", "io"}, last):
		return operand{text: gate.UnknownText, unsure: true}
	}
	return unknownOperand
}

// block gives the parameters of a block of Ruby's what it is called with.
func (p *codeReader) block(v operand) operand {
	if p.lang != "ruby" || !p.is("{", "do") || p.peek(1).text != "|" {
		return v
	}
	p.i += 2
	var names []string
	for p.peek(0).kind == 'i' && len(names) < maxVariant {
		names = append(names, p.peek(0).text)
		p.i++
		if p.is(",") {
			p.i++
		}
	}
	p.bind(names, v)
	if p.is("|") {
		p.i++
	}
	return v
}

// bare says whether a name is a function that takes its arguments without
// parentheses here.
func (p *codeReader) bare(name string) bool {
	if p.lang != "perl" && p.lang != "ruby" && p.lang != "lua" || name == "" {
		return false
	}
	_, deed := deedOf(name)
	known := deed || slices.Contains([]string{"glob", "require", "pack", "shift"}, name) || codeValued(name)
	t := p.peek(0)
	if !known || t.kind == 'i' && (skipped.Has(t.text) && t.text != "my" || slices.Contains([]string{"for", "foreach", "x", "eq", "ne", "in"}, t.text)) {
		return false
	}
	return t.kind == 's' || t.kind == 'w' || t.kind == 'i' && p.lang != "lua" || t.kind == 'p' && t.text == "["
}

// loose takes arguments up to the end of the statement.
func (p *codeReader) loose() []operand {
	var out []operand
	for p.i < len(p.tokens) && !p.is(";") {
		before := p.i
		if v := p.expression(); p.i > before {
			out = append(out, v)
		}
		if !p.is(",") {
			break
		}
		p.i++
	}
	return out
}

// called takes the arguments of a call and gives what it returns.
func (p *codeReader) called(full string, v operand) operand {
	given := v.each()
	e, _ := deedOf(full)
	switch {
	case e == doesFetch || len(v.from) > 0:
		given = fetched
	case v.name != "" && v.list == nil:
		given = unknownOperand
	}
	last := full[strings.LastIndex(full, ".")+1:]
	if strings.HasSuffix(last, "send") && p.lang == "ruby" && p.peek(1).text == ":" && p.peek(2).kind == 'i' {
		name := p.peek(2).text
		if a := p.args(given); len(a.list) > 0 {
			return p.invoke(name, v, arguments{list: a.list[1:], named: a.named})
		}
		return unknownOperand
	}
	if p.lang == "php" && v.settled() && v.text != "" { // a function by its name
		full, last = v.text, v.text
	}
	f, own := p.funcs.named[last]
	a := p.args(given)
	switch {
	case v.unsure:
		p.opaque(unknownOperand, "the program chooses what it does when it runs")
		return unknownOperand
	case own && (full == last || v.name == "" || v.name == full && !known(full)):
		return p.call(f, a)
	}
	return p.invoke(full, v, a)
}

// known says whether a function is one of those that do something.
func known(full string) bool {
	_, ok := deedOf(full)
	return ok
}

// argv gives the program the words that it was started with, and where it is:
// a program that is given as text is in the folder at hand.
func (p *codeReader) argv(words []string) {
	if p.st.cwd != "" {
		p.vars["__file__"], p.vars["__dirname"] = operand{text: p.st.cwd + "/-"}, operand{text: p.st.cwd}
	}
	list := operand{list: []operand{}}
	for _, w := range words {
		list.list = append(list.list, operand{text: w})
	}
	p.vars["ARGV"], p.vars["@ARGV"], p.vars["$ARGV"] = list, list, list
	if len(words) == 0 || words[0] != "-" {
		list.list = append([]operand{{text: "-"}}, list.list...)
	}
	if p.node() && len(words) > 0 && words[0] == "-" {
		list.list = append([]operand{{text: "node"}}, list.list...)
	}
	p.vars["sys.argv"], p.vars["process.argv"], p.vars["$argv"] = list, list, list
}
