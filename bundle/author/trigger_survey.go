package author

import (
	"slices"

	"github.com/open-policy-agent/opa/v1/ir"

	"gate/internal/plan"
)

// analysis works out, for the blocks of functions of input and data, what the
// input must have for the block to have an effect: to write what is read
// elsewhere, or to leave a block around it. It follows OPA's planner, whose
// locals are written before they are read, and looks at each statement once.
type analysis struct {
	policy *ir.Policy
	funcs  map[string]*ir.Func
	data   known
	done   map[string]outcome // of functions of input and data, by name
	needs  map[*ir.Block]need
	depth  int
	fuel   int // statements that may still be looked at for one function of input and data
}

// outcome is what a function gives: the need for there to be a value, and what
// is known of it.
type outcome struct {
	defined need
	value   known
}

// How deep calls are followed, and how many statements are looked at for one
// function of input and data: what helpers need is worked out for each call.
const (
	maxDepth = 12
	maxFuel  = 100_000
)

func analyze(policy *ir.Policy, data plan.Value) *analysis {
	a := &analysis{policy: policy, funcs: map[string]*ir.Func{}, done: map[string]outcome{}, needs: map[*ir.Block]need{}}
	if policy.Funcs == nil {
		return a
	}
	if !replacesData(policy) {
		a.data = options{data}
	}
	for _, f := range policy.Funcs.Funcs {
		a.funcs[f.Name] = f
	}
	for _, f := range policy.Funcs.Funcs {
		if len(f.Params) == 2 {
			a.fuel = maxFuel
			a.call(f, nil)
		}
	}
	return a
}

// replacesData says whether a policy has data that is not fixed: a "with"
// somewhere puts other data in its place.
func replacesData(policy *ir.Policy) bool {
	for _, p := range policy.Plans.Plans {
		if overrides(p.Blocks) {
			return true
		}
	}
	return policy.Funcs != nil && slices.ContainsFunc(policy.Funcs.Funcs, func(f *ir.Func) bool { return overrides(f.Blocks) })
}

func overrides(blocks []*ir.Block) bool {
	for _, b := range blocks {
		for _, s := range b.Stmts {
			if w, ok := s.(*ir.WithStmt); ok && w.Local == ir.Data || overrides(inner(s)) {
				return true
			}
		}
	}
	return false
}

// call is the outcome of a function with what is known of its arguments beside
// input and data.
func (a *analysis) call(f *ir.Func, args []known) outcome {
	if len(args) == 0 {
		if out, ok := a.done[f.Name]; ok {
			return out
		}
	}
	if len(f.Params) != 2+len(args) || a.depth == maxDepth {
		return outcome{}
	}
	a.depth++
	w := &survey{analysis: a, census: census{}, values: map[ir.Local]known{}, defined: map[ir.Local]need{}, record: len(args) == 0}
	out := w.function(f, args)
	a.depth--
	if len(args) == 0 {
		a.done[f.Name] = out
	}
	return out
}

// survey goes through one function.
type survey struct {
	*analysis
	census  census
	crosses map[ir.Local]int  // the reads of those that are read in other blocks of the function than write them
	outer   *ir.Block         // the function's block that the survey is in
	adds    map[ir.Local]int  // the statements of that block that add to each
	several map[ir.Local]bool // have more than one source
	values  map[ir.Local]known
	defined map[ir.Local]need
	open    []*opened
	record  bool // what the blocks need is kept
}

// opened is a block that the walk is in.
type opened struct {
	block  *ir.Block
	base   int // clauses of the need to reach it
	effect need
}

func (w *survey) function(f *ir.Func, args []known) outcome {
	w.crosses, w.several = w.census.function(f)
	w.values[f.Params[0]], w.values[f.Params[1]] = part{}, w.data
	for i, v := range args {
		w.values[f.Params[2+i]] = v
	}
	w.defined[f.Return] = need{never: true}
	for _, b := range f.Blocks {
		w.outer, w.adds = b, additions(b)
		w.nested(b, need{})
	}
	value := w.values[f.Return]
	if g, ok := value.(*gathered); ok {
		value = &gathered{needs: g.needs} // which is complete now
	}
	return outcome{w.defined[f.Return], value}
}

