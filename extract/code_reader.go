package extract

import (
	"slices"
	"strings"

	"gate"
	"gate/internal/table"
)

// codeReader walks the tokens of a program.
type codeReader struct {
	r      *runner
	st     *state
	ctx    context
	lang   string
	syntax syntaxOf
	tokens []token
	match  []int // of each opening bracket, where it closes
	forAt  []int // of each opening bracket, its first for
	i      int
	depth  int
	filter bool // an if ends the expression: it is a comprehension's
	vars   map[string]operand
	funcs  *functions
}

func newCodeReader(r *runner, lang, code string, st *state, ctx context) *codeReader {
	p := &codeReader{r: r, st: st, ctx: ctx, lang: lang, syntax: languageSyntax(lang), vars: map[string]operand{}}
	p.tokens = lex(code, p.syntax)
	if len(p.tokens) > maxSteps {
		r.limit("a program is too long to follow")
	}
	p.match, p.forAt = brackets(p.tokens)
	p.funcs = findFunctions(lang, p.tokens, p.match)
	p.funcs.home = p
	return p
}

// brackets finds, for each opening bracket, the one that closes it and the
// first for between them that is in no other bracket.
func brackets(tokens []token) (match, forAt []int) {
	match, forAt = make([]int, len(tokens)), make([]int, len(tokens))
	var open []int
	for i, t := range tokens {
		match[i], forAt[i] = len(tokens), -1
		switch {
		case t.kind == 'p' && strings.Contains("([{", t.text):
			open = append(open, i)
		case t.kind == 'p' && strings.Contains(")]}", t.text) && len(open) > 0:
			match[open[len(open)-1]] = i
			open = open[:len(open)-1]
		case t.kind == 'i' && t.text == "for" && len(open) > 0 && forAt[open[len(open)-1]] < 0:
			forAt[open[len(open)-1]] = i
		}
	}
	return match, forAt
}

func (p *codeReader) peek(n int) token {
	if p.i+n >= 0 && p.i+n < len(p.tokens) {
		return p.tokens[p.i+n]
	}
	return token{}
}

// is says whether the next token is one of some marks or words.
func (p *codeReader) is(words ...string) bool {
	t := p.peek(0)
	return (t.kind == 'p' || t.kind == 'i') && slices.Contains(words, t.text)
}

func (p *codeReader) node() bool { return p.lang == "node" || p.lang == "deno" || p.lang == "bun" }

// run takes statements up to a token.
func (p *codeReader) run(end int) {
	for p.i < end && p.i < len(p.tokens) {
		p.statement()
	}
}

// group takes what stands between two brackets as statements.
func (p *codeReader) group() {
	end := p.match[p.i]
	p.i++
	if p.depth++; p.depth > maxDepth {
		p.tooDeep()
	}
	p.run(end)
	p.depth--
	p.i = max(p.i, min(end+1, len(p.tokens)))
}

func (p *codeReader) tooDeep() {
	p.i = len(p.tokens)
	p.r.limit("a program is nested too deeply to follow")
}

// skipped are words that stand before a statement or an expression.
var skipped = table.Set{
	"const", "let", "var", "my", "our", "local", "await", "if", "elif", "elsif", "else",
	"while", "try", "unless", "and", "or", "not", "do", "then", "end", "begin", "new",
	"typeof", "throw", "yield", "async", "global", "until", "when",
}

// statement takes one expression, an assignment of one, or the head of a loop,
// an import or a definition.
func (p *codeReader) statement() {
	t := p.peek(0)
	if p.funcs.depth > 0 && !p.r.step() {
		p.i = len(p.tokens)
		return
	}
	if f := p.funcs.begins[p.i]; f != nil {
		p.i = max(f.end, p.i+1)
		return
	}
	if t.kind == 'i' {
		switch {
		case t.text == "for" || t.text == "foreach":
			p.loop()
			return
		case t.text == "import" || t.text == "from" && p.lang == "python":
			p.imports()
			return
		case t.text == "return":
			p.i++
			p.funcs.result = p.funcs.result.or(p.expression())
			return
		case skipped.Has(t.text):
			p.i++
			return
		}
		if p.assignment(t.text) {
			return
		}
	}
	if (t.text == "{" || t.text == "[" || t.text == "(") && t.kind == 'p' && (p.node() || p.lang == "perl") && p.destructures() {
		return
	}
	before := p.i
	if t.text != "{" || t.kind != 'p' {
		v := p.expression()
		if p.is("as") && p.peek(1).kind == 'i' { // Python's with
			p.vars[p.peek(1).text] = v
			p.i += 2
		}
	}
	if p.i == before {
		p.i++
	}
}

