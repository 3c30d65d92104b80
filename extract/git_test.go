package extract

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"gate"
)

func TestGit(t *testing.T) {
	const config = "[core]\n\tbare = false\n[remote \"other\"]\n\turl = no\n[remote \"origin\"]\n\turl = https://u:ghp_0000@example.com/a/b.git\n\tfetch = +x\n"
	want := gate.Git{Branch: "feature/x", Remote: "https://example.com/a/b.git"}
	for _, tt := range []struct {
		name  string
		files map[string]string
		want  gate.Git
	}{
		{"a repository", map[string]string{".git/HEAD": "ref: refs/heads/feature/x\n", ".git/config": config}, want},
		{"a detached head", map[string]string{".git/HEAD": "0123456789abcdef\n", ".git/config": config}, gate.Git{Remote: want.Remote}},
		{"a worktree", map[string]string{".git": "gitdir: real/worktrees/w\n", "real/worktrees/w/HEAD": "ref: refs/heads/feature/x\n", "real/worktrees/w/commondir": "../..\n", "real/config": config}, want},
		{"a submodule", map[string]string{".git": "gitdir: modules/m\n", "modules/m/HEAD": "ref: refs/heads/feature/x\n", "modules/m/config": config}, want},
		{"no repository", nil, gate.Git{}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			root := t.TempDir()
			for name, text := range tt.files {
				file := filepath.Join(root, name)
				if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
					t.Fatal(err)
				}
				if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			a := From(gate.Call{Event: gate.SessionStart, Cwd: root}, Scene{Root: root})
			if diff := cmp.Diff(tt.want, a.Git); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestWithoutCredentials(t *testing.T) {
	for in, want := range map[string]string{
		"https://token@example.com/x": "https://example.com/x", "https://u:p@w@example.com/x": "https://example.com/x",
		"ssh://git@example.com/x": "ssh://git@example.com/x", "ssh://git:pw@example.com/x": "ssh://example.com/x",
		"git@example.com:a/b": "git@example.com:a/b", "https://example.com/@x": "https://example.com/@x", "": "",
	} {
		if got := withoutCredentials(in); got != want {
			t.Errorf("%s became %s, want %s", in, got, want)
		}
	}
}

func TestRealFileSystem(t *testing.T) {
	root := t.TempDir()
	if err := os.Symlink("/nowhere/else", filepath.Join(root, "link")); err != nil {
		t.Fatal(err)
	}
	a := From(gate.Call{Event: gate.BeforeTool, Cwd: root, Tool: gate.Tool{Name: "Write", Kind: gate.Write, Args: []byte(`{"file_path":"link/x"}`)}}, Scene{Root: root})
	want := gate.Target{Path: "/nowhere/else/x", Abs: "/nowhere/else/x", Op: gate.OpCreate, Source: "Write", Flaws: []string{gate.FlawSymlink}}
	if diff := cmp.Diff([]gate.Target{want}, a.Writes); diff != "" {
		t.Error(diff)
	}
	if entries, err := (machine{}).ReadDir(root, 10); err != nil || len(entries) != 1 {
		t.Error(entries, err)
	}
	if _, err := (machine{}).ReadDir(filepath.Join(root, "link"), 10); err == nil {
		t.Error("a folder that is not there was read")
	}
}