// nested walks a block that is reached where n is met.
func (w *survey) nested(b *ir.Block, n need) {
	o := &opened{block: b, base: len(n.clauses), effect: need{never: true}}
	w.open = append(w.open, o)
	for _, s := range b.Stmts {
		if n = w.statement(s, n); n.never {
			break
		}
	}
	w.open = w.open[:len(w.open)-1]
	if w.record {
		w.needs[b] = o.effect
	}
}

// happens notes an effect, where n is met, for the blocks beyond which it can
// be seen.
func (w *survey) happens(n need, seen func(level int, o *opened) bool) {
	if !w.record {
		return
	}
	for i, o := range w.open {
		if seen(len(w.open)-1-i, o) {
			o.effect = either(o.effect, need{clauses: n.clauses[o.base:]})
		}
	}
}

// write notes a value for a local, where n is met.
func (w *survey) write(l ir.Local, v known, n need) {
	if before, ok := w.defined[l]; ok {
		w.defined[l] = either(before, n)
	}
	if w.several[l] {
		v = nil
	}
	w.values[l] = v
	w.touch(l, n)
}

// touch notes that a local changes, which is seen where it is read.
func (w *survey) touch(l ir.Local, n need) {
	total, ok := w.crosses[l]
	if !ok {
		total = w.census[w.outer][l]
	}
	w.happens(n, func(_ int, o *opened) bool { return total > w.census[o.block][l] })
}

// statement gives what must be met for the one behind it to be reached.
func (w *survey) statement(s ir.Stmt, n need) need {
	w.fuel--
	switch s := s.(type) {
	case *ir.BlockStmt:
		for _, b := range s.Blocks {
			w.nested(b, n)
		}
	case *ir.ScanStmt:
		w.scan(s, n)
	case *ir.NotStmt:
		if w.nested(s.Block, n); w.certain(s.Block) {
			return need{never: true}
		}
	case *ir.WithStmt:
		before := w.values[s.Local]
		w.values[s.Local] = nil
		w.nested(s.Block, n)
		w.values[s.Local] = before
	case *ir.BreakStmt:
		w.happens(n, func(level int, _ *opened) bool { return int(s.Index) > level })
		return need{never: true}
	case *ir.CallDynamicStmt: // which can leave three blocks
		w.happens(n, func(level int, _ *opened) bool { return level < 3 })
		w.write(s.Result, nil, n)
	case *ir.ReturnLocalStmt, *ir.ResultSetAddStmt:
		w.happens(n, func(int, *opened) bool { return true })
	default:
		return w.simple(s, n)
	}
	return n
}

// scan walks the block of a scan, which is not run where there is nothing.
func (w *survey) scan(s *ir.ScanStmt, n need) {
	source := w.complete(w.values[s.Source])
	var key, value known
	switch source := source.(type) {
	case part:
		value = source.below("*")
	case options:
		key, value = source.keys().few(), source.members().few()
	}
	if n = all(n, filled(source)); n.never {
		if w.record {
			w.needs[s.Block] = n
		}
		return
	}
	w.write(s.Key, key, n)
	w.write(s.Value, value, n)
	w.nested(s.Block, n)
}

