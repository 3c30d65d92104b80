package install

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"gate/dialects"
)

// machine is one of its own, with the managed scope's folders in it.
func machine(t *testing.T, system string) Machine {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	m := Machine{OS: system, Home: dir + "/home", Project: dir + "/project", State: dir + "/home/.config/gate", Gate: "/opt/gate", Disk: dir + "/disk"}
	for _, sub := range []string{"home", "project", "disk/etc", "disk/Library", "disk/opt"} {
		if err := os.MkdirAll(filepath.Join(dir, sub), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	return m
}

// tree is every file and folder below dir.
func tree(t *testing.T, dir string) map[string]string {
	t.Helper()
	all := map[string]string{}
	err := filepath.WalkDir(dir, func(name string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			all[name] = "folder"
			return err
		}
		text, err := os.ReadFile(name)
		all[name] = string(text)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// TestEveryHarness installs each harness in each scope on each system twice,
// and takes it out again: the second time changes nothing, every event has its
// entry, and in the end everything is as before.
func TestEveryHarness(t *testing.T) {
	for _, name := range dialects.Names() {
		for _, system := range []string{"linux", "darwin"} {
			for _, scope := range []dialects.Scope{dialects.User, dialects.Project, dialects.Managed} {
				m := machine(t, system)
				if targets, err := m.Usual(name, scope); err != nil {
					t.Logf("%s, %s, %s: %v", name, system, scope, err)
					continue
				} else if len(targets) == 0 {
					t.Errorf("%s, %s: no file", name, scope)
				}
				t.Run(name+" "+system+" "+string(scope), func(t *testing.T) { roundTrip(t, m, name, scope) })
			}
		}
	}
}

func roundTrip(t *testing.T, m Machine, name string, scope dialects.Scope) {
	dir := filepath.Dir(m.Home)
	before := tree(t, dir)
	plan := must(t)(m.Install([]string{name}, scope, false))
	s, _ := dialects.SetupOf(name)
	if n := strings.Count(diffs(plan), "hook --stdin"); n != len(s.Hooks) && s.Shape != "plugin" {
		t.Errorf("%d entries for %v:\n%s", n, s.Hooks, diffs(plan))
	}
	after := tree(t, dir)
	again := must(t)(m.Install([]string{name}, scope, false))
	if d := cmp.Diff(after, tree(t, dir)); d != "" || diffs(again) != "" {
		t.Errorf("a second time changes something: %s%s", d, diffs(again))
	}
	dry := must(t)(m.Uninstall([]string{name}, true))
	if d := cmp.Diff(after, tree(t, dir)); d != "" || diffs(dry) == "" {
		t.Errorf("a dry run: %s", d)
	}
	must(t)(m.Uninstall([]string{name}, false))
	if d := cmp.Diff(before, tree(t, dir)); d != "" {
		t.Errorf("something is left (-before +after):\n%s", d)
	}
	// Without the record, our entries and what only we can have made go all the same.
	must(t)(m.Install([]string{name}, scope, false))
	if err := os.RemoveAll(m.State); err != nil {
		t.Fatal(err)
	}
	must(t)(m.Uninstall([]string{name}, false))
	for file, text := range tree(t, dir) {
		if strings.Contains(text, "hook --stdin") || strings.Contains(text, mark) {
			t.Errorf("%s still has the gate:\n%s", file, text)
		}
	}
}

func must(t *testing.T) func(Plan, error) Plan {
	return func(p Plan, err error) Plan {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
}

func diffs(p Plan) string {
	var b strings.Builder
	for _, c := range p.Changes {
		b.WriteString(c.Diff)
	}
	return b.String()
}

// TestFound holds that every harness with a place of the user's can be found.
func TestFound(t *testing.T) {
	m := machine(t, "linux")
	for _, name := range dialects.Names() {
		s, _ := dialects.SetupOf(name)
		if _, err := m.Usual(name, dialects.User); err == nil && len(s.Found) == 0 {
			t.Errorf("%s: nothing tells that it is on a machine", name)
		}
	}
	if err := os.MkdirAll(m.Home+"/.qwen", 0o755); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", "")
	if names, by := m.Detect(); !slices.Equal(names, []string{"qwen"}) || by["qwen"] != filepath.Join(m.Home, ".qwen") {
		t.Errorf("found %v by %v", names, by)
	}
}

// TestSharedFile takes two harnesses out of one folder in either order.
func TestSharedFolder(t *testing.T) {
	m := machine(t, "linux")
	before := tree(t, m.Home)
	must(t)(m.Install([]string{"copilot"}, dialects.User, false))
	must(t)(m.Install([]string{"vscode"}, dialects.User, false))
	must(t)(m.Uninstall([]string{"copilot"}, false))
	if _, err := os.Stat(m.Home + "/.copilot/hooks/gate-vscode.json"); err != nil {
		t.Error(err)
	}
	must(t)(m.Uninstall([]string{"vscode"}, false))
	if d := cmp.Diff(before, tree(t, m.Home)); d != "" {
		t.Error(d)
	}
}
