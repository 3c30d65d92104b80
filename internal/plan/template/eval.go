package template

// noFinal is the value that a pipeline's first command gets from before it.
type noFinal struct{}

// pipeline gives the value of a pipeline and declares or sets its variables.
func (s *state) pipeline(dot any, p *pipeline) any {
	var v any = noFinal{}
	for _, c := range p.commands {
		s.cost(1, 0)
		s.line = c.line
		if v = s.command(dot, c.args, v); v == nil {
			v = absent{}
		}
	}
	for _, name := range p.declared {
		if p.assigns {
			s.set(name, v)
		} else {
			s.vars = append(s.vars, namedValue{name, v})
		}
	}
	return v
}

// command gives the value of an operand, or of a function with arguments.
// Nothing else takes arguments, not even the final one.
func (s *state) command(dot any, args []any, final any) any {
	if f, ok := args[0].(functionOperand); ok {
		return s.function(dot, string(f), args[1:], final)
	}
	if _, ok := args[0].(nilOperand); ok {
		s.fail("nil is not a command")
	}
	return s.operand(dot, args[0], len(args) > 1 || final != any(noFinal{}))
}

// operand gives the value of an operand. One that is called fails, but for a
// field of what is absent, which is absent too.
func (s *state) operand(dot, o any, called bool) any {
	switch o := o.(type) {
	case fieldOperand:
		return s.fields(dot, o, called)
	case variableOperand:
		if len(o.fields) > 0 {
			return s.fields(*s.find(o.name), o.fields, called)
		}
	case chainOperand:
		return s.fields(s.operand(dot, o.of, false), o.fields, called)
	}
	if called {
		s.fail("can't give argument to what is no function")
	}
	switch o := o.(type) {
	case dotOperand:
		return dot
	case nilOperand:
		return absent{}
	case tooLarge:
		s.fail("%s overflows int", o)
	case variableOperand:
		return *s.find(o.name)
	case functionOperand:
		return s.function(dot, string(o), nil, noFinal{})
	case *pipeline:
		return s.pipeline(dot, o)
	}
	return o // a literal
}

// fields goes down a chain of fields: .a.b.c
func (s *state) fields(v any, names []string, called bool) any {
	for i, name := range names {
		v = s.field(v, name, called && i == len(names)-1)
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
