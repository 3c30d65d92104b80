package main

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gate"
	"gate/internal/judge"
	"gate/internal/lock"
)

// TestLock tells the life of a lock, with a person at the keyboard or none.
func TestLock(t *testing.T) {
	home := t.TempDir()
	t.Setenv("HOME", home)
	t.Setenv("XDG_CONFIG_HOME", filepath.Join(home, ".config"))
	root := filepath.Join(home, "project")
	settings := filepath.Join(root, ".claude", "settings.json")
	if err := os.MkdirAll(filepath.Join(root, ".git"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(filepath.Dir(settings), 0o755); err != nil {
		t.Fatal(err)
	}
	t.Chdir(root)
	somebody := func() error { return nil }
	nobody := func() error { return errors.New("nobody is there") }
	for _, step := range []struct {
		write  string // into the settings
		args   string
		person func() error
		err    string // what the command says, "" when it is done
		denied bool   // what the hook says then
	}{
		{`{}`, "--check", nobody, "there is no lock", false},
		{`{}`, "--update", somebody, "there is no lock", false},
		{`{}`, "", nobody, "", false},
		{`{}`, "--check", nobody, "", false},
		{`{}`, "", somebody, "there is a lock already", false},
		{`{"disableAllHooks":true}`, "--check", nobody, "calls are denied", true},
		{`{"disableAllHooks":true}`, "--update", nobody, "nobody is there", true},
		{`{"disableAllHooks":true}`, "--off", nobody, "nobody is there", true},
		{`{"disableAllHooks":true}`, "--update", somebody, "", false},
		{`{}`, "--check", nobody, "calls are denied", true},
		{`{}`, "--off", somebody, "", false},
		{`{}`, "--off", somebody, "", false},
	} {
		if err := os.WriteFile(settings, []byte(step.write), 0o600); err != nil {
			t.Fatal(err)
		}
		cmd := lockCommand(locker{person: step.person})
		cmd.SilenceErrors, cmd.SilenceUsage = true, true
		cmd.SetArgs(strings.Fields(step.args))
		cmd.SetOut(new(bytes.Buffer))
		err := cmd.Execute()
		if step.err == "" != (err == nil) || err != nil && !strings.Contains(err.Error(), step.err) {
			t.Errorf("gate lock %s with %s: %v, want %q", step.args, step.write, err, step.err)
		}
		out := judge.Call(gate.Call{Harness: "claude-code", Event: gate.BeforeTool, Cwd: root}, judge.Options{FailOpen: true})
		if got := out.Verdict.Lead().Code == lock.Code && out.Verdict.Decision == gate.Deny; got != step.denied {
			t.Errorf("after gate lock %s with %s: %+v, want denied %t", step.args, step.write, out.Verdict, step.denied)
		}
	}
}
