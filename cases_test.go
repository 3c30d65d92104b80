package gate_test

import (
	"bytes"
	"encoding/json"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"gate"
	"gate/bundle"
	"gate/dialects"
	"gate/extract"
	"gate/internal/config"
)

// toolCase is one line of testdata/cases.jsonl: a tool call and the sensible
// verdict on it, from a public report. The cases stand for kinds.
type toolCase struct {
	ID    string `json:"id"`
	Kind  string `json:"kind"`
	Input struct {
		Command string                               `json:"command"`
		Shell   string                               `json:"shell"`
		Tool    string                               `json:"tool"`
		Path    string                               `json:"path"`
		Content string                               `json:"content"`
		Patch   string                               `json:"patch"`
		Args    map[string]any                       `json:"args"`
		Raw     map[string]any                       `json:"raw"`
		FS      struct{ Symlinks map[string]string } `json:"fs"`
	} `json:"input"`
	Cwd       string `json:"cwd"`
	Verdict   string `json:"verdict"`
	Contested bool   `json:"contested"`
	Why       string `json:"why"`
}

// payload is the case as Claude Code would send it; the tool's arguments are
// the case's own where it has any.
func (c toolCase) payload(t *testing.T) []byte {
	tool := c.Input.Tool
	var args map[string]any
	switch {
	case c.Input.Command != "":
		tool, args = "Bash", map[string]any{"command": c.Input.Command}
		if c.Input.Shell == "powershell" {
			tool = "PowerShell"
		}
	case c.Input.Patch != "":
		tool, args = "apply_patch", map[string]any{"patch": c.Input.Patch}
	case c.Input.Raw != nil:
		args = c.Input.Raw
	case c.Input.Args != nil:
		args = c.Input.Args
	case tool == "NotebookEdit":
		args = map[string]any{"notebook_path": c.Input.Path, "new_source": c.Input.Content}
	case c.Kind == "read":
		args = map[string]any{"file_path": c.Input.Path}
	default:
		args = map[string]any{"file_path": c.Input.Path, "content": c.Input.Content}
	}
	text, err := json.Marshal(map[string]any{
		"session_id": "s", "transcript_path": "/home/dev/.claude/t.jsonl", "cwd": c.Cwd, "permission_mode": "default",
		"hook_event_name": "PreToolUse", "tool_name": tool, "tool_input": args, "tool_use_id": "t",
	})
	if err != nil {
		t.Fatal(err)
	}
	return text
}

func (c toolCase) links() links {
	files := links{}
	for from, to := range c.Input.FS.Symlinks {
		files[path.Join(c.Cwd, from)] = to
	}
	return files
}

// links is a file system of which only some links are known.
type links map[string]string

type linkInfo struct{ name string }

func (i linkInfo) Name() string       { return i.name }
func (i linkInfo) Size() int64        { return 0 }
func (i linkInfo) Mode() fs.FileMode  { return fs.ModeSymlink }
func (i linkInfo) ModTime() time.Time { return time.Time{} }
func (i linkInfo) IsDir() bool        { return false }
func (i linkInfo) Sys() any           { return nil }

type folderInfo struct{ linkInfo }

func (folderInfo) Mode() fs.FileMode { return fs.ModeDir }
func (folderInfo) IsDir() bool       { return true }

func (l links) Lstat(name string) (fs.FileInfo, error) {
	if _, ok := l[name]; ok {
		return linkInfo{path.Base(name)}, nil
	}
	for link := range l {
		if strings.HasPrefix(link, strings.TrimSuffix(name, "/")+"/") {
			return folderInfo{linkInfo{path.Base(name)}}, nil
		}
	}
	return nil, fs.ErrNotExist
}

func (l links) Readlink(name string) (string, error) { return l[name], nil }

func (l links) ReadDir(string, int) ([]fs.DirEntry, error) { return nil, fs.ErrNotExist }

// judged is what the embedded policy says of a payload in the cases' world.
func judged(t *testing.T, payload []byte, shell string, files links) gate.Verdict {
	t.Helper()
	policy, err := bundle.Embedded()
	if err != nil {
		t.Fatal(err)
	}
	v, err := policy.Decide(action(t, payload, shell, files))
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// action is what a payload would do in the cases' world: a project of
// /home/dev on branch feature.
func action(t *testing.T, payload []byte, shell string, files links) gate.Action {
	t.Helper()
	call, err := dialects.Decode(payload, dialects.Hint{Dialect: "claude-code"})
	if err != nil {
		t.Fatal(err)
	}
	if shell != "" {
		call.Shell = shell
	}
	scene := extract.Scene{
		Root: call.Cwd, Home: "/home/dev", OS: "linux", Now: time.Unix(0, 0), Profile: config.BuiltIn(), FS: files,
		Self: gate.Self{Files: []string{"/home/dev/.local/bin/gate"}},
	}
	a := extract.From(call, scene)
	a.Git = gate.Git{Branch: "feature"}
	return a
}

// fixtures are the values of a file of testdata that has one to a line.
func fixtures[T any](t *testing.T, name string) []T {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	var out []T
	for line := range bytes.Lines(data) {
		var v T
		if err := json.Unmarshal(line, &v); err != nil {
			t.Fatalf("%s: %v: %s", name, err, line)
		}
		out = append(out, v)
	}
	if len(out) == 0 {
		t.Fatalf("%s is empty", name)
	}
	return out
}

func TestCases(t *testing.T) {
	for _, c := range fixtures[toolCase](t, "cases.jsonl") {
		t.Run(c.ID, func(t *testing.T) {
			v := judged(t, c.payload(t), c.Input.Shell, c.links())
			got := v.Decision.String()
			if got == "none" {
				got = "allow" // no opinion lets the call go on
			}
			if got != c.Verdict {
				report := t.Errorf
				if c.Contested {
					report = t.Logf
				}
				report("%s: want %s (%s), got %s\n%+v\n%s%s%s", c.ID, c.Verdict, c.Why, got, v.Findings, c.Input.Command, c.Input.Path, c.Input.Patch)
			}
		})
	}
}
