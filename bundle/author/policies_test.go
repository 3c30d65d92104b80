package author

import (
	"bytes"
	"context"
	"encoding/json"
	"io/fs"
	"os"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/open-policy-agent/opa/v1/ast"
	"github.com/open-policy-agent/opa/v1/cover"
	"github.com/open-policy-agent/opa/v1/format"
	"github.com/open-policy-agent/opa/v1/storage"
	"github.com/open-policy-agent/opa/v1/tester"

	"gate/policies"
)

// dir is the folder that a person runs "opa test policies/" on.
const dir = "../../policies"

func modules(t *testing.T) (map[string]*ast.Module, storage.Store) {
	t.Helper()
	all, store, err := tester.Load([]string{dir}, nil)
	if err != nil {
		t.Fatal(err)
	}
	return all, store
}

// TestRego is "opa test policies/", with the coverage that every line of
// every rule must have.
func TestRego(t *testing.T) {
	ctx := context.Background()
	all, store := modules(t)
	covered := cover.New()
	txn, err := store.NewTransaction(ctx)
	if err != nil {
		t.Fatal(err)
	}
	defer store.Abort(ctx, txn)
	results, err := tester.NewRunner().SetTimeout(time.Minute).SetStore(store).SetModules(all).SetCoverageQueryTracer(covered).RunTests(ctx, txn)
	if err != nil {
		t.Fatal(err)
	}
	ran := 0
	for r := range results {
		ran++
		if !r.Pass() {
			t.Errorf("%s", r)
		}
	}
	if ran < 100 {
		t.Errorf("%d Rego tests ran: where are the others?", ran)
	}
	report := covered.Report(all)
	for name, file := range report.Files {
		for _, r := range file.NotCovered {
			t.Errorf("%s:%d-%d: no test reaches this", strings.TrimPrefix(name, dir+"/"), r.Start.Row, r.End.Row)
		}
	}
}

// TestStrict is "opa check --strict" with the schema and the capabilities.
func TestStrict(t *testing.T) {
	capabilities, err := ast.LoadCapabilitiesJSON(bytes.NewReader(policies.Capabilities))
	if err != nil {
		t.Fatal(err)
	}
	text, err := fs.ReadFile(policies.FS, "schemas/input.json")
	if err != nil {
		t.Fatal(err)
	}
	var schema any
	if err := json.Unmarshal(text, &schema); err != nil {
		t.Fatal(err)
	}
	schemas := ast.NewSchemaSet()
	schemas.Put(ast.SchemaRootRef, schema)
	all := map[string]*ast.Module{}
	if err := walk(policies.FS, func(name string, m *ast.Module) error { all[name] = m; return nil }); err != nil {
		t.Fatal(err)
	}
	compiler := ast.NewCompiler().WithStrict(true).WithCapabilities(capabilities).WithSchemas(schemas).WithUseTypeCheckAnnotations(true)
	if compiler.Compile(all); compiler.Failed() {
		t.Fatal(compiler.Errors)
	}
	typo := "package gate.rules.a.b\n\ndeny contains \"x\" if input.comands\n"
	broken, err := ast.ParseModule("typo.rego", typo)
	if err != nil {
		t.Fatal(err)
	}
	compiler = ast.NewCompiler().WithStrict(true).WithSchemas(schemas).WithUseTypeCheckAnnotations(true)
	if compiler.Compile(map[string]*ast.Module{"typo.rego": broken}); !compiler.Failed() {
		t.Error("a misspelt part of the input compiles")
	}
}

// TestFormatted is "opa fmt --fail".
func TestFormatted(t *testing.T) {
	err := fs.WalkDir(os.DirFS(dir), ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(name, ".rego") {
			return err
		}
		text, err := os.ReadFile(dir + "/" + name)
		if err != nil {
			return err
		}
		want, err := format.Source(name, text)
		if err != nil {
			return err
		}
		if !bytes.Equal(text, want) {
			t.Errorf("%s: run opa fmt -w policies", name)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

func TestEmbeddedRules(t *testing.T) {
	all, err := Embedded()
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range all {
		if r.Title == "" || r.Fix == "" || !strings.Contains("high medium low", r.Severity) {
			t.Errorf("%s: title %q, severity %q, fix %q", r.ID, r.Title, r.Severity, r.Fix)
		}
		if (r.ID == "self/tamper") != r.Locked {
			t.Errorf("%s: locked is %v", r.ID, r.Locked)
		}
	}
	if err := Shape(policies.FS); err != nil {
		t.Error(err)
	}
}

func TestShape(t *testing.T) {
	meta := "# METADATA\n# title: t\n# custom:\n#   severity: low\n"
	for name, tt := range map[string]struct{ module, want string }{
		"heard":           {"package gate.rules.a.b\n\ndeny contains \"x\" if input.event == \"stop\"\n", ""},
		"one level off":   {"package gate.rules.a\n\ndeny contains \"x\"\n", "a.rego:5: package gate.rules.a is heard by nobody"},
		"another root":    {"package rules.a.b\n\ndeny contains \"x\"\n", "is heard by nobody"},
		"no set":          {"package gate.rules.a.b\n\ndeny := true\n", "a.rego:7: write deny contains"},
		"old words":       {"package gate.rules.a.b\n\ndeny if input.event == \"stop\"\n", "write deny contains"},
		"misspelt head":   {"package gate.rules.a.b\n\ndenies contains \"x\"\n", "denies is neither deny, ask nor allow"},
		"nothing to hear": {"package gate.rules.a.b\n\n_x := 1\n", "says neither deny, ask nor allow"},
	} {
		t.Run(name, func(t *testing.T) {
			err := Shape(fstest.MapFS{"a.rego": {Data: []byte(meta + tt.module)}})
			switch {
			case tt.want == "" && err != nil:
				t.Error(err)
			case tt.want != "" && (err == nil || !strings.Contains(err.Error(), tt.want)):
				t.Errorf("got %v, want %q", err, tt.want)
			}
		})
	}
}
