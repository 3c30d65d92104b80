// Package template executes templates in the language of text/template, with
// the values that JSON has. It says what text/template says, and does without
// linking it, whose way to look into any Go value costs every process that does.
package template

import (
	"fmt"
	"strings"
	"text/template/parse"
)

// The bounds that keep the stack small. text/template has none for the length.
const (
	maxText  = 256 << 10
	maxDepth = 10_000 // templates that call templates
)

// absent is the value of what is not there: a missing key, and null once it
// has been through a pipeline.
type absent struct{}

// Render executes a template with data as encoding/json decodes it, numbers as
// json.Number. Before something is done or written, spend is told of its steps
// and bytes; its error ends the execution.
func Render(text string, data map[string]any, spend func(steps, bytes int) error) (out string, err error) {
	if len(text) > maxText {
		return "", fmt.Errorf("template: longer than %d bytes", maxText)
	}
	names := map[string]any{}
	for _, f := range functions() {
		names[f.name] = true
	}
	trees, err := parse.Parse(mainName, text, "", "", names)
	if err != nil {
		return "", err
	}
	defer caught(&err)
	s := state{trees: trees, tree: trees[mainName], spend: spend, out: &strings.Builder{}, vars: []variable{{"$", data}}}
	s.walk(data, s.tree.Root)
	return s.out.String(), nil
}

// mainName is what the template is called in errors. OPA's name for it.
const mainName = "template"

// state is the execution of one template.
type state struct {
	trees map[string]*parse.Tree
	tree  *parse.Tree
	node  parse.Node // where it is, for errors
	vars  []variable
	depth int
	spend func(steps, bytes int) error
	out   *strings.Builder
}

type variable struct {
	name  string
	value any
}

// flow is how a list of nodes ended.
type flow int

const (
	onward flow = iota
	broken
	continued
)

// failure is what execution panics with.
type failure struct{ error }

func caught(err *error) {
	switch r := recover().(type) {
	case nil:
	case failure:
		*err = r.error
	default:
		panic(r)
	}
}

// fail ends the execution, with the place it is at.
func (s *state) fail(format string, args ...any) {
	location, context := s.tree.ErrorContext(s.node)
	panic(failure{fmt.Errorf("template: %s: executing %q at <%s>: %w", location, s.tree.Name, context, fmt.Errorf(format, args...))})
}

// cost takes steps and bytes from what is left.
func (s *state) cost(steps, bytes int) {
	if err := s.spend(steps, bytes); err != nil {
		panic(failure{err})
	}
}

func (s *state) write(text string) {
	s.cost(1, len(text))
	s.out.WriteString(text)
}

// set changes the variable that was declared last with a name.
func (s *state) set(name string, value any) { *s.find(name) = value }

func (s *state) find(name string) *any {
	for i := len(s.vars) - 1; i >= 0; i-- {
		if s.vars[i].name == name {
			return &s.vars[i].value
		}
	}
	s.fail("undefined variable: %s", name)
	return nil
}

// pop forgets variables that were declared since there were n.
func (s *state) pop(n int) { s.vars = s.vars[:n] }

func (s *state) walk(dot any, n parse.Node) flow {
	s.node = n
	switch n := n.(type) {
	case *parse.ActionNode:
		if v := s.pipeline(dot, n.Pipe); len(n.Pipe.Decl) == 0 {
			s.node = n
			s.print(v)
		}
	case *parse.TextNode:
		s.write(string(n.Text))
	case *parse.ListNode:
		return s.list(dot, n)
	case *parse.IfNode:
		return s.branch(dot, &n.BranchNode, false)
	case *parse.WithNode:
		return s.branch(dot, &n.BranchNode, true)
	case *parse.RangeNode:
		return s.loop(dot, n)
	case *parse.TemplateNode:
		s.template(dot, n)
	case *parse.BreakNode:
		return broken
	case *parse.ContinueNode:
		return continued
	}
	return onward
}

func (s *state) list(dot any, list *parse.ListNode) flow {
	for _, n := range list.Nodes {
		if f := s.walk(dot, n); f != onward {
			return f
		}
	}
	return onward
}

// print writes the value of an action.
func (s *state) print(v any) {
	if v == (any)(absent{}) {
		s.write("<no value>")
		return
	}
	if text, ok := v.(string); ok {
		s.write(text)
		return
	}
	s.cost(1, printedSize(v))
	s.out.WriteString(fmt.Sprint(v))
}

// branch is if, and with, which sets dot.
func (s *state) branch(dot any, b *parse.BranchNode, with bool) flow {
	defer s.pop(len(s.vars))
	s.cost(1, 0)
	v := s.pipeline(dot, b.Pipe)
	switch {
	case truth(v) && with:
		return s.walk(v, b.List)
	case truth(v):
		return s.walk(dot, b.List)
	case b.ElseList != nil:
		return s.walk(dot, b.ElseList)
	}
	return onward
}

func (s *state) template(dot any, n *parse.TemplateNode) {
	tree := s.trees[n.Name]
	if tree == nil {
		s.fail("template %q not defined", n.Name)
	}
	if s.depth == maxDepth {
		s.fail("exceeded maximum template depth (%v)", maxDepth)
	}
	s.cost(1, 0)
	dot = s.pipeline(dot, n.Pipe)
	inner := *s
	inner.depth++
	inner.tree = tree
	inner.vars = []variable{{"$", dot}}
	inner.walk(dot, tree.Root)
}
