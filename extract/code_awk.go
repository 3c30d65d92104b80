package extract

import (
	"slices"
	"strings"

	"gate"
)

// awk can write files, start commands, and edit in place.
func awk(r *runner, c *call, st *state, ctx context) stream {
	program, files := "", c.operands
	if !c.has("-f", "--file") && len(files) > 0 {
		program, files = files[0], files[1:]
	}
	a := &awkReader{r: r, st: st, ctx: ctx, vars: map[string]string{}}
	for _, o := range c.options {
		switch o.name {
		case "-f", "--file":
			if text, ok := r.scriptFile(o.value, st, ctx); ok {
				program += text + "\n"
			} else if (o.value == "/dev/stdin" || o.value == "-") && ctx.stdin.kind == "pipe" {
				r.unseen(c.name, ctx.stdin, st, ctx)
			}
		case "-v", "--assign":
			if name, value, ok := strings.Cut(o.value, "="); ok {
				a.vars[name] = value
			}
		case "-i", "--include":
			if o.value == "inplace" {
				for _, f := range files {
					r.touch('w', f, false, c, st, ctx)
				}
			}
		}
	}
	if strings.Trim(program, gate.UnknownText) == "" && program != "" {
		r.unseen(c.name, stream{from: r.origin}, st, ctx)
		return unknownStream
	}
	for _, f := range files {
		name, value, ok := strings.Cut(f, "=")
		if !ok {
			r.touch('r', f, false, c, st, ctx)
			a.ctx.stdin = stream{kind: "inherit"}
			continue
		}
		a.vars[name] = value
	}
	a.program(program)
	return stream{kind: "pipe", from: append([]string{c.name}, ctx.stdin.upstream()...), text: gate.UnknownText}
}

// awkReader walks the tokens of an awk program.
type awkReader struct {
	r      *runner
	st     *state
	ctx    context
	tokens []token
	vars   map[string]string // variables whose values stand in the program
}

func (a *awkReader) at(i int) token {
	if i >= 0 && i < len(a.tokens) {
		return a.tokens[i]
	}
	return token{}
}

// program looks for system(COMMAND), print > FILE, print | COMMAND and
// COMMAND | getline.
func (a *awkReader) program(text string) {
	a.tokens = lex(text, languageSyntax("awk"))
	printing, operand := false, 0 // where the expression that a pipe may follow begins
	for i := 0; i < len(a.tokens); i++ {
		t, next := a.at(i), a.at(i+1)
		switch {
		case t.kind == 'i' && (t.text == "print" || t.text == "printf"):
			printing = true
		case t.kind == 'p' && (t.text == ";" || t.text == "}" || t.text == "{"):
			printing, operand = false, i+1
		case t.kind == 'p' && (t.text == "(" || t.text == "&"):
			operand = i + 1
		case t.kind == 'i' && next.kind == 'p' && next.text == "=" && a.at(i+2).text != "=" && !printing:
			a.vars[t.text], _ = a.value(i + 2)
		case t.kind == 'i' && t.text == "system" && next.text == "(":
			a.command(i + 2)
		case t.kind == 'p' && t.text == ">" && printing:
			for a.at(i+1).text == ">" && a.at(i+1).kind == 'p' {
				i++
			}
			a.file(i + 1)
		case t.kind == 'p' && t.text == "|" && next.kind == 'i' && next.text == "getline":
			a.command(operand)
		case t.kind == 'p' && t.text == "|" && next.text != "|" && a.at(i-1).text != "|":
			if next.text == "&" {
				i++
			}
			if a.at(i+1).text == "getline" {
				a.command(operand)
			} else if printing {
				a.command(i + 1)
			}
		}
	}
}

// file is written: a place that only the input names is unknown unless its
// folder is not.
func (a *awkReader) file(at int) {
	if text, _ := a.value(at); text != "" {
		a.r.target(target{path: text, cwd: a.st.cwd, op: gate.OpWrite, source: "awk"}, a.ctx)
	}
}

// value is what the expression at a token comes to, with the token after it:
// texts and variables side by side.
func (a *awkReader) value(at int) (string, int) {
	text, depth := "", 0
	for ; at < len(a.tokens); at++ {
		t := a.tokens[at]
		switch {
		case t.kind == 's':
			text += t.text
		case t.kind == 'p' && t.text == "(":
			depth++
		case t.kind == 'p' && t.text == ")" && depth > 0:
			depth--
		case t.kind == 'p' && slices.Contains([]string{")", ";", "}", "|", ",", ">", "{"}, t.text):
			return text, at
		case t.kind == 'i' && t.text == "ENVIRON" && a.at(at+1).text == "[":
			text += a.r.get(a.at(at+2).text, a.st)
			at += 3
		case t.kind == 'i' && a.vars[t.text] != "" && a.at(at+1).text != "[" && a.at(at+1).text != "(":
			text += a.vars[t.text]
		case !strings.HasSuffix(text, gate.UnknownText):
			text += gate.UnknownText
		}
		if len(text) > maxValue {
			return gate.UnknownText, at
		}
	}
	return text, at
}

// command runs the command that begins at a token: a literal, one whose parts
// are known, or one that is put together when it runs.
func (a *awkReader) command(at int) {
	text, _ := a.value(at)
	switch {
	case text == gate.UnknownText && a.at(at).text == "$0":
		a.r.lines("awk", a.st, a.ctx)
	case strings.HasPrefix(text, gate.UnknownText):
		from := a.ctx.stdin
		if from.kind != "pipe" {
			from.from = nil
		}
		a.r.unseen("awk", from, a.st, a.ctx)
	case text != "":
		a.r.script(text, "awk", a.st, a.ctx)
	}
}
