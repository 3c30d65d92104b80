package author

import (
	"github.com/open-policy-agent/opa/v1/ir"

	"gate/internal/plan"
)

// literal folds statements that build a constant array, set or object into one
// that takes it from the constants. It says how many it took, 0 for none. A
// constant is copied by whatever changes it later, so this is only for speed.
func (w *writer) literal(stmts []ir.Stmt) int {
	root := made(stmts[0])
	if root == nil {
		return 0
	}
	n := 0
	for i, s := range stmts {
		if changed(s, *root) {
			n = i + 1
		}
	}
	f := &folder{writer: w, values: map[ir.Local]plan.Value{}}
	for _, s := range stmts[:n] {
		if !f.take(s) {
			return 0
		}
	}
	if !f.whole() {
		return 0
	}
	for _, l := range f.order {
		w.code.Op(plan.OpMove, w.out.Const(f.values[l]), w.local(l))
	}
	return n
}

// made is the local that a statement puts a new collection into.
func made(s ir.Stmt) *ir.Local {
	switch s := s.(type) {
	case *ir.MakeArrayStmt:
		return &s.Target
	case *ir.MakeSetStmt:
		return &s.Target
	case *ir.MakeObjectStmt:
		return &s.Target
	}
	return nil
}

// changed says whether a statement, or one in it, adds to a collection.
func changed(s ir.Stmt, l ir.Local) bool {
	found := false
	_ = ir.Walk(changes(func(target ir.Local) { found = found || target == l }), s)
	return found
}

// changes visits the collections that statements add to.
type changes func(ir.Local)

func (changes) Before(any) {}
func (changes) After(any)  {}

func (c changes) Visit(x any) (ir.Visitor, error) {
	switch s := x.(type) {
	case *ir.ArrayAppendStmt:
		c(s.Array)
	case *ir.SetAddStmt:
		c(s.Set)
	case *ir.ObjectInsertStmt:
		c(s.Object)
	case *ir.ObjectInsertOnceStmt:
		c(s.Object)
	}
	return c, nil
}

// folder does at compile time what statements would do.
type folder struct {
	*writer
	values map[ir.Local]plan.Value
	order  []ir.Local
}

func (f *folder) set(l ir.Local, v plan.Value) bool {
	if _, ok := f.values[l]; ok {
		return false
	}
	f.values[l] = v
	f.order = append(f.order, l)
	return true
}

// whole says whether no collection is left empty: that is one in the making.
func (f *folder) whole() bool {
	for _, v := range f.values {
		if plan.Len(v) == 0 {
			return false
		}
	}
	return true
}

// take does a statement if all of it is known.
func (f *folder) take(s ir.Stmt) bool {
	switch s := s.(type) {
	case *ir.MakeNumberIntStmt:
		return f.set(s.Target, plan.Int(s.Value))
	case *ir.MakeNumberRefStmt:
		return f.set(s.Target, plan.Number(f.policy.Static.Strings[s.Index].Value))
	case *ir.MakeNullStmt:
		return f.set(s.Target, plan.Null{})
	case *ir.MakeArrayStmt:
		return f.set(s.Target, plan.NewArray())
	case *ir.MakeSetStmt:
		return f.set(s.Target, plan.NewSet())
	case *ir.MakeObjectStmt:
		return f.set(s.Target, plan.NewObject())
	case *ir.ArrayAppendStmt:
		return f.add(s.Array, nil, s.Value)
	case *ir.SetAddStmt:
		return f.add(s.Set, nil, s.Value)
	case *ir.ObjectInsertStmt:
		return f.add(s.Object, &s.Key, s.Value)
	}
	return false
}

func (f *folder) add(to ir.Local, key *ir.Operand, value ir.Operand) bool {
	v, ok := f.known(value)
	if !ok {
		return false
	}
	switch c := f.values[to].(type) {
	case *plan.Array:
		c.Append(v)
	case *plan.Set:
		c.Add(v)
	case *plan.Object:
		k, ok := f.known(*key)
		if !ok {
			return false
		}
		c.Set(k, v)
	default:
		return false
	}
	return true
}

func (f *folder) known(o ir.Operand) (plan.Value, bool) {
	switch v := o.Value.(type) {
	case ir.StringIndex:
		return plan.String(f.policy.Static.Strings[v].Value), true
	case ir.Bool:
		return plan.Bool(bool(v)), true
	case ir.Local:
		value, ok := f.values[v]
		return value, ok
	}
	return nil, false
}
