package judge

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"gate"
	"gate/internal/approval"
	"gate/internal/audit"
)

// shop is a home with two projects, where an agent calls and a person approves.
type shop struct {
	t    *testing.T
	home string
}

func open(t *testing.T) shop {
	home := t.TempDir()
	t.Setenv("HOME", home)
	t.Setenv("XDG_CONFIG_HOME", filepath.Join(home, ".config"))
	t.Setenv("AppData", filepath.Join(home, ".config"))
	for _, project := range []string{"one", "two"} {
		if err := os.MkdirAll(filepath.Join(home, project, ".git"), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	return shop{t, home}
}

// run is a call of a shell in a project.
type run struct {
	command, project, session, event string
}

var reset = run{"git reset --hard HEAD~1", "one", "s1", "PreToolUse"}

func (s shop) judge(r run) Outcome {
	s.t.Helper()
	payload, err := json.Marshal(map[string]any{
		"hook_event_name": r.event, "session_id": r.session, "transcript_path": "/t", "permission_mode": "default",
		"cwd": filepath.Join(s.home, r.project), "tool_name": "Bash",
		"tool_input": map[string]string{"command": r.command, "description": time.Now().String()},
	})
	if err != nil {
		s.t.Fatal(err)
	}
	out := Judge(payload, Options{Approvals: true})
	if out.Err != nil {
		s.t.Fatal(out.Err)
	}
	return out
}

// approve is what gate approve does about an outcome.
func (s shop) approve(out Outcome, mode string) {
	s.t.Helper()
	dir, err := approval.Folder()
	if err != nil {
		s.t.Fatal(err)
	}
	store, err := approval.Open(dir)
	if err != nil {
		s.t.Fatal(err)
	}
	rules, _ := spoken(out.Verdict)
	now := approval.Clock()
	err = store.Put(approval.Grant{
		Code: out.Verdict.Approval, Action: out.action, Root: out.Action.Root, Rules: rules, Policy: out.approval.Policy,
		Mode: mode, Session: out.Call.Session.ID, Created: now.Wall, Expires: now.Wall.Add(time.Minute), Up: now.Up,
	})
	if err != nil {
		s.t.Fatal(err)
	}
}

func TestApproved(t *testing.T) {
	for name, tt := range map[string]struct {
		mode   string
		next   run
		passes bool
	}{
		"the same":             {approval.Once, reset, true},
		"in a session":         {approval.Session, reset, true},
		"one more character":   {approval.For, run{"git reset --hard HEAD~1 ", "one", "s1", "PreToolUse"}, false},
		"one other character":  {approval.For, run{"git reset --hard HEAD~2", "one", "s1", "PreToolUse"}, false},
		"another argument":     {approval.For, run{"git reset --hard HEAD~1 -q", "one", "s1", "PreToolUse"}, false},
		"something more":       {approval.For, run{"git reset --hard HEAD~1; rm -rf ~/x", "one", "s1", "PreToolUse"}, false},
		"another project":      {approval.For, run{"git reset --hard HEAD~1", "two", "s1", "PreToolUse"}, false},
		"another session":      {approval.Session, run{"git reset --hard HEAD~1", "one", "s2", "PreToolUse"}, false},
		"another one, for all": {approval.For, run{"git reset --hard HEAD~1", "one", "s2", "PreToolUse"}, true},
	} {
		t.Run(name, func(t *testing.T) {
			s := open(t)
			first := s.judge(reset)
			if first.Verdict.Decision != gate.Ask || first.Verdict.Approval == "" {
				t.Fatalf("%+v", first.Verdict)
			}
			s.approve(first, tt.mode)
			out := s.judge(tt.next)
			if out.Verdict.Decision == gate.Allow || (out.Verdict.Decision == gate.None) != tt.passes {
				t.Errorf("%+v", out.Verdict)
			}
			if !tt.passes {
				if out.approval != nil && out.approval.Used != "" {
					t.Errorf("the approval was used: %+v", out.approval)
				}
				return
			}
			f := out.Verdict.Findings[0]
			if f.ID != "git/discard" || f.Decision != gate.None || f.Softened == nil || f.Softened.By != "person" ||
				f.Softened.From != gate.Ask || !strings.Contains(f.Softened.Reason, first.Verdict.Approval) {
				t.Errorf("%+v, %+v", f, f.Softened)
			}
			if len(out.Reply.Stdout) != 0 || out.Reply.Exit != 0 {
				t.Errorf("the harness hears %+v", out.Reply)
			}
		})
	}
}

// TestApprovedOnce holds that the second call is asked about as the first was,
// and that the harness's own question about the first one passes.
func TestApprovedOnce(t *testing.T) {
	s := open(t)
	first := s.judge(reset)
	s.approve(first, approval.Once)
	question := reset
	question.event = "PermissionRequest"
	if out := s.judge(reset); out.Verdict.Decision != gate.None {
		t.Errorf("the first: %+v", out.Verdict)
	}
	if out := s.judge(question); out.Verdict.Decision != gate.None {
		t.Errorf("the question about it: %+v", out.Verdict)
	}
	if out := s.judge(reset); out.Verdict.Decision != gate.Ask || out.Verdict.Approval != first.Verdict.Approval {
		t.Errorf("the second: %+v", out.Verdict)
	}
}

// TestNoCode has denials that no person approves.
func TestNoCode(t *testing.T) {
	for _, command := range []string{"gate approve 7K3M9QX2", "gate off", "rm -rf ~/.config/gate", "gate off; git reset --hard HEAD~1"} {
		s := open(t)
		out := s.judge(run{command, "one", "s1", "PreToolUse"})
		if out.Verdict.Decision != gate.Deny || out.Verdict.Approval != "" || out.approval != nil {
			t.Errorf("%s: %+v", command, out.Verdict)
		}
	}
}

// TestNoApprovalsUnasked holds that who only looks sees no code and uses nothing.
func TestNoApprovalsUnasked(t *testing.T) {
	s := open(t)
	s.approve(s.judge(reset), approval.Once)
	payload := []byte(`{"hook_event_name":"PreToolUse","session_id":"s1","cwd":"` + filepath.ToSlash(filepath.Join(s.home, "one")) + `","tool_name":"Bash","tool_input":{"command":"git reset --hard HEAD~1"}}`)
	if out := Judge(payload, Options{}); out.Verdict.Decision != gate.Ask || out.Verdict.Approval != "" {
		t.Errorf("%+v", out.Verdict)
	}
	if out := s.judge(reset); out.Verdict.Decision != gate.None {
		t.Errorf("it was used by who only looked: %+v", out.Verdict)
	}
}

// TestNothingMade holds that a call which passes makes no folder of approvals.
func TestNothingMade(t *testing.T) {
	s := open(t)
	if out := s.judge(run{"ls", "one", "s1", "PreToolUse"}); out.Verdict.Decision != gate.None || out.approval != nil {
		t.Errorf("%+v", out.Verdict)
	}
	if dir, _ := approval.Folder(); dir == "" {
		t.Error("there is no folder")
	} else if _, err := os.Lstat(dir); err == nil {
		t.Errorf("%s was made", dir)
	}
}

// TestBrokenSecret holds that a secret which others can read leaves the verdict
// as it is, without a code.
func TestBrokenSecret(t *testing.T) {
	s := open(t)
	first := s.judge(reset)
	s.approve(first, approval.For)
	dir, _ := approval.Folder()
	if err := os.WriteFile(filepath.Join(dir, "secret"), []byte("short"), 0o600); err != nil {
		t.Fatal(err)
	}
	out := s.judge(reset)
	if out.Verdict.Decision != gate.Ask || out.Verdict.Approval != "" || out.approval == nil || !strings.Contains(out.approval.Refused, "not 32 bytes") {
		t.Errorf("%+v %+v", out.Verdict, out.approval)
	}
}

// TestBreaksStrict holds that what breaks on the way to an approval leaves the
// verdict as strict as it is, with --fail-open too.
func TestBreaksStrict(t *testing.T) {
	s := open(t)
	out := s.judge(reset)
	out.policy, out.approval, out.Verdict.Approval = nil, nil, ""
	out.approve("/p")
	if out.Verdict.Decision != gate.Ask || out.approval == nil || out.approval.Refused == "" {
		t.Errorf("%+v %+v", out.Verdict, out.approval)
	}
}

// BenchmarkApprove is what a denied call costs more.
func BenchmarkApprove(b *testing.B) {
	home := b.TempDir()
	b.Setenv("HOME", home)
	b.Setenv("XDG_CONFIG_HOME", filepath.Join(home, ".config"))
	payload := []byte(`{"hook_event_name":"PreToolUse","session_id":"s1","cwd":"` + filepath.ToSlash(home) + `","tool_name":"Bash","tool_input":{"command":"git reset --hard HEAD~1","description":"x"}}`)
	first := Judge(payload, Options{Approvals: true})
	if first.Verdict.Approval == "" {
		b.Fatalf("%+v", first.Verdict)
	}
	verdict := first.Verdict
	for b.Loop() {
		first.Verdict = verdict
		first.approve(first.Action.Root)
	}
}

// BenchmarkActionHash is the part of it that the decision log has always paid.
func BenchmarkActionHash(b *testing.B) {
	home := b.TempDir()
	b.Setenv("HOME", home)
	payload := []byte(`{"hook_event_name":"PreToolUse","session_id":"s1","cwd":"` + filepath.ToSlash(home) + `","tool_name":"Bash","tool_input":{"command":"git reset --hard HEAD~1","description":"x"}}`)
	out := Judge(payload, Options{})
	for b.Loop() {
		audit.ActionHash(out.input)
	}
}
