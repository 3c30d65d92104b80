package extract

import (
	"path"
	"slices"
	"strings"

	"gate"
)

// interpreter runs a program of another language: as text, from standard
// input, or from a file, which is the project's own and not looked into
// unless this very line wrote it.
func interpreter(r *runner, c *call, st *state, ctx context) stream {
	lang := family(c.name)
	ran := false
	for _, o := range c.options {
		if o.value != "" && codeOption(lang, o.name) {
			ran = true
			r.program(lang, o.value, st, ctx.sub(c.name+" "+o.name))
		}
		if lang == "perl" && o.name == "-i" || lang == "ruby" && o.name == "-i" {
			for i, file := range c.operands {
				r.touch('w', file, c.opGlobs[i], c, st, ctx)
			}
		}
	}
	switch {
	case lang == "powershell" || lang == "pwsh":
		r.powershellProcess(c, st, ctx)
	case ran:
	case c.has("-m"):
		r.module(c, st, ctx)
	case len(c.operands) > 0 && c.operands[0] != "-":
		if s, ok := r.written(c.operands[0], st); ok {
			r.programStream(lang, s, c, st, ctx)
		}
	case ctx.stdin.kind == "pipe" || ctx.stdin.kind == "text":
		r.programStream(lang, ctx.stdin, c, st, ctx)
	}
	return stream{kind: "pipe", from: append([]string{c.name}, ctx.stdin.upstream()...), text: gate.UnknownText}
}

// codeOption says whether an option's value is a program.
func codeOption(lang, name string) bool {
	switch lang {
	case "python":
		return name == "-c"
	case "node", "bun", "deno":
		return name == "-e" || name == "-p" || name == "--eval" || name == "--print"
	case "perl", "ruby":
		return name == "-e" || name == "-E"
	case "php":
		return name == "-r" || name == "--run" || name == "-B" || name == "-R"
	case "lua", "osascript":
		return name == "-e"
	}
	return false
}

// module is python -m NAME.
func (r *runner) module(c *call, st *state, ctx context) {
	if name, _ := c.last("-m"); name == "venv" || name == "virtualenv" {
		for _, dir := range c.operands {
			if !strings.HasPrefix(dir, "-") {
				r.touch('c', dir, false, c, st, ctx)
			}
		}
	}
}

func (r *runner) programStream(lang string, s stream, c *call, st *state, ctx context) {
	if s.known() {
		r.program(lang, s.text, st, ctx.sub(c.name))
		return
	}
	if len(c.operands) > 0 { // a file that the line fetched
		r.unseen(c.name, s, st, ctx)
		return
	}
	r.x.unknown(gate.UnknownCommand, c.name, c.name+" runs a program that another one prints")
}

// program looks through the text of a program for what it does to files and
// what it starts, in the forms that such programs commonly take.
func (r *runner) program(lang, code string, st *state, ctx context) {
	if !r.step() || !r.enter() {
		return
	}
	defer r.leave()
	p := &codeReader{r: r, st: st, ctx: ctx, lang: lang, tokens: lex(code, languageSyntax(lang)), vars: map[string]operand{}}
	for p.i < len(p.tokens) {
		p.statement()
	}
}

// operand is what is known of an expression.
type operand struct {
	text string
	list []string
	path bool // a pathlib.Path
}

var unknownOperand = operand{text: gate.UnknownText}

// codeReader walks the tokens of a program.
type codeReader struct {
	r      *runner
	st     *state
	ctx    context
	lang   string
	tokens []token
	i      int
	depth  int
	vars   map[string]operand
}

func (p *codeReader) peek(n int) token {
	if p.i+n < len(p.tokens) {
		return p.tokens[p.i+n]
	}
	return token{}
}

// statement takes one expression, or an assignment of one.
func (p *codeReader) statement() {
	if t := p.peek(0); t.kind == 'i' {
		switch t.text {
		case "const", "let", "var", "my", "our", "return", "await", "if", "elif", "else", "with", "for", "while", "def", "from", "import", "try", "unless", "and", "or", "not", "do", "then":
			p.i++
			return
		}
		if n := p.peek(1); n.text == "=" && n.kind == 'p' && p.peek(2).text != "=" && p.peek(2).text != ">" {
			name := t.text
			p.i += 2
			p.vars[name] = p.expression()
			return
		}
	}
	before := p.i
	p.expression()
	if p.i == before {
		p.i++
	}
}

