package dialects

import (
	"testing"

	"github.com/tidwall/gjson"

	"gate"
)

// TestCanary holds that every dialect has a canary, which says what it means
// to say without a hint.
func TestCanary(t *testing.T) {
	const command, cwd = `rm -rf "/"`, "/home/dev/a b"
	for _, name := range Names() {
		setup, _ := SetupOf(name)
		if Canary(name, Before(name), command, cwd) == nil {
			t.Errorf("%s has no canary for %s", name, Before(name))
		}
		for _, event := range setup.Hooks {
			payload := Canary(name, event, command, cwd)
			if payload == nil {
				continue
			}
			call, err := Decode(payload, Hint{})
			if err != nil {
				t.Errorf("%s: %v", payload, err)
				continue
			}
			said := gjson.GetBytes(call.Tool.Args, "command").String() + gjson.GetBytes(call.Tool.Args, "CommandLine").String()
			if call.Harness != name || call.NativeEvent != event || EventOf(name, event) != gate.BeforeTool || call.Tool.Kind != gate.Shell || call.Cwd != cwd || said != command {
				t.Errorf("%s became %+v", payload, call)
			}
		}
	}
	if EventOf("nobody", "PreToolUse") != gate.Notice || Before("nobody") != "" {
		t.Error("a harness that does not exist has events")
	}
}
