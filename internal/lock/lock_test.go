package lock

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// machine is a home with a project in it, and Claude Code's settings in both.
func machine(t *testing.T) (home, root string) {
	t.Helper()
	home = filepath.Join(t.TempDir(), "a [home]*")
	root = filepath.Join(home, "project")
	t.Setenv("HOME", home)
	t.Setenv("XDG_CONFIG_HOME", filepath.Join(home, ".config"))
	for name, text := range map[string]string{
		".claude/settings.json": `{"hooks":{}}`, ".copilot/hooks/gate.json": "{}", "project/.claude/settings.json": "{}", "project/src/a.go": "",
	} {
		put(t, filepath.Join(home, name), text)
	}
	return home, root
}

func put(t *testing.T, file, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

func remove(t *testing.T, file string) {
	t.Helper()
	if err := os.RemoveAll(file); err != nil {
		t.Fatal(err)
	}
}

func locked(t *testing.T, root, home string) *Lock {
	t.Helper()
	before, err := Read()
	if err != nil {
		t.Fatal(err)
	}
	l, err := Take(before, [32]byte{1}, root, home)
	if err == nil {
		err = l.Write()
	}
	if err != nil {
		t.Fatal(err)
	}
	return l
}

func TestCheck(t *testing.T) {
	for name, tt := range map[string]struct {
		change func(t *testing.T, home string)
		policy byte
		want   string // in the error, "" for none
	}{
		"nothing":           {nil, 1, ""},
		"another policy":    {nil, 2, "the policy in force has changed since gate lock"},
		"changed":           {func(t *testing.T, home string) { put(t, home+"/.claude/settings.json", "{}") }, 1, ".claude/settings.json has changed since"},
		"the project's":     {func(t *testing.T, home string) { put(t, home+"/project/.claude/settings.json", "[]") }, 1, "project/.claude/settings.json has changed since"},
		"gone":              {func(t *testing.T, home string) { remove(t, home+"/.copilot/hooks") }, 1, ".copilot/hooks/gate.json is gone since"},
		"new":               {func(t *testing.T, home string) { put(t, home+"/.codex/hooks.json", "{}") }, 1, ".codex/hooks.json is new since"},
		"new in the root":   {func(t *testing.T, home string) { put(t, home+"/project/.claude/settings.local.json", "{}") }, 1, "settings.local.json is new since"},
		"new by a pattern":  {func(t *testing.T, home string) { put(t, home+"/.copilot/hooks/b.json", "{}") }, 1, "hooks/b.json is new since"},
		"a link to nothing": {func(t *testing.T, home string) { relink(t, home) }, 1, ".claude/settings.json has changed since"},
		"two":               {func(t *testing.T, home string) { remove(t, home+"/.claude"); put(t, home+"/.codex/hooks.json", "{}") }, 1, ".claude/settings.json is gone, "},
		"what to run":       {nil, 2, "gate lock --update in a terminal"},
		"another file":      {func(t *testing.T, home string) { put(t, home+"/project/src/a.go", "package a") }, 1, ""},
		"a broken lock":     {func(t *testing.T, home string) { put(t, home+"/.config/gate/lock.json", "{") }, 1, "gate lock --off"},
		"an empty lock":     {func(t *testing.T, home string) { put(t, home+"/.config/gate/lock.json", "") }, 1, "gate lock --off"},
		"no lock":           {func(t *testing.T, home string) { remove(t, home+"/.config/gate/lock.json") }, 2, ""},
	} {
		t.Run(name, func(t *testing.T) {
			home, root := machine(t)
			if l := locked(t, root, home); len(l.User.Files) != 2 || len(l.Project(root).Files) != 1 {
				t.Fatalf("locked %v and %v", l.User.Files, l.Projects)
			}
			if tt.change != nil {
				tt.change(t, home)
			}
			err := Check([32]byte{tt.policy}, root)
			if tt.want == "" != (err == nil) || err != nil && !strings.Contains(err.Error(), tt.want) {
				t.Errorf("got %v, want %q", err, tt.want)
			}
		})
	}
}

func relink(t *testing.T, home string) {
	t.Helper()
	file := home + "/.claude/settings.json"
	remove(t, file)
	if err := os.Symlink(home+"/nowhere", file); err != nil {
		t.Fatal(err)
	}
}

// TestProjects holds that a project counts in itself alone, by any name, and
// that locking another one leaves it.
func TestProjects(t *testing.T) {
	home, root := machine(t)
	other := filepath.Join(home, "other")
	put(t, filepath.Join(other, ".codex/hooks.json"), "{}")
	locked(t, root, home)
	locked(t, other, home)
	alias := filepath.Join(home, "alias")
	if err := os.Symlink(root, alias); err != nil {
		t.Fatal(err)
	}
	put(t, filepath.Join(root, ".claude/settings.json"), "[]")
	for dir, changed := range map[string]bool{root: true, alias: true, other: false, home: false, "": false} {
		if err := Check([32]byte{1}, dir); (err != nil) != changed {
			t.Errorf("in %q: %v", dir, err)
		}
	}
}

// TestNoOrdinaryFile holds that what is no file is not read.
func TestNoOrdinaryFile(t *testing.T) {
	home, root := machine(t)
	if err := os.MkdirAll(filepath.Join(home, ".codex/hooks.json"), 0o700); err != nil {
		t.Fatal(err)
	}
	locked(t, root, home)
	if err := Check([32]byte{1}, root); err != nil {
		t.Error(err)
	}
	remove(t, filepath.Join(home, ".codex/hooks.json"))
	put(t, filepath.Join(home, ".codex/hooks.json"), "")
	if err := Check([32]byte{1}, root); err == nil {
		t.Error("a folder that became a file is no change")
	}
}
