package author

import (
	"cmp"
	"context"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/open-policy-agent/opa/v1/ast"
	"github.com/open-policy-agent/opa/v1/ir"
	"github.com/open-policy-agent/opa/v1/rego"
	"github.com/open-policy-agent/opa/v1/test/cases"
	"github.com/open-policy-agent/opa/v1/util"

	"gate/internal/plan"
)

// quirks are the cases of OPA that a plan answers otherwise, and why.
var quirks = map[string]string{
	"data/toplevel integer": "data[2] is not data[\"2\"]: OPA's storage makes a path of it (its issue 3711)",
	"data/nested integer":   "the same",
	"time/time caching":     "calls a function that only OPA's tests have",
}

// counts are what TestCases must find, so that nothing stops being run.
type counts struct{ Passed, Missing, Quirks int }

// TestCases runs OPA's own test cases through plans.
func TestCases(t *testing.T) {
	dir := opaModule(t) + "/v1/test/cases/testdata"
	for _, tt := range []struct {
		name    string
		version ast.RegoVersion
		want    counts
	}{
		{"v1", ast.RegoV1, counts{Passed: 2057, Missing: 340, Quirks: 3}},
		{"v0", ast.RegoV0, counts{Passed: 1689, Missing: 335, Quirks: 3}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var got counts
			missing := map[string]int{}
			for _, tc := range loadCases(t, os.DirFS(dir+"/"+tt.name)) {
				name, err := runCase(tc, tt.version)
				switch {
				case name != "":
					got.Missing++
					missing[name]++
				case err == nil:
					got.Passed++
				case quirks[tc.Note] != "":
					got.Quirks++
				default:
					t.Errorf("%s: %v", tc.Note, err)
				}
			}
			t.Logf("%+v; missing builtins: %s", got, tally(missing))
			if got != tt.want {
				t.Errorf("got %+v, want %+v", got, tt.want)
			}
		})
	}
}

func opaModule(t testing.TB) string {
	t.Helper()
	out, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", "github.com/open-policy-agent/opa").Output()
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(string(out))
}

