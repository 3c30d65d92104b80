package author

import (
	"bytes"
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/open-policy-agent/opa/v1/ast"

	"gate/internal/plan"
	"gate/policies"
)

// TestCapabilitiesAreFresh holds the file to the builtins that a plan can call.
func TestCapabilitiesAreFresh(t *testing.T) {
	want, err := Capabilities()
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), string(policies.Capabilities)); diff != "" {
		t.Errorf("policies/capabilities.json is stale: run go generate ./policies (-want +file):\n%s", diff)
	}
}

func embeddedCapabilities(t *testing.T) *ast.Capabilities {
	t.Helper()
	c, err := ast.LoadCapabilitiesJSON(bytes.NewReader(policies.Capabilities))
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// TestCapabilitiesAreWhatPlansCan holds the file to both sides: what it allows
// a plan can call, and what a plan can call it allows.
func TestCapabilitiesAreWhatPlansCan(t *testing.T) {
	var allowed []string
	for _, b := range embeddedCapabilities(t).Builtins {
		allowed = append(allowed, b.Name)
		if ast.BuiltinMap[b.Name].IsNondeterministic() {
			t.Errorf("%s is allowed, and the same input may give another verdict with it", b.Name)
		}
	}
	if !slices.IsSorted(allowed) {
		t.Error("the builtins are not sorted")
	}
	want := slices.Sorted(slices.Values(slices.Concat(plan.Builtins(), compiledAway)))
	if diff := cmp.Diff(want, allowed); diff != "" {
		t.Errorf("-plans +file:\n%s", diff)
	}
}

// forbidden are calls of what no policy may use: the network, the clock, the
// environment, chance, keys, and what a plan has no builtin for.
var forbidden = []string{
	"http.send({})", "net.lookup_ip_addr(\"a\")", "opa.runtime()", "rand.intn(\"a\", 2)", "time.now_ns()", "uuid.rfc4122(\"a\")", "trace(\"a\")",
	"graphql.is_valid(\"\", \"\")", "graphql.parse_query(\"\")", "io.jwt.decode(\"\")", "io.jwt.verify_hs256(\"\", \"\")", "io.jwt.encode_sign({}, {}, {})",
	"providers.aws.sign_req({}, {}, 1)", "crypto.x509.parse_certificates(\"\")", "json.match_schema({}, {})", "rego.parse_module(\"\", \"\")",
}

// TestForbiddenBuiltinsDoNotCompile compiles each call for a plan, and as stock
// opa check does.
func TestForbiddenBuiltinsDoNotCompile(t *testing.T) {
	for _, call := range forbidden {
		t.Run(call, func(t *testing.T) {
			name, _, _ := strings.Cut(call, "(")
			want := "t.rego:4: rego_type_error: undefined function " + name
			module := "package t\n\nresult if {\n\t" + call + "\n}\n"
			if _, err := compileModule(module); err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("a plan: %v, want %s", err, want)
			}
			if err := checkModule(t, module); err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("opa check: %v, want %s", err, want)
			}
		})
	}
}

// TestDeprecatedBuiltinsAreSaidToBe holds the reason that an author reads.
func TestDeprecatedBuiltinsAreSaidToBe(t *testing.T) {
	want := "t.rego:3: rego_type_error: deprecated built-in function calls in expression: any"
	if _, err := compileModule("package t\n\nresult := any([true])\n"); err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("%v, want %s", err, want)
	}
}

// TestFeatures evaluates a module with each feature and keyword of the file.
func TestFeatures(t *testing.T) {
	modules := map[string]string{
		"keywords_in_refs": "result := {\"if\": true}.if",
		"rego_v1":          "result if true",
		"rego_v2":          "import rego.v2\n\nresult if true",
		"rego_v2_import":   "import rego.v2\n\nresult if true",
		"template_strings": "result if $\"a{1}\" == \"a1\"",
		"and":              "import future.keywords.and\n\nresult if 1 == 1 and 2 == 2",
		"not":              "import future.keywords.not\n\nresult if not { 1 == 2 }",
		"or":               "import future.keywords.or\n\nresult if 1 == 2 or 2 == 2",
	}
	c := embeddedCapabilities(t)
	for _, name := range slices.Concat(c.Features, c.FutureKeywords) {
		t.Run(name, func(t *testing.T) {
			v, err := compiled(t, "package t\n\n"+modules[name]+"\n").Eval("t/result", nil, plan.Options{})
			if err != nil || v != plan.Bool(true) {
				t.Errorf("got %v, %v", v, err)
			}
		})
	}
}

// checkModule is opa check --capabilities.
func checkModule(t *testing.T, module string) error {
	t.Helper()
	m, err := ast.ParseModule("t.rego", module)
	if err != nil {
		t.Fatal(err)
	}
	compiler := ast.NewCompiler().WithCapabilities(embeddedCapabilities(t))
	if compiler.Compile(map[string]*ast.Module{"t.rego": m}); compiler.Failed() {
		return compiler.Errors
	}
	return nil
}

// compileModule compiles one module, whose result is data.t.result.
func compileModule(module string) ([]byte, error) {
	return Compile(context.Background(), Sources{
		Modules: map[string]string{"t.rego": module}, Data: map[string]any{}, Capabilities: policies.Capabilities, Entrypoint: "t/result",
	})
}
