package author

import (
	"bytes"
	"embed"
	"fmt"
	"io/fs"
	"regexp"
	"strings"

	"github.com/open-policy-agent/opa/v1/ast"

	"gate/policies"
)

// skeleton is a policy to begin with, of the organisation acme.
//
//go:embed all:skeleton
var skeleton embed.FS

// New is a policy to begin with, of the organisation name: the texts of its
// files by slash-separated path. It passes Check, and what stock OPA checks.
func New(name string) (map[string][]byte, error) {
	if ast.IsKeyword(name) || !regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]*$`).MatchString(name) {
		return nil, fmt.Errorf("%q is no name in Rego\nhint: letters, digits and _, not beginning with a digit, and no keyword", name)
	}
	below, err := fs.Sub(skeleton, "skeleton")
	if err != nil {
		return nil, err
	}
	texts, err := filesOf(below)
	if err != nil {
		return nil, err
	}
	files := map[string][]byte{}
	for file, text := range texts {
		files[strings.ReplaceAll(file, "acme", name)] = bytes.ReplaceAll(text, []byte("acme"), []byte(name))
	}
	embedded, err := Export()
	if err != nil {
		return nil, err
	}
	for _, file := range exported {
		files[file] = embedded[file]
	}
	return files, nil
}

// Export is the embedded policy: the texts of its files by slash-separated
// path, laid out as an OPA bundle.
func Export() (map[string][]byte, error) { return filesOf(policies.FS) }

func filesOf(files fs.FS) (map[string][]byte, error) {
	texts := map[string][]byte{}
	err := fs.WalkDir(files, ".", func(name string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			texts[name], err = fs.ReadFile(files, name)
		}
		return err
	})
	return texts, err
}
