package author

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/open-policy-agent/opa/v1/ast"
	"github.com/open-policy-agent/opa/v1/rego"
	"github.com/open-policy-agent/opa/v1/storage/inmem"
	"github.com/open-policy-agent/opa/v1/topdown"

	"gate"
)

// OPA evaluates policy with OPA's own evaluator, the other opinion on what
// the compiled plan says. It is far too slow to start for the hook.
type OPA struct{ query rego.PreparedEvalQuery }

// NewOPA compiles policy for OPA's evaluator, with the modules, the data and
// the capabilities that a plan is made of.
func NewOPA(ctx context.Context, s Sources) (*OPA, error) {
	options, err := s.options()
	if err != nil {
		return nil, fmt.Errorf("compile policy for OPA: %w", err)
	}
	// A builtin that fails is an error in the plan too, never undefined.
	options = append(options, rego.Query(s.query()), rego.StrictBuiltinErrors(true))
	query, err := rego.New(options...).PrepareForEval(ctx)
	if err != nil {
		return nil, fmt.Errorf("compile policy for OPA: %w", err)
	}
	return &OPA{query}, nil
}

// Evaluate gives the JSON of the entry point on an action. What OPA goes
// through on the way is added to trace, unless that is nil.
func (o *OPA) Evaluate(ctx context.Context, a gate.Action, trace *Trace) ([]byte, error) {
	input, err := json.Marshal(a)
	if err != nil {
		return nil, err
	}
	return o.evaluate(ctx, input, trace)
}

func (o *OPA) evaluate(ctx context.Context, input []byte, trace *Trace) ([]byte, error) {
	v, err := ast.ValueFromReader(bytes.NewReader(input))
	if err != nil {
		return nil, err
	}
	options := []rego.EvalOption{rego.EvalParsedInput(v)}
	if trace != nil {
		options = append(options, rego.EvalQueryTracer(&trace.events))
	}
	results, err := o.query.Eval(ctx, options...)
	if err != nil {
		return nil, err
	}
	if len(results) != 1 {
		return nil, errors.New("the verdict is undefined")
	}
	return json.Marshal(results[0].Expressions[0].Value)
}

// Trace is what OPA went through in an evaluation, event by event. It holds
// values of the input.
type Trace struct{ events topdown.BufferTracer }

// In is the part of the trace inside some files.
func (t *Trace) In(files []string) *Trace {
	var part Trace
	for _, e := range t.events {
		if e.Location != nil && slices.Contains(files, e.Location.File) {
			part.events = append(part.events, e)
		}
	}
	return &part
}

// Lines are the trace in OPA's pretty form: file and line, then the event.
func (t *Trace) Lines() []string {
	var out bytes.Buffer
	topdown.PrettyTraceWithLocation(&out, t.events)
	return strings.FieldsFunc(out.String(), func(r rune) bool { return r == '\n' })
}

// query is the entry point as a query.
func (s Sources) query() string { return reference(s.Entrypoint) }

// reference is an entry point as Rego names it.
func reference(entry string) string { return "data." + strings.ReplaceAll(entry, "/", ".") }

// options are what OPA's planner and its evaluator have in common.
func (s Sources) options() ([]func(*rego.Rego), error) {
	capabilities, err := ast.LoadCapabilitiesJSON(bytes.NewReader(s.Capabilities))
	if err != nil {
		return nil, fmt.Errorf("read capabilities: %w", err)
	}
	options := []func(*rego.Rego){rego.Capabilities(capabilities), rego.Store(inmem.NewFromObject(s.Data))}
	for _, name := range slices.Sorted(maps.Keys(s.Modules)) {
		options = append(options, rego.Module(name, s.Modules[name]))
	}
	return options, nil
}
