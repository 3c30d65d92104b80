package author

import (
	"github.com/open-policy-agent/opa/v1/ir"

	"gate/internal/plan"
)

// maxFolded is the most nodes that a value may have to be worked out when the
// plan is made.
const maxFolded = 20_000

// constants are the values of the rules that say the same whatever the input
// is, by the name of their function; nil for one that is undefined. One that
// fails is left to fail when it is asked.
func (e *encoder) constants(program *plan.Program) map[string]plan.Value {
	f := fixed{encoder: e, known: map[string]bool{}}
	found := map[string]plan.Value{}
	if e.data == nil {
		return found
	}
	for i, fn := range e.functions() {
		if len(fn.Params) != 2 || !f.function(fn) {
			continue
		}
		v, err := program.Constant(i)
		if err == nil && (v == nil || plan.Weight(v) <= maxFolded) {
			found[fn.Name] = v
		}
	}
	return found
}

// fixed finds out which functions do not look at the input.
type fixed struct {
	*encoder
	known map[string]bool
}

func (f fixed) function(fn *ir.Func) bool {
	is, ok := f.known[fn.Name]
	if !ok {
		is = f.blocks(fn.Blocks)
		f.known[fn.Name] = is
	}
	return is
}

func (f fixed) blocks(blocks []*ir.Block) bool {
	for _, b := range blocks {
		for _, s := range b.Stmts {
			if !f.statement(s) || !f.blocks(inner(s)) {
				return false
			}
		}
	}
	return true
}

func (f fixed) statement(s ir.Stmt) bool {
	switch s := s.(type) {
	case *ir.CallStmt:
		if n, ok := f.funcs[s.Func]; ok {
			return f.function(f.functions()[n]) && !looksAt(s.Args[1:], ir.Input)
		}
	case *ir.CallDynamicStmt, *ir.WithStmt:
		return false
	}
	looks := false
	reads(s, func(l ir.Local) { looks = looks || l == ir.Input })
	return !looks
}

func looksAt(args []ir.Operand, l ir.Local) bool {
	for _, o := range args {
		if o.Value == l {
			return true
		}
	}
	return false
}
