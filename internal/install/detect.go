package install

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"gate/dialects"
)

// Detect names the harnesses that are on this machine, by a program on PATH or
// a folder of theirs, each with what was found.
func (m Machine) Detect() (names []string, by map[string]string) {
	by = map[string]string{}
	for _, name := range dialects.Names() {
		s, _ := dialects.SetupOf(name)
		for _, sign := range s.Found {
			if found := m.find(sign); found != "" {
				names, by[name] = append(names, name), found
				break
			}
		}
	}
	return names, by
}

func (m Machine) find(sign string) string {
	if rest, ok := strings.CutPrefix(sign, "~/"); ok {
		path := filepath.Join(m.Home, filepath.FromSlash(rest))
		if _, err := os.Stat(path); err == nil {
			return path
		}
		return ""
	}
	path, err := exec.LookPath(sign)
	if err != nil {
		return ""
	}
	return path
}
