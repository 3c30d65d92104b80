package gate_test

import "testing"

// TestHarmless holds that ordinary work goes on without a word: each line of
// testdata/harmless.txt is a command, as a JSON string, of the kind that
// build files, READMEs, CI scripts and agents are full of. A false alarm is a
// bug of the same rank as a hole.
func TestHarmless(t *testing.T) {
	for _, command := range fixtures[string](t, "harmless.txt") {
		c := toolCase{Cwd: "/home/dev/project"}
		c.Input.Command = command
		if v := judged(t, c.payload(t), "", links{}); v.Decision.String() != "none" {
			t.Errorf("%q\n%s: %+v", command, v.Decision, v.Findings)
		}
	}
}
