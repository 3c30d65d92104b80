package author

import (
	"bytes"
	"strings"
	"testing"
)

// TestReplayOverManaged holds that a user's bundle is asked with the managed
// policy in force, without which more would seem to be let through.
func TestReplayOverManaged(t *testing.T) {
	managed, _ := stores(t)
	old := pack(t, oneRule("user.rules.ops.deploy", "mine"), Packing{})
	files := oneRule("user.rules.ops.deploy", "mine")
	files["rule.rego"].Data = bytes.Replace(files["rule.rego"].Data, []byte(`c.name == "deploy"`), []byte(`c.name == "other"`), 1)
	new := pack(t, files, Packing{})
	const log = `{"input": {"event": "before_tool", "commands": [{"name": "deploy", "argv": ["deploy"]}]}}`
	replay := func() []Decision {
		t.Helper()
		d, err := Replay(t.Context(), managed.Dir, old, new, strings.NewReader(log))
		if err != nil {
			t.Fatal(err)
		}
		return d
	}
	if d := replay(); len(d) != 1 || !d[0].Wider {
		t.Errorf("without a managed policy: %+v", d)
	}
	accepted(t, managed, oneRule("org.acme.rules.ops.deploy", "managed"), "1.0.0")
	if d := replay(); len(d) != 0 {
		t.Errorf("the managed policy denies it: %+v", d)
	}
}
