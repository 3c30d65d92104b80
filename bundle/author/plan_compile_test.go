package author

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"gate/internal/plan"
)

func compiled(t *testing.T, module string) *plan.Program {
	t.Helper()
	image, err := compileModule(module)
	if err != nil {
		t.Fatal(err)
	}
	p, err := plan.Open(string(image))
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// TestCompileErrors holds what is wrong with a module to its file and line.
func TestCompileErrors(t *testing.T) {
	for module, want := range map[string]string{
		"package t\n\nresult := http.send({})\n": "t.rego:3: rego_type_error: undefined function http.send",
		"package t\n\nresult := 1 if\n":          "t.rego:",
		"package t\n\nresult := x\n":             "t.rego:3: rego_unsafe_var_error: var x is unsafe",
		"package t\n\nresult if result\n":        "rego_recursion_error",
	} {
		_, err := compileModule(module)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", module, err, want)
		}
	}
}

// TestCostlyPoliciesEnd runs policies that would take for ever, or all memory.
func TestCostlyPoliciesEnd(t *testing.T) {
	double := "package t\n\n_x0 := [1]\n"
	for i := range 60 {
		double += fmt.Sprintf("\n_x%d := array.concat([_x%d], [_x%d])\n", i+1, i, i)
	}
	deep := ""
	for i := range 12 {
		deep += fmt.Sprintf("\tsome x%d in numbers.range(1, 1000)\n", i)
	}
	for name, module := range map[string]string{
		"many steps":     "package t\n\nresult if {\n" + deep + "\tx0 + x1 > 5000\n}\n",
		"shared parts":   double + "\nresult := _x60\n",
		"shared text":    double + "\nresult := json.marshal(_x60)\n",
		"large range":    "package t\n\nresult := numbers.range(1, 100000000000)\n",
		"large shift":    "package t\n\nresult := bits.lsh(1, 1000000000000)\n",
		"wide padding":   "package t\n\nresult := sprintf(\"%1000000000d\", [1])\n",
		"growing text":   "package t\n\n_a := replace(sprintf(\"%90000d\", [1]), \" \", sprintf(\"%90000d\", [1]))\n\nresult := _a\n",
		"yaml aliases":   "package t\n\nresult := yaml.unmarshal(concat(\"\", [\"- &a \", replace(sprintf(\"%90000d\", [1]), \" \", \"x\"), replace(trim_right(sprintf(\"%90000d\", [1]), \"1\"), \" \", \"\\n- *a\")]))\n",
		"yaml nesting":   "package t\n\n_s := trim_right(sprintf(\"%9900d\", [1]), \"1\")\n\n_v := yaml.unmarshal(concat(\"1\", [replace(_s, \" \", \"{a: \"), replace(_s, \" \", \"}\")]))\n\nresult := yaml.marshal([_v, _v, _v, _v])\n",
		"template loop":  "package t\n\nresult := strings.render_template(\"{{range 1000000000}}{{end}}\", {})\n",
		"template text":  "package t\n\nresult := strings.render_template(\"{{$x := .a}}{{range 60}}{{$x = print $x $x}}{{end}}\", {\"a\": \"x\"})\n",
		"template width": "package t\n\nresult := strings.render_template(sprintf(\"{{printf %q 1}}\", [replace(sprintf(\"%1000d\", [1]), \" \", \"%[1]999999d\")]), {})\n",
		"template depth": "package t\n\nresult := strings.render_template(\"{{define \\\"t\\\"}}{{range 9}}{{template \\\"t\\\" $}}{{end}}{{end}}{{with 1}}{{range 9}}{{range 999999}}{{range 999999}}{{end}}{{end}}{{end}}{{end}}\", {})\n",
		"two globs":      "package t\n\n_spaces(n) := replace(sprintf(\"%*d\", [n, 1]), \"1\", \"\")\n\nresult := regex.globs_match(concat(\"\", [replace(_spaces(30), \" \", \".*a\"), \"b+\"]), concat(\"\", [replace(_spaces(60), \" \", \"a\"), \"c+\"]))\n",
		"large network":  "package t\n\nresult := net.cidr_expand(\"::/0\")\n",
		"paths in graph": "package t\n\n_g[sprintf(\"%d\", [i])] := [sprintf(\"%d\", [j]) | some j in numbers.range(1, 30)] if some i in numbers.range(1, 30)\n\nresult := graph.reachable_paths(_g, [\"1\"])\n",
	} {
		t.Run(name, func(t *testing.T) {
			_, err := compiled(t, module).Eval("t/result", nil, plan.Options{})
			var e *plan.Error
			if !errors.As(err, &e) || e.Code != plan.ErrCancel {
				t.Errorf("%v, want %s", err, plan.ErrCancel)
			}
		})
	}
}

// TestConstantsAreNotChanged builds on constants, which are copied first.
func TestConstantsAreNotChanged(t *testing.T) {
	p := compiled(t, "package t\n\nresult := [a, b, c] if {\n\ta := array.concat([1, 2], [3])\n\tb := {x | some x in [1, 2]} | {7, 8}\n\tc := [1, 2]\n}\n")
	for range 2 {
		v, err := p.Eval("t/result", nil, plan.Options{})
		if got := string(plan.AppendJSON(nil, v)); err != nil || got != "[[1,2,3],[1,2,7,8],[1,2]]" {
			t.Errorf("%s, %v", got, err)
		}
	}
}
