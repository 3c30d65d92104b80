package author

import (
	"fmt"
	"slices"
	"strings"

	"github.com/open-policy-agent/opa/v1/ir"

	"gate/internal/plan"
)

// encode writes a plan of OPA's in the form of package internal/plan. Its query
// gets the name of the first of the entries; the query also asks for the values
// of the others, so that their functions are there. It is done twice: what rules say whatever the
// input is, is asked of the plan without it.
func encode(policy *ir.Policy, entries []string, data plan.Value, h heading) ([]byte, error) {
	e := &encoder{policy: policy, heading: h, funcs: map[string]int{}, needs: analyze(policy, data).needs}
	if !replacesData(policy) {
		e.data = data
	}
	for i, f := range e.functions() {
		e.funcs[f.Name] = i
	}
	image, err := e.image(entries, data)
	if err != nil {
		return nil, err
	}
	program, err := plan.Open(string(image))
	if err != nil {
		return nil, err
	}
	e.values = e.constants(program)
	return e.image(entries, data)
}

// heading is what a plan says of the policy as a whole.
type heading struct {
	digest, base [32]byte // of the sources; of the policy that it was laid over, 0 for none
	revision     string
	agent        bool // it looks at the session's agent
}

type encoder struct {
	heading
	policy *ir.Policy
	out    *plan.Builder
	funcs  map[string]int
	needs  map[*ir.Block]need    // of the blocks of functions of input and data
	values map[string]plan.Value // of functions that are known
	data   plan.Value            // the base document, nil when it is not the same for the whole policy
}

func (e *encoder) functions() []*ir.Func {
	if e.policy.Funcs == nil {
		return nil
	}
	return e.policy.Funcs.Funcs
}

func (e *encoder) image(entries []string, data plan.Value) ([]byte, error) {
	e.out = plan.NewBuilder()
	for i, f := range e.functions() {
		if err := e.function(i, f); err != nil {
			return nil, fmt.Errorf("encode %s: %w", f.Name, err)
		}
	}
	if len(entries) == 1 {
		if err := e.entry(entries[0], e.policy.Plans.Plans[0].Blocks); err != nil {
			return nil, err
		}
	} else {
		for _, entry := range entries {
			if err := e.entry(entry, e.asking(entry)); err != nil {
				return nil, err
			}
		}
	}
	patterns(data, e.out.Pattern)
	e.out.Over(e.base)
	e.out.Revision(e.revision)
	if e.agent {
		e.out.Agent()
	}
	return e.out.Bytes(data, e.digest), nil
}

// entry adds an entry point.
func (e *encoder) entry(name string, blocks []*ir.Block) error {
	l := &locals{count: 2, numbers: map[ir.Local]int{ir.Input: 0, ir.Data: 1}}
	code, err := e.blocks(blocks, l)
	if err != nil {
		return fmt.Errorf("encode the query: %w", err)
	}
	e.out.Entry(name, l.count, code)
	return nil
}

// asking is the query for the value of one entry point, by its function, as
// OPA's planner writes it.
func (e *encoder) asking(entry string) []*ir.Block {
	const value, result = ir.Local(2), ir.Local(3)
	local := func(l ir.Local) ir.Operand { return ir.Operand{Value: l} }
	return []*ir.Block{{Stmts: []ir.Stmt{
		&ir.CallStmt{Func: "g0." + reference(entry), Args: []ir.Operand{local(ir.Input), local(ir.Data)}, Result: value},
		&ir.MakeObjectStmt{Target: result},
		&ir.ObjectInsertStmt{Key: ir.Operand{Value: ir.StringIndex(e.index("result"))}, Value: local(value), Object: result},
		&ir.ResultSetAddStmt{Value: result},
	}}}
}

// index is the number of one of the plan's strings.
func (e *encoder) index(text string) int {
	return slices.IndexFunc(e.policy.Static.Strings, func(s *ir.StringConst) bool { return s.Value == text })
}

