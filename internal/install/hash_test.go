package install

import (
	"encoding/json"
	"testing"
)

// TestHash holds the hash to what the rig computes, which is what Codex's own
// hooks/list says.
func TestHash(t *testing.T) {
	const hooks = `{"PreToolUse":[{"matcher":"Bash|<x>","hooks":[{"type":"command","command":"/usr/local/bin/gate hook --stdin && echo \"\u00e9\" > x","timeout":10}]}],` +
		`"UserPromptSubmit":[{"matcher":"x","hooks":[{"type":"command","command":"gate hook","statusMessage":"judging","async":true}]}]}`
	top := map[string]json.RawMessage{"hooks": json.RawMessage(hooks)}
	for event, want := range map[string][2]string{
		"PreToolUse":       {"/f:pre_tool_use:0:0", "sha256:0388155a5903d6c4b684de7429d216be20d9d883d3c1884d12c5fef1a6c249eb"},
		"UserPromptSubmit": {"/f:user_prompt_submit:0:0", "sha256:0f935c0c5a3cc66c66a856077749f5bd5832ace0f1827326dde2c5581af233e7"},
		"Stop":             {"/f:stop:0:0", ""},
	} {
		table, hash, err := Hash("/f", top, event, 0, 0)
		if err != nil || table != want[0] || hash != want[1] {
			t.Errorf("%s: got %s, %s, %v", event, table, hash, err)
		}
	}
	if _, _, err := Hash("/f", map[string]json.RawMessage{"hooks": json.RawMessage(`[]`)}, "Stop", 0, 0); err == nil {
		t.Error("a list of hooks has hashes")
	}
}
