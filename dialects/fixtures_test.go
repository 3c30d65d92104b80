package dialects

import (
	"cmp"
	"encoding/json"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	diff "github.com/google/go-cmp/cmp"

	"gate"
)

var update = flag.Bool("update", false, "rewrite the golden files")

const testdata = "../testdata"

// TestFixtures decodes every payload in testdata, without a hint where its
// harness has a sign of its own, and pins what a person who reads the payload
// would say of it.
func TestFixtures(t *testing.T) {
	for _, name := range Names() {
		t.Run(name, func(t *testing.T) {
			var b strings.Builder
			for _, file := range fixtures(t, name) {
				call, err := Decode(slurp(t, file), around(t, name, file))
				if err != nil || call.Harness != name {
					t.Errorf("%s: %s, %v", file, call.Harness, err)
					continue
				}
				rel, _ := filepath.Rel(filepath.Join(testdata, name), file)
				fmt.Fprintf(&b, "%-52s %s\n", filepath.ToSlash(rel), summary(call))
				checkCall(t, call)
			}
			golden(t, name+".golden", b.String())
		})
	}
}

// around is what stands beside a payload: nothing where it has a sign, else the
// hint; and for Amp its environment, in which the tool is. The file's name has
// that.
func around(t *testing.T, name, file string) Hint {
	if name == amp.name {
		_, tool, _ := strings.Cut(strings.TrimSuffix(filepath.Base(file), ".json"), ".")
		env := map[string]string{"AGENT": "amp", "AGENT_TOOL_NAME": tool, "AMP_THREAD_ID": "T-1"}
		return Hint{Dialect: amp.name, Getenv: func(name string) string { return env[name] }}
	}
	if strength(t, file, name) < likely {
		return Hint{Dialect: name}
	}
	return Hint{}
}

func summary(c gate.Call) string {
	words := []string{
		c.Harness, string(c.Event), c.NativeEvent, cmp.Or(c.Tool.Name, "-"),
		cmp.Or(string(c.Tool.Kind), "-"), cmp.Or(c.Cwd, "-"), cmp.Or(c.Shell, "-"), cmp.Or(c.Mode, "-"),
	}
	if c.Result != nil {
		words = append(words, map[bool]string{true: "ok", false: "failed"}[c.Result.OK])
	}
	var keys map[string]json.RawMessage
	_ = json.Unmarshal(c.Tool.Args, &keys)
	for _, key := range []string{"command", "patch", "path", "file_path", "filePath", "CommandLine", "TargetFile", "cmd", "target_file", "url"} {
		if v, ok := keys[key]; ok && len(v) < 80 {
			words = append(words, key+"="+string(v))
		} else if ok {
			words = append(words, key+"="+string(v[:60])+"...")
		}
	}
	return strings.Join(words, " ")
}

// checkCall holds what is true of every call.
func checkCall(t *testing.T, c gate.Call) {
	t.Helper()
	if !Known(c.Harness) || c.Event == "" || c.NativeEvent == "" {
		t.Errorf("call without a harness or an event: %+v", c)
	}
	if !json.Valid(c.Tool.Args) || len(c.Tool.Args) == 0 || c.Tool.Args[0] != '{' {
		t.Errorf("arguments are no object: %q", c.Tool.Args)
	}
	if (c.Event == gate.AfterTool) != (c.Result != nil) {
		t.Errorf("%s has result %v", c.NativeEvent, c.Result)
	}
	if (c.Tool.Kind == gate.Shell) != (c.Shell != "") {
		t.Errorf("a tool of kind %q has shell %q", c.Tool.Kind, c.Shell)
	}
}

func fixtures(t testing.TB, name string) []string {
	t.Helper()
	var files []string
	err := filepath.WalkDir(filepath.Join(testdata, name), func(path string, _ fs.DirEntry, err error) error {
		if filepath.Ext(path) == ".json" {
			files = append(files, path)
		}
		return err
	})
	if err != nil || len(files) == 0 {
		t.Fatalf("list the payloads of %s: %d files, %v", name, len(files), err)
	}
	return files
}

func slurp(t testing.TB, file string) []byte {
	t.Helper()
	raw, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return raw
}

func golden(t *testing.T, name, got string) {
	t.Helper()
	file := filepath.Join(testdata, name)
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if d := diff.Diff(string(slurp(t, file)), got); d != "" {
		t.Errorf("%s (-want +got), -update rewrites it:\n%s", name, d)
	}
}
