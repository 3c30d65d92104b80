// Package lock remembers how the gate is wired: which policy is in force, and
// what the files say that make harnesses start the gate. The hook compares, so
// that a change which nobody decided on stops the next call instead of
// switching the gate off.
package lock

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"gate/internal/config"
)

// Code is the code of a denial because of a lock.
const Code = "ERR_LOCK"

// Lock is the content of the lock file.
type Lock struct {
	Policy   string          `json:"policy"`   // bundle.Policy's digest, in hexadecimal
	User     Part            `json:"user"`     // files that count everywhere
	Projects map[string]Part `json:"projects"` // files of the projects that were locked, by root
}

// Part is what some places held.
type Part struct {
	Places []string          `json:"places"` // patterns of filepath.Glob, absolute
	Files  map[string]string `json:"files"`  // the SHA-256 of each file at these places, in hexadecimal
}

// File is where the lock lies.
func File() (string, error) {
	dir, err := config.Folder()
	if err != nil {
		return "", err
	}
	return filepath.Join(dir, "lock.json"), nil
}

// Read is the lock, nil when there is none. One that cannot be read is an
// error, never none.
func Read() (*Lock, error) {
	file, err := File()
	if err != nil {
		return nil, nil // a machine without a home has no lock
	}
	if config.Missing(file) {
		return nil, nil
	}
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, fmt.Errorf("read the lock: %w", err)
	}
	var l Lock
	if err := json.Unmarshal(text, &l); err != nil {
		return nil, fmt.Errorf("read the lock %s: %w", file, err)
	}
	return &l, nil
}

// Take is a lock on things as they are, for the user and the project root,
// with the other projects of the lock before, which may be nil.
func Take(before *Lock, policy [32]byte, root, home string) (*Lock, error) {
	l := &Lock{Policy: hex.EncodeToString(policy[:]), Projects: map[string]Part{}}
	if before != nil {
		maps.Copy(l.Projects, before.Projects)
	}
	var err error
	if l.User, err = part(userPlaces(home)); err != nil {
		return nil, err
	}
	if root == "" || root == home {
		return l, nil
	}
	l.Projects[real(root)], err = part(projectPlaces(root))
	return l, err
}

// Project is what was locked of the project root.
func (l *Lock) Project(root string) Part { return l.Projects[real(root)] }

// real is a folder without links on the way, so that it has but one name.
func real(dir string) string {
	if resolved, err := filepath.EvalSymlinks(dir); err == nil {
		return resolved
	}
	return dir
}

// Write puts the lock in its place, whole or not at all.
func (l *Lock) Write() error {
	file, err := File()
	if err != nil {
		return err
	}
	text, err := json.MarshalIndent(l, "", "  ")
	if err != nil {
		return err
	}
	return config.Replace(file, append(text, '\n'))
}

// Remove takes the lock away.
func Remove() error {
	file, err := File()
	if err != nil {
		return err
	}
	return os.Remove(file)
}

// Check compares the lock with what is now, in a call of the project root. Its
// error says what has changed, and what a person can run.
func Check(policy [32]byte, root string) error {
	l, err := Read()
	if err != nil {
		return fmt.Errorf("%w; a person must run gate lock --off, and then gate lock", err)
	}
	if l == nil {
		return nil
	}
	changes := l.Changes(policy, root)
	if len(changes) == 0 {
		return nil
	}
	return fmt.Errorf("%s since gate lock; once a person has looked at that, they can run gate lock --update in a terminal", strings.Join(changes, ", "))
}

// Changes are the differences, each a few words.
func (l *Lock) Changes(policy [32]byte, root string) []string {
	var changes []string
	if l.Policy != hex.EncodeToString(policy[:]) {
		changes = append(changes, "the policy in force has changed")
	}
	return slices.Concat(changes, l.User.changes(), l.Project(root).changes())
}

func (p Part) changes() []string {
	now, err := part(p.Places)
	if err != nil {
		return []string{err.Error()}
	}
	var changes []string
	for _, file := range slices.Sorted(maps.Keys(p.Files)) {
		switch sum, ok := now.Files[file]; {
		case !ok:
			changes = append(changes, file+" is gone")
		case sum != p.Files[file]:
			changes = append(changes, file+" has changed")
		}
	}
	for _, file := range slices.Sorted(maps.Keys(now.Files)) {
		if _, ok := p.Files[file]; !ok {
			changes = append(changes, file+" is new")
		}
	}
	return changes
}

// part is what some places hold now.
func part(places []string) (Part, error) {
	p := Part{places, map[string]string{}}
	for _, place := range places {
		files, err := filepath.Glob(place)
		if err != nil {
			return p, fmt.Errorf("%s: %w", place, err)
		}
		for _, file := range files {
			if p.Files[file], err = sum(file); err != nil {
				return p, err
			}
		}
	}
	return p, nil
}

// sum is the hash of a file, links followed. What is no ordinary file has its
// kind in the place of one: reading it might never end.
func sum(file string) (string, error) {
	info, err := os.Stat(file)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return "a link to nothing", nil
	case err != nil:
		return "", err
	case !info.Mode().IsRegular():
		return info.Mode().Type().String(), nil
	}
	f, err := os.Open(file)
	if err != nil {
		return "", err
	}
	defer f.Close()
	h := sha256.New()
	if _, err := io.Copy(h, f); err != nil {
		return "", fmt.Errorf("read %s: %w", file, err)
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}
