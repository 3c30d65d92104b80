package plan

import "fmt"

// frame is one function at work.
type frame struct {
	*machine
	fn     int // -1 for an entry point
	pc     int
	locals []Value
	result Value
}

// signal is how an operation or a block ended: a number from zero on leaves
// that many blocks beyond the innermost one.
type signal int

const (
	undefine signal = 0  // the innermost block is left: what is looked for is not there
	next     signal = -1 // goes on behind it
	returned signal = -2
	halted   signal = -3
)

// beyond is what a block that ended so means for the block around it.
func (s signal) beyond() signal {
	if s == undefine {
		return next
	}
	if s > 0 {
		return s - 1
	}
	return s
}

// blocks runs the blocks of a function or an entry point: as many as there
// are, one behind the other.
func (f *frame) blocks(start, end int) {
	f.pc = start
	for f.pc < end {
		if s := f.body(); s == returned || s == halted {
			return
		}
	}
}

// body runs the nested block that begins here, and leaves f.pc behind it.
func (f *frame) body() signal {
	length := f.number()
	end := f.pc + length
	s := f.run(end)
	f.pc = end
	return s
}

func (f *frame) run(end int) signal {
	if f.depth++; f.depth > maxNesting {
		panic(fmt.Errorf("blocks are nested deeper than %d", maxNesting))
	}
	s := f.operations(end)
	f.depth--
	return s
}

func (f *frame) operations(end int) signal {
	for f.pc < end {
		at := f.pc
		if f.steps--; f.steps < 0 {
			f.spend(0)
			f.locateNear(at)
			return halted
		}
		f.pc++
		s := f.step(Op(f.code[at]))
		if s == halted {
			f.locate(at)
		}
		if s != next {
			return s
		}
	}
	return next
}

// number reads an operand that is a number or a local.
func (f *frame) number() int {
	if c := f.code[f.pc]; c < 0x80 {
		f.pc++
		return int(c)
	}
	return f.longNumber()
}

func (f *frame) longNumber() int {
	n, pc := longUvarint(f.code, f.pc)
	f.pc = pc
	if n > 1<<31 {
		panic(fmt.Errorf("operand %d", n))
	}
	return int(n)
}

// operand reads an operand and gives its value.
func (f *frame) operand() Value {
	n := f.number()
	switch n & 3 {
	case inLocal:
		return f.locals[n>>2]
	case inConsts:
		return f.constant(n >> 2)
	}
	return Bool(n>>2 == 1)
}

func (f *frame) local() *Value { return &f.locals[f.number()] }

// when is how a test ends.
func when(ok bool) signal {
	if ok {
		return next
	}
	return undefine
}

// unless halted, an operation goes on.
func ok(fine bool) signal {
	if fine {
		return next
	}
	return halted
}

// step runs one operation.
func (f *frame) step(op Op) signal {
	switch op {
	case OpBlock:
		return f.block()
	case OpSelect:
		return f.choose()
	case OpBreak:
		return signal(f.number())
	case OpReturn:
		f.result = *f.local()
		return returned
	case OpCall:
		return f.callFunc()
	case OpBuiltin, OpVoid:
		return f.callBuiltin(op == OpVoid)
	case OpCallDynamic:
		return f.callDynamic()
	case OpScan:
		return f.scan()
	case OpNot:
		return f.not()
	case OpWith:
		return f.with()
	case OpEqual, OpNotEqual:
		a, b := f.operand(), f.operand()
		return f.compared(a, b, op == OpEqual)
	case OpIsArray:
		_, is := f.operand().(*Array)
		return when(is)
	case OpIsObject:
		_, is := f.operand().(*Object)
		return when(is)
	case OpIsSet:
		_, is := f.operand().(*Set)
		return when(is)
	case OpIsDefined:
		return when(*f.local() != nil)
	case OpIsUndefined:
		return when(*f.local() == nil)
	}
	return f.assign(op)
}

func (f *frame) block() signal {
	for n := f.number(); n > 0; n-- {
		if s := f.body().beyond(); s != next {
			return s
		}
	}
	return next
}

func (f *frame) compared(a, b Value, want bool) signal {
	if w := min(Weight(a), Weight(b)); w > 1 && !f.spend(w) {
		return halted
	}
	return when(Equal(a, b) == want)
}

func (f *frame) not() signal {
	switch s := f.body(); {
	case s == next:
		return undefine
	default:
		return s.beyond()
	}
}
