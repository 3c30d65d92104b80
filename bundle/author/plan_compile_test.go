package author

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/open-policy-agent/opa/v1/ast"

	"gate/internal/plan"
	"gate/policies"
)

func compiled(t *testing.T, module string) *plan.Program {
	t.Helper()
	image, err := Compile(context.Background(), Sources{
		Modules: map[string]string{"t.rego": module}, Data: map[string]any{}, Capabilities: policies.Capabilities, Entrypoint: "t/result",
	})
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
		"package t\n\nresult := http.send({})\n":           "t.rego:3: rego_type_error: undefined function http.send",
		"package t\n\nresult := 1 if\n":                    "t.rego:",
		"package t\n\nresult := x\n":                       "t.rego:3: rego_unsafe_var_error: var x is unsafe",
		"package t\n\nresult if result\n":                  "rego_recursion_error",
		"package t\n\nresult := yaml.unmarshal(input.x)\n": "there is no builtin yaml.unmarshal",
	} {
		_, err := Compile(context.Background(), Sources{
			Modules: map[string]string{"t.rego": module}, Data: map[string]any{}, Capabilities: policies.Capabilities, Entrypoint: "t/result",
		})
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

// TestCapabilitiesFitBuiltins counts what the capabilities file allows and a
// plan cannot call. It is a compile error, so the list may only shrink.
func TestCapabilitiesFitBuiltins(t *testing.T) {
	var file struct{ Builtins []struct{ Name string } }
	if err := json.Unmarshal(policies.Capabilities, &file); err != nil {
		t.Fatal(err)
	}
	planner := []string{"assign", "eq", "print", "rego.metadata.chain", "rego.metadata.rule", "internal.test_case"}
	for _, b := range file.Builtins {
		missing := !slices.Contains(plan.Builtins(), b.Name) && !slices.Contains(planner, b.Name)
		if missing && !slices.Contains(leftOut, b.Name) {
			t.Errorf("%s is allowed, and neither built in nor said to be left out", b.Name)
		}
	}
	for _, name := range plan.Builtins() {
		if ast.BuiltinMap[name] == nil {
			t.Errorf("OPA has no %s", name)
		}
	}
}

// leftOut are the builtins that the capabilities file may still name.
var leftOut = []string{
	"crypto.parse_private_keys", "crypto.x509.parse_and_verify_certificates", "crypto.x509.parse_and_verify_certificates_with_options",
	"crypto.x509.parse_certificate_request", "crypto.x509.parse_certificates", "crypto.x509.parse_keypair", "crypto.x509.parse_rsa_private_key",
	"io.jwt.decode", "io.jwt.decode_verify", "io.jwt.verify_eddsa", "io.jwt.verify_es256", "io.jwt.verify_es384", "io.jwt.verify_es512",
	"io.jwt.verify_hs256", "io.jwt.verify_hs384", "io.jwt.verify_hs512", "io.jwt.verify_ps256", "io.jwt.verify_ps384", "io.jwt.verify_ps512",
	"io.jwt.verify_rs256", "io.jwt.verify_rs384", "io.jwt.verify_rs512", "json.match_schema", "json.verify_schema", "regex.globs_match",
	"strings.render_template", "yaml.is_valid", "yaml.marshal", "yaml.unmarshal",
}
