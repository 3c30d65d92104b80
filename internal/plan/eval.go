package plan

import (
	"fmt"
)

// Budget is what one evaluation may use. A zero field stands for the default.
type Budget struct {
	Steps  int // operations, and nodes that are compared or walked
	Memory int // bytes of values made, roughly
}

// The default budget. An ordinary call takes some ten thousand steps.
const (
	DefaultSteps  = 20_000_000
	DefaultMemory = 256 << 20
)

// Options are how to evaluate.
type Options struct {
	Budget  Budget
	Lenient bool // an error of a builtin makes the call undefined instead of ending the evaluation
	NoIndex bool // every block is run, whether or not it can have an effect
}

// Eval gives the value of an entry point, such as "gate/verdict", for an
// input, nil for none. An undefined value is nil without an error. Errors of
// the policy are of type *Error.
func (p *Program) Eval(entrypoint string, input Value, o Options) (Value, error) {
	return p.eval(entrypoint, func(entry int) ([]Value, error) { return newMachine(p, o).run(entry, input) })
}

// eval is the value of the one result that an entry point has.
func (p *Program) eval(entrypoint string, query func(entry int) ([]Value, error)) (Value, error) {
	results, err := p.query(entrypoint, query)
	if err != nil || len(results) == 0 {
		return nil, err
	}
	object, ok := results[0].(*Object)
	if !ok || len(results) > 1 {
		return nil, fmt.Errorf("evaluate plan: %s has %d results, want one object", entrypoint, len(results))
	}
	return object.Get(String("result")), nil
}

// EvalJSON is Eval with the input and the value as JSON. The value of what is
// undefined is empty.
func (p *Program) EvalJSON(entrypoint, input string, o Options) ([]byte, error) {
	in, err := ParseJSON(input)
	if err != nil {
		return nil, fmt.Errorf("read input: %w", err)
	}
	v, err := p.Eval(entrypoint, in, o)
	if err != nil || v == nil {
		return nil, err
	}
	return AppendJSON(nil, v), nil
}

// Query gives all results of an entry point: an object with the value of each
// of the query's variables, as often as there are answers.
func (p *Program) Query(entrypoint string, input Value, o Options) ([]Value, error) {
	return p.query(entrypoint, func(entry int) ([]Value, error) { return newMachine(p, o).run(entry, input) })
}

func (p *Program) query(entrypoint string, query func(entry int) ([]Value, error)) (results []Value, err error) {
	defer recovered(&err)
	for i := range p.rows(secEntries) {
		if p.name(p.cell(secEntries, i, 0)) == entrypoint {
			return query(i)
		}
	}
	return nil, fmt.Errorf("evaluate plan: there is no entry point %s", entrypoint)
}

// Constant gives the value of a function of input and data, by its number, for
// an input that is undefined. It is for functions that do not look at it.
func (p *Program) Constant(fn int) (v Value, err error) {
	defer recovered(&err)
	m := newMachine(p, Options{})
	v = m.call(fn, []Value{nil, load(m.values, m.data)})
	return v, m.err
}

// machine is one evaluation.
type machine struct {
	*Program
	code    string
	values  string
	lenient bool
	noIndex bool
	steps   int // left
	memory  int // left
	depth   int
	consts  []Value        // those that were needed so far
	memo    []Value        // results of functions of input and data alone
	calls   map[call]Value // results of functions with one or two arguments more
	stack   []Value        // what is free of it
	results []Value
	facts   [][]Value // what is at the places that triggers look at, those that were needed so far
	factsOf Value     // the input that they are of
	finds   []Value   // where they stand
	err     error
}

// undefined is the memo of a function that gave nothing.
type undefined struct{ Null }

// What only a broken plan exceeds: how deep blocks may be nested, those of
// functions in those that call them, and how many locals there may be. Rego
// has no recursion.
const (
	maxNesting = 20_000
	maxLocals  = 1 << 20
)

func newMachine(p *Program, o Options) *machine {
	m := &machine{
		Program: p,
		code:    p.sections[secCode],
		values:  p.sections[secValues],
		lenient: o.Lenient,
		noIndex: o.NoIndex,
		steps:   o.Budget.Steps,
		memory:  o.Budget.Memory,
	}
	m.makeRoom(p.rows(secConsts), p.rows(secFuncs))
	if m.steps == 0 {
		m.steps = DefaultSteps
	}
	if m.memory == 0 {
		m.memory = DefaultMemory
	}
	return m
}

// makeRoom makes the constants, the memo and the stack, all in one piece: each
// piece of another size costs a process that has just begun some microseconds.
// Pages are written to before they are read, as the system would give a page
// that is read first twice.
func (m *machine) makeRoom(consts, funcs int) {
	room := make([]Value, consts+funcs+stackSize)
	for i := 0; i < len(room); i += pageSize / valueSize {
		room[i] = nil
	}
	m.consts, room = room[:consts:consts], room[consts:]
	m.memo, m.stack = room[:funcs:funcs], room[funcs:]
}

