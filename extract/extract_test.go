package extract

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"gate"
)

// fakeFS is a file system of links and files; the folders above them exist.
type fakeFS map[string]string // path to link target, "" for a file

type fakeInfo struct {
	name string
	mode fs.FileMode
}

func (i fakeInfo) Name() string       { return i.name }
func (i fakeInfo) Size() int64        { return 0 }
func (i fakeInfo) Mode() fs.FileMode  { return i.mode }
func (i fakeInfo) ModTime() time.Time { return time.Time{} }
func (i fakeInfo) IsDir() bool        { return i.mode.IsDir() }
func (i fakeInfo) Sys() any           { return nil }

func (f fakeFS) Lstat(name string) (fs.FileInfo, error) {
	if to, ok := f[name]; ok {
		mode := fs.FileMode(0)
		if to != "" {
			mode = fs.ModeSymlink
		}
		return fakeInfo{path.Base(name), mode}, nil
	}
	for file := range f {
		if strings.HasPrefix(file, strings.TrimSuffix(name, "/")+"/") {
			return fakeInfo{path.Base(name), fs.ModeDir}, nil
		}
	}
	return nil, fs.ErrNotExist
}

func (f fakeFS) Readlink(name string) (string, error) { return f[name], nil }

func (f fakeFS) ReadDir(string, int) ([]fs.DirEntry, error) { return nil, fs.ErrNotExist }

const (
	testHome = "/home/dev"
	testRoot = "/home/dev/project"
)

func testScene(files fakeFS) Scene {
	return Scene{Root: testRoot, Home: testHome, OS: "linux", FS: files, Now: time.Unix(0, 0)}
}

// act runs one tool call in the test project.
func act(kind gate.Kind, name, args string, s Scene) gate.Action {
	return From(gate.Call{
		Harness: "test", Event: gate.BeforeTool, Cwd: s.Root,
		Tool: gate.Tool{Name: name, Kind: kind, Args: json.RawMessage(args)},
	}, s)
}

// told is a write in one line.
func told(w gate.Target) string {
	line := w.Op + " " + w.Path
	if w.Content != "" {
		line += fmt.Sprintf(" %q", w.Content)
	}
	if w.Complete {
		line += " whole"
	}
	return line
}

// summary is an action in one line an entry: what a row of a table can say.
func summary(a gate.Action) []string {
	out := []string{}
	for _, w := range a.Writes {
		out = append(out, told(w))
	}
	for _, r := range a.Reads {
		out = append(out, "read "+r.Path)
	}
	for _, u := range a.URLs {
		out = append(out, u.Method+" "+u.URL)
	}
	for _, c := range a.Commands {
		out = append(out, "run "+c.Name)
	}
	for _, u := range a.Unknown {
		out = append(out, "unknown "+u.What)
	}
	return out
}

func TestDocument(t *testing.T) {
	s := testScene(fakeFS{})
	s.Now = time.Date(2026, 11, 30, 17, 0, 0, 0, time.FixedZone("", 3600))
	s.Self = gate.Self{Version: "1", Files: []string{"~/.local/bin/gate"}}
	call := gate.Call{Harness: "h", Event: gate.AfterTool, NativeEvent: "PostToolUse", Mode: "default",
		Tool:    gate.Tool{Name: "Write", Kind: gate.Write, Args: json.RawMessage(`{"file_path":"a"}`)},
		Session: gate.Session{ID: "s"}, Result: &gate.Result{OK: true}}
	want := gate.Action{
		Harness: "h", Event: gate.AfterTool, NativeEvent: "PostToolUse", Mode: "default", Tool: call.Tool, Session: call.Session,
		Time: "2026-11-30T16:00:00Z", Cwd: testRoot, Root: testRoot, Home: testHome, OS: "linux",
		Commands: []gate.Command{}, Writes: []gate.Target{}, Reads: []gate.Source{}, URLs: []gate.URL{}, Unknown: []gate.Unknown{},
		Result:  &gate.Result{OK: true},
		Profile: gate.Profile{Deny: []string{}, Allow: [][]string{}, Roots: []string{}},
		Gate:    gate.Self{Version: "1", Files: []string{"/home/dev/.local/bin/gate"}},
	}
	if diff := cmp.Diff(want, From(call, s)); diff != "" {
		t.Error(diff)
	}
}

