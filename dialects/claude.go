package dialects

import (
	"strings"
	"time"

	"gate"
	"gate/internal/table"
)

// Claude Code 2.1.332, observed. It checks answers strictly: an event's name
// that is missing or wrong, or a null, drops the whole document.
var claude = dialect{
	name:    "claude-code",
	claims:  claimsClaude,
	decode:  decodeFamily,
	events:  claudeEvents,
	tools:   claudeTools,
	mcp:     func(tool string) bool { return strings.HasPrefix(tool, "mcp__") },
	before:  "PreToolUse",
	windows: "bash", // Git Bash, documented
	answers: table.Of[answer]{
		{string(gate.BeforeTool), answer{deny: document{nested, "deny"}, ask: document{nested, "ask"}, allow: document{nested, "allow"}, exit: 2}},
		{string(gate.Permission), answer{deny: document{requested, "deny"}, allow: document{requested, "allow"}, exit: 2}},
		{string(gate.Prompt), answer{deny: document{decided, "block"}, exit: 2}},
		{string(gate.AfterTool), answer{deny: document{decided, "block"}}},
		{"ConfigChange", answer{deny: document{decided, "block"}, exit: 2}}, // observed: the change is not applied
	},
	setup: Setup{
		Title:   "Claude Code",
		Version: "2.1.332",
		Files: []File{
			{Project, "", ".claude/settings.json"},
			{Project, "", ".claude/settings.local.json"},
			{User, "", "~/.claude/settings.json"},
			{Managed, "linux", "/etc/claude-code/managed-settings.json"},
			{Managed, "darwin", "/Library/Application Support/ClaudeCode/managed-settings.json"},
			{Managed, "windows", `C:\Program Files\ClaudeCode\managed-settings.json`},
		},
		Shape:   Groups,
		Found:   []string{"claude", "~/.claude"},
		Hooks:   []string{"PreToolUse", "PermissionRequest", "UserPromptSubmit", "PostToolUse", "PostToolUseFailure", "ConfigChange", "SessionStart", "SessionEnd"},
		Unix:    Start{Sh, Observed, "whatever SHELL says; without a shell where the entry has args"},
		Windows: Start{Bash, Documented, "Git Bash, unless the entry says shell: powershell"},
		Timeout: Timeout{time.Second, 600 * time.Second},
		Closed:  Switch{"onFailure", `"block"`, Observed, "since 2.1.295; output that is no JSON object still runs the call"},
		Trust:   "a dialog before the first session in a folder; a headless run asks nothing",
		Off: []string{
			"disableAllHooks in a user's or project's settings (not for managed hooks)",
			"--bare", "CLAUDE_CODE_SIMPLE=1", "--setting-sources without the file's source",
			"allowManagedHooksOnly in the managed settings",
		},
		Deny:    Honour{Blocks, Observed, ""},
		Ask:     Honour{Asks, Observed, "a headless run denies and tells the model why"},
		Allow:   Honour{Grants, Observed, "not against a permission rule that denies or asks"},
		Modify:  Honour{Changes, Observed, "the whole input is replaced"},
		Silence: Honour{Nothing, Observed, ""},
		Crash:   Honour{Runs, Observed, "onFailure closes it"},
		Hang:    Honour{Runs, Observed, "onFailure closes it; a denial already written is thrown away"},

		OffBy: []Setting{
			{".claude/settings.json", []string{"disableAllHooks"}, `true`, []Scope{Managed}},
			{".claude/settings.local.json", []string{"disableAllHooks"}, `true`, []Scope{Managed}},
			{"~/.claude/settings.json", []string{"disableAllHooks"}, `true`, []Scope{Managed}},
			{"/etc/claude-code/managed-settings.json", []string{"allowManagedHooksOnly"}, `true`, []Scope{Managed}},
			{"/Library/Application Support/ClaudeCode/managed-settings.json", []string{"allowManagedHooksOnly"}, `true`, []Scope{Managed}},
		},
	},
}

