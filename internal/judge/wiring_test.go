package judge

import (
	"encoding/json"
	"path"
	"runtime"
	"strings"
	"testing"

	"gate"
	"gate/dialects"
)

// TestWiring holds that no agent can change a file which wires a harness that
// the gate knows: what a dialect lists, self/tamper denies.
func TestWiring(t *testing.T) {
	home := t.TempDir()
	t.Setenv("HOME", home)
	project := path.Join(home, "project")
	for _, name := range dialects.Names() {
		setup, _ := dialects.SetupOf(name)
		for _, f := range setup.Files {
			if f.OS == "windows" && runtime.GOOS != "windows" && f.Scope == dialects.Managed {
				f.Path = "/mnt/c" + strings.TrimPrefix(strings.ReplaceAll(f.Path, `\`, "/"), "C:")
			}
			file := strings.ReplaceAll(strings.Replace(f.Path, "~", home, 1), "*", "PreToolUse")
			if !path.IsAbs(file) {
				file = path.Join(project, file)
			}
			payload, _ := json.Marshal(map[string]any{
				"hook_event_name": "PreToolUse", "session_id": "s", "cwd": project,
				"tool_name": "Write", "tool_input": map[string]string{"file_path": file, "content": "x"},
			})
			out := Judge(payload, Options{})
			if !denied(out.Verdict, "self/tamper") {
				t.Errorf("%s: %s can be written: %+v, %v", name, f.Path, out.Verdict.Findings, out.Err)
			}
		}
	}
}

func denied(v gate.Verdict, rule string) bool {
	for _, f := range v.Findings {
		if f.ID == rule && f.Decision == gate.Deny {
			return true
		}
	}
	return false
}
