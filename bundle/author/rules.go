// Package author is the people's half of policy: what a rule says of itself,
// and whether it has the shape that the router hears.
package author

import (
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"github.com/open-policy-agent/opa/v1/ast"

	"gate/policies"
)

// Rule is what a rule's metadata says.
type Rule struct {
	ID          string `json:"id"`
	Title       string `json:"title"`
	Description string `json:"description"`
	Severity    string `json:"severity"` // high, medium or low
	Fix         string `json:"fix"`
	Locked      bool   `json:"locked"` // cannot be softened
	Layer       string `json:"layer"`
}

// Embedded lists the embedded rules by id.
func Embedded() ([]Rule, error) { return Rules(policies.FS) }

// Rules lists the rules below a file system by id. A rule without metadata is
// an error with its file and line.
func Rules(files fs.FS) ([]Rule, error) {
	var all []Rule
	err := walk(files, func(_ string, module *ast.Module) (err error) {
		all, err = addRule(all, module)
		return err
	})
	return sorted(all), err
}

// Rules lists the rules of all layers by id.
func (s Sources) Rules() ([]Rule, error) {
	var all []Rule
	for name, text := range s.Modules {
		module, err := parse(name, text)
		if err == nil {
			all, err = addRule(all, module)
		}
		if err != nil {
			return nil, err
		}
	}
	return sorted(all), nil
}

// Files are the names of the modules of a rule, none for a rule that is not
// there.
func (s Sources) Files(id string) []string {
	var files []string
	for name, text := range s.Modules {
		if module, err := parse(name, text); err == nil {
			if own, _, ok := ruleID(module.Package); ok && own == id {
				files = append(files, name)
			}
		}
	}
	return files
}

// addRule adds the rule of a module, if it is one.
func addRule(all []Rule, module *ast.Module) ([]Rule, error) {
	id, layer, ok := ruleID(module.Package)
	if !ok {
		return all, nil
	}
	rule, err := described(id, layer, module)
	if err != nil {
		return nil, err
	}
	return append(all, rule), nil
}

func sorted(all []Rule) []Rule {
	slices.SortFunc(all, func(a, b Rule) int { return strings.Compare(a.ID, b.ID) })
	return all
}

// ruleID is the id of the rule in a package, as the router spells it, and the
// layer that the rule is of.
func ruleID(pkg *ast.Package) (id, layer string, ok bool) {
	parts := strings.Split(strings.TrimPrefix(pkg.Path.String(), "data."), ".")
	layer = parts[0]
	prefix := layer + ":"
	switch {
	case layer == "gate":
		prefix = ""
	case layer == "org" && len(parts) > 1:
		parts = parts[1:]
		prefix = parts[0] + ":"
	case layer != "user" && layer != "project":
		return "", "", false
	}
	if len(parts) != 4 || parts[1] != "rules" {
		return "", "", false
	}
	return prefix + parts[2] + "/" + parts[3], layer, true
}

func described(id, layer string, module *ast.Module) (Rule, error) {
	for _, a := range module.Annotations {
		if a.Scope != "package" {
			continue
		}
		rule := Rule{ID: id, Title: a.Title, Description: a.Description, Layer: layer}
		rule.Severity, _ = a.Custom["severity"].(string)
		rule.Fix, _ = a.Custom["fix"].(string)
		rule.Locked, _ = a.Custom["locked"].(bool)
		if rule.Title == "" || rule.Severity == "" {
			return Rule{}, fmt.Errorf("%s: the package's metadata needs a title and custom.severity", module.Package.Location)
		}
		return rule, nil
	}
	return Rule{}, fmt.Errorf("%s: the package has no metadata", module.Package.Location)
}
