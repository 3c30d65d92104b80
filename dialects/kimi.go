package dialects

import (
	"strings"
	"time"

	"gate"
	"gate/internal/table"
)

// Kimi Code and the older Kimi CLI, read in their source of July and August
// 2026. They read the document on exit 0 and stderr on exit 2.
var kimi = dialect{
	name:    "kimi",
	claims:  claimsKimi,
	decode:  decodeKimi,
	events:  kimiEvents,
	tools:   kimiTools,
	mcp:     func(tool string) bool { return strings.HasPrefix(tool, "mcp__") },
	before:  "PreToolUse",
	windows: "bash", // inferred: the tool's name
	workdir: []string{"cwd"},
	answers: table.Of[answer]{
		{string(gate.BeforeTool), answer{deny: document{kimiSays, "deny"}, exit: 2}},
		{string(gate.Prompt), answer{deny: document{kimiSays, "deny"}, exit: 2}},
	},
	setup: Setup{
		Title:   "Kimi Code and Kimi CLI",
		Version: "source of August 2026",
		Files: []File{ // they read no project's hooks
			{User, "", "~/.kimi-code/config.toml"},
			{User, "", "~/.kimi/config.toml"},
		},
		Shape:   Tables,
		Hooks:   []string{"PreToolUse", "UserPromptSubmit", "PostToolUse", "PostToolUseFailure", "SessionStart", "SessionEnd"},
		Found:   []string{"kimi", "~/.kimi-code", "~/.kimi"},
		Unix:    Start{Sh, Source, ""},
		Windows: Start{Cmd, Inferred, ""},
		Trust:   "nothing is asked: a project has no say",
		Closing: Source,
		Timeout: Timeout{time.Second, 30 * time.Second},
		Off:     []string{"a matcher that is no regular expression never matches", "KIMI_CODE_HOME names another folder"},
		Deny:    Honour{Blocks, Source, ""},
		Ask:     Honour{Denies, Source, "it has no such word"},
		Allow:   Honour{Nothing, Source, "it has no such word"},
		Modify:  Honour{Nothing, Source, "it has no such word"},
		Silence: Honour{Nothing, Source, ""},
		Crash:   Honour{Runs, Source, ""},
		Hang:    Honour{Runs, Source, "after SIGTERM comes SIGKILL, 100 ms later"},
	},
}

// claimsKimi goes by the client's name, which Kimi Code sends, or by the call's
// id without what Qwen, which spells it the same, sends beside it.
func claimsKimi(p payload) claim {
	switch {
	case !p.pascal(), p.stamped():
		return none
	case strings.HasPrefix(p.str("client_type"), "kimi"), p.str("tool_call_id") != "" && p.str("tool_use_id") == "":
		return sure
	case p.str("session_id") != "":
		return possible
	}
	return none
}

// decodeKimi knows that a prompt comes in parts.
func decodeKimi(d *dialect, p payload, hint Hint) gate.Call {
	c := decodeFamily(d, p, hint)
	if c.Event == gate.Prompt && p["prompt"].IsArray() {
		var texts []string
		for _, part := range p["prompt"].Array() {
			texts = append(texts, part.Get("text").String())
		}
		c.Prompt = strings.Join(texts, "\n")
	}
	return c
}

func kimiSays(word, _, reason string) object {
	return object(nil).specific(object(nil).text("permissionDecision", word).text("permissionDecisionReason", reason))
}

var kimiEvents = table.Of[gate.Event]{
	{"PreToolUse", gate.BeforeTool},
	{"PermissionRequest", gate.Permission}, // cannot be answered
	{"PostToolUse", gate.AfterTool},
	{"PostToolUseFailure", gate.AfterTool},
	{"UserPromptSubmit", gate.Prompt},
	{"SessionStart", gate.SessionStart},
	{"SessionEnd", gate.SessionEnd},
	{"Stop", gate.Stop},
	{"StopFailure", gate.Stop},
	{"Interrupt", gate.Stop},
	{"SubagentStop", gate.Stop},
	{"SubagentStart", gate.Notice},
	{"PermissionResult", gate.Notice},
	{"UserPromptQueued", gate.Notice},
	{"TurnStarted", gate.Notice},
	{"TaskStarted", gate.Notice},
	{"SessionHeartbeat", gate.Notice},
	{"PreCompact", gate.Notice},
	{"PostCompact", gate.Notice},
	{"Notification", gate.Notice},
}

// kimiTools are Kimi Code's, then the older Kimi CLI's.
var kimiTools = table.Of[gate.Kind]{
	{"Bash", gate.Shell},
	{"Write", gate.Write},
	{"Edit", gate.Edit},
	{"Read", gate.Read},
	{"Glob", gate.Search},
	{"Grep", gate.Search},
	{"FetchURL", gate.Fetch},

	{"Shell", gate.Shell},
	{"WriteFile", gate.Write},
	{"StrReplaceFile", gate.Edit},
	{"ReadFile", gate.Read},
	{"SearchWeb", gate.Fetch},
	{"Task", gate.Agent},
	{"SetTodoList", gate.Other}, // a list in memory, no file
	{"Think", gate.Other},
}