const (
	pageSize  = 4 << 10
	valueSize = 16 // bytes, on machines of 64 bits
)

func (m *machine) run(entry int, input Value) ([]Value, error) {
	return m.query(entry, input, load(m.values, m.data))
}

func (m *machine) query(entry int, input, data Value) ([]Value, error) {
	start, length := m.cell(secEntries, entry, 1), m.cell(secEntries, entry, 2)
	f := frame{machine: m, fn: -1, locals: m.push(m.cell(secEntries, entry, 3))}
	f.locals[0] = input
	f.locals[1] = data
	f.blocks(start, start+length)
	return m.results, m.err
}

// call runs a function. Undefined is nil; m.err says whether it failed.
func (m *machine) call(fn int, args []Value) Value {
	memo := m.cell(secFuncs, fn, fnMemo) == 1
	if memo {
		if v, known := m.remembered(fn, args); known {
			return v
		}
	}
	before := m.stack
	f := frame{machine: m, fn: fn, locals: m.push(m.cell(secFuncs, fn, fnLocals))}
	copy(f.locals[:m.cell(secFuncs, fn, fnParams)], args)
	start := m.cell(secFuncs, fn, fnStart)
	f.blocks(start, start+m.cell(secFuncs, fn, fnLength))
	m.pop(before, f.locals)
	if f.result != nil {
		closed(f.result)
	}
	if memo && m.err == nil {
		m.remember(fn, args, f.result)
	}
	return f.result
}

// call is a call of a function, by its arguments beside input and data. What
// is no scalar is the same argument when it is the same in memory.
type call struct {
	fn   int
	a, b Value
}

func callOf(fn int, args []Value) call {
	c := call{fn: fn, a: args[2]}
	if len(args) > 3 {
		c.b = args[3]
	}
	return c
}

// remembered is what a function gave before.
func (m *machine) remembered(fn int, args []Value) (v Value, known bool) {
	switch {
	case len(args) > 2:
		v = m.calls[callOf(fn, args)]
	case m.memo != nil:
		v = m.memo[fn]
	}
	if _, nothing := v.(undefined); nothing {
		return nil, true
	}
	return v, v != nil
}

// someCalls is how many calls are remembered on an ordinary evaluation.
const someCalls = 48

func (m *machine) remember(fn int, args []Value, v Value) {
	if v == nil {
		v = undefined{}
	}
	switch {
	case len(args) > 2 && m.calls == nil:
		m.calls = make(map[call]Value, someCalls)
		fallthrough
	case len(args) > 2:
		m.calls[callOf(fn, args)] = v
	case m.memo == nil:
		m.memo = make([]Value, m.rows(secFuncs))
		fallthrough
	default:
		m.memo[fn] = v
	}
}

// stackSize is how many values a piece of the stack holds beside those it is
// made for, so that what they call has room.
const stackSize = 512

// push takes room for n values, all undefined.
func (m *machine) push(n int) []Value {
	if n > maxLocals {
		panic(fmt.Errorf("%d locals", n))
	}
	if n > maxShared {
		return make([]Value, n)
	}
	if n > len(m.stack) {
		m.stack = make([]Value, n+stackSize)
	}
	room := m.stack[:n:n]
	m.stack = m.stack[n:]
	return room
}

// maxShared is the most that is taken from the shared stack. The router has a
// local or more for each rule, and few of them are ever used: clearing them for
// the next function would cost more than they did.
const maxShared = 256

// pop gives room back. Before is the stack as it was before the push.
func (m *machine) pop(before, room []Value) {
	if len(room) <= maxShared {
		clear(room)
	}
	m.stack = before
}

// constant is a value of the constants.
func (m *machine) constant(n int) Value {
	v := m.consts[n]
	if v == nil {
		v = load(m.values, m.cell(secConsts, n, 0))
		m.consts[n] = v
	}
	return v
}

// spend takes steps from the budget.
func (m *machine) spend(steps int) bool {
	m.steps -= steps
	return m.steps >= 0 || m.halt(ErrCancel, errBudget.Error()+": it takes too many steps")
}

// keep takes memory from the budget.
func (m *machine) keep(bytes int) bool {
	m.memory -= bytes
	return m.memory >= 0 || m.halt(ErrCancel, errBudget.Error()+": it needs too much memory")
}

// halt ends the evaluation with an error. It is always false.
func (m *machine) halt(code, message string) bool {
	if m.err == nil {
		m.err = &Error{Code: code, Message: message}
	}
	return false
}
