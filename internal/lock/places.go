package lock

import (
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"gate/dialects"
)

// userPlaces are where all harnesses have the user's hooks and what switches
// them off.
func userPlaces(home string) []string {
	return places(dialects.User, func(path string) string {
		if rest, ok := strings.CutPrefix(path, "~/"); ok {
			return filepath.Join(literal(home), rest)
		}
		return path
	})
}

// projectPlaces are where they have those of a project.
func projectPlaces(root string) []string {
	return places(dialects.Project, func(path string) string { return filepath.Join(literal(root), path) })
}

// places are the patterns of a scope on this system, in order, each once.
func places(scope dialects.Scope, locate func(path string) string) []string {
	list := []string{}
	for _, name := range dialects.Names() {
		setup, _ := dialects.SetupOf(name)
		for _, f := range setup.Files {
			if f.Scope == scope && (f.OS == "" || f.OS == runtime.GOOS) {
				list = append(list, locate(f.Path))
			}
		}
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// literal is the pattern that matches a path and nothing else. Windows knows
// no such escapes, and no such characters but brackets.
func literal(path string) string {
	if runtime.GOOS == "windows" {
		return path
	}
	return strings.NewReplacer(`\`, `\\`, `*`, `\*`, `?`, `\?`, `[`, `\[`).Replace(path)
}
