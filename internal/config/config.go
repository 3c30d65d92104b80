// Package config knows where the gate's files live: the project's root, the
// profile in force, what a person has trusted, and the gate's own files.
package config

import (
	"crypto/sha256"
	"encoding/hex"
	"os"
	"path/filepath"
	"runtime"
	"strings"
)

// Folder is the user's folder of the gate: settings, profile, trust.
func Folder() (string, error) {
	dir, err := os.UserConfigDir()
	if err != nil {
		return "", err
	}
	return filepath.Join(dir, "gate"), nil
}

// Snapshots are the files that may hold a compiled policy: the machine's, which
// an administrator puts there, and the user's; "" where there is no such folder.
func Snapshots() (managed, user string) {
	if dir := Managed(); dir != "" {
		managed = filepath.Join(dir, SnapshotFile)
	}
	if dir, err := Folder(); err == nil {
		user = filepath.Join(dir, SnapshotFile)
	}
	return managed, user
}

// ProjectFolder is where is kept what the user has trusted of a project's own
// policy: outside of the project, by its root. It is "" where there is no such
// folder.
func ProjectFolder(root string) string {
	dir, err := Folder()
	if err != nil || root == "" {
		return ""
	}
	name := sha256.Sum256([]byte(filepath.ToSlash(root)))
	return filepath.Join(dir, "projects", hex.EncodeToString(name[:16]))
}

// ProjectSnapshot is the file that may hold the compiled policy of a project,
// "" like ProjectFolder.
func ProjectSnapshot(root string) string {
	dir := ProjectFolder(root)
	if dir == "" {
		return ""
	}
	return filepath.Join(dir, SnapshotFile)
}

// SnapshotFile is the name of a compiled policy.
const SnapshotFile = "policy.plan"

// Managed is the machine's folder of the gate, which only an administrator can
// write, "" when the machine does not say.
func Managed() string {
	switch runtime.GOOS {
	case "windows":
		if data := os.Getenv("ProgramData"); data != "" {
			return filepath.Join(data, "gate")
		}
		return ""
	case "darwin":
		return "/Library/Application Support/gate"
	}
	return "/etc/gate"
}

// Root is the project that cwd is in: the nearest folder upward that holds
// .git or .gate, short of home and of the file system's root, else cwd itself.
// A cwd of another machine's kind (C:\... on Unix) is returned as it is.
func Root(cwd, home string) string {
	if !filepath.IsAbs(cwd) {
		return cwd
	}
	home = filepath.Clean(home)
	for dir := filepath.Clean(cwd); dir != home && dir != filepath.Dir(dir); dir = filepath.Dir(dir) {
		for _, mark := range []string{".git", ".gate"} {
			if name := filepath.Join(dir, mark); !Missing(name) {
				if _, err := os.Lstat(name); err == nil {
					return dir
				}
			}
		}
	}
	return filepath.Clean(cwd)
}

// Home is the user's home, "" when the machine does not say.
func Home() string {
	home, _ := os.UserHomeDir()
	return home
}

// OwnFiles lists what the gate is made of on this machine: its executables
// and its folders. Rules protect them.
func OwnFiles() []string {
	var files []string
	if exe, err := os.Executable(); err == nil {
		if real := resolved(exe); real != exe {
			files = append(files, exe)
			exe = real
		}
		if exe == Beside(exe) {
			exe = beside(exe, "gate")
		}
		files = append(files, exe, Beside(exe))
	}
	if dir, err := Folder(); err == nil {
		files = append(files, dir)
	}
	if dir := Managed(); dir != "" {
		files = append(files, dir)
	}
	for i, file := range files {
		files[i] = filepath.ToSlash(file)
	}
	return files
}

// resolved is the path of the process's own executable without links. Linux
// gives it so, and looking at each folder on the way costs the hook.
func resolved(exe string) string {
	if runtime.GOOS != "linux" {
		if real, err := filepath.EvalSymlinks(exe); err == nil {
			return real
		}
	}
	return exe
}

// CallerVersion is the variable in which gate tells gatectl its own version:
// two that were not built together would misread each other's files.
const CallerVersion = "GATE_CALLER_VERSION"

// Beside is the path of gatectl in the folder of the executable exe.
func Beside(exe string) string { return beside(exe, "gatectl") }

func beside(exe, name string) string {
	if strings.EqualFold(filepath.Ext(exe), ".exe") {
		name += ".exe"
	}
	return filepath.Join(filepath.Dir(exe), name)
}
