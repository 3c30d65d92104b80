//go:build unix

package wrap

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// Variable is the environment variable that names the real shells:
// "bash=/usr/bin/bash:sh=/bin/sh".
const Variable = "GATE_WRAP"

// realShell finds the shell of that name that is no shim: the one that
// Variable names, else the first on PATH or in the system's folders, since a
// command may have cleared the environment.
func realShell(name string) (string, error) {
	var files []string
	for _, pair := range filepath.SplitList(os.Getenv(Variable)) {
		if shell, file, _ := strings.Cut(pair, "="); shell == name {
			files = append(files, file)
		}
	}
	for _, dir := range append(filepath.SplitList(os.Getenv("PATH")), "/bin", "/usr/bin", "/usr/local/bin") {
		files = append(files, filepath.Join(dir, name))
	}
	self, err := myself()
	if err != nil {
		return "", err
	}
	for _, file := range files {
		if runs(file, self) {
			return file, nil
		}
	}
	return "", fmt.Errorf("there is no %s besides the gate's own shim", name)
}

// myself is the gate's executable, which every shim is a link to.
func myself() (os.FileInfo, error) {
	exe, err := os.Executable()
	if err != nil {
		return nil, fmt.Errorf("find my own executable: %w", err)
	}
	return os.Stat(exe)
}

// runs says whether a file can be run and is not the gate.
func runs(file string, self os.FileInfo) bool {
	info, err := os.Stat(file)
	return err == nil && info.Mode().IsRegular() && info.Mode()&0o111 != 0 && !os.SameFile(info, self)
}
