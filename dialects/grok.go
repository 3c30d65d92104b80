package dialects

import (
	"strings"
	"time"

	"gate"
	"gate/internal/table"
)

// Grok Build (xAI's grok), read in its source of August 2026; its behaviour
// was captured by others at 0.2.106. It also loads Claude's and Cursor's hook
// files, and then sends the same. A decision that it does not know is a hook's
// failure, and the call runs.
var grok = dialect{
	name:    "grok",
	claims:  claimsGrok,
	decode:  decodePlain,
	events:  grokEvents,
	tools:   grokTools,
	mcp:     func(tool string) bool { return strings.Contains(tool, "__") }, // server__tool
	before:  "PreToolUse",
	windows: "powershell", // or Git Bash; the payload does not say
	answers: table.Of[answer]{
		{string(gate.BeforeTool), answer{deny: document{decided, "deny"}, exit: 2}},
	},
	setup: Setup{
		Title:   "Grok Build",
		Version: "0.2.106, source of August 2026",
		Files: []File{
			{Project, "", ".grok/hooks/*.json"},
			{User, "", "~/.grok/hooks/*.json"},
			{User, "", "~/.grok/config.toml"},
			{Managed, "linux", "/etc/grok/managed_config.toml"},
			{Managed, "linux", "/etc/grok/requirements.toml"},
		},
		Shape:   Groups,
		Hooks:   []string{"PreToolUse", "UserPromptSubmit", "PostToolUse", "PostToolUseFailure", "SessionStart", "SessionEnd"},
		Found:   []string{"grok", "~/.grok/hooks"},
		Unix:    Start{Sh, Source, "a command line without a blank or a special character is started by itself"},
		Windows: Start{PowerShell, Source, "or Git Bash"},
		Trust:   "a trusted folder, for a project's hooks",
		Closing: Source,
		Timeout: Timeout{time.Second, 5 * time.Second},
		Off:     []string{"a folder that is not trusted (project hooks)", "hooks = false under [compat.VENDOR], for the hook files of others"},
		Deny:    Honour{Blocks, Observed, "captured by others at 0.2.106"},
		Ask:     Honour{Denies, Source, "ask lets the call run, so we deny"},
		Allow:   Honour{Nothing, Observed, "its own question still comes"},
		Modify:  Honour{Changes, Source, "one that breaks the tool's schema blocks"},
		Silence: Honour{Nothing, Source, ""},
		Crash:   Honour{Runs, Source, ""},
		Hang:    Honour{Runs, Source, ""},
	},
}

func claimsGrok(p payload) claim {
	if grokEvents.Has(p.str("hookEventName")) && (p.str("workspaceRoot") != "" || p.has("toolInputTruncated")) {
		return sure
	}
	return none
}

// grokEvents are named one way in its files and another way in its payloads.
var grokEvents = table.Of[gate.Event]{
	{"pre_tool_use", gate.BeforeTool},
	{"post_tool_use", gate.AfterTool},
	{"post_tool_use_failure", gate.AfterTool},
	{"user_prompt_submit", gate.Prompt}, // cannot be stopped
	{"session_start", gate.SessionStart},
	{"session_end", gate.SessionEnd},
	{"stop", gate.Stop},
	{"stop_failure", gate.Stop},
	{"stop_cancelled", gate.Stop},
	{"subagent_stop", gate.Stop},
	{"subagent_start", gate.Notice},
	{"permission_denied", gate.Notice},
	{"notification", gate.Notice},
	{"pre_compact", gate.Notice},
	{"post_compact", gate.Notice},

	{"PreToolUse", gate.BeforeTool},
	{"PostToolUse", gate.AfterTool},
	{"PostToolUseFailure", gate.AfterTool},
	{"UserPromptSubmit", gate.Prompt},
	{"SessionStart", gate.SessionStart},
	{"SessionEnd", gate.SessionEnd},
}

var grokTools = table.Of[gate.Kind]{
	{"run_terminal_command", gate.Shell},
	{"search_replace", gate.Edit}, // makes files, too
	{"apply_patch", gate.Patch},
	{"read_file", gate.Read},
	{"list_dir", gate.Search},
	{"grep", gate.Search},
	{"web_fetch", gate.Fetch},
	{"web_search", gate.Fetch},
	{"spawn_subagent", gate.Agent},
}
