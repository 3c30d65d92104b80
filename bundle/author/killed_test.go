package author

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"
)

// The child of TestKilled: what it does, to which folder, and at which step it
// ends.
const (
	childDoes = "GATE_TEST_STORE_DOES"
	childDir  = "GATE_TEST_STORE_DIR"
	childStep = "GATE_TEST_STORE_STEP"
)

func TestMain(m *testing.M) {
	if does := os.Getenv(childDoes); does != "" {
		if err := child(does, os.Getenv(childDir), os.Getenv(childStep)); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// child changes the policy in force, and is killed at a step on the way.
func child(does, dir, last string) error {
	left, err := strconv.Atoi(last)
	if err != nil {
		return err
	}
	me, err := os.FindProcess(os.Getpid())
	if err != nil {
		return err
	}
	passed = func() {
		if left--; left == 0 {
			me.Kill()
			select {} // until the signal arrives
		}
	}
	s, ctx := Store{Dir: dir, Managed: filepath.Join(dir, "none")}, context.Background()
	switch does {
	case "use":
		b, err := Pack(ctx, oneRule("user.rules.a.b", "new"), Packing{Revision: "3"})
		if err != nil {
			return err
		}
		_, err = s.Use(ctx, Offer{Bundle: b, Source: "new"}, time.Now())
		return err
	case "rollback":
		_, err = s.Rollback(ctx, time.Now())
	case "off":
		err = s.Off()
	}
	return err
}

// TestKilled kills what changes the policy in force at each step: the next call
// goes by the old policy or by the new one, whole, and the next change works
// and clears away what was left.
func TestKilled(t *testing.T) {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	before := t.TempDir()
	kept := Store{Dir: before, Managed: filepath.Join(before, "none")}
	accepted(t, kept, oneRule("user.rules.a.b", "older"), "1")
	accepted(t, kept, oneRule("user.rules.a.b", "old"), "2")
	for name, tt := range map[string]struct {
		does     string
		old, new string
	}{
		"first":    {"use", ": ", "3: new"},
		"use":      {"use", "2: old", "3: new"},
		"rollback": {"rollback", "2: old", "1: older"},
		"off":      {"off", "2: old", ": "},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			for step := 1; ; step++ {
				dir := t.TempDir()
				s := Store{Dir: dir, Managed: filepath.Join(dir, "none")}
				if name != "first" {
					if err := os.CopyFS(dir, os.DirFS(before)); err != nil {
						t.Fatal(err)
					}
				}
				cmd := exec.Command(self)
				cmd.Env = append(os.Environ(), childDoes+"="+tt.does, childDir+"="+dir, childStep+"="+strconv.Itoa(step))
				out, err := cmd.CombinedOutput()
				got := reasons(t, Store{Dir: s.Managed}, s)
				if err == nil {
					if got != tt.new || step < 2 {
						t.Errorf("after %d steps: %s, want %s", step-1, got, tt.new)
					}
					t.Logf("killed %d times", step-1)
					return
				}
				if len(out) > 0 {
					t.Fatalf("step %d: %s", step, out)
				}
				if got != tt.old && got != tt.new {
					t.Errorf("killed at step %d: %s, want %s or %s", step, got, tt.old, tt.new)
				}
				accepted(t, s, oneRule("user.rules.a.b", "next"), "4")
				if got := reasons(t, Store{Dir: s.Managed}, s); got != "4: next" {
					t.Errorf("the next, after step %d: %s", step, got)
				}
				for _, at := range []string{dir, filepath.Join(dir, "policies")} {
					entries, err := os.ReadDir(at)
					if err != nil {
						t.Fatal(err)
					}
					for _, e := range entries {
						if strings.HasPrefix(e.Name(), ".") {
							t.Errorf("left over after step %d: %s", step, e.Name())
						}
					}
				}
			}
		})
	}
}
