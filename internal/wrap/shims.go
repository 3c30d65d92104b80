//go:build unix

package wrap

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// Shims is a private folder of links to gate.
type Shims struct {
	dir   string
	shell string   // the shim for the user's shell
	real  []string // NAME=FILE of each shell that has a shim
}

// Make puts a folder of shims below parent. Each shell that the machine has
// gets one, in the place of $SHELL or $CLAUDE_CODE_SHELL where that is the
// user's of this name, else of the first on PATH.
func Make(gate, parent string) (*Shims, error) {
	self, err := os.Stat(gate)
	if err != nil {
		return nil, fmt.Errorf("find gate: %w", err)
	}
	if err := os.MkdirAll(parent, 0o700); err != nil {
		return nil, err
	}
	dir, err := os.MkdirTemp(parent, "wrap-") // 0700
	if err != nil {
		return nil, err
	}
	s := &Shims{dir: dir}
	for _, name := range Shells() {
		if file := find(name, self); file != "" {
			s.real = append(s.real, name+"="+file)
			err = errors.Join(err, os.Symlink(gate, filepath.Join(dir, name)))
			if s.shell == "" || name == filepath.Base(chosen()) {
				s.shell = filepath.Join(dir, name)
			}
		}
	}
	if err == nil && s.shell == "" {
		err = errors.New("this machine has none of the shells that the gate can stand before")
	}
	if err != nil {
		return nil, errors.Join(err, s.Remove())
	}
	return s, nil
}

// chosen is the shell that the user chose.
func chosen() string {
	if shell := os.Getenv("CLAUDE_CODE_SHELL"); shell != "" {
		return shell
	}
	return os.Getenv("SHELL")
}

// find is the real shell of that name, "" when there is none.
func find(name string, self os.FileInfo) string {
	if file := chosen(); filepath.Base(file) == name && runs(file, self) {
		return file
	}
	for _, dir := range filepath.SplitList(os.Getenv("PATH")) {
		if file := filepath.Join(dir, name); filepath.IsAbs(file) && runs(file, self) {
			return file
		}
	}
	return ""
}

// Variables are what the agent's environment must say, by name.
func (s *Shims) Variables() map[string]string {
	return map[string]string{
		"PATH":              s.dir + string(filepath.ListSeparator) + os.Getenv("PATH"),
		"SHELL":             s.shell,
		"CLAUDE_CODE_SHELL": s.shell,
		Variable:            strings.Join(s.real, string(filepath.ListSeparator)),
	}
}

// Remove takes the folder away.
func (s *Shims) Remove() error { return os.RemoveAll(s.dir) }
