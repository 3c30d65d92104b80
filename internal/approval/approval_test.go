package approval

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"
)

// TestMain makes the test's executable a hook, when it is started as one.
func TestMain(m *testing.M) {
	if dir := os.Getenv("APPROVAL_HOOK"); dir != "" {
		os.Exit(hook(dir))
	}
	os.Exit(m.Run())
}

// hook uses a grant once it is told to, and says whether it passes.
func hook(dir string) int {
	s, err := Open(dir)
	if err != nil {
		fmt.Println(err)
		return 1
	}
	os.Stdin.Read(make([]byte, 1)) // until it is closed
	if g, err := s.Use(call, Clock()); err != nil {
		fmt.Println(err)
	} else if g != nil {
		fmt.Println("passes")
	}
	return 0
}

const (
	action = "8f434346648f6b96df89dda901c5176b10a6d83961dd3c1ac88b59b2dc327aa4"
	root   = "/home/dev/project"
)

var call = Ask{Action: action, Root: root, Policy: "p1", Session: "s1", Rules: []string{"git/force_push"}}

var noon = Now{time.Date(2026, 12, 1, 12, 0, 0, 0, time.UTC), 1000}

func (n Now) after(d time.Duration) Now { return Now{n.Wall.Add(d), n.Up + int64(d/time.Second)} }

// granted is a store with a grant for the call, made at noon.
func granted(t *testing.T, mode string) (Store, Grant) {
	t.Helper()
	s, err := Open(filepath.Join(t.TempDir(), "approvals"))
	if err != nil {
		t.Fatal(err)
	}
	g := Grant{
		Code: s.Code(root, action), Action: action, Root: root, Rules: call.Rules, Policy: "p1", Mode: mode, Session: "s1",
		Created: noon.Wall, Expires: noon.Wall.Add(OnceLasts), Up: noon.Up,
	}
	if err := s.Put(g); err != nil {
		t.Fatal(err)
	}
	return s, g
}

