package dialects

import (
	"testing"

	"github.com/tidwall/gjson"

	"gate"
	"gate/internal/table"
)

// placeless are harnesses whose payloads name no folder.
var placeless = table.Set{"amp", "junie"}

// delegating is Amp's environment, nil for other harnesses.
func delegating(name string) func(string) string {
	if name != amp.name {
		return nil
	}
	return func(name string) string { return map[string]string{"AGENT": "amp", "AGENT_TOOL_NAME": "Bash"}[name] }
}

// TestCanary holds that every dialect has a canary, which says what it means
// to say without a hint.
func TestCanary(t *testing.T) {
	const command, cwd = `rm -rf "/"`, "/home/dev/a b"
	for _, name := range Names() {
		setup, _ := SetupOf(name)
		if Canary(name, Before(name), command, cwd) == nil && setup.Deny.By == Observed {
			t.Errorf("%s has no canary for %s", name, Before(name))
		}
		for _, event := range setup.Hooks {
			payload := Canary(name, event, command, cwd)
			if payload == nil {
				continue
			}
			call, err := Decode(payload, Hint{Dialect: name, Event: event, Getenv: delegating(name)})
			if err != nil {
				t.Errorf("%s: %v", payload, err)
				continue
			}
			var said string
			for _, key := range []string{"command", "CommandLine", "command_line", "cmd"} {
				said += gjson.GetBytes(call.Tool.Args, key).String()
			}
			if setup.Folder != "" { // it names the folder, and not the payload
				call.Cwd = cwd
			}
			if call.Harness != name || call.NativeEvent != event || EventOf(name, event) != gate.BeforeTool || call.Tool.Kind != gate.Shell || call.Cwd != cwd && !placeless.Has(name) || said != command {
				t.Errorf("%s became %+v", payload, call)
			}
		}
	}
	if EventOf("nobody", "PreToolUse") != gate.Notice || Before("nobody") != "" {
		t.Error("a harness that does not exist has events")
	}
}
