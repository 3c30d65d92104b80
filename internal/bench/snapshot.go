package main

import (
	"os"
	"path/filepath"
)

// useSnapshot makes a compiled policy the one in force for a hook that runs
// with the environment it gives. Dir becomes the home of that hook; without a
// policy it has nothing but the embedded one.
//
// It is the one place that knows how a hook finds its policy.
func useSnapshot(dir string, image []byte) (env []string, err error) {
	folder := filepath.Join(dir, "gate")
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return nil, err
	}
	if image != nil {
		if err := os.WriteFile(filepath.Join(folder, "policy.plan"), image, 0o644); err != nil {
			return nil, err
		}
	}
	return append(os.Environ(), "HOME="+dir, "XDG_CONFIG_HOME="+dir, "AppData="+dir), nil
}
