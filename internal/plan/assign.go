package plan

import (
	"fmt"
	"strings"
)

// assign runs an operation that gives a local a value or changes the
// collection in it.
func (f *frame) assign(op Op) signal {
	switch op {
	case OpDot:
		source, key := f.operand(), f.operand()
		v := Get(source, key)
		*f.local() = v
		return when(v != nil)
	case OpMove:
		v := f.operand()
		*f.local() = v
	case OpMoveOnce:
		return f.moveOnce()
	case OpReset:
		*f.local() = nil
	case OpLen:
		v := f.operand()
		*f.local() = Int(length(v))
	case OpMakeArray:
		*f.local() = &Array{weight: 1, open: true}
		return ok(f.keep(64))
	case OpMakeObject:
		*f.local() = &Object{weight: 1, open: true}
		return ok(f.keep(64))
	case OpMakeSet:
		*f.local() = &Set{weight: 1, open: true}
		return ok(f.keep(64))
	case OpMerge:
		return f.merge()
	case OpResult:
		f.results = append(f.results, *f.local())
	default:
		return f.insert(op)
	}
	return next
}

// insert runs an operation that adds to the collection in a local. One that
// can be seen from elsewhere is copied first.
func (f *frame) insert(op Op) signal {
	switch op {
	case OpAppend:
		v, local := f.operand(), f.local()
		a := (*local).(*Array)
		if !a.open {
			a = a.clone()
			*local = a
		}
		a.add(v)
		return ok(f.keep(16 * Weight(v)))
	case OpAdd:
		v, local := f.operand(), f.local()
		s := (*local).(*Set)
		if !s.open {
			s = s.clone()
			*local = s
		}
		s.add(v)
		return ok(f.keep(16 * Weight(v)))
	case OpInsert, OpInsertOnce:
		key, value, local := f.operand(), f.operand(), f.local()
		return f.insertField(local, key, value, op == OpInsertOnce)
	}
	panic(fmt.Errorf("unknown operation %d", op))
}

func (f *frame) insertField(local *Value, key, value Value, once bool) signal {
	o := (*local).(*Object)
	i, found := o.find(key)
	if found && once {
		return ok(Equal(o.entries[i].value, value) || f.halt(ErrConflict, "object keys must be unique"))
	}
	if !o.open {
		o = o.clone()
		*local = o
	}
	o.Set(key, value)
	moved := (o.Len() - i) / 16 // inserting in the midst of a large object moves the rest
	return ok(f.spend(moved) && f.keep(32*(Weight(key)+Weight(value))))
}

func length(v Value) int {
	switch v := v.(type) {
	case *Array:
		return v.Len()
	case *Object:
		return v.Len()
	case *Set:
		return v.Len()
	case String:
		return len([]rune(string(v)))
	}
	return 0
}

func (f *frame) moveOnce() signal {
	v, local := f.operand(), f.local()
	if *local != nil && !Equal(*local, v) {
		return ok(f.halt(ErrConflict, f.conflict()))
	}
	*local = v
	return next
}

// conflict says which rule or function has two values. Its name in a plan is
// a generation and a reference, such as "g0.data.a.b".
func (f *frame) conflict() string {
	if f.fn < 0 {
		return "variable has two values"
	}
	_, ref, _ := strings.Cut(f.name(f.cell(secFuncs, f.fn, fnName)), ".")
	if f.cell(secFuncs, f.fn, fnParams) > 2 {
		return "function " + ref + " produced conflicting values for the same inputs"
	}
	return "rule " + ref + " produced conflicting values"
}

func (f *frame) merge() signal {
	a, b, target := *f.local(), *f.local(), f.local()
	x, isX := a.(*Object)
	y, isY := b.(*Object)
	if !isX || !isY {
		*target = a
		return next
	}
	if !f.spend(x.Len() + y.Len()) {
		return halted
	}
	*target = x.merge(y)
	return ok(f.keep(16 * Weight(*target)))
}
