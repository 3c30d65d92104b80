package plan

// scan runs its block for each member of a value. One without members, or a
// scalar, is not an end: it runs no block and goes on.
func (f *frame) scan() signal {
	source, key, value := *f.local(), f.local(), f.local()
	length := f.number()
	start, end := f.pc, f.pc+length
	s := next
	round := func(k, v Value) bool {
		*key, *value, f.pc = k, v, start
		s = f.run(end).beyond()
		return s == next
	}
	Each(source, round)
	f.pc = end
	return s
}

// Each calls visit with each key and value of a collection in order, until it
// says no. A set's members are their own keys.
func Each(v Value, visit func(k, v Value) bool) {
	switch v := v.(type) {
	case *Array:
		for i, item := range v.list() {
			if !visit(Int(i), item) {
				return
			}
		}
	case *Object:
		for _, e := range v.list() {
			if !visit(e.key, e.value) {
				return
			}
		}
	case *Set:
		for _, item := range v.list() {
			if !visit(item, item) {
				return
			}
		}
	}
}

// with runs its block with another value in a local or below it. Results that
// are kept hold only for the documents they came from.
func (f *frame) with() signal {
	local := f.local()
	before := f.stack
	path := f.args()
	value := f.operand()
	saved, memo, calls := *local, f.memo, f.calls
	*local, f.memo, f.calls = upsert(saved, path, value), nil, nil
	f.pop(before, path)
	s := f.body()
	*local, f.memo, f.calls = saved, memo, calls
	if s == next || s == undefine {
		return s
	}
	return s.beyond()
}

// upsert is v with another value at path. What is on the way and no object
// becomes one.
func upsert(v Value, path []Value, value Value) Value {
	if len(path) == 0 {
		return value
	}
	o, ok := v.(*Object)
	if ok {
		o = o.clone()
	} else {
		o = newObject(1)
	}
	o.Set(path[0], upsert(o.Get(path[0]), path[1:], value))
	return o
}
