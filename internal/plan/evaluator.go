package plan

// Evaluator evaluates a program again and again, within the usual budget and
// by one goroutine. What one evaluation takes out of the plan serves the next.
type Evaluator struct {
	program *Program
	machine *machine // nil before the first one
	stack   []Value
	data    Value
}

// Evaluator gives a new one.
func (p *Program) Evaluator() *Evaluator { return &Evaluator{program: p} }

// Eval is Program.Eval.
func (e *Evaluator) Eval(entrypoint string, input Value) (Value, error) {
	return e.program.eval(entrypoint, func(entry int) ([]Value, error) {
		e.begin()
		return e.machine.query(entry, input, e.data)
	})
}

// begin forgets all that an evaluation found out about its input.
func (e *Evaluator) begin() {
	if e.machine == nil {
		e.machine = newMachine(e.program, Options{})
		e.stack, e.data = e.machine.stack, load(e.machine.values, e.machine.Program.data)
		return
	}
	m := e.machine
	m.steps, m.memory, m.depth = DefaultSteps, DefaultMemory, 0
	clear(m.memo)
	clear(m.calls)
	clear(e.stack)
	clear(m.finds)
	m.stack, m.finds = e.stack, m.finds[:0]
	m.facts, m.factsOf, m.results, m.err = nil, nil, nil, nil
}
