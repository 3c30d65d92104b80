package install

import (
	"testing"

	"gate/dialects"
)

// TestCommand pins the command line by harness, system and path: quoted for
// what reads it, and closed only where that is proven.
func TestCommand(t *testing.T) {
	for _, tt := range []struct{ os, gate, name, event, want string }{
		{"linux", "/opt/gate", "claude-code", "PreToolUse", `GOMAXPROCS=1 /opt/gate hook --stdin --dialect claude-code`},
		{"linux", "/home/a b/it's/gate", "claude-code", "PreToolUse", `GOMAXPROCS=1 "/home/a b/it's/gate" hook --stdin --dialect claude-code`},
		{"darwin", "/opt/$x/gate", "gemini", "AfterTool", `GOMAXPROCS=1 '/opt/$x/gate' hook --stdin --dialect gemini`},
		{"linux", "/opt/gate", "gemini", "BeforeTool", `GOMAXPROCS=1 /opt/gate hook --stdin --dialect gemini --deny-exit-zero || { echo "gate did not answer" >&2; exit 2; }`},
		{"linux", "/opt/gate", "codex", "PreToolUse", `/bin/sh -c 'GOMAXPROCS=1 /opt/gate hook --stdin --dialect codex --deny-exit-zero || { echo "gate did not answer" >&2; exit 2; }'`},
		{"linux", "/opt/gate", "codex", "SessionStart", `/opt/gate hook --stdin --dialect codex`},
		{"linux", "/opt/gate", "copilot", "preToolUse", `GOMAXPROCS=1 /opt/gate hook --stdin --dialect copilot --event preToolUse`},
		{"linux", "/opt/gate", "cursor", "preToolUse", `/opt/gate hook --stdin --dialect cursor`},
		{"linux", "/opt/gate", "antigravity", "PostToolUse", `/opt/gate hook --stdin --dialect antigravity --event PostToolUse`},
		{"linux", "/opt/gate", "cline", "PreToolUse", `/opt/gate hook --stdin --dialect cline || echo '{"cancel":true,"errorMessage":"gate did not answer"}'`},
		{"linux", "/opt/gate", "cline", "PostToolUse", `/opt/gate hook --stdin --dialect cline`},
		{"windows", `C:\Program Files\gate\gate.exe`, "claude-code", "PreToolUse", `'C:/Program Files/gate/gate.exe' hook --stdin --dialect claude-code`},
		{"windows", `C:\it's\gate.exe`, "gemini", "BeforeTool", `& 'C:\it''s\gate.exe' hook --stdin --dialect gemini`},
		{"windows", `C:\Program Files\gate\gate.exe`, "qwen", "PreToolUse", `"C:\Program Files\gate\gate.exe" hook --stdin --dialect qwen`},
		{"windows", `C:\gate\gate.exe`, "codex", "PreToolUse", `C:\gate\gate.exe hook --stdin --dialect codex`},
	} {
		s, _ := dialects.SetupOf(tt.name)
		got, err := Machine{OS: tt.os, Gate: tt.gate}.command(tt.name, tt.event, s)
		if err != nil || got != tt.want {
			t.Errorf("%s, %s, %s:\n got %s, %v\nwant %s", tt.os, tt.name, tt.event, got, err, tt.want)
		}
		if !starts(got, tt.name, false) {
			t.Errorf("not known again: %s", got)
		}
	}
}

// TestStarts tells our command lines from others'.
func TestStarts(t *testing.T) {
	for line, want := range map[string]bool{
		`/opt/gate hook --stdin --dialect codex`:       true,
		`npx gate hook --stdin --dialect=codex`:        true,
		`"C:\x y\gate.exe" hook --dialect codex`:       true,
		`timeout 5 '/x/gate' hook --stdin`:             true,
		`/opt/gate hook --stdin --dialect claude-code`: false,
		`/opt/gate rules`:                              false,
		`/opt/tailgate hook --stdin --dialect codex`:   false,
		`floodgate hook`:                               false,
		`echo gate hooks`:                              false,
		`/opt/gate-hook hook --stdin --dialect codex`:  false,
	} {
		if got := starts(line, "codex", true); got != want {
			t.Errorf("%s: %v, want %v", line, got, want)
		}
	}
}
