//go:build unix

package doctor

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"gate"
)

// TestVersion reads what harnesses say of themselves.
func TestVersion(t *testing.T) {
	for script, want := range map[string]string{
		"echo 2.1.332 '(Claude Code)'":                  "2.1.332",
		"echo GitHub Copilot CLI 1.0.102.; echo Run it": "1.0.102",
		"echo codex-cli 0.171.0-alpha.3":                "0.171.0-alpha.3",
		"echo 1.106.2; echo abc; echo x64":              "1.106.2",
		"echo none":                                     "unknown",
		"echo 1.2.3; exit 3":                            "1.2.3",
		"kill -9 $$":                                    "unknown",
		"cat; echo 1.0":                                 "1.0", // nothing stands on its input
		"yes 2>/dev/null | head -c 3000000; echo 7.7":   "unknown",
	} {
		program := filepath.Join(t.TempDir(), "harness")
		if err := os.WriteFile(program, []byte("#!/bin/sh\n"+script+"\n"), 0o755); err != nil {
			t.Fatal(err)
		}
		if got := version(t.Context(), program); got != want {
			t.Errorf("%s: got %q, want %q", script, got, want)
		}
	}
	if got := version(t.Context(), ""); got != "unknown" {
		t.Errorf("without a program: %q", got)
	}
}

// TestRun bounds what a process can do to the doctor.
func TestRun(t *testing.T) {
	for script, want := range map[string]string{
		"sleep 9":          "did not answer within 500ms",
		"sleep 9 & exit 0": "did not answer within 500ms",
		"kill -9 $$":       "could not be run: signal: killed",
		"exit 7":           `exits 7 and says ""`,
	} {
		began := time.Now()
		if got := run(t.Context(), exec.Command("sh", "-c", script), nil, 500*time.Millisecond).String(); got != want {
			t.Errorf("%s: got %s, want %s", script, got, want)
		}
		if took := time.Since(began); took > 5*time.Second {
			t.Errorf("%s: took %s", script, took)
		}
	}
	if got := run(t.Context(), exec.Command("/nowhere/gate"), nil, time.Second).String(); !strings.HasPrefix(got, "could not be run: ") {
		t.Errorf("got %s", got)
	}
}

// TestSays tells which answers are as good as the one that is wanted.
func TestSays(t *testing.T) {
	deny := gate.Reply{Stdout: []byte(`{"decision":"deny","reason":"some reason"}`), Exit: 2}
	flat := gate.Reply{Stdout: deny.Stdout}
	silent := gate.Reply{}
	for name, tt := range map[string]struct {
		want           gate.Reply
		stdout, stderr string
		exit           int
		ok             bool
	}{
		"the same":                      {deny, `{"decision":"deny","reason":"another one"}` + "\n", "GATE DENY", 2, true},
		"the document alone":            {deny, `{"decision":"deny","reason":"a b"}`, "", 0, true},
		"exit 2 without a reason":       {deny, `{"decision":"deny","reason":"a b"}`, "", 2, false},
		"exit 1":                        {deny, `{"decision":"deny","reason":"a b"}`, "x", 1, false},
		"another word":                  {deny, `{"decision":"allow","reason":"a b"}`, "x", 2, false},
		"another key":                   {deny, `{"decision":"deny","reason":"a b","x":1}`, "x", 2, false},
		"noise":                         {deny, `x {"decision":"deny","reason":"a b"}`, "x", 2, false},
		"nothing":                       {deny, ``, "x", 2, false},
		"exit 2 where that is an error": {flat, `{"decision":"deny","reason":"a b"}`, "x", 2, false},
		"silence":                       {silent, "\n", "", 0, true},
		"a word instead of silence":     {silent, "{}", "", 0, false},
		"a failure instead of silence":  {silent, "", "x", 1, false},
	} {
		a := answer{stdout: tt.stdout, stderr: tt.stderr, exit: tt.exit}
		if got := a.says(tt.want); got != tt.ok {
			t.Errorf("%s: got %v", name, got)
		}
	}
}
