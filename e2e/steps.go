package main

import (
	"os"
	"path/filepath"
	"strings"
)

// mode is how a harness runs.
type mode string

const (
	ungated mode = "no gate"          // the control: without it, a call that did not run would prove nothing
	asking  mode = "ordinary"         // the harness's own permissions are on, and grant the tools of the script
	yolo    mode = "skip permissions" // all of the harness's own questions are off
)

// step is a call and what is wanted of it. Nothing here hurts where the gate
// lets it through: it all happens in a throw-away project.
type step struct {
	name     string // its column
	calls    []call // the last is the one that counts
	stopped  bool   // the gate is to stop it
	reason   string // words of the reason that the model is to hear
	happened func(project string) bool
}

// steps is the script, in a harness's own tools.
func steps(t tools) []step {
	return []step{
		{name: "shell", calls: []call{t.shell("touch by-shell.txt")}, happened: exists("by-shell.txt")},
		{name: "write", calls: []call{t.write("by-write.txt", "hi\n")}, happened: exists("by-write.txt")},
		{
			name: "deny shell", calls: []call{t.shell("mkdir -p .git/hooks && touch .git/hooks/evil")}, happened: exists(".git/hooks/evil"),
			stopped: true, reason: "on the deny list",
		},
		{
			name: "deny write", calls: []call{t.write("new.lock", "one\n")}, happened: exists("new.lock"),
			stopped: true, reason: "on the deny list",
		},
		{
			name: "deny patch", calls: t.edit("deps.lock", "one\n", "two", "TWO"), happened: holds("deps.lock", "TWO"),
			stopped: true, reason: "on the deny list",
		},
		{
			name: "ask", calls: []call{t.shell("git checkout -- notes.txt")}, happened: holds("notes.txt", "committed\n"),
			stopped: true, reason: "overwrites changed files",
		},
	}
}

// lay makes the project that the script works in.
func lay(project string) error {
	if err := write(project, "notes.txt", "committed\n"); err != nil {
		return err
	}
	for _, args := range [][]string{
		{"init", "--quiet"}, {"add", "notes.txt"},
		{"-c", "user.name=e2e", "-c", "user.email=e2e@example.invalid", "commit", "--quiet", "-m", "notes"},
	} {
		if err := git(project, args...); err != nil {
			return err
		}
	}
	if err := write(project, "notes.txt", "work that is in no commit\n"); err != nil {
		return err
	}
	return write(project, "deps.lock", "one\ntwo\n")
}

func write(dir, name, text string) error {
	path := filepath.Join(dir, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	return os.WriteFile(path, []byte(text), 0o644)
}

func exists(name string) func(string) bool {
	return func(project string) bool {
		_, err := os.Stat(filepath.Join(project, name))
		return err == nil
	}
}

func holds(name, text string) func(string) bool {
	return func(project string) bool {
		have, err := os.ReadFile(filepath.Join(project, name))
		return err == nil && strings.Contains(string(have), text)
	}
}
