package config

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"gate"
)

// maxProfile bounds a profile or trust file, in bytes.
const maxProfile = 1 << 20

// BuiltIn is the profile where nobody wrote one.
func BuiltIn() gate.Profile {
	return gate.Profile{
		Deny:      []string{".git/**", ".gate/**", "**/*.lock", "pnpm-lock.yaml", ".env", ".env.*", "**/node_modules/**"},
		Allow:     [][]string{},
		NoSecrets: true,
		Roots:     []string{},
		Source:    "built-in",
	}
}

// ProjectProfile is where a project keeps its profile.
func ProjectProfile(root string) string { return filepath.Join(root, ".gate", "profile.json") }

// ProjectPolicies is where a project keeps rules of its own.
func ProjectPolicies(root string) string { return filepath.Join(root, ".gate", "policies") }

// Load finds the profile in force: file when it is not empty, else the
// project's, else the user's, else the built-in; the first that exists wins
// and is not merged with the others. Only a project's profile that the user
// has not trusted is laid over the user's or built-in one, and can then
// tighten it and no more. A profile that cannot be read is an error.
func Load(file, root, home string) (gate.Profile, error) {
	if file != "" {
		return read(file, root, home)
	}
	base, err := user(root, home)
	if err != nil || root == "" {
		return base, err
	}
	project, err := readAny(ProjectProfile(root), root, home)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return base, nil
	case err != nil:
		return gate.Profile{}, err
	}
	trusted, err := Trusted(root)
	if err != nil {
		return gate.Profile{}, err
	}
	if trusted {
		return project, nil
	}
	return tighten(base, project), nil
}

func user(root, home string) (gate.Profile, error) {
	dir, err := Folder()
	if err != nil {
		return BuiltIn(), nil // a machine without a home has no user's profile
	}
	p, err := readAny(filepath.Join(dir, "profile.json"), root, home)
	if errors.Is(err, fs.ErrNotExist) {
		return BuiltIn(), nil
	}
	return p, err
}

// tighten is base with all that p forbids besides.
func tighten(base, p gate.Profile) gate.Profile {
	base.Deny = append(append([]string{}, base.Deny...), p.Deny...)
	base.Allow = append(append([][]string{}, base.Allow...), p.Allow...)
	base.NoSecrets = base.NoSecrets || p.NoSecrets
	base.PII = base.PII || p.PII
	if p.MaxBytes > 0 && (base.MaxBytes == 0 || p.MaxBytes < base.MaxBytes) {
		base.MaxBytes = p.MaxBytes
	}
	base.Source += " tightened by " + p.Source
	return base
}

// readAny is read for a file that is mostly not there: that is fs.ErrNotExist
// itself then, which is cheap to make and to tell.
func readAny(file, root, home string) (gate.Profile, error) {
	if Missing(file) {
		return gate.Profile{}, fs.ErrNotExist
	}
	return read(file, root, home)
}

func read(file, root, home string) (gate.Profile, error) {
	f, err := os.Open(file)
	if err != nil {
		return gate.Profile{}, err // it names the file, and mostly says that there is none
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, maxProfile+1))
	if err != nil {
		return gate.Profile{}, fmt.Errorf("read profile %s: %w", file, err)
	}
	if len(text) > maxProfile {
		return gate.Profile{}, fmt.Errorf("read profile %s: larger than 1 MiB", file)
	}
	p, err := parse(text)
	if err != nil {
		return gate.Profile{}, fmt.Errorf("read profile %s: %w", file, err)
	}
	p.Source = filepath.ToSlash(file)
	for i, dir := range p.Roots {
		p.Roots[i] = filepath.ToSlash(absolute(dir, root, home))
	}
	return p, nil
}

// parse reads the text of a profile file. An unknown key is an error: a
// misspelt "deny" would otherwise protect nothing in silence.
func parse(text []byte) (gate.Profile, error) {
	var file struct {
		Deny      []string  `json:"deny"`
		Allow     *[]string `json:"allow"`
		NoSecrets *bool     `json:"noSecrets"`
		PII       bool      `json:"pii"`
		MaxBytes  int       `json:"maxBytes"`
		Roots     []string  `json:"roots"`
	}
	dec := json.NewDecoder(bytes.NewReader(text))
	dec.DisallowUnknownFields()
	if err := dec.Decode(&file); err != nil {
		return gate.Profile{}, fmt.Errorf("%w (keys: deny, allow, noSecrets, pii, maxBytes, roots)", err)
	}
	if _, err := dec.Token(); err != io.EOF {
		return gate.Profile{}, errors.New("text after the JSON object")
	}
	if file.MaxBytes < 0 {
		return gate.Profile{}, fmt.Errorf("maxBytes is %d, want 0 or more", file.MaxBytes)
	}
	p := gate.Profile{Deny: []string{}, Allow: [][]string{}, NoSecrets: true, PII: file.PII, MaxBytes: file.MaxBytes, Roots: []string{}}
	p.Deny = append(p.Deny, file.Deny...)
	p.Roots = append(p.Roots, file.Roots...)
	if file.Allow != nil {
		p.Allow = append(p.Allow, append([]string{}, *file.Allow...))
	}
	if file.NoSecrets != nil {
		p.NoSecrets = *file.NoSecrets
	}
	return p, nil
}

// absolute places a folder of a profile: ~ is home, a relative one is below
// the project's root.
func absolute(dir, root, home string) string {
	if dir == "~" || strings.HasPrefix(dir, "~/") {
		return filepath.Join(home, dir[1:])
	}
	if filepath.IsAbs(dir) {
		return filepath.Clean(dir)
	}
	return filepath.Join(root, dir)
}
