package author

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"
	"time"

	"github.com/open-policy-agent/opa/v1/ast"
	opabundle "github.com/open-policy-agent/opa/v1/bundle"
	"github.com/open-policy-agent/opa/v1/rego"
)

// Packing says how a folder becomes a bundle.
type Packing struct {
	Revision string // takes the place of the one in the manifest, unless empty
	Tests    bool   // put the files that end in _test.rego in, too
}

// Pack makes a bundle of a folder: its modules, data files and manifest, and
// nothing else. A folder without a manifest gets one that claims what its
// packages need. The same folder always makes the same bytes. What the router
// would not hear, and a module that is not strict or uses what the
// capabilities do not have, is an error with file and line.
func Pack(ctx context.Context, folder fs.FS, p Packing) (*Bundle, error) {
	files, err := collect(folder, p.Tests)
	if err != nil {
		return nil, err
	}
	if err := p.manifest(files); err != nil {
		return nil, err
	}
	system, err := fileSystem(files)
	if err != nil {
		return nil, err
	}
	if err := strict(ctx, system); err != nil {
		return nil, err
	}
	return newBundle(files)
}

// collect reads the files of a folder that belong into a bundle. What is below
// a name with a dot in front does not.
func collect(folder fs.FS, tests bool) (map[string][]byte, error) {
	files := map[string][]byte{}
	err := fs.WalkDir(folder, ".", func(name string, d fs.DirEntry, err error) error {
		switch base := path.Base(name); {
		case err != nil:
			return err
		case d.IsDir() && name != "." && strings.HasPrefix(base, "."):
			return fs.SkipDir
		case d.IsDir(), !shipped(name), !tests && strings.HasSuffix(name, "_test.rego"):
			return nil
		case !d.Type().IsRegular():
			return fmt.Errorf("%s is no ordinary file", name)
		}
		files[name], err = fs.ReadFile(folder, name)
		return err
	})
	return files, err
}

// shipped says whether OPA reads a file of a bundle.
func shipped(name string) bool {
	return name == manifestFile || strings.HasSuffix(name, ".rego") || isData(name)
}

func isData(name string) bool {
	return path.Base(name) == "data.json" || opabundle.IsYAMLDataFile(name)
}

const manifestFile = ".manifest"

// manifest completes the manifest, or makes one.
func (p Packing) manifest(files map[string][]byte) error {
	m, err := readManifest(files)
	if err != nil {
		return err
	}
	if m == nil {
		roots, err := neededRoots(files)
		if err != nil {
			return err
		}
		m = &opabundle.Manifest{Roots: &roots}
		m.SetRegoVersion(ast.RegoV1)
	}
	if p.Revision != "" {
		m.Revision = p.Revision
	}
	text, err := json.MarshalIndent(m, "", "  ")
	files[manifestFile] = append(text, '\n')
	return err
}

// neededRoots are the narrowest roots that some packages need: user, and one
// for each organisation.
func neededRoots(files map[string][]byte) ([]string, error) {
	needed := map[string]bool{}
	for name, text := range files {
		if !strings.HasSuffix(name, ".rego") {
			continue
		}
		pkg, err := ours(name, text, roots)
		if err != nil {
			return nil, err
		}
		if pkg[0] == "org" && len(pkg) > 1 {
			pkg[0] += "/" + pkg[1]
		}
		needed[pkg[0]] = true
	}
	if len(needed) == 0 {
		return nil, errNoRules
	}
	return slices.Sorted(maps.Keys(needed)), nil
}

// strict compiles rules over the embedded policy as opa check --strict does.
func strict(ctx context.Context, files fs.FS) error {
	s, err := Layered(files)
	if err != nil {
		return err
	}
	return s.strict(ctx)
}

// strict compiles sources as opa check --strict does.
func (s Sources) strict(ctx context.Context) error {
	options, err := s.options()
	if err != nil {
		return err
	}
	_, err = rego.New(append(options, rego.Strict(true), rego.Query(s.query()))...).PrepareForEval(ctx)
	return err
}

// tarball writes files, sorted, with nothing in it that another machine or
// another day would write otherwise.
func tarball(files map[string][]byte) ([]byte, error) {
	var out bytes.Buffer
	zip, err := gzip.NewWriterLevel(&out, gzip.BestCompression)
	if err != nil {
		return nil, err
	}
	archive := tar.NewWriter(zip)
	for _, name := range slices.Sorted(maps.Keys(files)) {
		head := &tar.Header{Typeflag: tar.TypeReg, Name: name, Size: int64(len(files[name])), Mode: 0o644, ModTime: time.Unix(0, 0)}
		if err := archive.WriteHeader(head); err != nil {
			return nil, fmt.Errorf("pack %s: %w", name, err)
		}
		if _, err := archive.Write(files[name]); err != nil {
			return nil, err
		}
	}
	if err := archive.Close(); err != nil {
		return nil, err
	}
	err = zip.Close()
	return out.Bytes(), err
}
