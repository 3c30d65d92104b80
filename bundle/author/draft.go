package author

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"strings"

	"github.com/open-policy-agent/opa/v1/ast"
	"github.com/open-policy-agent/opa/v1/storage"
	"github.com/open-policy-agent/opa/v1/storage/inmem"

	"gate/policies"
)

// draft is a policy as its author keeps it, with its tests, over another that
// it may import from.
type draft struct {
	base     Sources
	texts    map[string][]byte      // of its .rego files
	modules  map[string]*ast.Module // those of them that parse
	data     map[string]any         // that of the base too
	problems []Problem              // what does not parse, and what is outside the roots
}

// openDraft reads a folder. What is wrong with its files is kept, so that
// everything can be said at once. The data of the base is added to.
func openDraft(files fs.FS, base Sources, roots []string) (*draft, error) {
	d := &draft{base: base, texts: map[string][]byte{}, modules: map[string]*ast.Module{}, data: base.Data}
	err := fs.WalkDir(files, ".", func(name string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		isRego := strings.HasSuffix(name, ".rego")
		if !isRego && !isData(name) {
			return nil
		}
		text, err := fs.ReadFile(files, name)
		if err != nil {
			return err
		}
		if isRego {
			return d.addModule(name, text, roots)
		}
		return d.addData(name, text, roots)
	})
	if err == nil && len(d.texts) == 0 {
		err = errors.New("there is no .rego file")
	}
	return d, err
}

func (d *draft) addModule(name string, text []byte, roots []string) error {
	d.texts[name] = text
	module, err := parse(name, string(text))
	if err != nil {
		problems, err := problemsOf("syntax", err)
		d.problems = append(d.problems, problems...)
		return err
	}
	d.modules[name] = module
	if !within(module, roots) {
		d.problems = append(d.problems, foreign(module, roots))
	}
	return nil
}

func (d *draft) addData(name string, text []byte, roots []string) error {
	err := addData(d.data, name, text, roots)
	var p Problem
	if errors.As(err, &p) {
		d.problems = append(d.problems, p)
		return nil
	}
	return err
}

// inOrder gives the modules by name.
func (d *draft) inOrder(yield func(string, *ast.Module) bool) {
	for _, name := range slices.Sorted(maps.Keys(d.modules)) {
		if !yield(name, d.modules[name]) {
			return
		}
	}
}

// whole are the modules with those of the base, whose names get a prefix that
// no file has.
func (d *draft) whole() (map[string]*ast.Module, error) {
	all := maps.Clone(d.modules)
	for name, text := range d.base.Modules {
		module, err := parse("gate: "+name, text)
		if err != nil {
			return nil, err
		}
		all["gate: "+name] = module
	}
	return all, nil
}

// store holds the data.
func (d *draft) store() storage.Store { return inmem.NewFromObject(d.data) }

// compiler is "opa check --strict --capabilities" with the schema of the input
// document, which is the one that this version of the gate fills.
func (d *draft) compiler(ctx context.Context, store storage.Store, txn storage.Transaction) (*ast.Compiler, error) {
	capabilities, err := ast.LoadCapabilitiesJSON(strings.NewReader(string(policies.Capabilities)))
	if err != nil {
		return nil, fmt.Errorf("read capabilities: %w", err)
	}
	schemas, err := inputSchema()
	if err != nil {
		return nil, fmt.Errorf("read the schema of the input document: %w", err)
	}
	return ast.NewCompiler().
		SetErrorLimit(0).
		WithStrict(true).
		WithCapabilities(capabilities).
		WithSchemas(schemas).
		WithUseTypeCheckAnnotations(true).
		WithPathConflictsCheck(storage.NonEmpty(ctx, store, txn)), nil
}

func inputSchema() (*ast.SchemaSet, error) {
	text, err := fs.ReadFile(policies.FS, "schemas/input.json")
	if err != nil {
		return nil, err
	}
	var schema any
	if err := json.Unmarshal(text, &schema); err != nil {
		return nil, err
	}
	schemas := ast.NewSchemaSet()
	schemas.Put(ast.SchemaRootRef, schema)
	return schemas, nil
}
