package gate_test

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"gate/dialects"
	"gate/internal/install"
)

// TestClaudePlugin holds that the plugin has the hooks that gate install
// writes, with the gate found on PATH.
func TestClaudePlugin(t *testing.T) {
	home := t.TempDir()
	m := install.Machine{OS: "linux", Home: home, Project: filepath.Join(home, "project"), State: filepath.Join(home, "state"), Gate: "gate"}
	if _, err := m.Install([]string{"claude-code"}, dialects.User, false); err != nil {
		t.Fatal(err)
	}
	want, err := os.ReadFile(filepath.Join(home, ".claude/settings.json"))
	if err != nil {
		t.Fatal(err)
	}
	const file = "integrations/claude-code/hooks/hooks.json"
	if *update {
		if err := os.WriteFile(file, want, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), string(got)); diff != "" {
		t.Errorf("%s is not what gate install writes; go test . -run ClaudePlugin -update (-want +got):\n%s", file, diff)
	}
	manifest, err := os.ReadFile("integrations/claude-code/.claude-plugin/plugin.json")
	if err != nil {
		t.Fatal(err)
	}
	var plugin struct {
		Name, Description, License string
		Keywords                   []string
	}
	dec := json.NewDecoder(bytes.NewReader(manifest))
	dec.DisallowUnknownFields()
	if err := dec.Decode(&plugin); err != nil || plugin.Name != "gate" {
		t.Errorf("the manifest says %+v, %v", plugin, err)
	}
}
