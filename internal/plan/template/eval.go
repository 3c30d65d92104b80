package template

import (
	"strings"
	"text/template/parse"
)

// noFinal is the value that a pipeline's first command gets from before it.
type noFinal struct{}

// pipeline gives the value of a pipeline and declares or sets its variables.
func (s *state) pipeline(dot any, pipe *parse.PipeNode) any {
	if pipe == nil {
		return absent{}
	}
	s.node = pipe
	var v any = noFinal{}
	for _, cmd := range pipe.Cmds {
		s.cost(1, 0)
		if v = s.command(dot, cmd, v); v == nil {
			v = absent{}
		}
	}
	for _, d := range pipe.Decl {
		if pipe.IsAssign {
			s.set(d.Ident[0], v)
		} else {
			s.vars = append(s.vars, variable{d.Ident[0], v})
		}
	}
	return v
}

// alone refuses arguments to what is no function.
func (s *state) alone(args []parse.Node, final any) {
	if len(args) > 1 || final != (any)(noFinal{}) {
		s.fail("can't give argument to non-function %s", args[0])
	}
}

func (s *state) command(dot any, cmd *parse.CommandNode, final any) any {
	first := cmd.Args[0]
	switch n := first.(type) {
	case *parse.FieldNode:
		s.node = n
		return s.chain(dot, n.Ident, cmd.Args, final)
	case *parse.ChainNode:
		return s.chainNode(dot, n, cmd.Args, final)
	case *parse.IdentifierNode:
		return s.function(dot, n, cmd, cmd.Args[1:], final)
	case *parse.VariableNode:
		return s.variable(n, cmd.Args, final)
	case *parse.PipeNode:
		s.alone(cmd.Args, final)
		return s.pipeline(dot, n)
	}
	s.node = first
	s.alone(cmd.Args, final)
	if _, ok := first.(*parse.NilNode); ok {
		s.fail("nil is not a command")
	}
	return s.operand(dot, first)
}

// operand gives the value of an argument.
func (s *state) operand(dot any, n parse.Node) any {
	s.node = n
	switch n := n.(type) {
	case *parse.DotNode:
		return dot
	case *parse.NilNode:
		return absent{}
	case *parse.BoolNode:
		return n.True
	case *parse.StringNode:
		return n.Text
	case *parse.NumberNode:
		return s.constant(n)
	case *parse.FieldNode:
		return s.chain(dot, n.Ident, []parse.Node{n}, noFinal{})
	case *parse.VariableNode:
		return s.variable(n, nil, noFinal{})
	case *parse.PipeNode:
		return s.pipeline(dot, n)
	case *parse.IdentifierNode:
		return s.function(dot, n, n, nil, noFinal{})
	case *parse.ChainNode:
		return s.chainNode(dot, n, nil, noFinal{})
	}
	s.fail("can't handle %s", n)
	return nil
}

// constant is a number: what it is written like is what it is.
func (s *state) constant(n *parse.NumberNode) any {
	isHex := len(n.Text) > 2 && n.Text[0] == '0' && (n.Text[1] == 'x' || n.Text[1] == 'X') && !strings.ContainsAny(n.Text, "pP")
	switch {
	case n.IsComplex:
		return n.Complex128
	case n.IsFloat && !isHex && n.Text[0] != '\'' && strings.ContainsAny(n.Text, ".eEpP"):
		return n.Float64
	case n.IsInt:
		return int(n.Int64)
	}
	s.fail("%s overflows int", n.Text)
	return nil
}

func (s *state) variable(n *parse.VariableNode, args []parse.Node, final any) any {
	s.node = n
	v := *s.find(n.Ident[0])
	if len(n.Ident) == 1 {
		s.alone(args, final)
		return v
	}
	return s.chain(v, n.Ident[1:], args, final)
}

func (s *state) chainNode(dot any, n *parse.ChainNode, args []parse.Node, final any) any {
	s.node = n
	if n.Node.Type() == parse.NodeNil {
		s.fail("indirection through explicit nil in %s", n)
	}
	v := s.operand(dot, n.Node)
	return s.chain(v, n.Field, args, final)
}

// chain goes down a chain of fields: .a.b.c
func (s *state) chain(v any, names []string, args []parse.Node, final any) any {
	for i, name := range names {
		last := i == len(names)-1
		v = s.field(v, name, last && (len(args) > 1 || final != (any)(noFinal{})))
	}
	return v
}

// field is what an object has at a name. What is absent has nothing.
func (s *state) field(v any, name string, called bool) any {
	switch v := v.(type) {
	case absent:
		return v
	case nil:
		s.fail("nil pointer evaluating interface {}.%s", name)
	case map[string]any:
		if called {
			s.fail("%s is not a method but has arguments", name)
		}
		below, ok := v[name]
		if !ok {
			return absent{}
		}
		return below
	}
	s.fail("can't evaluate field %s in type %T", name, v)
	return nil
}
