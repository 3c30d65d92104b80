package template

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// The nodes of a template. A list of them is what is between two actions.
type (
	textNode   string
	actionNode struct{ pipe *pipeline }
	branchNode struct {
		keyword string // if, with, range
		pipe    *pipeline
		list    []any
		orElse  []any
	}
	callNode struct { // template
		name string
		pipe *pipeline // nil for none
		line int
	}
	flowNode string // break, continue, and, only while parsing, end and else
)

// pipeline is commands, each of which gets the value of the one before it.
type pipeline struct {
	declared []string
	assigns  bool // the variables are others that are there
	commands []command
}

type command struct {
	args []any
	line int
}

// The operands beside bool, string, *pipeline and the numbers.
type (
	dotOperand      struct{}
	nilOperand      struct{}
	tooLarge        string // a number that is no int
	fieldOperand    []string
	functionOperand string
	variableOperand struct {
		name   string
		fields []string
	}
	chainOperand struct {
		of     any
		fields []string
	}
)

// parser makes nodes of tokens.
type parser struct {
	tokens    []token
	at        int
	functions []function
	templates map[string][]any
	vars      []string // that may be used here
	loops     int      // that are open
}

// parse gives the templates of a text by name, among them that of the text.
func parse(text string) (templates map[string][]any, err error) {
	defer caught(&err)
	p := parser{tokens: lex(text), functions: functions(), templates: map[string][]any{}, vars: []string{"$"}}
	var list []any
	for p.peek().kind != endOfText {
		if p.definition() {
			continue
		}
		n := p.textOrAction()
		if f, ok := n.(flowNode); ok && (f == "end" || f == "else") {
			p.fail("unexpected {{%s}}", f)
		}
		list = append(list, n)
	}
	p.define(mainName, list)
	return p.templates, nil
}

func (p *parser) fail(format string, args ...any) {
	line := p.tokens[min(p.at, len(p.tokens)-1)].line
	panic(failure{fmt.Errorf("template: %s:%d: %s", mainName, line, fmt.Sprintf(format, args...))})
}

func (p *parser) peek() token { return p.tokens[min(p.at, len(p.tokens)-1)] }

func (p *parser) next() token {
	t := p.peek()
	p.at++
	return t
}

// peekWord is the next token that is no space. The spaces are gone.
func (p *parser) peekWord() token {
	for p.peek().kind == space {
		p.at++
	}
	return p.peek()
}

func (p *parser) word() token {
	p.peekWord()
	return p.next()
}

func (p *parser) isKeyword(text string) bool {
	t := p.peekWord()
	return t.kind == keyword && t.text == text
}

func (p *parser) want(kind tokenKind, context string) token {
	t := p.word()
	if t.kind != kind {
		p.fail("unexpected %q in %s", t.text, context)
	}
	return t
}

// define keeps a template. Of two with a name one must be empty.
func (p *parser) define(name string, list []any) {
	before, known := p.templates[name]
	switch {
	case !known || isEmpty(before):
		p.templates[name] = list
	case !isEmpty(list):
		p.fail("multiple definition of template %q", name)
	}
}

func isEmpty(list []any) bool {
	return !slices.ContainsFunc(list, func(n any) bool {
		text, ok := n.(textNode)
		return !ok || strings.TrimSpace(string(text)) != ""
	})
}

// definition reads {{define "name"}}...{{end}}, if it is one.
func (p *parser) definition() bool {
	start := p.at
	if p.next().kind != leftDelim || !p.isKeyword("define") {
		p.at = start
		return false
	}
	p.next()
	name := p.name("define clause")
	p.want(rightDelim, "define clause")
	p.define(name, p.body())
	return true
}

// body reads a template within another, which knows none of its variables.
func (p *parser) body() []any {
	vars, loops := p.vars, p.loops
	p.vars, p.loops = []string{"$"}, 0
	list, end := p.list()
	if end != "end" {
		p.fail("unexpected {{%s}}", end)
	}
	p.vars, p.loops = vars, loops
	return list
}

