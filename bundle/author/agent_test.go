package author

import (
	"strings"
	"testing"

	"gate/internal/plan"
)

// TestAgent holds that a plan says whether its policy looks at the agent, or
// may.
func TestAgent(t *testing.T) {
	for rule, want := range map[string]bool{
		`input.session.agent.name == "claude-code"`: true,
		`input.session.agent`:                       true,
		`input["session"]["agent"].pid > 1`:         true,
		`s := input.session; s.agent.pid > 1`:       true,
		`some k; input.session[k] == "x"`:           true,
		`some k; input[k].agent`:                    true,
		`count(input) > 3`:                          true,
		`walk(input, [p, v]); v == "x"`:             true,
		`input.session.id == "x"`:                   false,
		`input.tool.args.agent == "x"`:              false,
		`input.tool.args.session.agent == "x"`:      false,
		`input.harness == "agent"`:                  false,
		`data.session.agent`:                        false,
	} {
		sources, err := EmbeddedSources()
		if err != nil {
			t.Fatal(err)
		}
		sources.Modules["log.rego"] = "package user.log\n\nmask contains \"/input/cwd\" if input.session.agent\n" // is no look at it
		sources.Modules["user.rego"] = "package user.rules.test.agent\n\ndeny contains \"no\" if { " + rule + " }\n"
		if strings.HasPrefix(rule, "data.session") {
			sources.Data["session"] = map[string]any{"agent": true}
		}
		image, err := Compile(t.Context(), sources)
		if err != nil {
			t.Errorf("%s: %v", rule, err)
			continue
		}
		program, err := plan.Open(string(image))
		if err != nil {
			t.Fatal(err)
		}
		if program.Agent() != want {
			t.Errorf("%s: %t, want %t", rule, program.Agent(), want)
		}
	}
}
