package author

import (
	"fmt"
	"strings"

	"github.com/open-policy-agent/opa/v1/ir"

	"gate/internal/plan"
)

// statement encodes one statement, those with nested blocks and calls first.
func (w *writer) statement(s ir.Stmt) error {
	switch s := s.(type) {
	case *ir.BlockStmt:
		return w.choice(s.Blocks)
	case *ir.ScanStmt:
		if n, ok := w.needs[s.Block]; ok && n.never {
			return nil
		}
		w.code.Op(plan.OpScan, w.local(s.Source), w.local(s.Key), w.local(s.Value))
		return w.nested(s.Block)
	case *ir.NotStmt:
		w.code.Op(plan.OpNot)
		return w.nested(s.Block)
	case *ir.WithStmt:
		operands := []plan.Operand{w.local(s.Local), plan.Operand(len(s.Path))}
		for _, index := range s.Path {
			operands = append(operands, w.text(index))
		}
		w.code.Op(plan.OpWith, append(operands, w.operand(s.Value))...)
		return w.nested(s.Block)
	case *ir.CallStmt:
		return w.call(s)
	case *ir.CallDynamicStmt:
		operands := append([]plan.Operand{w.local(s.Result)}, w.operands(s.Path)...)
		operands = append(operands, plan.Operand(len(s.Args)))
		for _, l := range s.Args {
			operands = append(operands, plan.Local(int(w.local(l))))
		}
		w.code.Op(plan.OpCallDynamic, operands...)
	case *ir.NopStmt:
	default:
		return w.simple(s)
	}
	return nil
}

// choice encodes blocks of which each is run that can have an effect.
func (w *writer) choice(blocks []*ir.Block) error {
	var codes []*plan.Code
	var triggers [][]plan.Trigger
	indexed := false
	for _, b := range blocks {
		inner := &writer{encoder: w.encoder, code: &plan.Code{}, locals: w.locals}
		if err := inner.block(b); err != nil {
			return err
		}
		codes = append(codes, inner.code)
		list := w.needs[b].triggers()
		triggers = append(triggers, list)
		indexed = indexed || list != nil
	}
	if indexed && len(blocks) > 1 {
		w.code.Select(w.out.Select(triggers), codes)
		return nil
	}
	w.code.Op(plan.OpBlock, plan.Operand(len(codes)))
	for _, code := range codes {
		w.code.Body(code)
	}
	return nil
}

// alternatives encodes blocks of a function, which one after the other.
func (w *writer) alternatives(blocks []*ir.Block) error {
	if len(blocks) == 1 {
		return w.block(blocks[0])
	}
	return w.choice(blocks)
}

func (w *writer) call(s *ir.CallStmt) error {
	args := w.operands(s.Args)
	if fn, ok := w.funcs[s.Func]; ok {
		w.code.Op(plan.OpCall, append([]plan.Operand{plan.Operand(fn), w.local(s.Result)}, args...)...)
		return nil
	}
	n, err := w.out.Builtin(s.Func)
	if err != nil {
		return err
	}
	if strings.HasPrefix(s.Func, "regex.") {
		for _, o := range s.Args {
			if index, ok := o.Value.(ir.StringIndex); ok {
				w.out.Pattern(w.policy.Static.Strings[index].Value)
			}
		}
	}
	w.mark(s)
	if w.void(s.Func) {
		w.code.Op(plan.OpVoid, append([]plan.Operand{plan.Operand(n)}, args...)...)
		return nil
	}
	w.code.Op(plan.OpBuiltin, append([]plan.Operand{plan.Operand(n), w.local(s.Result)}, args...)...)
	return nil
}

// void says whether a builtin has no result.
func (w *writer) void(name string) bool {
	for _, b := range w.policy.Static.BuiltinFuncs {
		if b.Name == name {
			return b.Decl.Result() == nil
		}
	}
	return false
}