func (p *parser) name(context string) string {
	return p.unquoted(p.want(quoted, context))
}

func (p *parser) unquoted(t token) string {
	s, err := strconv.Unquote(t.text)
	if err != nil {
		p.fail("%v: %s", err, t.text)
	}
	return s
}

// list reads up to {{end}} or {{else}}, and says which.
func (p *parser) list() (list []any, end flowNode) {
	for p.peekWord().kind != endOfText {
		n := p.textOrAction()
		if f, ok := n.(flowNode); ok && (f == "end" || f == "else") {
			return list, f
		}
		list = append(list, n)
	}
	p.fail("unexpected EOF")
	return nil, ""
}

func (p *parser) textOrAction() any {
	switch t := p.word(); t.kind {
	case plainText:
		return textNode(t.text)
	case leftDelim:
		return p.action()
	default:
		p.fail("unexpected %q in input", t.text)
	}
	return nil
}

func (p *parser) action() any {
	if t := p.peekWord(); t.kind != keyword || t.text == "nil" || t.text == "define" {
		return actionNode{p.pipeline("command", rightDelim)}
	}
	switch t := p.next(); t.text {
	case "break", "continue":
		p.want(rightDelim, t.text)
		if p.loops == 0 {
			p.fail("{{%s}} outside {{range}}", t.text)
		}
		return flowNode(t.text)
	case "end":
		p.want(rightDelim, "end")
		return flowNode("end")
	case "else":
		if !p.isKeyword("if") && !p.isKeyword("with") {
			p.want(rightDelim, "else")
		}
		return flowNode("else")
	case "block":
		name := p.name("block clause")
		pipe := p.pipeline("block clause", rightDelim)
		p.define(name, p.body())
		return callNode{name, pipe, t.line}
	case "template":
		n := callNode{name: p.name("template clause"), line: t.line}
		if p.peekWord().kind == rightDelim {
			p.next()
		} else {
			n.pipe = p.pipeline("template clause", rightDelim)
		}
		return n
	default:
		return p.branch(t.text)
	}
}

// branch reads if, with and range. An else that goes on with another if, or
// with, ends where that ends.
func (p *parser) branch(kind string) any {
	known := len(p.vars)
	n := branchNode{keyword: kind, pipe: p.pipeline(kind, rightDelim)}
	if kind == "range" {
		p.loops++
	}
	var end flowNode
	n.list, end = p.list()
	if kind == "range" {
		p.loops--
	}
	switch {
	case end == "end":
	case kind != "range" && p.peek().kind == keyword && p.peek().text == kind:
		p.next()
		n.orElse = []any{p.branch(kind)}
	default:
		if n.orElse, end = p.list(); end != "end" {
			p.fail("expected end; found {{%s}}", end)
		}
	}
	p.vars = p.vars[:known]
	return n
}

func (p *parser) pipeline(context string, end tokenKind) *pipeline {
	pipe := &pipeline{}
	for p.declaration(pipe, context) {
	}
	for {
		switch t := p.peekWord(); t.kind {
		case end:
			p.next()
			p.check(pipe, context)
			return pipe
		case boolean, character, dot, field, identifier, number, quoted, variable, leftParen:
			pipe.commands = append(pipe.commands, p.command())
		default:
			if t.kind != keyword || t.text != "nil" {
				p.fail("unexpected %q in %s", t.text, context)
			}
			pipe.commands = append(pipe.commands, p.command())
		}
	}
}

