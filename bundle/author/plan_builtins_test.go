package author

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/open-policy-agent/opa/v1/ast"
	"github.com/open-policy-agent/opa/v1/rego"
	"github.com/open-policy-agent/opa/v1/topdown"

	"gate/internal/plan"
)

// samples are what builtins are called with, in Rego.
const samples = `null, true, false, 0, 1, -1, 2, 7, 1.0, 1.5, -2.5, 1e3, 9223372036854775807, 9223372036854775808, 1709164800000000000,
	"", "a", "abc", "aXbXc", "ÄöÜ→", "  x ", "a.b.c", "1", "-0x1f", "1.2.3", "v1.0.0-rc.1", "10.0.0.0/8", "2001:db8::/32", "::ffff:10.0.0.0/104",
	"10.1.2.3", "%d-%s|%v", "%05.2f", "[a-c]+", "(b|c)", "(", "*.b.*", "{a,b}c", "{\"a\": [1, 2.50]}", "2024-02-29T01:02:03.5Z", "RFC3339", "1h30m",
	"1d2h", "10KiB", "1.5M", "5e2k", "YWJj", "YWI", "616263", "http://u@h.de:80/p%20q?a=1&b=2&a=3#f", "a=1&b=%41", "c2fc67c2-47f2-11ee-b67a-9f3619c7493f",
	[], ["a", "b"], [1, "2", 3.5], [1, 2], [[1], [2, [3]]], ["10.0.0.0/9", "10.128.0.0/9", "1.2.3.4"], ["a/b", "c"], [["a"], ["b", 0]], [1709164800000000000, "Europe/Berlin", "RFC822"],
	[{"op": "add", "path": "/z", "value": 1}], [{"op": "remove", "path": "a"}], [{"op": "replace", "path": "0", "value": "n"}, {"op": "copy", "from": "0", "path": "-"}],
	{}, {"a": 1, "b": {"c": [1, 2]}}, {"a": {"c": 1}, "b": null}, {"a": ["b"], "b": ["a", "c"], "c": []}, {"a": "x", "X": "y"}, {1: 2}, {"pretty": true, "indent": "  "},
	set(), {"a", "b"}, {"a", "b", 1}, {1, 2}, {1.0, 3}, {{1, 2}, {2, 3}}, {{"a"}}`

// maxCalls is how many calls of one builtin are compared.
const maxCalls = 1500

// TestBuiltins calls each builtin with the samples in all combinations, or
// with as many as there is time for, and compares results and errors with
// OPA's.
func TestBuiltins(t *testing.T) {
	values := sampleValues(t)
	for _, name := range plan.Builtins() {
		decl := ast.BuiltinMap[name]
		if decl == nil || decl.Decl.Result() == nil || decl.Relation || strings.HasPrefix(name, "internal.") {
			continue
		}
		t.Run(name, func(t *testing.T) {
			arity, values := decl.Decl.Arity(), values
			if slices.Contains(endless, name) {
				values = slices.DeleteFunc(slices.Clone(values), large)
			}
			b := newBuiltinPair(t, name, arity)
			all := 1
			for range arity {
				all *= len(values)
			}
			chance := rand.New(rand.NewPCG(1, 2))
			for i := range min(all, maxCalls) {
				pick := i
				if all > maxCalls {
					pick = chance.IntN(all)
				}
				args := make([]*ast.Term, arity)
				for j := range args {
					args[j] = values[pick%len(values)]
					pick /= len(values)
				}
				if want, got := b.call(args); want != got {
					t.Errorf("%s(%s): got %s, want %s", name, ast.NewArray(args...), got, want)
				}
			}
		})
	}
}

// endless are the builtins whose cost is exponential in the length of what
// they are given. OPA has no budget for them.
var endless = []string{"bits.lsh", "net.cidr_expand", "numbers.range", "numbers.range_step"}

func large(t *ast.Term) bool {
	switch v := t.Value.(type) {
	case ast.Number:
		f, ok := v.Float64()
		return !ok || f > 1000
	case ast.String:
		return strings.Contains(string(v), "/")
	}
	return false
}

func sampleValues(t testing.TB) []*ast.Term {
	t.Helper()
	list, err := ast.ParseTerm("[" + samples + "]")
	if err != nil {
		t.Fatal(err)
	}
	var out []*ast.Term
	list.Value.(*ast.Array).Foreach(func(t *ast.Term) { out = append(out, t) })
	return out
}