// expression takes terms joined by + and gives what is known of them.
func (p *codeReader) expression() operand {
	p.depth++
	defer func() { p.depth-- }()
	if p.depth > maxDepth {
		p.i = len(p.tokens)
		p.r.limit("a program is nested too deeply to follow")
		return unknownOperand
	}
	v := p.term()
	for p.peek(0).kind == 'p' && (p.peek(0).text == "+" || p.peek(0).text == "." && p.lang == "perl" || p.peek(0).text == "." && p.lang == "php" || p.peek(0).text == "/" && v.path) {
		slash := p.peek(0).text == "/"
		p.i++
		next := p.term()
		if v.list != nil || next.list != nil {
			v = operand{list: append(slices.Clone(v.list), next.list...)}
			continue
		}
		if slash {
			v.text += "/"
		}
		v.text += next.text
	}
	return v
}

// term takes a literal, a list, a name with what follows it, or a call.
func (p *codeReader) term() operand {
	t := p.peek(0)
	switch {
	case t.kind == 's':
		p.i++
		v := operand{text: t.text}
		for p.peek(0).kind == 's' && p.lang == "python" { // literals side by side
			v.text += p.peek(0).text
			p.i++
		}
		return p.members("", v)
	case t.kind == 'b':
		p.i++
		p.start(t.text)
		return unknownOperand
	case t.kind == 'n':
		p.i++
		return operand{text: t.text}
	case t.text == "[":
		return operand{list: p.items("]")}
	case t.text == "(":
		items := p.items(")")
		v := unknownOperand
		if len(items) == 1 {
			v = operand{text: items[0]}
		}
		return p.members("", v)
	case t.text == "%" && p.lang == "ruby" && p.peek(1).text == "x":
		p.i += 2
		p.start(gate.UnknownText)
		return unknownOperand
	case t.kind == 'i' && t.text == "glob" && p.peek(1).kind == 's':
		p.i++
		return p.term() // perl: what the pattern matches
	case t.kind == 'i':
		p.i++
		return p.name(t.text)
	}
	return unknownOperand
}

// items takes a list up to its closing mark.
func (p *codeReader) items(shut string) []string {
	out := []string{}
	p.i++
	for p.i < len(p.tokens) && p.peek(0).text != shut {
		before := p.i
		v := p.expression()
		if p.i > before {
			if v.list != nil {
				out = append(out, v.list...)
			} else {
				out = append(out, v.text)
			}
		}
		for p.i < len(p.tokens) && p.peek(0).text != shut && (p.i == before || p.peek(0).text == "," || p.peek(0).text == ";" || p.peek(0).kind != 'p' && p.peek(-1).kind != 'p') {
			if p.peek(0).text == "," {
				p.i++
				break
			}
			p.i++
		}
	}
	p.i++
	return out
}

// args takes the arguments of a call, keyword arguments by name.
func (p *codeReader) args() ([]operand, map[string]operand) {
	var list []operand
	named := map[string]operand{}
	p.i++
	for p.i < len(p.tokens) && p.peek(0).text != ")" {
		before := p.i
		if n := p.peek(1); p.peek(0).kind == 'i' && (n.text == "=" || n.text == ":") && p.peek(2).text != "=" {
			name := p.peek(0).text
			p.i += 2
			named[name] = p.expression()
		} else {
			list = append(list, p.expression())
		}
		p.skipTo(")", before)
	}
	p.i++
	return list, named
}

// skipTo goes on to the next argument, over what an expression did not take.
func (p *codeReader) skipTo(shut string, before int) {
	depth := 0
	for p.i < len(p.tokens) {
		t := p.peek(0)
		if t.kind == 'p' {
			switch t.text {
			case "(", "[", "{":
				depth++
			case ")", "]", "}":
				if depth == 0 && t.text == shut {
					return
				}
				depth--
			case ",":
				if depth <= 0 {
					p.i++
					return
				}
			}
		} else if t.kind == 'i' && p.i > before && (p.peek(1).text == "(" || p.peek(1).text == ".") {
			p.expression() // a call inside an expression we do not model
			continue
		}
		p.i++
	}
}

