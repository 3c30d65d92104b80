package author

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"testing"
	"testing/fstest"

	"github.com/open-policy-agent/opa/v1/ast"
	"github.com/open-policy-agent/opa/v1/tester"
)

func TestNewPassesCheck(t *testing.T) {
	for _, name := range []string{"acme", "a", "Zulu", "_team_9", "a_very_long_name_of_an_organisation_that_nobody_would_choose_by_themselves"} {
		t.Run(name, func(t *testing.T) {
			texts, err := New(name)
			if err != nil {
				t.Fatal(err)
			}
			files := fstest.MapFS{}
			for file, text := range texts {
				files[file] = &fstest.MapFile{Data: text}
			}
			r, err := Check(t.Context(), files, 100)
			if err != nil || len(r.Problems) > 0 || r.Rules != 1 || r.Tests != 2 {
				t.Errorf("%+v, %v", r, err)
			}
			rules, err := Rules(files)
			if err != nil || len(rules) != 1 || rules[0].ID != name+":ops/deploy" {
				t.Errorf("%v, %v", rules, err)
			}
		})
	}
}

func TestNewRefusesNames(t *testing.T) {
	for _, name := range []string{"", "9a", "a-b", "a.b", "a/b", "../a", "if", "package", "ä", "a b", "a\n"} {
		if _, err := New(name); err == nil {
			t.Errorf("%q is a name", name)
		}
	}
}

// TestNewPassesStockOPA is "opa test ." and "opa check --strict" in the folder,
// with the schema and the capabilities that lie in it, and without the gate.
func TestNewPassesStockOPA(t *testing.T) {
	texts, err := New("acme")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	for file, text := range texts {
		path := filepath.Join(dir, filepath.FromSlash(file))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, text, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	modules, store, err := tester.Load([]string{dir}, nil)
	if err != nil {
		t.Fatal(err)
	}
	txn, err := store.NewTransaction(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer store.Abort(t.Context(), txn)
	results, err := tester.NewRunner().SetStore(store).SetModules(modules).RunTests(t.Context(), txn)
	if err != nil {
		t.Fatal(err)
	}
	ran := 0
	for r := range results {
		if ran++; !r.Pass() {
			t.Error(r)
		}
	}
	if ran != 2 {
		t.Errorf("%d tests ran", ran)
	}
	capabilities, err := ast.LoadCapabilitiesJSON(bytes.NewReader(texts["capabilities.json"]))
	if err != nil {
		t.Fatal(err)
	}
	var schema any
	if err := json.Unmarshal(texts["schemas/input.json"], &schema); err != nil {
		t.Fatal(err)
	}
	schemas := ast.NewSchemaSet()
	schemas.Put(ast.SchemaRootRef, schema)
	compiler := ast.NewCompiler().WithStrict(true).WithCapabilities(capabilities).WithSchemas(schemas)
	if compiler.Compile(modules); compiler.Failed() {
		t.Error(compiler.Errors)
	}
}
