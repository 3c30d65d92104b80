package plan

import (
	"errors"
	"sort"
)

// args reads a number and as many operands. They are on the stack: who reads
// them pops them.
func (f *frame) args() []Value {
	args := f.push(f.number())
	for i := range args {
		args[i] = f.operand()
	}
	return args
}

func (f *frame) callFunc() signal {
	fn, result := f.number(), f.local()
	v := f.invoke(fn)
	if f.err != nil {
		return halted
	}
	*result = v
	return when(v != nil)
}

// invoke calls a function with the arguments that come next.
func (f *frame) invoke(fn int) Value {
	before := f.stack
	args := f.args()
	v := f.call(fn, args)
	f.pop(before, args)
	return v
}

// callDynamic calls the function at a path that is known only now. Without
// one, the plan goes on to look in the base data; one that gives nothing is
// undefined as a whole, three blocks further out.
func (f *frame) callDynamic() signal {
	result, key, known := f.local(), "", true
	for n := f.number(); n > 0; n-- {
		part, isString := f.operand().(String)
		key, known = pathKey(key, string(part)), known && isString
	}
	fn, found := f.lookup(key)
	if !known || !found {
		return undefine
	}
	v := f.invoke(fn)
	if f.err != nil {
		return halted
	}
	*result = v
	if v == nil {
		return 3
	}
	return next
}

func (m *machine) lookup(key string) (fn int, ok bool) {
	n := m.rows(secPaths)
	i := sort.Search(n, func(i int) bool { return m.name(m.cell(secPaths, i, 0)) >= key })
	if i == n || m.name(m.cell(secPaths, i, 0)) != key {
		return 0, false
	}
	return m.cell(secPaths, i, 1), true
}

// callBuiltin calls a builtin. One that is given something undefined is not
// called. A void one, such as print, counts as defined.
func (f *frame) callBuiltin(void bool) signal {
	b := f.builtins[f.number()]
	var ignored Value
	result := &ignored
	if !void {
		result = f.local()
	}
	before := f.stack
	args := f.args()
	v, s := f.apply(b, args)
	f.pop(before, args)
	if s != next || void {
		return s
	}
	*result = v
	return when(v != nil)
}

func (f *frame) apply(b *builtin, args []Value) (Value, signal) {
	cost := 0
	for _, v := range args {
		if v == nil {
			return nil, undefine
		}
		cost += bulk(v)
	}
	if !f.spend(cost) {
		return nil, halted
	}
	err := b.check(args)
	var v Value
	if err == nil {
		v, err = b.call(f.machine, args)
	}
	switch {
	case f.err != nil: // a budget ended it
		return nil, halted
	case err != nil:
		return nil, f.failed(b, err)
	case !f.keep(size(v)):
		return nil, halted
	}
	return v, next
}

// size is the memory that a builtin's result takes, roughly.
func size(v Value) int {
	switch v := v.(type) {
	case String:
		return len(v)
	case *Array, *Object, *Set:
		return 16 * Weight(v)
	}
	return 0
}

// bulk is what a builtin's work on a value costs at least.
func bulk(v Value) int {
	if s, ok := v.(String); ok {
		return len(s) / 256
	}
	return Weight(v)
}

// failed is a builtin's error: undefined, or the end of the evaluation.
func (f *frame) failed(b *builtin, err error) signal {
	var stop halt
	switch {
	case errors.As(err, &stop):
		f.err = stop.err
	case f.lenient:
		return undefine
	default:
		code := ErrBuiltin
		var operand operandError
		if errors.As(err, &operand) {
			code = ErrType
		}
		f.err = &Error{Code: code, Message: b.name + ": " + err.Error()}
	}
	return halted
}

// locate says in f.err where in the sources the operation at an offset is.
func (f *frame) locate(at int) {
	e, ok := f.err.(*Error)
	if !ok || e.File != "" {
		return
	}
	if i := f.placeFrom(at); i < f.rows(secPlaces) && f.cell(secPlaces, i, 0) == at {
		f.locateAt(e, i)
	}
}

// locateNear is locate for an operation that may have no place of its own: the
// last one before it counts, else the first one behind it, in its function.
func (f *frame) locateNear(at int) {
	e, ok := f.err.(*Error)
	if !ok || e.File != "" || f.fn < 0 {
		return
	}
	start, length := f.cell(secFuncs, f.fn, fnStart), f.cell(secFuncs, f.fn, fnLength)
	for _, i := range []int{f.placeFrom(at+1) - 1, f.placeFrom(at)} {
		if i >= 0 && i < f.rows(secPlaces) && f.cell(secPlaces, i, 0) >= start && f.cell(secPlaces, i, 0) < start+length {
			f.locateAt(e, i)
			return
		}
	}
}

// placeFrom is the row of the first place at an offset or behind it.
func (f *frame) placeFrom(at int) int {
	return sort.Search(f.rows(secPlaces), func(i int) bool { return f.cell(secPlaces, i, 0) >= at })
}

func (f *frame) locateAt(e *Error, i int) {
	e.File = f.name(f.cell(secPlaces, i, 1))
	e.Row, e.Col = f.cell(secPlaces, i, 2), f.cell(secPlaces, i, 3)
}
