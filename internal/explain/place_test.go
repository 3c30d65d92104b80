package explain

import (
	"encoding/json"
	"strings"
	"testing"

	"gate"
)

// TestPlace holds where facts are found: the marks are below the text that a
// fact comes from.
func TestPlace(t *testing.T) {
	for _, c := range []struct {
		text  string
		a     gate.Action
		marks []string
	}{
		{"git status", gate.Action{Commands: argvs("git status")}, []string{"git status"}},
		{"git push; git push --force", gate.Action{Commands: argvs("git push", "git push --force")}, []string{"git push", "git push --force"}},
		{"sudo rm -rf ~/old && ls", gate.Action{Commands: argvs("sudo rm -rf /h/old", "rm -rf /h/old", "ls")}, []string{"sudo rm -rf ~/old", "rm -rf ~/old", "ls"}},
		{`bash -c "rm x"`, gate.Action{Commands: argvs("bash -c rm", "rm x")}, []string{`bash -c "rm`, "rm x"}},
		{"farm rm", gate.Action{Commands: argvs("rm")}, []string{"rm"}},
		{"ls\nrm x\nls", gate.Action{Commands: argvs("rm x")}, []string{"rm x"}},
		{"echo x > ~/a/b", gate.Action{Home: "/h", Writes: []gate.Target{{Path: "/h/a/b", Abs: "/h/a/b", Source: ">"}}}, []string{"~/a/b"}},
		{"cat b; tee b", gate.Action{Writes: []gate.Target{{Path: "a/b", Abs: "/p/a/b", Source: "tee"}}}, []string{"b"}},
		{"curl -s https://x.example/a", gate.Action{URLs: []gate.URL{{URL: "https://x.example/a", Host: "x.example"}}}, []string{"https://x.example/a"}},
		{"eval $X", gate.Action{Unknown: []gate.Unknown{{What: "command", Text: "$X"}}}, []string{"$X"}},
		{"écrire ž", gate.Action{Commands: argvs("ž")}, []string{"ž"}},
		{"ls", gate.Action{Commands: argvs("rm")}, []string{""}},
		{"x", gate.Action{Commands: []gate.Command{{}}}, []string{""}},
	} {
		args, err := json.Marshal(map[string]string{"command": c.text, "description": "d"})
		if err != nil {
			t.Fatal(err)
		}
		c.a.Tool.Args = args
		for i, f := range place(c.a, factsOf(c.a)) {
			if got := string([]rune(f.Text)[f.From:f.To]); got != c.marks[i] {
				t.Errorf("%q: fact %d is at %q, want %q", c.text, i, got, c.marks[i])
			}
		}
	}
}

// TestTeeIsBehind holds that a file is looked for behind what changes it.
func TestTeeIsBehind(t *testing.T) {
	a := gate.Action{Tool: gate.Tool{Args: json.RawMessage(`{"c":["cat b; tee b"]}`)}, Writes: []gate.Target{{Path: "b", Source: "tee"}}}
	if f := place(a, factsOf(a))[0]; f.From != 11 {
		t.Errorf("it is at %d, want 11", f.From)
	}
}

// TestLongLine holds that only what is around a place is shown.
func TestLongLine(t *testing.T) {
	text := strings.Repeat("a ", 500) + "here" + strings.Repeat(" z", 500)
	shown, from, to := line(text, 1000, 1004)
	if len(shown) > 140 || shown[from:to] != "here" {
		t.Errorf("%q, %d to %d", shown, from, to)
	}
}

func argvs(commands ...string) (all []gate.Command) {
	for _, c := range commands {
		all = append(all, gate.Command{Argv: strings.Fields(c)})
	}
	return all
}

// FuzzPlace holds that no command is too odd.
func FuzzPlace(f *testing.F) {
	f.Add("sudo rm -rf ~/old", "rm -rf", "/h/old")
	f.Add("\xff\n", "\xff", "")
	f.Fuzz(func(t *testing.T, text, argv, path string) {
		args, err := json.Marshal(map[string]string{"command": text})
		if err != nil {
			t.Skip()
		}
		a := gate.Action{Home: "/h", Tool: gate.Tool{Args: args}, Commands: argvs(argv), Writes: []gate.Target{{Path: path, Abs: path, Source: argv}}}
		for _, f := range place(a, factsOf(a)) {
			if n := len([]rune(f.Text)); f.From > f.To || f.To > n || f.Text != "" && strings.Contains(f.Text, "\n") {
				t.Errorf("%q: %+v", text, f)
			}
		}
	})
}
