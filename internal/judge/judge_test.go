package judge

import (
	"bytes"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"gate"
	"gate/dialects"
)

// payloads are all captured and rebuilt payloads.
func payloads(t testing.TB) map[string][]byte {
	t.Helper()
	all := map[string][]byte{}
	err := filepath.WalkDir("../../testdata", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(name, ".json") {
			return err
		}
		text, err := os.ReadFile(name)
		all[name] = text
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// TestPayloads takes every payload through all steps: the gate never refuses
// one that a real client sent, and its stdout is one JSON object or nothing.
func TestPayloads(t *testing.T) {
	for name, payload := range payloads(t) {
		out := Judge(payload, around(t, name))
		if out.Err != nil {
			t.Errorf("%s: %v", name, out.Err)
		}
		if n := len(out.Reply.Stdout); n > 0 {
			var v map[string]any
			if err := json.Unmarshal(out.Reply.Stdout, &v); err != nil {
				t.Errorf("%s: stdout %q: %v", name, out.Reply.Stdout, err)
			}
		}
		if out.Call.Event != gate.BeforeTool && out.Verdict.Decision == gate.Deny {
			t.Errorf("%s: denied: %+v", name, out.Verdict.Findings)
		}
	}
}

// around sets what stands beside a payload: nothing, but for Amp, which tells
// the tool in the environment. The file's name has it.
func around(t *testing.T, name string) Options {
	file, ok := strings.CutPrefix(filepath.ToSlash(name), "../../testdata/amp/delegate.")
	t.Setenv("AGENT", "")
	if !ok {
		return Options{}
	}
	t.Setenv("AGENT", "amp")
	t.Setenv("AGENT_TOOL_NAME", strings.TrimSuffix(file, ".json"))
	return Options{Dialect: "amp"}
}

func TestRefused(t *testing.T) {
	out := Refused(nil, errors.New("nothing came"), Options{})
	if out.Reply.Exit != 2 || !strings.Contains(out.Reply.Stderr, "nothing came") || !strings.Contains(out.Reply.Stderr, "--fail-open") {
		t.Errorf("refused: %+v", out.Reply)
	}
	out = Refused(nil, errors.New("nothing came"), Options{FailOpen: true})
	if out.Reply.Exit != 0 || len(out.Reply.Stdout) != 0 || !strings.HasPrefix(out.Reply.Stderr, "GATE WARN: ") {
		t.Errorf("failing open: %+v", out.Reply)
	}
}

func TestStrict(t *testing.T) {
	payload := []byte(`{"session_id":"s","transcript_path":"/t","cwd":"/p","permission_mode":"default","hook_event_name":"PreToolUse","tool_name":"Bash","tool_input":{"command":"git reset --hard"},"tool_use_id":"t"}`)
	if d := Judge(payload, Options{}).Verdict.Decision; d != gate.Ask {
		t.Errorf("got %s, want ask", d)
	}
	if d := Judge(payload, Options{Strict: true}).Verdict.Decision; d != gate.Deny {
		t.Errorf("strict: got %s, want deny", d)
	}
}

// TestDenyExitZero holds that the exit status alone changes, and only where a
// document says the denial.
func TestDenyExitZero(t *testing.T) {
	for _, dialect := range dialects.Names() {
		plain := Refused(nil, errors.New("broken"), Options{Dialect: dialect}).Reply
		zero := Refused(nil, errors.New("broken"), Options{Dialect: dialect, DenyExitZero: true}).Reply
		if len(plain.Stdout) > 0 {
			plain.Exit = 0
		}
		if diff := cmp.Diff(plain, zero); diff != "" {
			t.Errorf("%s (-want +got):\n%s", dialect, diff)
		}
	}
}

// FuzzHook holds that garbage never yields an allow and never more than one
// JSON object, and that a payload that cannot be judged is refused.
func FuzzHook(f *testing.F) {
	for _, payload := range payloads(f) {
		f.Add(payload)
	}
	f.Fuzz(func(t *testing.T, payload []byte) {
		out := Judge(payload, Options{})
		if bytes.Contains(out.Reply.Stdout, []byte(`"allow"`)) {
			t.Errorf("an allow that no rule said: %s", out.Reply.Stdout)
		}
		if out.Err != nil && out.Verdict.Decision != gate.Deny {
			t.Errorf("an error gave %s", out.Verdict.Decision)
		}
		if len(out.Reply.Stdout) > 0 {
			dec := json.NewDecoder(bytes.NewReader(out.Reply.Stdout))
			var v map[string]any
			if err := dec.Decode(&v); err != nil || dec.More() {
				t.Errorf("stdout is not one object: %q", out.Reply.Stdout)
			}
		}
	})
}
