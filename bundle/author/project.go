package author

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/rogpeppe/go-internal/lockedfile"

	"gate/internal/config"
)

// Project is what a person has trusted of a project's own policy: a plan of its
// own, with the router and the libraries but without the embedded rules. The
// hook asks it beside the policy in force and goes by the stricter word, so it
// can add to that and take nothing away, whatever it says.
type Project struct {
	Root string // the project's, absolute
	Dir  string // where it is kept, see config.ProjectFolder
}

// ProjectRecord tells what was trusted.
type ProjectRecord struct {
	Root    string    `json:"root"`
	Digest  string    `json:"digest"` // of the files, "sha256:..."
	Rules   int       `json:"rules"`
	Trusted time.Time `json:"trusted"`
}

// ErrNoProjectPolicy says that a project has no policy of its own.
var ErrNoProjectPolicy = errors.New("the project has no .gate/policies")

// maxProjectPolicy bounds the files of a project's policy together, in bytes.
const maxProjectPolicy = 16 << 20

// Files are the files of the project's policy as they are now, with their
// digest. Links are not followed: they would lead out of what is trusted.
func (p Project) Files() (map[string][]byte, string, error) {
	folder := config.ProjectPolicies(p.Root)
	info, err := os.Lstat(folder)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, "", ErrNoProjectPolicy
	}
	if err == nil && !info.IsDir() {
		err = fmt.Errorf("%s is no folder", folder)
	}
	if err != nil {
		return nil, "", err
	}
	total := int64(0)
	err = filepath.WalkDir(folder, func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		if total += info.Size(); total > maxProjectPolicy {
			return fmt.Errorf("%s has more than %d bytes", folder, maxProjectPolicy)
		}
		return nil
	})
	if err != nil {
		return nil, "", err
	}
	files, err := collect(os.DirFS(folder), false)
	if err != nil {
		return nil, "", err
	}
	h := sha256.New()
	for _, name := range slices.Sorted(maps.Keys(files)) {
		fmt.Fprintf(h, "%d:%s%d:%s", len(name), name, len(files[name]), files[name])
	}
	return files, fmt.Sprintf("sha256:%x", h.Sum(nil)), nil
}

// Sources are what the project's policy is made of as it is now.
func (p Project) sources() (Sources, fs.FS, string, error) {
	files, digest, err := p.Files()
	if err != nil {
		return Sources{}, nil, "", err
	}
	delete(files, manifestFile)
	system, err := fileSystem(files)
	if err != nil {
		return Sources{}, nil, "", err
	}
	s, err := EmbeddedSources()
	if err != nil {
		return Sources{}, nil, "", err
	}
	maps.DeleteFunc(s.Modules, func(name, _ string) bool { return strings.HasPrefix(name, "gate/rules/") })
	if embedded, ok := s.Data["gate"].(map[string]any); ok {
		delete(embedded, "rules")
	}
	return s, system, digest, s.add(projectPrefix, system, projectRoots)
}

// Trust brings the project's policy into force as it is now.
func (p Project) Trust(ctx context.Context, now time.Time) (ProjectRecord, error) {
	s, system, digest, err := p.sources()
	if err != nil {
		return ProjectRecord{}, told(err)
	}
	if err := s.strict(ctx); err != nil {
		return ProjectRecord{}, told(err)
	}
	image, err := Compile(ctx, s)
	if err != nil {
		return ProjectRecord{}, err
	}
	rules, err := Rules(system)
	if err != nil {
		return ProjectRecord{}, err
	}
	r := ProjectRecord{p.Root, digest, len(rules), now}
	return r, p.keep(image, s, r)
}

// keep puts the plan in the place of the one before, last of all.
func (p Project) keep(image []byte, s Sources, r ProjectRecord) error {
	sources, err := json.Marshal(s)
	if err != nil {
		return err
	}
	record, err := json.MarshalIndent(r, "", "  ")
	if err != nil {
		return err
	}
	if err := os.MkdirAll(p.Dir, 0o700); err != nil {
		return err
	}
	unlock, err := lockedfile.MutexAt(filepath.Join(p.Dir, "lock")).Lock()
	if err != nil {
		return err
	}
	defer unlock()
	for name, text := range map[string][]byte{"sources.json": sources, "record.json": append(record, '\n')} {
		if err := replace(filepath.Join(p.Dir, name), text, 0o600, nil); err != nil {
			return err
		}
	}
	return replace(filepath.Join(p.Dir, config.SnapshotFile), image, 0o600, selfTest)
}

// Trusted is the record of what is trusted, nil without any.
func (p Project) Trusted() (*ProjectRecord, error) {
	text, err := os.ReadFile(filepath.Join(p.Dir, "record.json"))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	var r ProjectRecord
	if err == nil {
		err = json.Unmarshal(text, &r)
	}
	return &r, err
}

// Distrust takes the project's policy out of force.
func (p Project) Distrust() error { return os.RemoveAll(p.Dir) }

// ProjectSources are those of the policy that is trusted in a folder.
func ProjectSources(dir string) (Sources, error) {
	text, err := os.ReadFile(filepath.Join(dir, "sources.json"))
	var s Sources
	if err == nil {
		err = unmarshalNumbers(text, &s)
	}
	return s, err
}
