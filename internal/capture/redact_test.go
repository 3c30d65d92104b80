package capture

import (
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

const token = "x7Kq29LmZp4RtVwB8nYc3HdJ6sFgA1eUoTi5"

// known finds the one token of these tests.
func known(text string) ([]string, error) {
	if strings.Contains(text, token) {
		return []string{token}, nil
	}
	return nil, nil
}

var alice = Person{Home: "/home/alice", User: "alice", Host: "wonderland"}

func TestRedact(t *testing.T) {
	bash := func(cwd, command string) string {
		return `{"hook_event_name":"PreToolUse", "session_id":"s","transcript_path":"/t",` + "\n" + ` "cwd":"` + cwd + `","tool_name":"Bash","tool_input":{"command":"` + command + `"},"n":1.50}`
	}
	for name, tt := range map[string]struct {
		who             Person
		cwd, command    string
		wantCwd, wanted string
	}{
		"nothing":            {alice, "/srv/x", `echo \u00e9 \"a\"`, "/srv/x", `echo \u00e9 \"a\"`},
		"home":               {alice, "/home/alice/p", "cat /home/alice/.ssh/x", "/home/dev/p", "cat /home/dev/.ssh/x"},
		"another's home":     {alice, "/home/bob", "echo bob bobby", "/home/dev", "echo dev bobby"},
		"not a home":         {alice, "/srv", "cat src/home/index.ts", "/srv", "cat src/home/index.ts"},
		"macOS":              {Person{Home: "/Users/alice"}, "/Users/alice", "ls", "/Users/dev", "ls"},
		"Windows":            {Person{Home: `C:\Users\alice`}, `C:\\Users\\alice\\p`, "dir c:/Users/alice", `C:\\Users\\dev\\p`, "dir c:/Users/dev"},
		"Windows from Unix":  {alice, `/srv`, "ls /mnt/c/Users/bob /c/Users/bob", `/srv`, "ls /mnt/c/Users/dev /c/Users/dev"},
		"root":               {Person{Home: "/root", User: "root"}, "/root/p", "ls /root /a/root /rooter root", "/home/dev/p", "ls /home/dev /a/root /rooter root"},
		"in a folder's name": {alice, "/x", "ls .claude/projects/-home-alice-p", "/x", "ls .claude/projects/-home-dev-p"},
		"account, machine":   {alice, "/x", "ssh alice@wonderland # malice", "/x", "ssh dev@host # malice"},
		"a file's address":   {alice, "/x", "open file:///home/alice/a", "/x", "open file:///home/dev/a"},
		"mail":               {alice, "/x", "git -c user.email=al.ice@corp.io x; git@github.com noreply@corp.io", "/x", "git -c user.email=dev1@example.com x; git@github.com noreply@corp.io"},
	} {
		t.Run(name, func(t *testing.T) {
			got, err := Redact([]byte(bash(tt.cwd, tt.command)), tt.who, known)
			if err != nil {
				t.Fatal(err)
			}
			if want := bash(tt.wantCwd, tt.wanted); string(got) != want {
				t.Errorf("got\n%s\nwant\n%s", got, want)
			}
		})
	}
}

// TestRedactForms holds what is made up to the form of what it replaces.
func TestRedactForms(t *testing.T) {
	payload := "\ufeff" + `{"session_id":"0b6ccd0e-41f2-4b5d-9f0a-7a5d1c0fb9ee","transcript_path":"/t/0b6ccd0e-41f2-4b5d-9f0a-7a5d1c0fb9ee.jsonl","hook_event_name":"PreToolUse","cwd":"/x",` +
		`"tool_name":"Bash","tool_input":{"command":"GH=ghp_` + token + `"},"tool_use_id":"toolu_01VbZ9kQ","agent_id":"a1","/home/alice":"toolu_01VbZ9kQ"}`
	got, err := Redact([]byte(payload), alice, known)
	if err != nil {
		t.Fatal(err)
	}
	form := regexp.MustCompile("^\ufeff" + `\{"session_id":"(00000000-0000-4000-8000-0{11}\d)","transcript_path":"/t/(00000000-0000-4000-8000-0{11}\d)\.jsonl",.*` +
		`"GH=ghp_[a-z]\d[A-Z][a-z]\d\d[A-Z].{29}"\},"tool_use_id":"(toolu_\d\d[A-Z][a-z][A-Z]\d[a-z][A-Z])","agent_id":"a1","/home/dev":"(toolu_.{8})"\}$`)
	match := form.FindSubmatch(got)
	if match == nil {
		t.Fatalf("got %s", got)
	}
	if string(match[1]) != string(match[2]) || string(match[3]) != string(match[4]) {
		t.Errorf("one id became two: %s", got)
	}
	for _, private := range []string{token, "toolu_01VbZ9kQ", "0b6ccd0e", "alice"} {
		if strings.Contains(string(got), private) {
			t.Errorf("%s is still there: %s", private, got)
		}
	}
	again, err := Redact([]byte(payload), alice, known)
	if err != nil || string(again) != string(got) {
		t.Errorf("the second time it is %s, %v", again, err)
	}
}

func TestRedactNoJSON(t *testing.T) {
	for text, want := range map[string]string{
		"*** Begin Patch\n*** Add File: /home/alice/a\n+\"x\n*** End Patch": "*** Begin Patch\n*** Add File: /home/dev/a\n+\"x\n*** End Patch",
		`{"cwd":"/home/alice`: `{"cwd":"/home/dev`,
	} {
		if got, err := Redact([]byte(text), alice, known); err != nil || string(got) != want {
			t.Errorf("got %s, %v", got, err)
		}
	}
}

func TestRedactRefuses(t *testing.T) {
	payload := `{"hook_event_name":"PreToolUse","session_id":"s","transcript_path":"/t","cwd":"/x","tool_name":"Bash","tool_input":{"command":"ls"}}`
	if _, err := Redact([]byte(payload), Person{User: "Bash"}, known); !errors.Is(err, ErrChanged) {
		t.Errorf("got %v", err)
	}
	failed := errors.New("no")
	if _, err := Redact([]byte(payload), alice, func(string) ([]string, error) { return nil, failed }); !errors.Is(err, failed) {
		t.Errorf("got %v", err)
	}
}

// TestRedactFixtures holds that the fixtures which are there stay what they are
// for the hook, and keep their shape.
func TestRedactFixtures(t *testing.T) {
	files, err := filepath.Glob("../../testdata/*/*.json")
	if err != nil || len(files) < 100 {
		t.Fatalf("there are %d fixtures: %v", len(files), err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		got, err := Redact(text, alice, known)
		if err != nil {
			t.Errorf("%s: %v", file, err)
			continue
		}
		if want, got := split(text), split(got); len(want) != len(got) {
			t.Errorf("%s: %d parts became %d", file, len(want), len(got))
		}
	}
}
