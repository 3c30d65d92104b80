package author

import (
	"errors"
	"io/fs"
	"strings"

	"github.com/open-policy-agent/opa/v1/ast"
)

// Shape checks that the router would hear every rule below a file system.
// OPA itself stays silent on a rule in the wrong package or of the wrong form
// and so lets everything through; here each is an error with file and line.
func Shape(files fs.FS) error {
	var all []error
	err := walk(files, func(name string, module *ast.Module) error {
		for _, p := range shape(module) {
			all = append(all, p)
		}
		return nil
	})
	return errors.Join(append(all, err)...)
}

// walk parses each module that is no test.
func walk(files fs.FS, f func(name string, module *ast.Module) error) error {
	return fs.WalkDir(files, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(name, ".rego") || strings.HasSuffix(name, "_test.rego") {
			return err
		}
		text, err := fs.ReadFile(files, name)
		if err != nil {
			return err
		}
		module, err := parse(name, string(text))
		if err != nil {
			return err
		}
		return f(name, module)
	})
}

// parse reads a module with its metadata.
func parse(name, text string) (*ast.Module, error) {
	return ast.ParseModuleWithOpts(name, text, ast.ParserOptions{ProcessAnnotation: true})
}

// shape says what of a module the router would not hear.
func shape(module *ast.Module) (problems []Problem) {
	pkg := strings.TrimPrefix(module.Package.Path.String(), "data.")
	if pkg == "gate" || pkg == "gate.approval" || helper(pkg) {
		return nil
	}
	found := func(at *ast.Location, format string, args ...any) {
		problems = append(problems, problem("shape", at, format, args...))
	}
	if ofLog(module.Package) {
		maskShape(module, found)
		return problems
	}
	if _, _, ok := ruleID(module.Package); !ok {
		found(module.Package.Location, "package %s is heard by nobody: a rule is package org.<name>.rules.<category>.<rule> or user.rules.<category>.<rule>, or project.rules.<category>.<rule> in a project; what the log leaves out is org.<name>.log or user.log", pkg)
		return problems
	}
	_, layer, _ := ruleID(module.Package)
	heads := 0
	for _, rule := range module.Rules {
		name := rule.Head.Ref()[0].Value.String()
		switch name = strings.Trim(name, `"`); {
		case name == "deny" || name == "ask" || name == "allow":
			heads++
			if rule.Head.RuleKind() != ast.MultiValue {
				found(rule.Location, "write %s contains: the router hears sets only", name)
			}
			if name == "allow" && layer == "project" {
				found(rule.Location, "a project's rule is not heard to allow: an agent can write there")
			}
		case !strings.HasPrefix(name, "_"):
			found(rule.Location, "%s is neither deny, ask nor allow: a helper's name begins with _", name)
		}
	}
	if heads == 0 {
		found(module.Package.Location, "the rule says neither deny, ask nor allow")
	}
	return problems
}

// ofLog says whether a package is one that says what the decision log leaves out:
// gate.log, org.<name>.log or user.log.
func ofLog(pkg *ast.Package) bool {
	switch parts := strings.Split(strings.TrimPrefix(pkg.Path.String(), "data."), "."); parts[0] {
	case "gate", "user":
		return len(parts) == 2 && parts[1] == "log"
	case "org":
		return len(parts) == 3 && parts[2] == "log"
	}
	return false
}

// maskShape says what of such a package the log would not hear.
func maskShape(module *ast.Module, found func(*ast.Location, string, ...any)) {
	masks := 0
	for _, rule := range module.Rules {
		name := strings.Trim(rule.Head.Ref()[0].Value.String(), `"`)
		switch {
		case name == "mask":
			masks++
			if rule.Head.RuleKind() != ast.MultiValue {
				found(rule.Location, "write mask contains: the log hears sets only")
			}
		case !strings.HasPrefix(name, "_"):
			found(rule.Location, "%s is not mask: a helper's name begins with _", name)
		}
	}
	if masks == 0 {
		found(module.Package.Location, "it has no mask")
	}
}

// helper says whether a package is one of those that rules import.
func helper(pkg string) bool {
	parts := strings.Split(pkg, ".")
	if parts[0] == "org" && len(parts) > 1 {
		parts = parts[1:]
	}
	return len(parts) > 2 && parts[1] == "lib"
}