func TestUse(t *testing.T) {
	soon := noon.after(time.Minute)
	for name, tt := range map[string]struct {
		mode string
		ask  func(*Ask)
		now  Now
		want string // "" passes, else what the error or "nothing" says
	}{
		"once":                             {Once, nil, soon, ""},
		"session":                          {Session, nil, soon, ""},
		"for a time":                       {For, nil, soon, ""},
		"other session":                    {Session, func(a *Ask) { a.Session = "s2" }, soon, "another session"},
		"no session":                       {Session, func(a *Ask) { a.Session = "" }, soon, "another session"},
		"session, for once":                {Once, func(a *Ask) { a.Session = "s2" }, soon, ""},
		"other action":                     {For, func(a *Ask) { a.Action = "9" + action[1:] }, soon, "nothing"},
		"other project":                    {For, func(a *Ask) { a.Root = root + "2" }, soon, "another action"},
		"other policy":                     {For, func(a *Ask) { a.Policy = "p2" }, soon, "policy has changed"},
		"another rule too":                 {For, func(a *Ask) { a.Rules = []string{"git/force_push", "net/upload"} }, soon, "says nothing of net/upload"},
		"other mode":                       {"forever", nil, soon, `is for "forever"`},
		"expired":                          {For, nil, noon.after(OnceLasts), "has expired"},
		"last second":                      {For, nil, noon.after(OnceLasts - time.Second), ""},
		"clock set back":                   {For, nil, Now{noon.Wall.Add(-time.Second), noon.Up + 60}, "clock was set back"},
		"back after its end, to within it": {For, nil, Now{noon.Wall.Add(time.Minute), noon.Up + 3600}, "clock was set back"},
		"restarted":                        {For, nil, Now{soon.Wall, 3}, "before the system was started"},
		"uptime unknown":                   {For, nil, Now{soon.Wall, 0}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			s, _ := granted(t, tt.mode)
			ask := call
			if tt.ask != nil {
				tt.ask(&ask)
			}
			g, err := s.Use(ask, tt.now)
			got := ""
			switch {
			case err != nil:
				got = err.Error()
			case g == nil:
				got = "nothing"
			}
			if tt.want == "" && got != "" || !strings.Contains(got, tt.want) || (g == nil) != (tt.want != "") {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

// TestExpiredIsGone holds that what was once seen to be over stays so.
func TestExpiredIsGone(t *testing.T) {
	s, _ := granted(t, For)
	if g, err := s.Use(call, Now{noon.Wall.Add(time.Hour), 0}); g != nil || err == nil {
		t.Fatalf("%v %v", g, err)
	}
	if g, err := s.Use(call, Now{noon.Wall.Add(time.Minute), 0}); g != nil || err != nil {
		t.Errorf("%v %v", g, err)
	}
}

// TestReplayed holds that a grant for one call is used by one call, and by a
// question about that call.
func TestReplayed(t *testing.T) {
	s, g := granted(t, Once)
	question := call
	question.Question = true
	for i, tt := range []struct {
		ask    Ask
		passes bool
	}{{question, true}, {question, true}, {call, true}, {call, false}, {question, true}, {call, false}} {
		got, err := s.Use(tt.ask, noon)
		if err != nil || (got != nil) != tt.passes {
			t.Errorf("%d: %v %v, want %t", i, got, err, tt.passes)
		}
	}
	must(t, s.Put(g))
	file, err := os.ReadFile(s.file(action))
	must(t, err)
	if got, err := s.Use(call, noon); got == nil || err != nil {
		t.Errorf("a new grant: %v %v", got, err)
	}
	must(t, os.WriteFile(s.file(action), file, 0o600))
	if got, err := s.Use(call, noon); got != nil || err == nil || !strings.Contains(err.Error(), "used already") {
		t.Errorf("put back from a copy: %v %v", got, err)
	}
}

// TestReplayedAtOnce has 16 processes use one grant at the same time: exactly
// one passes.
func TestReplayedAtOnce(t *testing.T) {
	for range 5 {
		s, g := granted(t, Once)
		now := Clock()
		g.Created, g.Expires, g.Up = now.Wall, now.Wall.Add(OnceLasts), now.Up
		if err := s.Put(g); err != nil {
			t.Fatal(err)
		}
		r, w, err := os.Pipe()
		if err != nil {
			t.Fatal(err)
		}
		var hooks []*exec.Cmd
		var said [16]bytes.Buffer
		for i := range said {
			cmd := exec.Command(os.Args[0])
			cmd.Env = append(os.Environ(), "APPROVAL_HOOK="+s.Dir)
			cmd.Stdin, cmd.Stdout, cmd.Stderr = r, &said[i], os.Stderr
			if err := cmd.Start(); err != nil {
				t.Fatal(err)
			}
			hooks = append(hooks, cmd)
		}
		w.Close()
		passed := 0
		for i, cmd := range hooks {
			if err := cmd.Wait(); err != nil {
				t.Error(err)
			}
			switch text := said[i].String(); {
			case text == "passes\n":
				passed++
			case text != "" && !strings.Contains(text, "used already"):
				t.Error(text)
			}
		}
		r.Close()
		if passed != 1 {
			t.Errorf("%d of 16 passed, want 1", passed)
		}
	}
}

// TestForged has grants that gate approve did not write in this form.
func TestForged(t *testing.T) {
	for name, tt := range map[string]struct {
		forge func(t *testing.T, s Store, file string)
		want  string
	}{
		"expires later": {edit(`"expires": "2026-12-01T12:15`, `"expires": "2026-12-02T12:15`), "not written by gate approve"},
		"another rule":  {edit(`git/force_push`, `net/upload`), "not written by gate approve"},
		"another mode":  {edit(`"once"`, `"for"`), "not written by gate approve"},
		"no seal":       {edit(`"seal": "`, `"seel": "`), "not written by gate approve"},
		"no JSON":       {edit(`{`, ``), "read the approval"},
		"of another secret": {func(t *testing.T, s Store, file string) {
			other, g := granted(t, Once)
			text, _ := os.ReadFile(other.file(g.Action))
			must(t, os.WriteFile(file, text, 0o600))
		}, "not written by gate approve"},
		"of another action": {func(t *testing.T, s Store, file string) {
			g := Grant{Action: "9" + action[1:], Root: root, Rules: call.Rules, Policy: "p1", Mode: Once, Created: noon.Wall, Expires: noon.Wall.Add(time.Hour)}
			g.Code = s.Code(g.Root, g.Action)
			must(t, s.Put(g))
			must(t, os.Rename(s.file(g.Action), file))
		}, "of another action"},
		"too long": {func(t *testing.T, _ Store, file string) {
			must(t, os.WriteFile(file, bytes.Repeat([]byte(" "), maxGrant+1), 0o600))
		}, "too long"},
		"others can write": {unix(func(t *testing.T, _ Store, file string) { must(t, os.Chmod(file, 0o666)) }), "others can"},
		"the group reads":  {unix(func(t *testing.T, _ Store, file string) { must(t, os.Chmod(file, 0o640)) }), "others can"},
		"another user's": {unix(func(t *testing.T, _ Store, file string) {
			if err := os.Chown(file, 12345, -1); err != nil {
				t.Skip("only root gives a file away:", err)
			}
		}), "another user's"},
		"a link": {unix(func(t *testing.T, s Store, file string) {
			must(t, os.Rename(file, file+".real"))
			must(t, os.Symlink(file+".real", file))
		}), "read an approval"},
		"a folder": {func(t *testing.T, _ Store, file string) {
			must(t, os.Remove(file))
			must(t, os.Mkdir(file, 0o700))
		}, "no ordinary file"},
	} {
		t.Run(name, func(t *testing.T) {
			s, _ := granted(t, Once)
			tt.forge(t, s, s.file(action))
			if g, err := s.Use(call, noon); g != nil || err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("got %v, %v, want %q", g, err, tt.want)
			}
		})
	}
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func edit(old, new string) func(*testing.T, Store, string) {
	return func(t *testing.T, _ Store, file string) {
		text, err := os.ReadFile(file)
		must(t, err)
		edited := strings.Replace(string(text), old, new, 1)
		if edited == string(text) {
			t.Fatalf("%q is not in %s", old, text)
		}
		must(t, os.WriteFile(file, []byte(edited), 0o600))
	}
}

func unix(forge func(*testing.T, Store, string)) func(*testing.T, Store, string) {
	return func(t *testing.T, s Store, file string) {
		if runtime.GOOS == "windows" {
			t.Skip("no such files on Windows")
		}
		forge(t, s, file)
	}
}

func TestPutWrongCode(t *testing.T) {
	s, g := granted(t, Once)
	g.Root += "2"
	if err := s.Put(g); err == nil {
		t.Error("a code of another project is taken")
	}
}

func TestRevoke(t *testing.T) {
	s, g := granted(t, For)
	all, err := s.All(noon)
	if err != nil || len(all) != 1 || all[0].Code != g.Code {
		t.Fatalf("%v %v", all, err)
	}
	must(t, s.Revoke(all[0]))
	if got, err := s.Use(call, noon); got != nil || err != nil {
		t.Errorf("%v %v", got, err)
	}
	if all, err := s.All(noon); err != nil || len(all) != 0 {
		t.Errorf("%v %v", all, err)
	}
}

// TestSecret holds that the secret is made once, is the user's alone, and that
// codes of another one differ.
func TestSecret(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "approvals")
	a, err := Open(dir)
	must(t, err)
	b, err := Open(dir)
	must(t, err)
	other, _ := granted(t, Once)
	code := a.Code(root, action)
	switch {
	case code != b.Code(root, action):
		t.Error("the code differs the second time")
	case code == other.Code(root, action):
		t.Error("the code is the same with another secret")
	case code == a.Code(root+"2", action), code == a.Code(root, "9"+action[1:]):
		t.Error("the code is that of another action")
	}
	if runtime.GOOS == "windows" {
		return
	}
	info, err := os.Stat(filepath.Join(dir, secretName))
	must(t, err)
	if info.Mode().Perm() != 0o600 {
		t.Errorf("the secret has mode %o", info.Mode().Perm())
	}
	must(t, os.Chmod(filepath.Join(dir, secretName), 0o644))
	if _, err := Open(dir); err == nil || !strings.Contains(err.Error(), "others can read") {
		t.Errorf("a secret that others read: %v", err)
	}
}

func TestParseCode(t *testing.T) {
	for text, want := range map[string]string{
		"7K3M9QX2": "7K3M9QX2", "7k3m-9qx2": "7K3M9QX2", " 7K3M 9QX2": "7K3M9QX2", "OIL00000": "01100000",
		"": "", "7K3M9QX": "", "7K3M9QX22": "", "7K3M9QXU": "", "../../../": "", "7K3M9QX\u2160": "",
	} {
		if got, err := ParseCode(text); got != want || (err == nil) != (want != "") {
			t.Errorf("%q: got %q, %v", text, got, err)
		}
	}
}

func BenchmarkCode(b *testing.B) {
	dir := b.TempDir()
	if _, err := Open(dir); err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		s, err := Open(dir)
		if err != nil {
			b.Fatal(err)
		}
		if g, err := s.Use(call, noon); g != nil || err != nil {
			b.Fatal(g, err)
		}
		s.Code(root, action)
	}
}
