package author

import "github.com/open-policy-agent/opa/v1/ir"

// reads calls f with each local that a statement reads by itself, nested
// blocks left out.
func reads(s ir.Stmt, f func(ir.Local)) {
	for _, o := range operands(s) {
		if l, ok := o.Value.(ir.Local); ok {
			f(l)
		}
	}
	switch s := s.(type) {
	case *ir.ScanStmt:
		f(s.Source)
	case *ir.WithStmt:
		f(s.Local)
	case *ir.CallDynamicStmt:
		for _, l := range s.Args {
			f(l)
		}
	case *ir.ObjectMergeStmt:
		f(s.A)
		f(s.B)
	case *ir.ReturnLocalStmt:
		f(s.Source)
	case *ir.ResultSetAddStmt:
		f(s.Value)
	case *ir.IsDefinedStmt:
		f(s.Source)
	case *ir.IsUndefinedStmt:
		f(s.Source)
	}
}

func operands(s ir.Stmt) []ir.Operand {
	switch s := s.(type) {
	case *ir.WithStmt:
		return []ir.Operand{s.Value}
	case *ir.CallStmt:
		return s.Args
	case *ir.CallDynamicStmt:
		return s.Path
	case *ir.DotStmt:
		return []ir.Operand{s.Source, s.Key}
	case *ir.LenStmt:
		return []ir.Operand{s.Source}
	case *ir.AssignVarStmt:
		return []ir.Operand{s.Source}
	case *ir.AssignVarOnceStmt:
		return []ir.Operand{s.Source}
	case *ir.EqualStmt:
		return []ir.Operand{s.A, s.B}
	case *ir.NotEqualStmt:
		return []ir.Operand{s.A, s.B}
	case *ir.IsArrayStmt:
		return []ir.Operand{s.Source}
	case *ir.IsObjectStmt:
		return []ir.Operand{s.Source}
	case *ir.IsSetStmt:
		return []ir.Operand{s.Source}
	case *ir.ArrayAppendStmt:
		return []ir.Operand{s.Value}
	case *ir.SetAddStmt:
		return []ir.Operand{s.Value}
	case *ir.ObjectInsertStmt:
		return []ir.Operand{s.Key, s.Value}
	case *ir.ObjectInsertOnceStmt:
		return []ir.Operand{s.Key, s.Value}
	}
	return nil
}

// written is the local that a statement gives a value, or whose collection it
// adds to.
func written(s ir.Stmt) (ir.Local, bool) {
	if l, ok := enlarged(s); ok {
		return l, true
	}
	switch s := s.(type) {
	case *ir.CallStmt:
		return s.Result, true
	case *ir.CallDynamicStmt:
		return s.Result, true
	case *ir.DotStmt:
		return s.Target, true
	case *ir.LenStmt:
		return s.Target, true
	case *ir.AssignVarStmt:
		return s.Target, true
	case *ir.AssignVarOnceStmt:
		return s.Target, true
	case *ir.AssignIntStmt:
		return s.Target, true
	case *ir.MakeNullStmt:
		return s.Target, true
	case *ir.MakeNumberIntStmt:
		return s.Target, true
	case *ir.MakeNumberRefStmt:
		return s.Target, true
	case *ir.ResetLocalStmt:
		return s.Target, true
	case *ir.ObjectMergeStmt:
		return s.Target, true
	}
	if l := made(s); l != nil {
		return *l, true
	}
	return 0, false
}

// enlarged is the local whose collection a statement adds to.
func enlarged(s ir.Stmt) (ir.Local, bool) {
	switch s := s.(type) {
	case *ir.ArrayAppendStmt:
		return s.Array, true
	case *ir.SetAddStmt:
		return s.Set, true
	case *ir.ObjectInsertStmt:
		return s.Object, true
	case *ir.ObjectInsertOnceStmt:
		return s.Object, true
	}
	return 0, false
}

// inner are the blocks in a statement.
func inner(s ir.Stmt) []*ir.Block {
	switch s := s.(type) {
	case *ir.BlockStmt:
		return s.Blocks
	case *ir.ScanStmt:
		return []*ir.Block{s.Block}
	case *ir.NotStmt:
		return []*ir.Block{s.Block}
	case *ir.WithStmt:
		return []*ir.Block{s.Block}
	}
	return nil
}

// census counts how often a block reads each local, those in it too.
type census map[*ir.Block]map[ir.Local]int

// function counts each block of a function. It gives the reads of the locals
// that are read in blocks which do not write them, and the locals that can have
// their value from more than one statement. All others are known in one block
// of the function alone: OPA's planner uses their numbers again in the next.
func (c census) function(f *ir.Func) (crosses map[ir.Local]int, several map[ir.Local]bool) {
	crosses, several = map[ir.Local]int{}, map[ir.Local]bool{}
	total, sources := map[ir.Local]int{}, map[ir.Local]int{}
	for _, b := range f.Blocks {
		own := map[ir.Local]int{}
		writes(b, own)
		for l, n := range own {
			sources[l] += n
			several[l] = several[l] || n > 1
		}
		for l, n := range c.count(b) {
			total[l] += n
			if own[l] == 0 {
				crosses[l] = 0
			}
		}
	}
	for l := range crosses {
		crosses[l] = total[l]
		several[l] = several[l] || sources[l] > 1
	}
	return crosses, several
}

func (c census) count(b *ir.Block) map[ir.Local]int {
	total := map[ir.Local]int{}
	for _, s := range b.Stmts {
		reads(s, func(l ir.Local) { total[l]++ })
		if l, ok := enlarged(s); ok { // what adds to a collection looks at it
			total[l]++
		}
		for _, b := range inner(s) {
			for l, n := range c.count(b) {
				total[l] += n
			}
		}
	}
	c[b] = total
	return total
}

// writes counts the statements that give each local a value.
func writes(b *ir.Block, count map[ir.Local]int) {
	for _, s := range b.Stmts {
		_, adds := enlarged(s)
		_, resets := s.(*ir.ResetLocalStmt)
		if l, ok := written(s); ok && !adds && !resets {
			count[l]++
		}
		if scan, ok := s.(*ir.ScanStmt); ok {
			count[scan.Key]++
			count[scan.Value]++
		}
		for _, b := range inner(s) {
			writes(b, count)
		}
	}
}

// additions counts the statements that add to the collection of each local.
func additions(b *ir.Block) map[ir.Local]int {
	count := map[ir.Local]int{}
	each(b, func(s ir.Stmt) {
		if l, ok := enlarged(s); ok {
			count[l]++
		}
	})
	return count
}
