package doctor

import (
	"encoding/json"
	"testing"
	"time"

	"gate/dialects"
)

// TestHash holds the hash to what the rig computes, which is what Codex's own
// hooks/list says.
func TestHash(t *testing.T) {
	const file = `{"hooks":{"PreToolUse":[{"matcher":"Bash|<x>","hooks":[{"type":"command","command":"/usr/local/bin/gate hook --stdin && echo \"\u00e9\" > x","timeout":10}]}],` +
		`"UserPromptSubmit":[{"matcher":"x","hooks":[{"type":"command","command":"gate hook","statusMessage":"judging","async":true}]}]}}`
	want := map[string]string{
		"PreToolUse":       "sha256:0388155a5903d6c4b684de7429d216be20d9d883d3c1884d12c5fef1a6c249eb",
		"UserPromptSubmit": "sha256:0f935c0c5a3cc66c66a856077749f5bd5832ace0f1827326dde2c5581af233e7",
	}
	var d document
	if err := json.Unmarshal([]byte(file), &d.top); err != nil {
		t.Fatal(err)
	}
	hooks := Machine{OS: "linux"}.hooks(d, dialects.Groups)
	if len(hooks) != len(want) {
		t.Fatalf("there are %d hooks: %+v", len(hooks), hooks)
	}
	for _, h := range hooks {
		if got := hash(h, dialects.Timeout{Unit: time.Second, Default: 600 * time.Second}); got != want[h.event] {
			t.Errorf("%s: got %s, want %s", h.event, got, want[h.event])
		}
	}
}

func TestSnake(t *testing.T) {
	for event, want := range map[string]string{"PreToolUse": "pre_tool_use", "Stop": "stop", "SubagentStart": "subagent_start"} {
		if got := snake(event); got != want {
			t.Errorf("%s became %s", event, got)
		}
	}
}

// TestGate finds the gate in command lines.
func TestGate(t *testing.T) {
	for line, want := range map[string]string{ // "-" is none
		"/usr/bin/gate hook --stdin":    "/usr/bin/gate",
		`"/home/a b/gate" hook --stdin`: "/home/a b/gate",
		`'/home/a b/gate' hook`:         "/home/a b/gate",
		`GOMAXPROCS=1 /x/gate hook --stdin || { echo "gate did not answer" >&2; exit 2; }`: "/x/gate",
		"timeout 5 /x/gate hook --stdin":                   "/x/gate",
		"{ /x/gate hook; }":                                "/x/gate",
		"/bin/sh -c 'GOMAXPROCS=1 /x/gate hook --stdin'":   "/x/gate",
		`/bin/sh -c '/x/gate hook --stdin'`:                "",
		`/bin/sh -c 'GOMAXPROCS=1 '\''/a b/gate'\'' hook'`: "",
		`C:\gate\gate.exe hook --stdin`:                    `C:\gate\gate.exe`,
		`& 'C:\a b\gate.exe' hook --stdin`:                 `C:\a b\gate.exe`,
		"gate hook":                                        "gate",
		"/x/gatectl hook":                                  "-",
		"/x/investigate hook":                              "-",
		"/x/gate eval hook":                                "-",
		"gate hooks":                                       "-",
	} {
		got, ours := hook{command: line}.gate()
		if !ours {
			got = "-"
		}
		if got != want {
			t.Errorf("%s: got %q, want %q", line, got, want)
		}
	}
	if got, ok := (hook{command: "/a b/gate", argv: []string{"/a b/gate", "hook", "--stdin"}}).gate(); !ok || got != "/a b/gate" {
		t.Errorf("without a shell: got %q", got)
	}
}