// name takes a name, its members, and a call of it.
func (p *codeReader) name(name string) operand {
	v, ok := p.vars[name]
	if !ok {
		v = unknownOperand
	}
	return p.members(name, v)
}

// members takes .a.b(c) after a value.
func (p *codeReader) members(full string, v operand) operand {
	for p.i < len(p.tokens) {
		t := p.peek(0)
		switch {
		case t.kind != 'p' && !(p.bare(full) && (t.kind == 's' || t.kind == 'i')):
			return v
		case t.text == "." && p.peek(1).kind == 'i' && p.lang != "php", t.text == "-" && p.peek(1).text == ">", t.text == ":" && p.peek(1).text == ":":
			p.i++
			if p.peek(0).text == ">" || p.peek(0).text == ":" {
				p.i++
			}
			full = strings.TrimPrefix(full+"."+p.peek(0).text, ".")
			p.i++
		case t.text == "(":
			args, named := p.args()
			v = p.invoke(full, v, args, named)
			full = ""
		case t.text == "[":
			items := p.items("]")
			if len(items) == 1 && (strings.HasSuffix(full, "environ") || strings.HasSuffix(full, "env") || strings.HasSuffix(full, "ENV")) {
				v = operand{text: p.r.get(items[0], p.st)}
			} else {
				v = unknownOperand
			}
			full = ""
		case p.bare(full): // perl and ruby call without parentheses
			v = p.invoke(full, v, p.loose(), nil)
			full = ""
		default:
			if full == "process.env.HOME" || full == "ENV.HOME" {
				v = operand{text: p.r.get("HOME", p.st)}
			}
			return v
		}
	}
	return v
}

// bare says whether a name is a function that takes its arguments without
// parentheses here.
func (p *codeReader) bare(name string) bool {
	if p.lang != "perl" && p.lang != "ruby" {
		return false
	}
	e, ok := deedOf(name)
	return ok && e != 0 && (p.peek(0).kind == 's' || p.peek(0).text == "glob" || p.peek(0).kind == 'i' && p.vars[p.peek(0).text].text != "" || p.peek(0).text == "[")
}

// loose takes arguments up to the end of the statement.
func (p *codeReader) loose() []operand {
	var out []operand
	for p.i < len(p.tokens) && p.peek(0).text != ";" {
		before := p.i
		out = append(out, p.expression())
		if p.peek(0).text == "," {
			p.i++
			continue
		}
		if p.i == before || p.peek(0).text != "," {
			break
		}
	}
	return out
}

// invoke notes what a call does, and gives what is known of its value.
func (p *codeReader) invoke(full string, on operand, args []operand, named map[string]operand) operand {
	last := full[strings.LastIndex(full, ".")+1:]
	arg := func(i int) operand {
		if i < len(args) {
			return args[i]
		}
		return operand{}
	}
	switch last {
	case "expanduser":
		if len(args) > 0 {
			return args[0]
		}
		return on
	case "join":
		if strings.HasSuffix(full, "path.join") || full == "join" || full == "File.join" {
			var parts []string
			for _, a := range args {
				parts = append(parts, a.text)
			}
			return operand{text: path.Join(parts...)}
		}
	case "Path", "PurePath", "abspath", "realpath", "resolve", "normpath", "absolute", "String", "str":
		if len(args) > 0 {
			return operand{text: arg(0).text, path: last == "Path"}
		}
		return on
	case "homedir", "home":
		return operand{text: p.r.get("HOME", p.st), path: last == "home"}
	case "cwd", "getcwd":
		return operand{text: p.st.cwd}
	case "split":
		if len(args) == 0 && on.text != "" && on.text != gate.UnknownText {
			return operand{list: strings.Fields(on.text)}
		}
	case "getenv":
		return operand{text: p.r.get(arg(0).text, p.st)}
	}
	e, ok := deedOf(full)
	if !ok {
		return unknownOperand
	}
	p.effect(e, full, on, args, named)
	return unknownOperand
}

// start runs the text of a shell command that a program starts.
func (p *codeReader) start(text string) {
	if strings.Trim(text, gate.UnknownText+" ") == "" {
		p.r.x.unknown(gate.UnknownCommand, p.lang, "the program starts a command whose text is made when it runs")
		return
	}
	p.r.script(text, p.lang, p.st, p.ctx)
}
