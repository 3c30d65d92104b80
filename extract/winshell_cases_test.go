package extract

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"gate"
)

// windowsAction is what a command line would do on the Windows machine of the
// cases.
func windowsAction(command, shell string) gate.Action {
	args, _ := json.Marshal(map[string]string{"command": command})
	return From(gate.Call{Event: gate.BeforeTool, Tool: gate.Tool{Name: "Shell", Kind: gate.Shell, Args: args}, Cwd: `C:\Users\dev\project`, Shell: shell},
		Scene{Root: `C:\Users\dev\project`, Home: `C:\Users\dev`, OS: "windows", Now: time.Unix(0, 0)})
}

// TestWindowsCases is TestShellCases for PowerShell and cmd.exe.
func TestWindowsCases(t *testing.T) {
	ran := 0
	for _, c := range shellCases(t) {
		if c.Input.Shell != "powershell" && c.Input.Shell != "cmd" {
			continue
		}
		ran++
		t.Run(c.ID, func(t *testing.T) {
			a := windowsAction(c.Input.Command, c.Input.Shell)
			var commands, writes []string
			for _, cmd := range a.Commands {
				commands = append(commands, cmd.Name)
			}
			for _, w := range a.Writes {
				writes = append(writes, opClass(w.Op)+" "+spelled(w))
			}
			want := expectedWrites(c.Expect.Writes)
			for i, w := range want {
				if strings.HasSuffix(w, ":") { // the root of a drive
					want[i] = w + "/"
				}
			}
			between(t, "commands", c.Input.Command, commands, c.Expect.Commands, c.Expect.Commands)
			between(t, "writes", c.Input.Command, writes, want, want)
			if c.Expect.Opaque && c.Verdict != "allow" && len(a.Unknown) == 0 && len(writes) == 0 {
				t.Errorf("%q: nothing is said to be unknown", c.Input.Command)
			}
			if !c.Expect.Opaque && len(a.Unknown) > 0 {
				t.Errorf("%q: unknown %v", c.Input.Command, a.Unknown)
			}
		})
	}
	if ran < 30 {
		t.Errorf("only %d cases ran", ran)
	}
}
