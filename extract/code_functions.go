package extract

import "gate"

// functions are those that a program defines, by name.
type functions struct {
	named    map[string]*function
	all      []*function
	begins   map[int]*function // by the token of their definition
	uses     map[string]int    // how often each name stands in the program
	home     *codeReader
	depth    int     // calls under way
	result   operand // what the call under way returns
	supposed bool    // nothing says that what is looked at runs at all
}

// function is a definition: its parameters and where its body is.
type function struct {
	name       string
	params     []string
	start, end int
	value      bool // the body is an expression
	busy, done bool
}

// Limits on following the functions of a program.
const (
	maxFunctions = 200
	maxCalls     = 12 // inside one another
)

// findFunctions finds a program's definitions in one pass.
func findFunctions(lang string, tokens []token, match []int) *functions {
	f := &functions{named: map[string]*function{}, begins: map[int]*function{}, uses: map[string]int{}}
	var open []*function // those whose bodies end where a line begins no further in than they do
	var indents []int
	indent := 0
	for i, t := range tokens {
		if t.kind == 'p' && t.text == ";" && t.indent >= 0 {
			indent = t.indent
			for len(open) > 0 && indent <= indents[len(indents)-1] {
				open[len(open)-1].end = i
				open, indents = open[:len(open)-1], indents[:len(indents)-1]
			}
		}
		if t.kind != 'i' {
			continue
		}
		f.uses[t.text]++
		def := definition(lang, tokens, match, i)
		if def == nil || len(f.all) >= maxFunctions {
			continue
		}
		f.all, f.named[def.name], f.begins[i] = append(f.all, def), def, def
		if t.text == "def" {
			open, indents = append(open, def), append(indents, indent)
		}
	}
	return f
}

// definition is the function whose definition begins at a token, nil when none
// does. The end of a body that is told by indentation is left to its caller.
func definition(lang string, tokens []token, match []int, i int) *function {
	at := func(n int) token {
		if n < len(tokens) {
			return tokens[n]
		}
		return token{}
	}
	f := &function{end: len(tokens)}
	switch t := tokens[i].text; {
	case lang == "python" && t == "def" && at(i+1).kind == 'i' && at(i+2).text == "(":
		f.name, f.params = at(i+1).text, parameterNames(tokens, i+2, match[i+2])
		if len(f.params) > 0 && (f.params[0] == "self" || f.params[0] == "cls") {
			f.params = f.params[1:]
		}
		f.start = match[i+2] + 1
		for f.start < len(tokens) && tokens[f.start].text != ":" && tokens[f.start].text != ";" { // -> TYPE
			f.start++
		}
		return f
	case (lang == "node" || lang == "deno" || lang == "bun" || lang == "php") && t == "function" && at(i+1).kind == 'i' && at(i+2).text == "(":
		f.name, f.params = at(i+1).text, parameterNames(tokens, i+2, match[i+2])
		return f.body(tokens, match, match[i+2]+1)
	case lang == "perl" && t == "sub" && at(i+1).kind == 'i':
		f.name = at(i + 1).text
		return f.body(tokens, match, i+2)
	case (lang == "node" || lang == "deno" || lang == "bun") && at(i+1).text == "=" && at(i+1).kind == 'p':
		f.name = t
		return f.arrow(tokens, match, i+2)
	case lang == "python" && at(i+1).text == "=" && at(i+2).kind == 'i' && at(i+2).text == "lambda":
		f.name, f.value = t, true
		for f.start = i + 3; f.start < len(tokens) && tokens[f.start].kind != 's' && tokens[f.start].text != ":" && tokens[f.start].text != ";"; f.start++ {
		}
		f.params = parameterNames(tokens, i+2, min(f.start, len(tokens)))
		f.start++
		return f.untilLine(tokens, match)
	}
	return nil
}

