package dialects

import (
	"time"

	"gate"
	"gate/internal/table"
)

// GitHub Copilot's cloud agent, documented. Its payloads are those of Copilot
// CLI, and both read a repository's .github/hooks, so that only a hint tells
// them apart. It makes a denial of an ask: we say one, and how to go on.
var copilotCloud = dialect{
	name:    "copilot-cloud",
	like:    "copilot",
	claims:  func(payload) claim { return none },
	decode:  decodeCopilot,
	events:  copilotEvents,
	tools:   copilotTools,
	mcp:     copilotMCP,
	before:  "preToolUse",
	windows: "bash", // it runs on Linux
	answers: table.Of[answer]{
		{string(gate.BeforeTool), answer{deny: document{flat, "deny"}, allow: document{flat, "allow"}}},
		{string(gate.Permission), answer{deny: document{behave, "deny"}, allow: document{behave, "allow"}}},
		{"preMcpToolCall", answer{}}, // as Copilot CLI: preToolUse comes before it
	},
	setup: Setup{
		Title:   "GitHub Copilot cloud agent",
		Version: "docs of August 2026",
		Files:   []File{{Project, "", ".github/hooks/*.json"}}, // on the default branch
		Shape:   Shells,
		Hooks:   []string{"preToolUse", "userPromptSubmitted", "postToolUse", "postToolUseFailure", "sessionStart", "sessionEnd"},
		Unix:    Start{Bash, Documented, "on Linux, in its own sandbox: the executable has to be there"},
		Windows: Start{Nowhere, Documented, ""},
		Timeout: Timeout{time.Second, 30 * time.Second},
		Trust:   "the file is on the default branch",
		Off:     []string{"a change of the file on the default branch"},
		Deny:    Honour{Blocks, Documented, ""},
		Ask:     Honour{Denies, Documented, "nobody is there to be asked"},
		Allow:   Honour{Grants, Documented, ""},
		Modify:  Honour{Changes, Documented, "modifiedArgs"},
		Silence: Honour{Nothing, Documented, "output that is no JSON as well"},
		Crash:   Honour{Blocks, Documented, "hides the reason"},
		Hang:    Honour{Runs, Documented, ""},
	},
}
