package install

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"github.com/rogpeppe/go-internal/lockedfile"
)

// record remembers what install did to each file, by its path, so that
// uninstall can put back the very bytes.
type record struct {
	Folders []string           `json:"folders,omitempty"` // that install made
	Files   map[string]touched `json:"files"`
}

// touched is one file that install wrote.
type touched struct {
	Harnesses []string `json:"harnesses"`
	Existed   bool     `json:"existed"`
	Backup    string   `json:"backup,omitempty"` // the file in the folder of backups that holds what was there before
	After     string   `json:"after"`            // SHA-256 of what install left
}

func (m Machine) recordFile() string { return filepath.Join(m.State, "installed.json") }

func (m Machine) backup(name string) string { return filepath.Join(m.State, "backups", name) }

func (m Machine) loadRecord() (*record, error) {
	r := &record{Files: map[string]touched{}}
	text, err := os.ReadFile(m.recordFile())
	if errors.Is(err, fs.ErrNotExist) {
		return r, nil
	}
	if err == nil {
		err = json.Unmarshal(text, r)
	}
	if err != nil {
		return nil, fmt.Errorf("read what was installed: %s: %w\nhint: remove that file; the backups beside it stay", m.recordFile(), err)
	}
	return r, nil
}

func (m Machine) saveRecord(r *record) error {
	if len(r.Files) == 0 {
		return ignoreMissing(os.Remove(m.recordFile()))
	}
	text, err := json.MarshalIndent(r, "", "  ")
	if err != nil {
		return err
	}
	return m.keep("installed.json", append(text, '\n'))
}

// keep writes a file in the gate's own folder in one step.
func (m Machine) keep(name string, text []byte) error {
	p, err := resolve(m.State, name)
	if err != nil {
		return err
	}
	_, err = p.write(content{true, text, 0o600}, 0o700)
	return err
}

func ignoreMissing(err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}

func sum(text []byte) string {
	s := sha256.Sum256(text)
	return hex.EncodeToString(s[:])
}

// before is what the file held before the gate came, as far as it is known:
// exact when nobody has changed the file since.
func (m Machine) before(r *record, path string, now content) (c content, exact bool, err error) {
	t, ok := r.Files[path]
	if !ok || !now.exists || t.After != sum(now.text) {
		return content{}, false, nil
	}
	if !t.Existed {
		return content{}, true, nil
	}
	text, err := os.ReadFile(m.backup(t.Backup))
	if err != nil {
		return content{}, false, nil // the entries can still be taken out one by one
	}
	return content{true, text, now.mode}, true, nil
}

// note keeps a copy of what was there before, and remembers the change.
func (m Machine) note(r *record, path, harness string, before content, after []byte) error {
	t := r.Files[path]
	if !slices.Contains(t.Harnesses, harness) {
		t.Harnesses = append(t.Harnesses, harness)
	}
	t.Existed, t.After = before.exists, sum(after)
	if before.exists {
		t.Backup = sum([]byte(path))[:12] + "-" + filepath.Base(path)
		if err := m.keep(filepath.Join("backups", t.Backup), before.text); err != nil {
			return err
		}
	}
	r.Files[path] = t
	return nil
}

// leave remembers that a harness's entries are gone from a file that somebody
// has changed since, or that others are wired in as well.
func (m Machine) leave(r *record, path, harness string, after []byte) error {
	t, ok := r.Files[path]
	if !ok {
		return nil
	}
	t.Harnesses = slices.DeleteFunc(t.Harnesses, func(name string) bool { return name == harness })
	if len(t.Harnesses) == 0 {
		return m.forget(r, path)
	}
	t.After = sum(after)
	r.Files[path] = t
	return nil
}

// forget drops what is remembered of a file.
func (m Machine) forget(r *record, path string) error {
	t := r.Files[path]
	delete(r.Files, path)
	if t.Backup == "" {
		return nil
	}
	return ignoreMissing(os.Remove(m.backup(t.Backup)))
}

// lock keeps other installs out until the returned function is called. The
// system frees the lock of a process that dies. Made are the folders that had
// to be made for it.
func (m Machine) lock() (unlock func(folders []string), made []string, err error) {
	name := filepath.Join(m.State, "install.lock")
	for {
		more, err := makeFolders(m.State)
		if err != nil {
			return nil, nil, fmt.Errorf("make the gate's folder: %w", err)
		}
		made = append(made, more...)
		file, err := lockedfile.OpenFile(name, os.O_RDWR|os.O_CREATE, 0o600)
		if err != nil {
			return nil, nil, fmt.Errorf("lock %s: %w", name, err)
		}
		mine, err1 := file.Stat()
		there, err2 := os.Stat(name)
		if err1 == nil && err2 == nil && os.SameFile(mine, there) {
			return func(folders []string) { m.release(file, name, folders) }, made, nil
		}
		file.Close() // whoever held it took it away with the last of the record
	}
}

// release gives the lock back. Where nothing is installed any more, nothing is
// left behind, and the folders that install had made go as well.
func (m Machine) release(file *lockedfile.File, name string, folders []string) {
	defer file.Close()
	if _, err := os.Stat(m.recordFile()); errors.Is(err, fs.ErrNotExist) {
		os.Remove(filepath.Join(m.State, "backups"))
		os.Remove(name)
		removeFolders(folders)
	}
}

// makeFolders makes a folder and gives those that were not there, the
// outermost first.
func makeFolders(path string) (made []string, err error) {
	if _, err := os.Stat(path); err == nil {
		return nil, nil
	}
	if made, err = makeFolders(filepath.Dir(path)); err != nil {
		return made, err
	}
	if err := os.Mkdir(path, 0o700); err != nil && !errors.Is(err, fs.ErrExist) {
		return made, err
	}
	return append(made, path), nil
}