// simple walks a statement without blocks.
func (w *survey) simple(s ir.Stmt, n need) need {
	switch s := s.(type) {
	case *ir.CallStmt:
		out := w.called(s)
		return w.result(s.Result, out.value, all(n, out.defined))
	case *ir.DotStmt:
		v, needs := look(w.operand(s.Source), w.operand(s.Key))
		return w.result(s.Target, v, all(n, needs))
	case *ir.EqualStmt:
		return all(n, same(w.operand(s.A), w.operand(s.B)))
	case *ir.NotEqualStmt:
		if v, ok := s.B.Value.(ir.Bool); ok && !bool(v) {
			return all(n, notFalse(w.operand(s.A)))
		}
	case *ir.AssignVarOnceStmt:
		w.write(s.Target, w.operand(s.Source), n)
	case *ir.AssignVarStmt:
		return w.result(s.Target, w.operand(s.Source), n)
	case *ir.MakeNumberIntStmt:
		return w.result(s.Target, options{plan.Int(s.Value)}, n)
	case *ir.MakeNumberRefStmt:
		return w.result(s.Target, options{plan.Number(w.policy.Static.Strings[s.Index].Value)}, n)
	case *ir.ResetLocalStmt:
		w.defined[s.Target] = need{never: true}
		w.values[s.Target] = nil
		w.touch(s.Target, n)
	case *ir.IsDefinedStmt:
		if defined, ok := w.defined[s.Source]; ok {
			return all(n, defined)
		}
	default:
		w.collect(s, n)
	}
	return n
}

// result is write for a local that a statement sets anew.
func (w *survey) result(l ir.Local, v known, n need) need {
	if n.never {
		return n
	}
	w.write(l, v, n)
	return n
}

// collect walks a statement that makes a collection or adds to one.
func (w *survey) collect(s ir.Stmt, n need) {
	if l := made(s); l != nil {
		_, array := s.(*ir.MakeArrayStmt)
		w.write(*l, &gathered{local: *l, block: w.open[len(w.open)-1].block, items: options{}, array: array}, n)
		return
	}
	if l, ok := enlarged(s); ok {
		if g, ok := w.values[l].(*gathered); ok {
			w.enlarge(g, s, n)
		}
		w.touch(l, n)
		return
	}
	if l, ok := written(s); ok {
		w.write(l, nil, n)
	}
}

// enlarge adds to a collection. What is added where it is made is in it for
// certain, when anything behind is reached.
func (w *survey) enlarge(g *gathered, s ir.Stmt, n need) {
	g.needs = append(g.needs, n)
	g.added++
	list := operands(s)
	item, ok := w.operand(list[0]).(options)
	if ok = ok && len(item) == 1 && len(list) == 1 && g.items != nil && g.block == w.open[len(w.open)-1].block; ok {
		g.items = append(g.items, item[0])
	} else {
		g.items = nil
	}
}

// complete is what is known of a value when nothing will be added to it any
// more: one that is not complete yet can have anything.
func (w *survey) complete(k known) known {
	g, ok := k.(*gathered)
	switch {
	case !ok || g.block == nil:
		return k
	case g.added < w.adds[g.local]:
		return nil
	case len(g.items) > 0 && g.array:
		return options{plan.NewArray(g.items...)}
	case len(g.items) > 0:
		return options{plan.NewSet(g.items...)}
	}
	return k
}

func (w *survey) operand(o ir.Operand) known {
	switch v := o.Value.(type) {
	case ir.Local:
		return w.complete(w.values[v])
	case ir.StringIndex:
		return options{plan.String(w.policy.Static.Strings[v].Value)}
	case ir.Bool:
		return options{plan.Bool(bool(v))}
	}
	return nil
}

// certain says whether a block, which only looks things up in what is fixed,
// gets to its end whatever the input.
func (w *survey) certain(b *ir.Block) bool {
	for _, s := range b.Stmts {
		dot, ok := s.(*ir.DotStmt)
		if !ok {
			return false
		}
		source, isFixed := w.operand(dot.Source).(options)
		keys, areFixed := w.operand(dot.Key).(options)
		if !isFixed || !areFixed || len(keys) == 0 {
			return false
		}
		for _, v := range source {
			for _, k := range keys {
				if plan.Get(v, k) == nil {
					return false
				}
			}
		}
	}
	return true
}