func TestSystems(t *testing.T) {
	for _, tt := range []struct{ name, os, cwd, root, wantOS, wantRoot, wantHome string }{
		{"linux", "linux", "/home/dev/project/src", testRoot, "linux", testRoot, testHome},
		{"windows elsewhere", "linux", `C:\Users\ann\app`, "", "windows", "C:/Users/ann/app", "C:/Users/ann"},
		{"windows with slashes", "linux", "c:/Users/ann/app", testRoot, "windows", "C:/Users/ann/app", "C:/Users/ann"},
		{"another drive", "linux", `D:\src\app`, "", "windows", "D:/src/app", "C:/Users/dev"},
		{"a share", "linux", `\\server\share\app`, "", "windows", "//server/share/app", "C:/Users/dev"},
		{"a file address's path", "linux", "", "/C:/Users/ann/app", "windows", "C:/Users/ann/app", "C:/Users/ann"},
		{"Git Bash", "windows", "/c/Users/ann/app", "", "windows", "C:/Users/ann/app", "C:/home/dev"},
		{"no root", "linux", "/srv/app", "", "linux", "/srv/app", testHome},
		{"no folder at all", "linux", "", "", "linux", "", testHome},
	} {
		t.Run(tt.name, func(t *testing.T) {
			a := From(gate.Call{Event: gate.BeforeTool, Cwd: tt.cwd}, Scene{OS: tt.os, Root: tt.root, Home: testHome, FS: fakeFS{}})
			want := []string{tt.wantOS, tt.wantRoot, tt.wantHome}
			if diff := cmp.Diff(want, []string{a.OS, a.Root, a.Home}); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestFoldersAreResolved(t *testing.T) {
	s := testScene(fakeFS{"/home": "/usr/home", "/usr/home": "/vol/home", "/vol/home/dev/project": "/data/project", "/data/project/a": "", "/vol/home/dev/.local/bin/gate": "/opt/bin/gate", "/opt/bin/gate": ""})
	s.Self.Files = []string{"/home/dev/.local/bin/gate"}
	a := act(gate.Write, "Write", `{"file_path":"a","content":"x"}`, s)
	want := []string{"/data/project", "/data/project", "/data/project/a", "a", "/vol/home/dev/.local/bin/gate", "/opt/bin/gate"}
	got := append([]string{a.Root, a.Cwd, a.Writes[0].Abs, a.Writes[0].Path}, a.Gate.Files...)
	if diff := cmp.Diff(want, got); diff != "" || !a.Writes[0].Inside || len(a.Writes[0].Flaws) != 0 {
		t.Error(diff, a.Writes[0])
	}
}

func TestLimits(t *testing.T) {
	var edits strings.Builder
	for i := range 1500 {
		fmt.Fprintf(&edits, "*** Add File: f%d\n+x\n", i)
	}
	args, _ := json.Marshal(map[string]string{"patch": "*** Begin Patch\n" + edits.String() + "*** End Patch\n"})
	a := act(gate.Patch, "apply_patch", string(args), testScene(fakeFS{}))
	if len(a.Writes) != maxEntries || len(a.Unknown) != 1 || a.Unknown[0].What != gate.UnknownLimit {
		t.Errorf("%d writes, unknown %v", len(a.Writes), a.Unknown)
	}
	deep := strings.Repeat(`{"a":`, 20) + `{"path":"/etc/x"}` + strings.Repeat("}", 20)
	a = act(gate.MCP, "mcp__x__write_file", deep, testScene(fakeFS{}))
	if !slices.ContainsFunc(a.Unknown, func(u gate.Unknown) bool { return u.What == gate.UnknownLimit }) {
		t.Errorf("deep arguments: unknown %v", a.Unknown)
	}
}

func TestExcerpt(t *testing.T) {
	for _, tt := range []struct {
		in   string
		want int
	}{{"short", 5}, {strings.Repeat("a", 300), 200}, {strings.Repeat("é", 300), 200}, {"a" + strings.Repeat("é", 300), 199}} {
		if got := excerpt(tt.in); len(got) != tt.want {
			t.Errorf("excerpt of %d bytes is %d bytes, want %d", len(tt.in), len(got), tt.want)
		}
	}
}