// body is a body between braces.
func (f *function) body(tokens []token, match []int, at int) *function {
	if at >= len(tokens) || tokens[at].text != "{" {
		return nil
	}
	f.start, f.end = at+1, match[at]
	return f
}

// arrow is (a, b) => BODY, a => BODY or function (a) BODY.
func (f *function) arrow(tokens []token, match []int, at int) *function {
	for at < len(tokens) && tokens[at].kind == 'i' && (tokens[at].text == "async" || tokens[at].text == "function") {
		at++
	}
	after := at + 1
	switch {
	case at+3 >= len(tokens):
		return nil
	case tokens[at].kind == 'p' && tokens[at].text == "(":
		if after = match[at] + 1; after+1 >= len(tokens) {
			return nil
		}
		f.params = parameterNames(tokens, at, match[at])
	case tokens[at].kind == 'i':
		f.params = []string{tokens[at].text}
	default:
		return nil
	}
	if tokens[after].text == "{" && tokens[at-1].text == "function" {
		return f.body(tokens, match, after)
	}
	if tokens[after].text != "=" || tokens[after+1].text != ">" {
		return nil
	}
	if after += 2; after < len(tokens) && tokens[after].text == "{" {
		return f.body(tokens, match, after)
	}
	f.start, f.value = after, true
	return f.untilLine(tokens, match)
}

// untilLine ends an expression where its line or its brackets end.
func (f *function) untilLine(tokens []token, match []int) *function {
	for f.end = f.start; f.end < len(tokens); f.end++ {
		switch t := tokens[f.end]; {
		case t.kind == 'p' && (t.text == "(" || t.text == "[" || t.text == "{"):
			f.end = match[f.end]
		case t.kind == 'p' && (t.text == ";" || t.text == ")" || t.text == "]" || t.text == "}" || t.text == ","):
			return f
		}
	}
	f.end = min(f.end, len(tokens))
	return f
}

// parameterNames are the names between two tokens that stand first or behind
// a comma.
func parameterNames(tokens []token, from, to int) []string {
	var names []string
	for i := from + 1; i < min(to, len(tokens)) && len(names) < maxVariant; i++ {
		if tokens[i].kind == 'i' && (i == from+1 || tokens[i-1].text == ",") {
			names = append(names, tokens[i].text)
		}
	}
	return names
}

// call follows a call of a function of the program's own.
func (p *codeReader) call(f *function, a arguments) operand {
	if f.busy || p.funcs.depth >= maxCalls {
		return unknownOperand
	}
	p.r.steps += (f.end - f.start) / 8
	if !p.r.step() {
		return unknownOperand
	}
	f.busy, f.done = true, true
	defer func() { f.busy = false }()
	inner := *p.funcs
	inner.begins, inner.result = p.funcs.home.funcs.begins, operand{}
	inner.depth++
	in := *p.funcs.home
	in.funcs, in.i, in.depth, in.filter = &inner, f.start, p.depth, false
	in.enter(f, a)
	if f.value {
		v := in.expression()
		in.run(f.end)
		return v
	}
	in.run(f.end)
	if inner.result.text == "" && inner.result.list == nil {
		return unknownOperand
	}
	return inner.result
}

// enter binds a function's parameters.
func (p *codeReader) enter(f *function, a arguments) {
	for i, name := range f.params {
		v, ok := a.named[name]
		switch {
		case ok:
		case i < len(a.list):
			v = a.list[i]
		default:
			v = operand{text: gate.UnknownText}
		}
		p.vars[name] = v
	}
	if p.lang == "perl" {
		p.vars["@_"], p.vars["$_"] = sequence(a.list), sequence(a.list)
		p.vars["shift"] = a.at(0)
	}
}

// uncalled looks at the functions that no call was found of. What is unknown
// in them counts when their names are used at all.
func (p *codeReader) uncalled() {
	for _, f := range p.funcs.all {
		if !f.done {
			p.funcs.supposed = p.funcs.uses[f.name] < 2
			p.call(f, arguments{})
		}
	}
}