// builtinPair is a builtin in both engines.
type builtinPair struct {
	opa     rego.PreparedEvalQuery
	program *plan.Program
}

func newBuiltinPair(t testing.TB, name string, arity int) builtinPair {
	t.Helper()
	params := make([]string, arity)
	for i := range params {
		params[i] = fmt.Sprintf("input[%d]", i)
	}
	module := fmt.Sprintf("package t\n\nresult := %s(%s)\n", name, strings.Join(params, ", "))
	if infix := ast.BuiltinMap[name].Infix; infix != "" && arity == 2 {
		module = fmt.Sprintf("package t\n\nresult := input[0] %s input[1]\n", infix)
	}
	options := []func(*rego.Rego){rego.Query("x = data.t.result"), rego.Module("t.rego", module), rego.StrictBuiltinErrors(true), rego.SetRegoVersion(ast.RegoV0)}
	query, err := rego.New(append(options, rego.GenerateJSON(func(t *ast.Term, _ *rego.EvalContext) (any, error) { return t, nil }))...).PrepareForEval(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	registerCases()
	c := &caseTarget{}
	if _, err := rego.New(append(options, rego.Target(caseName))...).PrepareForEval(context.WithValue(context.Background(), caseKey{}, c)); err != nil {
		t.Fatal(err)
	}
	return builtinPair{query, c.program}
}

// call gives what each engine says, a value or an error, as text.
func (b builtinPair) call(args []*ast.Term) (opa, planned string) {
	input := ast.NewArray(args...)
	results, err := b.opa.Eval(context.Background(), rego.EvalParsedInput(input))
	var e *topdown.Error
	switch {
	case errors.As(err, &e):
		opa = e.Code + ": " + e.Message
	case err != nil:
		opa = err.Error()
	case len(results) == 1:
		opa = results[0].Bindings["x"].(*ast.Term).String()
	}
	planned = b.planned(args)
	return opa, strings.TrimPrefix(planned, "error: ")
}

// planned gives what a plan says.
func (b builtinPair) planned(args []*ast.Term) string {
	found, err := b.program.Query("eval", fromAST(ast.NewArray(args...)), plan.Options{})
	if p, ok := errors.AsType[*plan.Error](err); ok {
		return "error: " + p.Code + ": " + p.Message
	}
	if err != nil {
		return "error: " + err.Error()
	}
	if len(found) != 1 {
		return ""
	}
	v, err := toAST(found[0].(*plan.Object).Get(plan.String("x")))
	if err != nil {
		return "error: " + err.Error()
	}
	return v.String()
}

// FuzzBuiltins calls builtins with what it makes of the samples.
func FuzzBuiltins(f *testing.F) {
	var names []string
	pairs := map[string]builtinPair{}
	for _, name := range plan.Builtins() {
		decl := ast.BuiltinMap[name]
		if decl == nil || decl.Decl.Result() == nil || decl.Relation || strings.HasPrefix(name, "internal.") || slices.Contains(endless, name) {
			continue
		}
		names = append(names, name)
	}
	for i, v := range sampleValues(f) {
		for n := range 12 { // each of the samples somewhere, and each builtin with some of them
			f.Add(uint16(i*12+n), v.String(), `"a.b-1"`, `["a", 1]`)
		}
	}
	f.Fuzz(func(t *testing.T, which uint16, a, b, c string) {
		name := names[int(which)%len(names)]
		arity := ast.BuiltinMap[name].Decl.Arity()
		if arity > 3 || len(a)+len(b)+len(c) > 400 {
			return
		}
		var args []*ast.Term
		for _, text := range []string{a, b, c}[:arity] {
			term, err := ast.ParseTerm(text)
			if err != nil || !term.IsGround() || large(term) && strings.HasPrefix(name, "net.") {
				return
			}
			if _, isRef := term.Value.(ast.Ref); isRef {
				return
			}
			args = append(args, term)
		}
		p, ok := pairs[name]
		if !ok {
			p = newBuiltinPair(t, name, arity)
			pairs[name] = p
		}
		if want, got := p.call(args); want != got && !strings.Contains(got, "takes too many steps") && !strings.Contains(got, "too much memory") {
			t.Errorf("%s(%s): got %s, want %s", name, ast.NewArray(args...), got, want)
		}
	})
}
