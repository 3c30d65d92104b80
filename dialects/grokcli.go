package dialects

import (
	"strings"
	"time"

	"gate"
	"gate/internal/table"
)

// grok-cli (superagent-ai), read in its source of May 2026; it is unrelated to
// xAI's grok. Its payloads have the Claude family's shape and little in them.
var grokCLI = dialect{
	name:    "grok-cli",
	claims:  claimsGrokCLI,
	decode:  decodeFamily,
	events:  claudeEvents,
	tools:   grokCLITools,
	mcp:     func(tool string) bool { return strings.HasPrefix(tool, "mcp_") }, // inferred
	before:  "PreToolUse",
	windows: "cmd", // inferred
	answers: table.Of[answer]{
		{string(gate.BeforeTool), answer{deny: document{decided, "block"}, allow: document{briefly, "approve"}, exit: 2}},
		{string(gate.Prompt), answer{deny: document{decided, "block"}, exit: 2}},
	},
	setup: Setup{
		Title:   "grok-cli",
		Version: "source of May 2026",
		Files:   []File{{User, "", "~/.grok/user-settings.json"}}, // it reads no project's hooks
		Shape:   Groups,
		Hooks:   []string{"PreToolUse", "UserPromptSubmit", "PostToolUse", "PostToolUseFailure", "SessionStart", "SessionEnd"},
		Found:   []string{"~/.grok/user-settings.json"},
		Unix:    Start{Sh, Inferred, ""},
		Windows: Start{Cmd, Inferred, ""},
		Trust:   "nothing is asked: a project has no say",
		Closing: Inferred,
		Timeout: Timeout{time.Second, 30 * time.Second},
		Off:     []string{"an error while it reads its settings: no hook runs then"},
		Deny:    Honour{Blocks, Source, ""},
		Ask:     Honour{Denies, Source, "it has no such word"},
		Allow:   Honour{Nothing, Source, "said as approve"},
		Modify:  Honour{Nothing, Inferred, "nothing in its table of answers"},
		Silence: Honour{Nothing, Source, ""},
		Crash:   Honour{Runs, Source, ""},
		Hang:    Honour{Runs, Source, ""},
	},
}

// claimsGrokCLI goes by its key for the prompt, or by tools with small names
// where all is missing that Claude Code always sends.
func claimsGrokCLI(p payload) claim {
	switch {
	case !p.pascal(), p.stamped(), p.str("transcript_path", "permission_mode", "tool_use_id") != "":
		return none
	case p.str("user_prompt") != "", p.has("cwd") && grokCLIOnly.Has(p.str("tool_name")):
		return likely
	case p.str("session_id") != "" || p.has("cwd"):
		return possible
	}
	return none
}

var grokCLIOnly = table.Set{"bash", "write_file", "edit_file"}

var grokCLITools = table.Of[gate.Kind]{
	{"bash", gate.Shell},
	{"write_file", gate.Write},
	{"edit_file", gate.Edit},
	{"read_file", gate.Read},
	{"search_web", gate.Fetch},
	{"search_x", gate.Fetch},
	{"task", gate.Agent},
	{"delegate", gate.Agent},
}
