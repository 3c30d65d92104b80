package author

import (
	"bytes"
	"context"
	"errors"
	"io/fs"
	"slices"
	"strings"

	"github.com/open-policy-agent/opa/v1/ast"
	opabundle "github.com/open-policy-agent/opa/v1/bundle"
	"github.com/open-policy-agent/opa/v1/format"

	"gate/policies"
)

// Report is what a check of a policy found.
type Report struct {
	Problems []Problem `json:"problems"` // by file and line
	Skipped  []string  `json:"skipped"`  // the checks that other problems kept from being made: compile, tests, coverage
	Rules    int       `json:"rules"`
	Tests    int       `json:"tests"`
	Coverage float64   `json:"coverage"` // percent of the lines of rules and tests
}

// Check holds a policy of an organisation or a user to what is demanded of the
// embedded rules. The router hears each rule; everything compiles strictly,
// with the schema, the capabilities and the embedded policy; each module says
// what it is, has a test twin and is formatted; its tests pass, and reach at
// least coverage percent of its lines. All problems are found at once. The
// error is that the policy cannot be read.
func Check(ctx context.Context, files fs.FS, coverage float64) (Report, error) {
	base, err := EmbeddedSources()
	if err != nil {
		return Report{}, err
	}
	d, err := openDraft(files, base, rootsOf(files))
	if err != nil {
		return Report{}, err
	}
	if err := d.wrapping(files); err != nil {
		return Report{}, err
	}
	return d.check(ctx, coverage)
}

// exported are the files that gate policy new writes as they are in the gate.
// Stock OPA goes by them.
var exported = []string{"capabilities.json", "schemas/input.json"}

// wrapping adds what is wrong with the files around the modules: a manifest
// whose roots do not hold them, and files of another version of the gate.
func (d *draft) wrapping(files fs.FS) error {
	for _, name := range exported {
		have, err := fs.ReadFile(files, name)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		want, ownErr := fs.ReadFile(policies.FS, name)
		if err := errors.Join(err, ownErr); err != nil {
			return err
		}
		if !bytes.Equal(have, want) {
			d.problems = append(d.problems, Problem{name, firstDifference(have, want), "export", "it is not that of this version of the gate: take the one that gate policy export writes"})
		}
	}
	text, err := fs.ReadFile(files, manifestFile)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	m, err := readManifest(map[string][]byte{manifestFile: text})
	if err != nil {
		d.problems = append(d.problems, Problem{manifestFile, lineOf(text, err), "shape", strings.TrimPrefix(err.Error(), manifestFile+": ")})
		return nil
	}
	for name, module := range d.inOrder {
		where := strings.ReplaceAll(strings.TrimPrefix(module.Package.Path.String(), "data."), ".", "/")
		if !testFile(name) && !opabundle.RootPathsContain(*m.Roots, where) {
			d.problems = append(d.problems, problem("shape", module.Package.Location, "the roots in %s do not hold %s: %s", manifestFile, where, strings.Join(*m.Roots, ", ")))
		}
	}
	return nil
}

// rootsOf are where the packages of a policy begin: a project's is one in which
// a package does so.
func rootsOf(files fs.FS) []string {
	of := roots
	walk(files, func(_ string, module *ast.Module) error { // what does not parse is told elsewhere
		if within(module, projectRoots) {
			of = projectRoots
		}
		return nil
	})
	return of
}

func (d *draft) check(ctx context.Context, coverage float64) (Report, error) {
	r := Report{Problems: []Problem{}, Skipped: []string{}}
	r.add(d.problems...)
	unread := slices.ContainsFunc(d.problems, func(p Problem) bool { return p.Kind != "export" })
	for name, module := range d.inOrder {
		if !testFile(name) {
			r.add(shape(module)...)
			r.add(d.twin(name, module)...)
			r.add(metadata(module)...)
			if _, _, ok := ruleID(module.Package); ok {
				r.Rules++
			}
		}
		r.add(unformatted(name, d.texts[name])...)
	}
	var err error
	if unread {
		r.Skipped = append(r.Skipped, "compile", "tests", "coverage")
	} else {
		err = d.run(ctx, &r, coverage)
	}
	inOrder(r.Problems)
	return r, err
}

