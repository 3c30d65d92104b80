package author

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"strings"

	"github.com/open-policy-agent/opa/v1/ast"
)

// Layered are the embedded sources with those of further policies on top: a
// folder each, laid out as OPA's bundles are. What the router would not hear,
// and data or rules outside the roots org and user, are an error with file and
// line.
func Layered(layers ...fs.FS) (Sources, error) {
	s, err := EmbeddedSources()
	if err != nil {
		return Sources{}, err
	}
	for i, layer := range layers {
		if err := s.add(fmt.Sprintf("layer%d/", i+1), layer, roots); err != nil {
			return Sources{}, err
		}
	}
	return s, s.checkSettings()
}

// The names of a layer's files begin with one of these, as two layers may have
// files of the same name.
const (
	managedPrefix = "managed/"
	userPrefix    = "user/"
	projectPrefix = "project/"
)

var layerPrefixes = []string{managedPrefix, userPrefix}

// add puts a policy on top. The names of its files get a prefix, as two may
// have the same.
func (s Sources) add(prefix string, files fs.FS, roots []string) error {
	if err := Shape(files); err != nil {
		return err
	}
	rules := 0
	err := fs.WalkDir(files, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := fs.ReadFile(files, name)
		if err != nil {
			return err
		}
		switch {
		case strings.HasSuffix(name, "_test.rego"):
		case strings.HasSuffix(name, ".rego"):
			rules++
			s.Modules[prefix+name] = string(text)
			_, err := ours(name, text, roots)
			return err
		case isData(name):
			return addData(s.Data, name, text, roots)
		}
		return nil
	})
	if err == nil && rules == 0 {
		err = errNoRules
	}
	return err
}

var errNoRules = errors.New("there is no .rego file")

// ours gives the parts of a module's package, which must be in one of the
// roots of further policies.
func ours(name string, text []byte, roots []string) ([]string, error) {
	module, err := ast.ParseModule(name, string(text))
	if err != nil {
		return nil, err
	}
	if !within(module, roots) {
		return nil, foreign(module, roots)
	}
	return strings.Split(strings.TrimPrefix(module.Package.Path.String(), "data."), "."), nil
}

// within says whether a module's package, or the one that it tests, begins
// with one of some roots.
func within(module *ast.Module, roots []string) bool {
	first := string(module.Package.Path[1].Value.(ast.String))
	return slices.Contains(roots, strings.TrimSuffix(first, "_test"))
}

// foreign is the problem of a module that is outside of its roots.
func foreign(module *ast.Module, roots []string) Problem {
	pkg := strings.TrimPrefix(module.Package.Path.String(), "data.")
	if slices.Equal(roots, projectRoots) {
		return problem("shape", module.Package.Location, "package %s is not the project's: begin it with project", pkg)
	}
	return problem("shape", module.Package.Location, "package %s is the gate's own: begin it with org.<name> or user", pkg)
}

// projectRoots is where those of a project's policy begin.
var projectRoots = []string{"project"}

// roots are where the packages and the data of further policies begin.
var roots = []string{"org", "user"}

// addData mounts a data file, whose data has to be below one of some roots.
// What is there already stays.
func addData(data map[string]any, name string, text []byte, roots []string) error {
	own := map[string]any{}
	if err := mount(own, name, text); err != nil {
		return Problem{name, lineOf(text, err), "data", err.Error()}
	}
	if _, err := dataValue(own); err != nil {
		return Problem{name, 1, "data", err.Error()}
	}
	for _, root := range slices.Sorted(maps.Keys(own)) {
		if !slices.Contains(roots, root) {
			return Problem{name, 1, "data", fmt.Sprintf("its data is below %q, and must be below one of %s", root, strings.Join(roots, ", "))}
		}
	}
	if err := merge(data, own); err != nil {
		return Problem{name, 1, "data", err.Error()}
	}
	return nil
}

func merge(into, from map[string]any) error {
	for _, key := range slices.Sorted(maps.Keys(from)) {
		below, ok := from[key].(map[string]any)
		have, both := into[key].(map[string]any)
		switch {
		case into[key] == nil:
			into[key] = from[key]
		case !ok || !both:
			text, _ := json.Marshal(from[key])
			return fmt.Errorf("%s is there already, and would become %.60s", key, text)
		default:
			if err := merge(have, below); err != nil {
				return err
			}
		}
	}
	return nil
}
