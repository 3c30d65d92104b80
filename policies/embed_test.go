package policies

import (
	"encoding/json"
	"io/fs"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestEverythingButTestsIsEmbedded(t *testing.T) {
	want := names(t, os.DirFS("."), func(name string) bool {
		return !strings.HasSuffix(name, "_test.rego") && !strings.HasSuffix(name, ".go") && name != "policy.plan"
	})
	got := names(t, FS, func(string) bool { return true })
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestRulesDoNotKnowTheHarness(t *testing.T) {
	for _, name := range names(t, FS, func(name string) bool { return strings.HasSuffix(name, ".rego") }) {
		text, err := FS.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(string(text), "input.harness") && name != "gate/lib/settings/settings.rego" { // which an organisation names
			t.Errorf("%s: a rule must not know the harness", name)
		}
	}
}

func TestCapabilitiesAllowNoHost(t *testing.T) {
	var c struct {
		AllowNet []string `json:"allow_net"`
	}
	if err := json.Unmarshal(Capabilities, &c); err != nil {
		t.Fatal(err)
	}
	if c.AllowNet == nil || len(c.AllowNet) > 0 {
		t.Errorf("allow_net %v, want an empty list", c.AllowNet)
	}
}

func names(t *testing.T, files fs.FS, keep func(string) bool) []string {
	t.Helper()
	var all []string
	err := fs.WalkDir(files, ".", func(name string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() && keep(name) {
			all = append(all, name)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}
