package gate_test

import (
	"bufio"
	"encoding/json"
	"os"
	"testing"
)

// TestHarmless holds that ordinary work goes on without a word: each line of
// testdata/harmless.txt is a command, as a JSON string, of the kind that
// build files, READMEs, CI scripts and agents are full of. A false alarm is a
// bug of the same rank as a hole.
func TestHarmless(t *testing.T) {
	file, err := os.Open("testdata/harmless.txt")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	lines := bufio.NewScanner(file)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var command string
		if err := json.Unmarshal(lines.Bytes(), &command); err != nil {
			t.Fatalf("%v: %s", err, lines.Text())
		}
		c := toolCase{Cwd: "/home/dev/project"}
		c.Input.Command = command
		if v := judged(t, c.payload(t), "", links{}); v.Decision.String() != "none" {
			t.Errorf("%q\n%s: %+v", command, v.Decision, v.Findings)
		}
	}
}