// simple encodes a statement that only tests or assigns.
func (w *writer) simple(s ir.Stmt) error {
	op := func(op plan.Op, operands ...plan.Operand) error {
		w.code.Op(op, operands...)
		return nil
	}
	move := func(v plan.Value, target ir.Local) error {
		return op(plan.OpMove, w.out.Const(v), w.local(target))
	}
	switch s := s.(type) {
	case *ir.BreakStmt:
		return op(plan.OpBreak, plan.Operand(s.Index))
	case *ir.ReturnLocalStmt:
		return op(plan.OpReturn, w.local(s.Source))
	case *ir.ResultSetAddStmt:
		return op(plan.OpResult, w.local(s.Value))
	case *ir.DotStmt:
		if w.locals.idle[s] {
			return nil
		}
		if v := w.locals.found[s]; v != nil {
			return move(v, s.Target)
		}
		return op(plan.OpDot, w.operand(s.Source), w.operand(s.Key), w.local(s.Target))
	case *ir.LenStmt:
		return op(plan.OpLen, w.operand(s.Source), w.local(s.Target))
	case *ir.AssignVarStmt:
		return op(plan.OpMove, w.operand(s.Source), w.local(s.Target))
	case *ir.AssignIntStmt:
		return move(plan.Int(s.Value), s.Target)
	case *ir.MakeNullStmt:
		return move(plan.Null{}, s.Target)
	case *ir.MakeNumberIntStmt:
		return move(plan.Int(s.Value), s.Target)
	case *ir.MakeNumberRefStmt:
		return move(plan.Number(w.policy.Static.Strings[s.Index].Value), s.Target)
	case *ir.ResetLocalStmt:
		return op(plan.OpReset, w.local(s.Target))
	case *ir.MakeArrayStmt:
		return op(plan.OpMakeArray, w.local(s.Target))
	case *ir.MakeObjectStmt:
		return op(plan.OpMakeObject, w.local(s.Target))
	case *ir.MakeSetStmt:
		return op(plan.OpMakeSet, w.local(s.Target))
	case *ir.EqualStmt:
		return op(plan.OpEqual, w.operand(s.A), w.operand(s.B))
	case *ir.NotEqualStmt:
		return op(plan.OpNotEqual, w.operand(s.A), w.operand(s.B))
	case *ir.IsArrayStmt:
		return op(plan.OpIsArray, w.operand(s.Source))
	case *ir.IsObjectStmt:
		return op(plan.OpIsObject, w.operand(s.Source))
	case *ir.IsSetStmt:
		return op(plan.OpIsSet, w.operand(s.Source))
	case *ir.IsDefinedStmt:
		return op(plan.OpIsDefined, w.local(s.Source))
	case *ir.IsUndefinedStmt:
		return op(plan.OpIsUndefined, w.local(s.Source))
	}
	return w.insertion(s)
}

// insertion encodes a statement that adds to a collection, or can conflict.
func (w *writer) insertion(s ir.Stmt) error {
	switch s := s.(type) {
	case *ir.AssignVarOnceStmt:
		w.mark(s)
		w.code.Op(plan.OpMoveOnce, w.operand(s.Source), w.local(s.Target))
	case *ir.ArrayAppendStmt:
		w.code.Op(plan.OpAppend, w.operand(s.Value), w.local(s.Array))
	case *ir.SetAddStmt:
		w.code.Op(plan.OpAdd, w.operand(s.Value), w.local(s.Set))
	case *ir.ObjectInsertStmt:
		w.code.Op(plan.OpInsert, w.operand(s.Key), w.operand(s.Value), w.local(s.Object))
	case *ir.ObjectInsertOnceStmt:
		w.mark(s)
		w.code.Op(plan.OpInsertOnce, w.operand(s.Key), w.operand(s.Value), w.local(s.Object))
	case *ir.ObjectMergeStmt:
		w.code.Op(plan.OpMerge, w.local(s.A), w.local(s.B), w.local(s.Target))
	default:
		return fmt.Errorf("unknown statement %T", s)
	}
	return nil
}