// declaration reads a variable that is declared or set. It is true when
// another one comes.
func (p *parser) declaration(pipe *pipeline, context string) bool {
	v := p.peekWord()
	if v.kind != variable {
		return false
	}
	start := p.at
	p.next()
	switch sign := p.peekWord(); {
	case sign.kind == assign || sign.kind == declare:
		pipe.assigns = sign.kind == assign
	case sign.kind != other || sign.text != ",":
		p.at = start
		return false
	case context != "range" || len(pipe.declared) > 0:
		p.fail("too many declarations in %s", context)
	}
	comma := p.next().kind == other
	pipe.declared = append(pipe.declared, v.text)
	p.vars = append(p.vars, v.text)
	if kind := p.peekWord().kind; comma && kind != variable && kind != rightDelim && kind != rightParen {
		p.fail("range can only initialize variables")
	}
	return comma
}

// check refuses a pipeline of nothing, and one in which a value would be given
// to a literal.
func (p *parser) check(pipe *pipeline, context string) {
	if len(pipe.commands) == 0 {
		p.fail("missing value for %s", context)
	}
	for i, c := range pipe.commands[1:] {
		switch c.args[0].(type) {
		case fieldOperand, functionOperand, variableOperand, chainOperand, *pipeline:
		default:
			p.fail("non executable command in pipeline stage %d", i+2)
		}
	}
}

func (p *parser) command() command {
	c := command{line: p.peekWord().line}
	for more := true; more; {
		p.peekWord()
		if v := p.operand(); v != nil {
			c.args = append(c.args, v)
		}
		switch t := p.peek(); t.kind {
		case space:
			p.next()
		case rightDelim, rightParen:
			more = false
		case bar:
			p.next()
			more = false
		default:
			p.fail("unexpected %q in operand", t.text)
		}
	}
	if len(c.args) == 0 {
		p.fail("empty command")
	}
	return c
}

// operand reads a term and the fields behind it.
func (p *parser) operand() any {
	v := p.term()
	if v == nil || p.peek().kind != field {
		return v
	}
	var fields []string
	for p.peek().kind == field {
		fields = append(fields, p.next().text[1:])
	}
	switch v := v.(type) {
	case fieldOperand:
		return append(v, fields...)
	case variableOperand:
		v.fields = fields
		return v
	case functionOperand, *pipeline:
		return chainOperand{v, fields}
	}
	p.fail("unexpected . after term")
	return nil
}

// term reads an operand without fields, nil when there is none.
func (p *parser) term() any {
	switch t := p.word(); t.kind {
	case identifier:
		if !slices.ContainsFunc(p.functions, func(f function) bool { return f.name == t.text }) {
			p.fail("function %q not defined", t.text)
		}
		return functionOperand(t.text)
	case dot:
		return dotOperand{}
	case variable:
		if !slices.Contains(p.vars, t.text) {
			p.fail("undefined variable %q", t.text)
		}
		return variableOperand{name: t.text}
	case field:
		return fieldOperand{t.text[1:]}
	case boolean:
		return t.text == "true"
	case character, number:
		return p.number(t)
	case leftParen:
		return p.pipeline("parenthesized pipeline", rightParen)
	case quoted:
		return p.unquoted(t)
	case keyword:
		if t.text == "nil" {
			return nilOperand{}
		}
	}
	p.at--
	return nil
}

// number is what a constant is: what it is written like says its type.
func (p *parser) number(t token) any {
	if t.kind == character {
		r, _, tail, err := strconv.UnquoteChar(t.text[1:], '\'')
		if err != nil || tail != "'" {
			p.fail("malformed character constant: %s", t.text)
		}
		return int(r)
	}
	hex := strings.HasPrefix(t.text, "0x") || strings.HasPrefix(t.text, "0X")
	isInt := hex && !strings.ContainsAny(t.text, "pP") || !strings.ContainsAny(t.text, ".eEpP")
	i, err := strconv.ParseInt(t.text, 0, 64)
	if err == nil && isInt {
		return int(i)
	}
	if _, err := strconv.ParseUint(t.text, 0, 64); err == nil {
		return tooLarge(t.text)
	}
	f, err := strconv.ParseFloat(t.text, 64)
	if err != nil || !strings.ContainsAny(t.text, ".eEpP") {
		p.fail("illegal number syntax: %q", t.text)
	}
	return f
}
