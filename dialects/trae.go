package dialects

import (
	"strings"
	"time"

	"gate"
	"gate/internal/table"
)

// Trae's IDE 3.5, documented: Claude's family with two keys more.
var trae = dialect{
	name:    "trae",
	claims:  claimsTrae,
	decode:  decodeFamily,
	events:  traeEvents,
	tools:   traeTools,
	mcp:     func(tool string) bool { return strings.HasPrefix(tool, "mcp__") },
	before:  "PreToolUse",
	windows: "powershell", // documented
	answers: table.Of[answer]{
		{string(gate.BeforeTool), answer{deny: document{nested, "deny"}, ask: document{nested, "ask"}, allow: document{nested, "allow"}, exit: 2}},
		{string(gate.Prompt), answer{deny: document{decided, "block"}, exit: 2}},
		{string(gate.AfterTool), answer{deny: document{decided, "block"}}},
	},
	setup: Setup{
		Title:   "Trae",
		Version: "docs of August 2026",
		Files: []File{
			{Project, "", ".trae/hooks.json"},
			{User, "", "~/.trae/hooks.json"},
			{User, "", "~/.trae-cn/hooks.json"},
		},
		Shape:   Numbered,
		Found:   []string{"trae", "~/.trae", "~/.trae-cn"},
		Hooks:   []string{"PreToolUse", "UserPromptSubmit", "PostToolUse", "SessionStart"},
		Unix:    Start{Bash, Documented, "in a sandbox or not, by a setting; a sandbox may keep the decision log from being written"},
		Windows: Start{PowerShell, Documented, ""},
		Timeout: Timeout{time.Second, 30 * time.Second},
		Trust:   "a project's hooks are enabled under Settings > Hooks",
		Off:     []string{"the switch under Settings > Hooks"},
		Deny:    Honour{Blocks, Documented, ""},
		Ask:     Honour{Asks, Documented, ""},
		Allow:   Honour{Grants, Documented, "not for a tool that is set to manual confirmation"},
		Modify:  Honour{Changes, Documented, "the whole input is replaced"},
		Silence: Honour{Nothing, Documented, ""},
		Crash:   Honour{Runs, Documented, ""},
		Hang:    Honour{Runs, Inferred, ""},
	},
}

// claimsTrae goes by the tool's second name, or by the workspace's folders,
// which of the family only it sends without a conversation's id.
func claimsTrae(p payload) claim {
	switch {
	case !p.pascal() || p.stamped() || p.str("transcript_path") != "":
		return none
	case p.str("llm_tool_name") != "",
		p.has("workspace_roots") && p.str("session_id") != "" && p.str("conversation_id") == "":
		return sure
	case p.str("session_id") != "":
		return possible
	}
	return none
}

var traeEvents = table.Of[gate.Event]{
	{"PreToolUse", gate.BeforeTool},
	{"PostToolUse", gate.AfterTool},
	{"UserPromptSubmit", gate.Prompt},
	{"SessionStart", gate.SessionStart},
	{"Stop", gate.Stop},
	{"Notification", gate.Notice},
}

var traeTools = table.Of[gate.Kind]{
	{"RunCommand", gate.Shell},
	{"Write", gate.Write},
	{"Edit", gate.Edit},
	{"Read", gate.Read},
	{"Glob", gate.Search},
	{"Grep", gate.Search},
	{"LS", gate.Search},
	{"SearchCodebase", gate.Search}, // seen in logs, not listed
	{"WebFetch", gate.Fetch},
	{"WebSearch", gate.Fetch},
	{"AskUserQuestion", gate.Other},
	{"Skill", gate.Other},
	{"TodoWrite", gate.Other},
	{"finish", gate.Other},
}
