package author

import (
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"

	"github.com/rogpeppe/go-internal/lockedfile"
)

// keep writes what a policy is made of, whole or not at all.
func (s Store) keep(b *Bundle, all Sources, r Record) error {
	sources, err := json.Marshal(all)
	if err != nil {
		return err
	}
	record, err := json.MarshalIndent(r, "", "  ")
	if err != nil {
		return err
	}
	dir, err := os.MkdirTemp(filepath.Join(s.Dir, "policies"), unfinished)
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	passed()
	files := map[string][]byte{"sources.json": sources, "record.json": append(record, '\n')}
	if b != nil {
		files["bundle.tar.gz"] = b.Tarball
	}
	for name, text := range files {
		if err := replace(filepath.Join(dir, name), text, s.mode(), nil); err != nil {
			return err
		}
		passed()
	}
	if err := os.Chmod(dir, s.folderMode()); err != nil {
		return err
	}
	passed()
	return os.Rename(dir, s.numbered(r.Number))
}

// mode is who may read the files: all for the machine's, which every user's
// hook opens, else this user alone.
func (s Store) mode() fs.FileMode {
	if s.Managed == "" {
		return 0o644
	}
	return 0o600
}

func (s Store) folderMode() fs.FileMode {
	if s.Managed == "" {
		return 0o755
	}
	return 0o700
}

// prune removes what no rollback leads to, and what a killed run left.
func (s Store) prune(current Record) {
	lead := map[string]bool{"lock": true, "pull": true}
	for r, n := current, 0; n < kept; n++ {
		lead[strconv.Itoa(r.Number)] = true
		var err error
		if r, err = s.record(r.Before); err != nil {
			break
		}
	}
	entries, _ := os.ReadDir(filepath.Join(s.Dir, "policies"))
	for _, e := range entries {
		if !lead[e.Name()] {
			passed()
			os.RemoveAll(filepath.Join(s.Dir, "policies", e.Name()))
		}
	}
	left, _ := filepath.Glob(filepath.Join(s.Dir, unfinished)) // the pattern is sound
	for _, name := range left {
		os.Remove(name)
	}
}

// locked runs f while no other process changes the store.
func (s Store) locked(f func() (Record, error)) (Record, error) {
	folder := filepath.Join(s.Dir, "policies")
	if err := os.MkdirAll(folder, s.folderMode()); err != nil {
		return Record{}, err
	}
	if s.Managed == "" { // whatever the administrator's umask, every user's hook reads it
		if err := errors.Join(os.Chmod(s.Dir, s.folderMode()), os.Chmod(folder, s.folderMode())); err != nil {
			return Record{}, err
		}
	}
	unlock, err := lockedfile.MutexAt(filepath.Join(folder, "lock")).Lock()
	if err != nil {
		return Record{}, err
	}
	defer unlock()
	return f()
}

// replace puts a file in the place of another, once it is whole and has passed
// its check.
func replace(name string, text []byte, mode fs.FileMode, check func(name string) error) error {
	file, err := os.CreateTemp(filepath.Dir(name), unfinished)
	if err != nil {
		return err
	}
	defer os.Remove(file.Name())
	passed()
	_, err = file.Write(text)
	passed()
	if err = errors.Join(err, file.Chmod(mode), file.Sync(), file.Close()); err == nil && check != nil {
		err = check(file.Name())
	}
	if err != nil {
		return err
	}
	passed()
	return os.Rename(file.Name(), name)
}

func removeIfThere(name string) error {
	if err := os.Remove(name); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}
