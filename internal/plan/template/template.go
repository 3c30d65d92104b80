// Package template executes templates in the language of text/template, with
// the values that JSON has. It writes what text/template does, and does without
// linking it, which costs every process that does. Its errors have other words.
// It has no complex numbers: one is an error.
package template

import (
	"fmt"
	"strings"
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
	templates, err := parse(text)
	if err != nil {
		return "", err
	}
	defer caught(&err)
	s := state{templates: templates, functions: functions(), spend: spend, out: &strings.Builder{}, vars: []namedValue{{"$", data}}}
	s.walk(data, templates[mainName])
	return s.out.String(), nil
}

// mainName is what the template is called in errors. OPA's name for it.
const mainName = "template"

// state is the execution of one template.
type state struct {
	templates map[string][]any
	functions []function
	line      int // where it is, for errors
	vars      []namedValue
	depth     int
	spend     func(steps, bytes int) error
	out       *strings.Builder
}

type namedValue struct {
	name  string
	value any
}

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

// fail ends the execution.
func (s *state) fail(format string, args ...any) {
	panic(failure{fmt.Errorf("template: %s:%d: %w", mainName, s.line, fmt.Errorf(format, args...))})
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

// walk executes a list. It gives what ended it early: break, continue or
// nothing.
func (s *state) walk(dot any, list []any) (end flowNode) {
	for _, n := range list {
		switch n := n.(type) {
		case textNode:
			s.write(string(n))
		case actionNode:
			if v := s.pipeline(dot, n.pipe); len(n.pipe.declared) == 0 {
				s.print(v)
			}
		case branchNode:
			end = s.branch(dot, n)
		case callNode:
			s.call(dot, n)
		case flowNode:
			end = n
		}
		if end != "" {
			return end
		}
	}
	return ""
}

// print writes the value of an action.
func (s *state) print(v any) {
	if v == any(absent{}) {
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

// branch is if, range, and with, which sets dot.
func (s *state) branch(dot any, b branchNode) flowNode {
	defer s.pop(len(s.vars))
	s.cost(1, 0)
	v := s.pipeline(dot, b.pipe)
	switch {
	case b.keyword == "range":
		return s.loop(dot, v, b)
	case !truth(v):
		return s.walk(dot, b.orElse)
	case b.keyword == "with":
		dot = v
	}
	return s.walk(dot, b.list)
}

// call executes another template, which sees nothing of this one but a value.
func (s *state) call(dot any, n callNode) {
	s.line = n.line
	list, ok := s.templates[n.name]
	if !ok {
		s.fail("template %q not defined", n.name)
	}
	if s.depth == maxDepth {
		s.fail("exceeded maximum template depth (%v)", maxDepth)
	}
	s.cost(1, 0)
	if n.pipe == nil {
		dot = absent{}
	} else {
		dot = s.pipeline(dot, n.pipe)
	}
	inner := *s
	inner.depth++
	inner.vars = []namedValue{{"$", dot}}
	inner.walk(dot, list)
}