func loadCases(t *testing.T, files fs.FS) []cases.TestCase {
	t.Helper()
	var all []cases.TestCase
	err := fs.WalkDir(files, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := fs.ReadFile(files, name)
		if err != nil {
			return err
		}
		var set cases.Set
		if err := util.Unmarshal(text, &set); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		all = append(all, set.Cases...)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

func tally(missing map[string]int) string {
	var parts []string
	for _, name := range slices.SortedFunc(maps.Keys(missing), func(a, b string) int {
		return cmp.Or(missing[b]-missing[a], strings.Compare(a, b))
	}) {
		parts = append(parts, fmt.Sprintf("%s %d", name, missing[name]))
	}
	return strings.Join(parts, ", ")
}

// caseTarget evaluates what OPA's planner makes of a case.
type caseTarget struct {
	data    map[string]any
	input   plan.Value
	lenient bool
	missing string // a builtin that the plan needs and the package does not have
	program *plan.Program
}

const caseName = "gate-plan-case"

type caseKey struct{}

type caseTargets struct{}

func (caseTargets) IsTarget(name string) bool { return name == caseName }

func (caseTargets) PrepareForEval(ctx context.Context, policy *ir.Policy, _ ...rego.PrepareOption) (rego.TargetPluginEval, error) {
	c := ctx.Value(caseKey{}).(*caseTarget)
	for _, b := range policy.Static.BuiltinFuncs {
		if !slices.Contains(plan.Builtins(), b.Name) {
			c.missing = b.Name
			return nil, fmt.Errorf("no builtin %s", b.Name)
		}
	}
	data, err := dataValue(c.data)
	if err != nil {
		return nil, err
	}
	image, err := encode(policy, []string{"eval"}, data, heading{})
	if err != nil {
		return nil, err
	}
	program, err := plan.Open(string(image))
	if err != nil {
		return nil, err
	}
	c.program = program
	return c, nil
}

func (c *caseTarget) Eval(context.Context, *rego.EvalContext, ast.Value) (ast.Value, error) {
	results, err := c.program.Query("eval", c.input, plan.Options{Lenient: c.lenient})
	whole, wholeErr := c.program.Query("eval", c.input, plan.Options{Lenient: c.lenient, NoIndex: true})
	if !plan.Equal(plan.NewArray(results...), plan.NewArray(whole...)) || fmt.Sprint(err) != fmt.Sprint(wholeErr) {
		return nil, fmt.Errorf("%v, %w; without the index %v, %w", results, err, whole, wholeErr)
	}
	if err != nil {
		return nil, err
	}
	out := ast.NewSet()
	for _, r := range results {
		v, err := toAST(r)
		if err != nil {
			return nil, err
		}
		out.Add(ast.NewTerm(v))
	}
	return out, nil
}

var registerCases = sync.OnceFunc(func() { rego.RegisterPlugin(caseName, caseTargets{}) })

// runCase says what is wrong with a case, or which builtin it lacks.
func runCase(tc cases.TestCase, version ast.RegoVersion) (missing string, err error) {
	registerCases()
	c := &caseTarget{lenient: !tc.StrictError}
	if tc.Data != nil {
		c.data = *tc.Data
	}
	if c.input, err = caseInput(tc); err != nil {
		return "", err
	}
	options := []func(*rego.Rego){
		rego.Query(tc.Query), rego.Target(caseName), rego.SetRegoVersion(version),
		rego.GenerateJSON(func(t *ast.Term, _ *rego.EvalContext) (any, error) { return t, nil }),
	}
	if tc.ExperimentalKeywords {
		options = append(options, rego.Capabilities(ast.CapabilitiesForThisVersion(ast.CapabilitiesExperimentalKeywords(true))))
	}
	for i, m := range tc.Modules {
		options = append(options, rego.Module(fmt.Sprintf("test-%d.rego", i), m))
	}
	ctx := context.WithValue(context.Background(), caseKey{}, c)
	query, err := rego.New(options...).PrepareForEval(ctx)
	if c.missing != "" {
		return c.missing, nil
	}
	if err != nil {
		return "", err
	}
	results, err := query.Eval(ctx)
	return "", judgeCase(tc, results, err)
}

func caseInput(tc cases.TestCase) (plan.Value, error) {
	switch {
	case tc.InputTerm != nil:
		term, err := ast.ParseTerm(*tc.InputTerm)
		if err != nil {
			return nil, err
		}
		return fromAST(term.Value), nil
	case tc.Input != nil:
		v, err := ast.InterfaceToValue(*tc.Input)
		return fromAST(v), err
	}
	return nil, nil
}

func judgeCase(tc cases.TestCase, results rego.ResultSet, err error) error {
	if err != nil {
		e, ok := err.(*plan.Error)
		switch {
		case !ok, tc.WantErrorCode == nil && tc.WantError == nil:
			return fmt.Errorf("failed: %w", err)
		case tc.WantErrorCode != nil && e.Code != *tc.WantErrorCode:
			return fmt.Errorf("code %s, want %s", e.Code, *tc.WantErrorCode)
		case tc.WantError != nil && !strings.Contains(e.Error(), *tc.WantError):
			return fmt.Errorf("error %q, want %q", e.Error(), *tc.WantError)
		}
		return nil
	}
	if tc.WantErrorCode != nil || tc.WantError != nil {
		return fmt.Errorf("no error, want %q %q", deref(tc.WantErrorCode), deref(tc.WantError))
	}
	if tc.WantResult == nil {
		return nil
	}
	want := ast.NewSet()
	for _, bindings := range *tc.WantResult {
		v, err := ast.InterfaceToValue(map[string]any(bindings))
		if err != nil {
			return err
		}
		want.Add(ast.NewTerm(v))
	}
	got := ast.NewSet()
	for _, r := range results {
		o := ast.NewObject()
		for name, v := range r.Bindings {
			plainValue, err := ast.JSON(v.(*ast.Term).Value)
			if err != nil {
				return err
			}
			if list, ok := plainValue.([]any); ok && tc.SortBindings {
				slices.SortFunc(list, util.Compare)
			}
			if tc.IgnoreGeneratedVars && strings.HasPrefix(name, "__localq") {
				continue
			}
			o.Insert(ast.StringTerm(name), ast.NewTerm(ast.MustInterfaceToValue(plainValue)))
		}
		got.Add(ast.NewTerm(o))
	}
	if want.Compare(got) != 0 {
		return fmt.Errorf("got %v, want %v", got, want)
	}
	return nil
}

func deref(s *string) string {
	if s == nil {
		return ""
	}
	return *s
}
