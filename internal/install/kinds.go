package install

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"gate/dialects"
)

// kind is how files of one kind are edited.
type kind interface {
	// put is the file's text with exactly these entries of ours in it, the
	// same bytes where they are there already.
	put(text []byte, entries []entry, ours func(command string) bool) ([]byte, error)
	stripper
}

// stripper takes our entries out of a file.
type stripper interface {
	// strip is the file's text without our entries.
	strip(text []byte, ours func(command string) bool) ([]byte, error)
	// bare says whether nothing is in the file but what a new one of us begins with.
	bare(text []byte) bool
}

// wired is a file that install writes.
type wired struct {
	kind
	scope     dialects.Scope
	base, rel string
	mode      fs.FileMode // 0 for what the file has, or the scope wants
}

// kindOf is how a file of the harness is edited, nil when it is none that the
// gate can be wired in.
func (m Machine) kindOf(s dialects.Setup, f dialects.File) kind {
	shape := s.ShapeOf(f)
	switch shape {
	case dialects.Tables:
		return tables{}
	case dialects.Listed:
		return listed{}
	}
	if json, ok := shapes[shape]; ok && filepath.Ext(f.Path) != ".toml" {
		return json
	}
	return nil
}

// usual are the files to write for a harness and a scope.
func (m Machine) usual(name string, s dialects.Setup, scope dialects.Scope) ([]wired, error) {
	for _, f := range s.Files {
		if f.Scope != scope || !m.has(f) {
			continue
		}
		base, rel := m.locate(f)
		switch s.ShapeOf(f) {
		case dialects.Executables:
			return m.scripts(name, s, f)
		case dialects.Delegates:
			return nil, fmt.Errorf("%s: %w", name, errDelegate)
		}
		if s.Shape == dialects.Plugin { // a file to list; planPlugin writes it
			return []wired{{nil, scope, base, starless(rel, name), 0}}, nil
		}
		if k := m.kindOf(s, f); k != nil {
			return []wired{{k, scope, base, starless(rel, name), 0}}, nil
		}
	}
	return nil, fmt.Errorf("%s, scope %s: %w", name, scope, ErrScope)
}

// errDelegate is why a harness is not wired whose only place for the gate is
// that of its own permissions.
var errDelegate = errors.New("its delegate takes the place of its own questions, and what the gate has no opinion on would run unasked\nhint: delegate single tools that you let run anyway, to a script that starts gate hook --stdin --dialect amp")

// script is a file that is a hook by itself.
type script struct{ event string }

const scriptHead = "#!/bin/sh\n# Written by gate install; gate uninstall takes it away.\n"

// scripts are the files of a harness that starts one for each event.
func (m Machine) scripts(name string, s dialects.Setup, f dialects.File) (files []wired, err error) {
	if m.OS == "windows" {
		return nil, fmt.Errorf("%s starts PowerShell files on Windows, which nobody has tried with the gate", name)
	}
	base, rel := m.locate(f)
	for _, event := range s.Hooks {
		files = append(files, wired{script{event}, f.Scope, base, strings.ReplaceAll(rel, "*", event), 0o755})
	}
	return files, nil
}

func (s script) put(text []byte, entries []entry, ours func(string) bool) ([]byte, error) {
	if len(text) > 0 && !slices.ContainsFunc(strings.Split(string(text), "\n"), ours) {
		return nil, errors.New("it is a hook of somebody else, and there can be only one")
	}
	for _, e := range entries {
		if e.event == s.event {
			return []byte(scriptHead + e.command + "\n"), nil
		}
	}
	return text, nil
}

func (s script) strip(text []byte, ours func(string) bool) ([]byte, error) {
	if slices.ContainsFunc(strings.Split(string(text), "\n"), ours) {
		return nil, nil
	}
	return text, nil
}

func (script) bare(text []byte) bool { return len(bytes.TrimSpace(text)) == 0 }
