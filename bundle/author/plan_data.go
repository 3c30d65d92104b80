package author

import (
	"github.com/open-policy-agent/opa/v1/ir"

	"gate/internal/plan"
)

// lookups are the statements of a function that look something up in the base
// data, each with what it finds, where that is sure. What is found is written
// into the code; a statement that only led there is left out.
type lookups struct {
	found map[ir.Stmt]plan.Value
	idle  map[ir.Stmt]bool
}

// lookups finds them block by block: OPA's planner gives a local that it uses
// again another meaning in the next block of a function.
func (e *encoder) lookups(f *ir.Func) lookups {
	out := lookups{map[ir.Stmt]plan.Value{}, map[ir.Stmt]bool{}}
	if e.data == nil {
		return out
	}
	_, several := census{}.function(f)
	for _, b := range f.Blocks {
		known := map[ir.Local]plan.Value{ir.Data: e.data}
		var chain []*ir.DotStmt
		each(b, func(s ir.Stmt) {
			dot, ok := s.(*ir.DotStmt)
			if !ok || several[dot.Target] {
				return
			}
			source, isLocal := dot.Source.Value.(ir.Local)
			key, isName := dot.Key.Value.(ir.StringIndex)
			if !isLocal || !isName || known[source] == nil {
				return
			}
			v := plan.Get(known[source], plan.String(e.policy.Static.Strings[key].Value))
			if v != nil {
				known[dot.Target] = v
				out.found[s] = v
				chain = append(chain, dot)
			}
		})
		used := map[ir.Local]bool{}
		each(b, func(s ir.Stmt) {
			if out.found[s] == nil {
				reads(s, func(l ir.Local) { used[l] = true })
			}
		})
		for _, dot := range chain {
			out.idle[dot] = !used[dot.Target]
		}
	}
	return out
}

// each visits the statements of a block, and those in them.
func each(b *ir.Block, visit func(ir.Stmt)) {
	for _, s := range b.Stmts {
		visit(s)
		for _, b := range inner(s) {
			each(b, visit)
		}
	}
}