// assignment is name = VALUE, name += VALUE, or one of several names.
func (p *codeReader) assignment(name string) bool {
	n := p.peek(1)
	switch {
	case p.assigns(1):
		p.i += 2
		p.vars[name] = p.expression()
	case n.kind == 'p' && (n.text == "+" || n.text == "." || n.text == "/") && p.assigns(2):
		p.i += 3
		between := ""
		if n.text == "/" {
			between = "/"
		}
		p.vars[name] = p.vars[name].join(p.expression(), between)
	default:
		return n.text == "," && p.unpacks()
	}
	return true
}

// assigns says whether a single = stands n tokens on.
func (p *codeReader) assigns(n int) bool {
	t, next := p.peek(n), p.peek(n+1)
	return t.kind == 'p' && t.text == "=" && (next.kind != 'p' || next.text != "=" && next.text != ">" && next.text != "~")
}

// unpacks is a, b = VALUE.
func (p *codeReader) unpacks() bool {
	names, n := []string{}, 0
	for p.peek(n).kind == 'i' && len(names) < maxVariant {
		names = append(names, p.peek(n).text)
		n++
		if p.peek(n).text != "," {
			break
		}
		n++
	}
	if !p.assigns(n) {
		return false
	}
	p.i += n + 1
	v := p.expression()
	if p.is(",") {
		v = operand{list: []operand{v}}
		for p.is(",") && len(v.list) < maxVariant {
			p.i++
			v.list = append(v.list, p.expression())
		}
	}
	for i, name := range names {
		p.vars[name] = v.at(i)
	}
	return true
}

// expression takes terms joined by operators and gives what is known of them.
func (p *codeReader) expression() operand {
	p.depth++
	defer func() { p.depth-- }()
	if p.depth > maxDepth {
		p.tooDeep()
		return unknownOperand
	}
	v := p.term()
	for p.i < len(p.tokens) {
		t, next := p.peek(0), p.peek(1)
		switch {
		case t.kind == 'p' && (t.text == "+" && next.text != "+" || t.text == "." && (p.lang == "perl" || p.lang == "php") || t.text == "." && next.text == "." && p.lang == "lua"):
			p.i++
			if p.is(".") {
				p.i++
			}
			v = v.join(p.term(), "")
		case t.kind == 'p' && t.text == "/" && v.path:
			p.i++
			v = v.join(p.term(), "/")
		case t.kind == 'p' && t.text == "%" && p.lang == "python" && v.text != "" && v.text != gate.UnknownText:
			p.i++
			p.term()
			v = v.mapped(percent)
		case t.kind == 'p' && (t.text == "|" && next.text == "|" || t.text == "?" && next.text == "?"):
			p.i += 2
			v = p.alternative(v)
		case t.kind == 'i' && t.text == "or" && p.lang == "python":
			p.i++
			v = p.alternative(v)
		case t.kind == 'i' && t.text == "if" && p.lang == "python" && !p.filter:
			v = p.otherwise(v)
		case t.kind == 'p' && t.text == "?" && next.kind != 'p':
			v = p.ternary()
		default:
			return v
		}
	}
	return v
}

// alternative is v or another value, unless the program ends there.
func (p *codeReader) alternative(v operand) operand {
	if p.is("die", "exit", "raise", "warn", "croak", "abort", "throw") {
		return v
	}
	return v.or(p.term())
}

// otherwise is Python's v if CONDITION else OTHER.
func (p *codeReader) otherwise(v operand) operand {
	for p.i < len(p.tokens) && !p.is(";", ")", "]", "}", ",", "else") {
		p.part()
	}
	if p.is("else") {
		p.i++
		return v.or(p.expression())
	}
	return v
}

// ternary is ? v : other.
func (p *codeReader) ternary() operand {
	p.i++
	v := p.expression()
	if !p.is(":") {
		return v
	}
	p.i++
	return v.or(p.expression())
}

// part takes the next piece of something that is not followed.
func (p *codeReader) part() {
	switch t := p.peek(0); {
	case t.kind == 'p' && strings.Contains("([{", t.text):
		p.group()
	case t.kind == 'i':
		p.statement()
	case t.kind == 'b' || t.kind == 's' && t.holes != nil:
		p.term()
	default:
		p.i++
	}
}

// percent is a format of Python's with its places open.
func percent(s string) string {
	for _, verb := range []string{"%s", "%d", "%r", "%i"} {
		s = strings.ReplaceAll(s, verb, gate.UnknownText)
	}
	return s
}
