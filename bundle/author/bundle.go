package author

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"

	"golang.org/x/tools/txtar"

	opabundle "github.com/open-policy-agent/opa/v1/bundle"
)

// Bundle is a policy as it is shipped: an OPA bundle that claims only roots
// below org and user, whole in memory.
type Bundle struct {
	Manifest   opabundle.Manifest
	Tarball    []byte
	files      map[string][]byte // by name, slash-separated, without a slash in front
	system     fs.FS             // the files
	signatures opabundle.SignaturesConfig
}

// What a bundle may have at most. 10,000 rules with tests and data stay below
// a third of each.
const (
	MaxTarball  = 64 << 20 // bytes, packed
	maxUnpacked = 128 << 20
	maxFiles    = 100_000 - 1
)

// ReadBundle reads a tarball. Whatever OPA would do something else with than
// the gate is an error: links, names that lead elsewhere or stand there twice,
// Wasm and patches. Nothing is unpacked to disk.
func ReadBundle(tarball []byte) (*Bundle, error) {
	files, err := unpack(tarball)
	if err != nil {
		return nil, fmt.Errorf("read the tarball: %w", err)
	}
	b, err := checked(files)
	if err != nil {
		return nil, err
	}
	b.Tarball = tarball
	return b, nil
}

// newBundle packs files.
func newBundle(files map[string][]byte) (*Bundle, error) {
	b, err := checked(files)
	if err != nil {
		return nil, err
	}
	b.Tarball, err = tarball(files)
	return b, err
}

// FS are the files of the bundle.
func (b *Bundle) FS() fs.FS { return b.system }

// Digest is the SHA-256 of the tarball.
func (b *Bundle) Digest() [32]byte { return sha256.Sum256(b.Tarball) }

// unpack reads the files of a tarball.
func unpack(tarball []byte) (map[string][]byte, error) {
	if len(tarball) > MaxTarball {
		return nil, fmt.Errorf("it has more than %d bytes", MaxTarball)
	}
	zip, err := gzip.NewReader(bytes.NewReader(tarball))
	if err != nil {
		return nil, err
	}
	body := &io.LimitedReader{R: zip, N: maxUnpacked}
	files, err := untar(tar.NewReader(body))
	if err == nil {
		_, err = io.Copy(io.Discard, body) // to the checksum at the end
	}
	if body.N <= 0 {
		err = fmt.Errorf("it has more than %d bytes unpacked", maxUnpacked)
	}
	return files, err
}

func untar(archive *tar.Reader) (map[string][]byte, error) {
	files := map[string][]byte{}
	for {
		head, err := archive.Next()
		if err == io.EOF {
			return files, nil
		}
		if err != nil {
			return nil, err
		}
		name := strings.TrimPrefix(strings.TrimPrefix(head.Name, "./"), "/") // all three are the same to OPA
		switch _, twice := files[name]; {
		case head.Typeflag == tar.TypeDir, head.Typeflag == tar.TypeXGlobalHeader:
			continue
		case head.Typeflag != tar.TypeReg:
			return nil, fmt.Errorf("%q is no ordinary file", head.Name)
		case !fs.ValidPath(name), strings.ContainsAny(name, "\\:"):
			return nil, fmt.Errorf("%q is no name of a file in a bundle", head.Name)
		case twice:
			return nil, fmt.Errorf("%s is there twice", name)
		case len(files) == maxFiles:
			return nil, fmt.Errorf("it has more than %d files", maxFiles)
		}
		if files[name], err = io.ReadAll(archive); err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
	}
}

// checked holds files to be a bundle that OPA reads as the gate does.
func checked(files map[string][]byte) (*Bundle, error) {
	for name := range files {
		switch base := path.Base(name); {
		case slices.Contains([]string{"policy.wasm", "plan.json", "plan.pb", "patch.json"}, base), strings.HasSuffix(name, ".manifest.pb"):
			return nil, fmt.Errorf("%s: the gate reads rules and data, and would pass this over", name)
		case strings.HasSuffix(name, manifestFile) && name != manifestFile, opabundle.IsSignaturesFile(name) && name != base:
			return nil, fmt.Errorf("%s belongs into the root of the bundle", name)
		}
	}
	if m, err := readManifest(files); err != nil {
		return nil, err
	} else if m == nil {
		return nil, errors.New("there is no .manifest with the roots that the bundle claims")
	}
	system, err := fileSystem(files)
	if err != nil {
		return nil, err
	}
	read, err := reader(system).WithSkipBundleVerification(true).Read()
	if err != nil {
		return nil, told(err)
	}
	b := &Bundle{Manifest: read.Manifest, files: files, system: system}
	if text, signed := files[signaturesFile]; signed {
		if err := json.Unmarshal(text, &b.signatures); err != nil {
			return nil, fmt.Errorf("%s: %w", signaturesFile, err)
		}
	}
	return b, nil
}

const signaturesFile = ".signatures.json"

// reader is OPA's own reader of a bundle, over files that are in memory.
func reader(system fs.FS) *opabundle.Reader {
	loader := opabundle.NewFSLoaderWithRoot(system, ".").WithPathFormat(opabundle.SlashRooted)
	return opabundle.NewCustomReader(loader).WithProcessAnnotations(true)
}

func fileSystem(files map[string][]byte) (fs.FS, error) {
	var archive txtar.Archive
	for _, name := range slices.Sorted(maps.Keys(files)) {
		archive.Files = append(archive.Files, txtar.File{Name: name, Data: files[name]})
	}
	return txtar.FS(&archive)
}

// readManifest reads the manifest, nil without one. It is an error when it
// claims other roots than those below org and user, or another Rego.
func readManifest(files map[string][]byte) (*opabundle.Manifest, error) {
	text, ok := files[manifestFile]
	if !ok {
		return nil, nil
	}
	var m opabundle.Manifest
	if err := json.Unmarshal(text, &m); err != nil {
		return nil, fmt.Errorf("%s: %w", manifestFile, err)
	}
	if m.Roots == nil || len(*m.Roots) == 0 {
		return nil, fmt.Errorf(`%s: it has no roots, and so would claim everything: say "roots": ["org/<name>"]`, manifestFile)
	}
	for _, root := range *m.Roots {
		if top, _, _ := strings.Cut(strings.Trim(root, "/"), "/"); !slices.Contains(roots, top) {
			return nil, fmt.Errorf("%s: it claims the root %q, and may claim what is below %s", manifestFile, root, strings.Join(roots, " and "))
		}
	}
	if m.RegoVersion != nil && *m.RegoVersion != 1 || len(m.FileRegoVersions) > 0 {
		return nil, fmt.Errorf("%s: the gate reads rego_version 1 alone", manifestFile)
	}
	if len(m.WasmResolvers) > 0 {
		return nil, fmt.Errorf("%s: the gate runs no Wasm", manifestFile)
	}
	return &m, nil
}
