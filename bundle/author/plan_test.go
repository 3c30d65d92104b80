package author

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"gate"
	"gate/dialects"
	"gate/extract"
	"gate/internal/plan"
	"gate/policies"
)

// TestPlanIsFresh holds the embedded plan to the embedded rules.
func TestPlanIsFresh(t *testing.T) {
	want, err := CompileEmbedded(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	if string(want) != policies.Plan {
		t.Error("policies/policy.plan is stale: run go generate ./policies")
	}
}

// both evaluate the embedded policy, through OPA and through its plan.
type both struct {
	opa     *OPA
	program *plan.Program
}

func bothEngines(t testing.TB) both {
	t.Helper()
	s, err := EmbeddedSources()
	if err != nil {
		t.Fatal(err)
	}
	opa, err := NewOPA(context.Background(), s)
	if err != nil {
		t.Fatal(err)
	}
	image, err := Compile(context.Background(), s)
	if err != nil {
		t.Fatal(err)
	}
	program, err := plan.Open(string(image))
	if err != nil {
		t.Fatal(err)
	}
	return both{opa, program}
}

// verdicts are the JSON that each engine gives for an input, or "error".
func (b both) verdicts(input string) (opa, planned string) {
	told := func(result []byte, err error) string {
		if err != nil {
			return "error"
		}
		return string(result)
	}
	opa = told(b.opa.evaluate(context.Background(), []byte(input), nil))
	planned = told(b.program.EvalJSON("gate/verdict", input, plan.Options{}))
	if whole := told(b.program.EvalJSON("gate/verdict", input, plan.Options{NoIndex: true})); whole != planned {
		planned = fmt.Sprintf("%s, and %s without the index", planned, whole)
	}
	return opa, planned
}

// TestPlanSaysWhatOPASays compares both engines on every captured payload.
func TestPlanSaysWhatOPASays(t *testing.T) {
	engines := bothEngines(t)
	files, err := filepath.Glob("../../testdata/*/*.json")
	if err != nil {
		t.Fatal(err)
	}
	compared, found := 0, 0
	for _, payload := range append(recorded(t, files), reported(t)...) {
		call, err := dialects.Decode(payload, dialects.Hint{})
		if err != nil {
			continue
		}
		for _, scene := range scenes() {
			input := inputText(t, extract.From(call, scene))
			want, got := engines.verdicts(input)
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("%s (-opa +plan):\n%s", payload, diff)
			}
			compared++
			if strings.Contains(want, `"deny"`) {
				found++
			}
		}
	}
	if compared < 1000 || found < 100 {
		t.Errorf("%d inputs compared, %d denials among them: where are the others?", compared, found)
	}
}

func recorded(t *testing.T, files []string) (payloads [][]byte) {
	for _, file := range files {
		payload, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		payloads = append(payloads, payload)
	}
	return payloads
}

// reported are the tool calls of testdata/cases.jsonl, as Claude Code sends them.
// Where a case has arguments of its own those are sent, else all that it has.
func reported(t *testing.T) (payloads [][]byte) {
	text, err := os.ReadFile("../../testdata/cases.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	for line := range bytes.Lines(text) {
		var c struct {
			Input map[string]any
			Cwd   string
		}
		if err := json.Unmarshal(line, &c); err != nil {
			t.Fatal(err)
		}
		tool, args := c.Input["tool"], c.Input
		switch {
		case tool == nil && c.Input["patch"] != nil:
			tool = "apply_patch"
		case tool == nil && c.Input["shell"] == "powershell":
			tool = "PowerShell"
		case tool == nil:
			tool = "Bash"
		}
		for _, own := range []string{"raw", "args"} {
			if a, ok := c.Input[own].(map[string]any); ok {
				args = a
			}
		}
		if path, ok := args["path"]; ok {
			args["file_path"] = path
		}
		payload, err := json.Marshal(map[string]any{
			"session_id": "s", "transcript_path": "/home/u/t.jsonl", "cwd": c.Cwd, "permission_mode": "default",
			"hook_event_name": "PreToolUse", "tool_name": tool, "tool_use_id": "t", "tool_input": args,
		})
		if err != nil {
			t.Fatal(err)
		}
		payloads = append(payloads, payload)
	}
	return payloads
}

// scenes are the surroundings in which each payload is judged: at home and in
// a foreign folder, with everything looked for.
func scenes() []extract.Scene {
	self := gate.Self{Version: "dev", Files: []string{"/home/u/.config/gate"}}
	strict := gate.Profile{Deny: []string{".git/**", "**/*.lock"}, Allow: [][]string{{"src/**"}}, NoSecrets: true, PII: true, MaxBytes: 20, Roots: []string{}, Source: "built-in"}
	return []extract.Scene{
		{Root: "/home/u/project", Home: "/home/u", OS: "linux", Self: self, Profile: strict},
		{Root: "/", Home: "/root", OS: "linux", Self: self, Profile: gate.Profile{NoSecrets: true}},
	}
}

func inputText(t testing.TB, a gate.Action) string {
	t.Helper()
	text, err := json.Marshal(a)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