func (e *encoder) function(n int, f *ir.Func) error {
	if v, ok := e.values[f.Name]; ok {
		e.out.Func(n, f.Name, f.Path, 2, 3, e.constant(v))
		return nil
	}
	l := &locals{count: len(f.Params), numbers: map[ir.Local]int{}, lookups: e.lookups(f)}
	for i, p := range f.Params {
		l.numbers[p] = i
	}
	code, err := e.blocks(f.Blocks, l)
	if err != nil {
		return err
	}
	e.out.Func(n, f.Name, f.Path, len(f.Params), l.count, code)
	return nil
}

// constant is the code of a function of input and data that gives a value, or
// nothing when it is nil.
func (e *encoder) constant(v plan.Value) *plan.Code {
	code, body := &plan.Code{}, &plan.Code{}
	if v != nil {
		body.Op(plan.OpMove, e.out.Const(v), 2)
		body.Op(plan.OpReturn, 2)
	}
	code.Body(body)
	return code
}

// locals numbers the locals of a function, its parameters first, and says what
// is known of them.
type locals struct {
	count   int
	numbers map[ir.Local]int
	lookups
}

func (l *locals) number(local ir.Local) int {
	n, ok := l.numbers[local]
	if !ok {
		n = l.count
		l.numbers[local] = n
		l.count++
	}
	return n
}

// blocks encodes the blocks of a function. Definitions of a rule that follow one
// another are one choice, of which those are run that can have an effect.
func (e *encoder) blocks(blocks []*ir.Block, l *locals) (*plan.Code, error) {
	code := &plan.Code{}
	for len(blocks) > 0 {
		n := 1
		for n < len(blocks) && e.needs[blocks[n-1]].triggers() != nil && e.needs[blocks[n]].triggers() != nil {
			n++
		}
		w := &writer{encoder: e, code: &plan.Code{}, locals: l}
		if err := w.alternatives(blocks[:n]); err != nil {
			return nil, err
		}
		code.Body(w.code)
		blocks = blocks[n:]
	}
	return code, nil
}

// patterns calls found with each string of a document that looks like a
// regular expression.
func patterns(v plan.Value, found func(string)) {
	plan.Walk(v, func(v plan.Value) {
		if s, ok := v.(plan.String); ok && strings.ContainsAny(string(s), `\[(|`) {
			found(string(s))
		}
	})
}

// writer encodes the statements of one block.
type writer struct {
	*encoder
	code   *plan.Code
	locals *locals
}

func (w *writer) block(b *ir.Block) error {
	for i := 0; i < len(b.Stmts); {
		if n := w.literal(b.Stmts[i:]); n > 0 {
			i += n
			continue
		}
		if err := w.statement(b.Stmts[i]); err != nil {
			return err
		}
		i++
	}
	return nil
}

func (w *writer) nested(b *ir.Block) error {
	inner := &writer{encoder: w.encoder, code: &plan.Code{}, locals: w.locals}
	if err := inner.block(b); err != nil {
		return err
	}
	w.code.Body(inner.code)
	return nil
}

// mark says where a statement that can fail comes from.
func (w *writer) mark(s ir.Stmt) {
	l := s.GetLocation()
	if l.Row == 0 || l.File < 0 || l.File >= len(w.policy.Static.Files) {
		return
	}
	w.code.Mark(w.policy.Static.Files[l.File].Value, l.Row, l.Col)
}

// local is the operand that names a local.
func (w *writer) local(l ir.Local) plan.Operand {
	return plan.Operand(w.locals.number(l))
}

func (w *writer) operand(o ir.Operand) plan.Operand {
	switch v := o.Value.(type) {
	case ir.Local:
		return plan.Local(w.locals.number(v))
	case ir.StringIndex:
		return w.text(int(v))
	case ir.Bool:
		return plan.Boolean(bool(v))
	}
	panic(fmt.Sprintf("operand %T", o.Value))
}

// text is the operand that is one of the plan's strings.
func (w *writer) text(index int) plan.Operand {
	return w.out.Const(plan.String(w.policy.Static.Strings[index].Value))
}

func (w *writer) operands(list []ir.Operand) []plan.Operand {
	out := []plan.Operand{plan.Operand(len(list))}
	for _, o := range list {
		out = append(out, w.operand(o))
	}
	return out
}
