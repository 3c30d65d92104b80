package extract

import (
	"mvdan.cc/sh/v3/syntax"

	"gate"
)

// binary runs pipes and lists.
func (r *runner) binary(c *syntax.BinaryCmd, st *state, ctx context) stream {
	switch c.Op {
	case syntax.Pipe, syntax.PipeAll:
		ctx.forks = true
		out := r.stmt(c.X, st.clone(), ctx)
		ctx.stdin = stream{kind: "pipe", from: out.from, text: out.text}
		return r.stmt(c.Y, st.clone(), ctx)
	case syntax.OrStmt:
		out := r.stmt(c.X, st, ctx)
		other := st.clone()
		out = out.then(r.stmt(c.Y, other, ctx))
		if !leaves(c.Y) { // "cd x || exit": what follows runs only after the left side
			st.join(other)
		}
		return out
	default:
		out := r.stmt(c.X, st, ctx)
		return out.then(r.stmt(c.Y, st, ctx))
	}
}

// leaves says whether a statement ends the script.
func leaves(s *syntax.Stmt) bool {
	switch c := s.Cmd.(type) {
	case *syntax.CallExpr:
		if len(c.Args) == 0 {
			return false
		}
		switch c.Args[0].Lit() {
		case "exit", "return", "break", "continue", "exec", "false":
			return true
		}
	case *syntax.Block:
		return len(c.Stmts) > 0 && leaves(c.Stmts[len(c.Stmts)-1])
	}
	return false
}

func (r *runner) ifClause(c *syntax.IfClause, st *state, ctx context) stream {
	out := r.stmts(c.Cond, st, ctx)
	other := st.clone()
	out = out.then(r.stmts(c.Then, st, ctx))
	ends := len(c.Then) > 0 && leaves(c.Then[len(c.Then)-1])
	if c.Else != nil {
		if len(c.Else.Cond) > 0 {
			out = out.then(r.ifClause(c.Else, other, ctx))
		} else {
			out = out.then(r.stmts(c.Else.Then, other, ctx))
		}
	}
	if ends {
		*st = *other
	} else {
		st.join(other)
	}
	return out
}

func (r *runner) while(c *syntax.WhileClause, st *state, ctx context) stream {
	before := st.clone()
	out := r.stmts(c.Cond, st, ctx)
	out = out.then(r.stmts(c.Do, st, ctx))
	st.join(before)
	return out
}

// loop runs the body of a for loop once for each value that is known, and
// once for all the others.
func (r *runner) loop(c *syntax.ForClause, st *state, ctx context) stream {
	it, ok := c.Loop.(*syntax.WordIter)
	if !ok {
		r.inside(c.Loop, st, ctx)
		before := st.clone()
		out := r.stmts(c.Do, st, ctx)
		st.join(before)
		return out
	}
	items := st.args
	if it.InPos.IsValid() {
		items = r.matched(r.fields(it.Items, st, ctx), st)
	}
	if len(items) > maxLoop {
		items = append(items[:maxLoop:maxLoop], gate.UnknownText)
	}
	out := stream{kind: "pipe"}
	before := st.clone()
	for _, item := range items {
		st.vars[it.Name.Value] = variable{values: []string{item}}
		out = out.then(r.stmts(c.Do, st, ctx))
	}
	if len(items) == 0 {
		return out
	}
	st.join(before)
	return out
}

func (r *runner) caseClause(c *syntax.CaseClause, st *state, ctx context) stream {
	r.fields([]*syntax.Word{c.Word}, st, ctx)
	out := stream{kind: "pipe"}
	before := st.clone()
	for _, item := range c.Items {
		branch := before.clone()
		r.fields(item.Patterns, branch, ctx)
		out = out.then(r.stmts(item.Stmts, branch, ctx))
		st.join(branch)
	}
	return out
}

// function keeps a function for its calls, and runs the one that bash calls
// by itself.
func (r *runner) function(c *syntax.FuncDecl, st *state, ctx context) {
	names := c.Names
	if c.Name != nil {
		names = []*syntax.Lit{c.Name}
	}
	for _, name := range names {
		st.funcs[name.Value] = c.Body
		if name.Value == "command_not_found_handle" || name.Value == "command_not_found_handler" {
			r.stmt(c.Body, st.clone(), ctx)
		}
	}
}

// inside runs the command substitutions of a node that runs nothing else.
func (r *runner) inside(node syntax.Node, st *state, ctx context) {
	syntax.Walk(node, func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.CmdSubst:
			r.stmts(n.Stmts, st.clone(), ctx)
			return false
		case *syntax.ProcSubst:
			r.stmts(n.Stmts, st.clone(), ctx)
			return false
		case *syntax.ParamExp:
			if n.Exp != nil && n.Exp.Op == syntax.OtherParamOps {
				r.parameter(n, st, ctx)
			}
		}
		return true
	})
}
