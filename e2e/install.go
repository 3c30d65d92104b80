package main

import (
	"crypto/sha256"
	"embed"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path"
	"path/filepath"
)

// clients holds a package.json and a package-lock.json for each harness.
//
//go:embed clients
var clients embed.FS

// install puts a harness into the cache, once for each lock file, and gives
// the folder. No install script of a package is run.
func install(cache string, h harness) (string, error) {
	lock, err := clients.ReadFile(path.Join("clients", h.name, "package-lock.json"))
	if err != nil {
		return "", err
	}
	dir := filepath.Join(cache, fmt.Sprintf("%s-%.4x", h.name, sha256.Sum256(lock)))
	done := filepath.Join(dir, ".installed")
	if _, err := os.Stat(done); err == nil {
		return dir, nil
	}
	fmt.Fprintf(os.Stderr, "installing %s into %s\n", h.name, dir)
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return "", err
	}
	for _, name := range []string{"package.json", "package-lock.json"} {
		text, err := clients.ReadFile(path.Join("clients", h.name, name))
		if err != nil {
			return "", err
		}
		if err := os.WriteFile(filepath.Join(dir, name), text, 0o644); err != nil {
			return "", err
		}
	}
	// Not `npm ci`: it refuses a lock file that lacks another platform's packages.
	npm := exec.Command("npm", "install", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error")
	npm.Dir = dir
	if out, err := npm.CombinedOutput(); err != nil {
		return "", fmt.Errorf("npm install in %s: %w\n%s", dir, err, out)
	}
	return dir, os.WriteFile(done, nil, 0o644)
}

// version is what the installed package says of itself.
func version(h harness) (string, error) {
	text, err := os.ReadFile(filepath.Join(h.dir, "node_modules", filepath.FromSlash(h.pkg), "package.json"))
	if err != nil {
		return "", err
	}
	var pkg struct{ Version string }
	return pkg.Version, json.Unmarshal(text, &pkg)
}