// claimsClaude takes what is left of the family: a session, and no timestamp.
// With one it could only be a later Claude Code, which would still tell its
// mode or prompt: Copilot and VS Code, which load Claude's hook files, do not.
func claimsClaude(p payload) claim {
	switch {
	case !p.pascal():
		return none
	case p.transcribed(".claude"):
		return sure
	case p.str("session_id") != "" && !p.stamped():
		return likely
	case p.stamped() && p.str("permission_mode", "prompt_id") == "":
		return none
	}
	return possible
}

// claudeEvents are also the names that Codex, Qwen, VS Code and Copilot in
// Claude's style use, each some of them.
var claudeEvents = table.Of[gate.Event]{
	{"PreToolUse", gate.BeforeTool},
	{"PermissionRequest", gate.Permission},
	{"PostToolUse", gate.AfterTool},
	{"PostToolUseFailure", gate.AfterTool},
	{"PostToolBatch", gate.AfterTool},
	{"UserPromptSubmit", gate.Prompt},
	{"UserPromptExpansion", gate.Prompt},
	{"SessionStart", gate.SessionStart},
	{"SessionEnd", gate.SessionEnd},
	{"Stop", gate.Stop},
	{"StopFailure", gate.Stop},
	{"SubagentStop", gate.Stop},
	{"PermissionDenied", gate.Notice},
	{"Notification", gate.Notice},
	{"SubagentStart", gate.Notice},
	{"PreCompact", gate.Notice},
	{"PostCompact", gate.Notice},
	{"PreModelSwitch", gate.Notice},
	{"PostModelSwitch", gate.Notice},
	{"Setup", gate.Notice},
	{"TeammateIdle", gate.Notice},
	{"TaskCreated", gate.Notice},
	{"TaskCompleted", gate.Notice},
	{"Elicitation", gate.Notice},
	{"ElicitationResult", gate.Notice},
	{"ConfigChange", gate.Notice},
	{"WorktreeCreate", gate.Notice},
	{"WorktreeRemove", gate.Notice},
	{"InstructionsLoaded", gate.Notice},
	{"CwdChanged", gate.Notice},
	{"FileChanged", gate.Notice},
	{"DirectoryAdded", gate.Notice},
	{"MessageDisplay", gate.Notice},
	{"PreSkillShellCommand", gate.Notice}, // its fields are not known
}

var claudeTools = table.Of[gate.Kind]{
	{"Bash", gate.Shell},
	{"PowerShell", gate.Shell},
	{"Monitor", gate.Shell}, // runs its command in the background
	{"Write", gate.Write},
	{"Edit", gate.Edit},
	{"MultiEdit", gate.Edit},
	{"NotebookEdit", gate.Edit},
	{"Read", gate.Read},
	{"NotebookRead", gate.Read},
	{"Glob", gate.Search},
	{"Grep", gate.Search},
	{"LS", gate.Search},
	{"LSP", gate.Search},
	{"WebFetch", gate.Fetch},
	{"WebSearch", gate.Fetch},
	{"Agent", gate.Agent},
	{"Task", gate.Agent},
	{"ListMcpResourcesTool", gate.MCP},
	{"ReadMcpResourceTool", gate.MCP},
	{"AskUserQuestion", gate.Other},
	{"BashOutput", gate.Other},
	{"CronCreate", gate.Other},
	{"CronDelete", gate.Other},
	{"CronList", gate.Other},
	{"EnterPlanMode", gate.Other},
	{"EnterWorktree", gate.Other},
	{"ExitPlanMode", gate.Other},
	{"ExitWorktree", gate.Other},
	{"KillShell", gate.Other},
	{"SendMessage", gate.Other},
	{"Skill", gate.Other},
	{"SlashCommand", gate.Other},
	{"TaskCreate", gate.Other},
	{"TaskGet", gate.Other},
	{"TaskList", gate.Other},
	{"TaskOutput", gate.Other},
	{"TaskStop", gate.Other},
	{"TaskUpdate", gate.Other},
	{"TodoWrite", gate.Other}, // a list in memory, no file
	{"ToolSearch", gate.Other},
}