func (r *Report) add(problems ...Problem) { r.Problems = append(r.Problems, problems...) }

// run compiles the policy and runs its tests.
func (d *draft) run(ctx context.Context, r *Report, coverage float64) error {
	problems, err := d.compile(ctx)
	if err != nil {
		return err
	}
	if r.add(problems...); len(problems) > 0 {
		r.Skipped = append(r.Skipped, "tests", "coverage")
		return nil
	}
	tests, err := d.test(ctx, "")
	if err != nil {
		return err
	}
	r.Tests, r.Coverage = len(tests.Results), *tests.Coverage
	failed := tests.failures()
	r.add(failed...)
	switch {
	case len(failed) > 0: // what they did not reach says nothing
		r.Skipped = append(r.Skipped, "coverage")
	case r.Coverage < coverage:
		r.add(tests.Uncovered...)
	}
	return nil
}

func (d *draft) compile(ctx context.Context) ([]Problem, error) {
	all, err := d.whole()
	if err != nil {
		return nil, err
	}
	store := d.store()
	txn, err := store.NewTransaction(ctx)
	if err != nil {
		return nil, err
	}
	defer store.Abort(ctx, txn)
	compiler, err := d.compiler(ctx, store, txn)
	if err != nil {
		return nil, err
	}
	if compiler.Compile(all); compiler.Failed() {
		return problemsOf("compile", compiler.Errors)
	}
	return nil, nil
}

func testFile(name string) bool { return strings.HasSuffix(name, "_test.rego") }

// twin says whether a module has its tests beside it.
func (d *draft) twin(name string, module *ast.Module) []Problem {
	twin := strings.TrimSuffix(name, ".rego") + "_test.rego"
	if d.texts[twin] == nil {
		return []Problem{problem("twin", module.Package.Location, "it has no tests: there is no %s", twin)}
	}
	tests := d.modules[twin]
	if tests == nil || slices.ContainsFunc(tests.Rules, isTestRule) { // nil: it does not parse, which is said already
		return nil
	}
	return []Problem{problem("twin", tests.Package.Location, "there is no test in it: a test's name begins with test_")}
}

func isTestRule(r *ast.Rule) bool {
	return strings.HasPrefix(r.Head.Ref()[0].Value.String(), "test_")
}

var severities = []string{"high", "medium", "low"}

// metadata says what is missing in what a module says of itself. Those who are
// denied by a rule read its title and its fix.
func metadata(module *ast.Module) (problems []Problem) {
	at := module.Package.Location
	i := slices.IndexFunc(module.Annotations, func(a *ast.Annotations) bool { return a.Scope == "package" })
	if i < 0 {
		return []Problem{problem("metadata", at, "the package has no metadata: begin the file with # METADATA and # title: ...")}
	}
	a := module.Annotations[i]
	if a.Title == "" {
		problems = append(problems, problem("metadata", at, "the package's metadata has no title"))
	}
	if _, _, ok := ruleID(module.Package); !ok {
		return problems
	}
	if severity, _ := a.Custom["severity"].(string); !slices.Contains(severities, severity) {
		problems = append(problems, problem("metadata", at, "the rule's metadata has custom.severity %q: it is one of %s", severity, strings.Join(severities, ", ")))
	}
	if fix, _ := a.Custom["fix"].(string); fix == "" {
		problems = append(problems, problem("metadata", at, "the rule's metadata has no custom.fix: say what to do instead"))
	}
	return problems
}

// Format gives a module as "opa fmt" writes it.
func Format(name string, text []byte) ([]byte, error) {
	return format.Source(name, text) // its errors name file and line
}

// unformatted says where a module first differs from what Format makes of it.
func unformatted(name string, text []byte) []Problem {
	want, err := Format(name, text)
	if err != nil {
		return []Problem{{name, 1, "format", err.Error()}}
	}
	if bytes.Equal(text, want) {
		return nil
	}
	return []Problem{{name, firstDifference(text, want), "format", "it is not formatted: run gate policy fmt"}}
}

// firstDifference is the number of the first line that differs.
func firstDifference(a, b []byte) int {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return 1 + bytes.Count(a[:n], []byte("\n"))
}
