package dialects

import (
	"strings"
	"time"

	"github.com/tidwall/gjson"

	"gate"
	"gate/internal/table"
)

// GitHub Copilot CLI 1.0.102, observed. It has two styles, by the case of the event in the hook file: its own, and
// Claude's, with Claude's tool names but Copilot's arguments. It hears flat
// answers in both; a hook that ends with another status than 0 has failed,
// which denies, but hides the reason.
var copilot = dialect{
	name:    "copilot",
	claims:  claimsCopilot,
	decode:  decodeCopilot,
	events:  copilotEvents,
	tools:   copilotTools,
	mcp:     copilotMCP,
	before:  "preToolUse",
	windows: "bash", // its PowerShell is a tool of its own
	answers: table.Of[answer]{
		{string(gate.BeforeTool), answer{deny: document{flat, "deny"}, ask: document{flat, "ask"}, allow: document{flat, "allow"}}},
		{string(gate.Permission), answer{deny: document{behave, "deny"}, allow: document{behave, "allow"}}},
		{string(gate.Prompt), answer{deny: document{briefly, "block"}}},
		{string(gate.AfterTool), answer{deny: document{decided, "block"}}},
		// It can change a call's _meta and nothing else; preToolUse comes before
		// it, for the same call.
		{"preMcpToolCall", answer{}},
	},
	setup: Setup{
		Title:   "GitHub Copilot CLI",
		Version: "1.0.102",
		Files: []File{
			{Project, "", ".github/hooks/*.json"},
			{User, "", "~/.copilot/hooks/*.json"},
			{Managed, "linux", "/etc/github-copilot/policy.d/*.json"},
			{Managed, "windows", `C:\ProgramData\GitHub\Copilot\policy.d\*.json`},
			{Project, "", ".github/copilot/settings.json"},
			{Project, "", ".github/copilot/settings.local.json"},
			{Project, "", ".claude/settings.json"},
			{Project, "", ".claude/settings.local.json"},
			{User, "", "~/.copilot/settings.json"},
		},
		Shape:   Shells,
		Found:   []string{"copilot", "~/.copilot"},
		Unnamed: true,
		Hooks:   []string{"preToolUse", "permissionRequest", "userPromptSubmitted", "postToolUse", "postToolUseFailure", "sessionStart", "sessionEnd"},
		Unix:    Start{Bash, Observed, "--norc --noprofile"},
		Windows: Start{PowerShell, Documented, "the entry's own command for it"},
		Timeout: Timeout{time.Second, 30 * time.Second},
		Trust:   "trustedFolders in ~/.copilot/config.json for a project's hooks, else they are skipped without a word; policy.d must belong to root",
		Off: []string{
			"disableAllHooks in a trusted repository's settings, for the user's hooks too (not for policy.d)",
			"a folder that is not trusted (project hooks)",
			"allowManagedHooksOnly in managed-settings.json",
		},
		Deny:    Honour{Blocks, Observed, ""},
		Ask:     Honour{Asks, Observed, "denies in -p and over ACP"},
		Allow:   Honour{Grants, Observed, ""},
		Modify:  Honour{Changes, Observed, ""},
		Silence: Honour{Nothing, Observed, ""},
		Crash:   Honour{Blocks, Observed, "hides the reason"},
		Hang:    Honour{Runs, Observed, "a child that keeps stdout open counts as hanging"},

		Folders: Setting{"~/.copilot/config.json", []string{"trustedFolders"}, "", nil},
		OffBy: []Setting{
			{".github/copilot/settings.json", []string{"disableAllHooks"}, `true`, []Scope{Managed}},
			{".github/copilot/settings.local.json", []string{"disableAllHooks"}, `true`, []Scope{Managed}},
			{".claude/settings.json", []string{"disableAllHooks"}, `true`, []Scope{Managed}},
			{".claude/settings.local.json", []string{"disableAllHooks"}, `true`, []Scope{Managed}},
			{"/etc/github-copilot/managed-settings.json", []string{"allowManagedHooksOnly"}, `true`, []Scope{Managed}},
		},
	},
}

// copilotMCP knows files-put and files/put.
func copilotMCP(tool string) bool { return strings.ContainsAny(tool, "-/") }

// claimsCopilot knows its own style by the keys and the timestamp in numbers,
// and Claude's style by a timestamp in words without what others send along.
func claimsCopilot(p payload) claim {
	own := p.str("sessionId") != "" && p["timestamp"].Type == gjson.Number
	tool := p.has("toolName") && (p.has("toolArgs") || p.has("toolInput") || p.has("arguments"))
	kept := p.str("transcript_path") != "" || p.str("tool_use_id", "tool_call_id") != ""
	known := copilotEvents.Has(p.nativeEvent())
	switch {
	case p.has("hookEventName") && !p.has("hook_event_name"): // Grok's, or old VS Code's
		return none
	case own, tool, p.str("hookName") == "permissionRequest":
		return sure
	case !p.pascal() || !p.stamped():
		return none
	case p.transcribed(".copilot"), p.transcribed("session-state"), known && p.has("tool_name") && !kept:
		return sure
	case known && !kept && p.str("permission_mode") == "":
		return likely
	}
	return possible
}

var copilotEvents = table.Of[gate.Event]{
	{"preToolUse", gate.BeforeTool},
	{"preMcpToolCall", gate.BeforeTool},
	{"permissionRequest", gate.Permission},
	{"postToolUse", gate.AfterTool},
	{"postToolUseFailure", gate.AfterTool},
	{"userPromptSubmitted", gate.Prompt},
	{"userPromptTransformed", gate.Prompt},
	{"sessionStart", gate.SessionStart},
	{"sessionEnd", gate.SessionEnd},
	{"agentStop", gate.Stop},
	{"subagentStop", gate.Stop},
	{"subagentStart", gate.Notice},
	{"preCompact", gate.Notice},
	{"errorOccurred", gate.Notice},
	{"notification", gate.Notice},

	{"PreToolUse", gate.BeforeTool},
	{"PermissionRequest", gate.Permission},
	{"PostToolUse", gate.AfterTool},
	{"PostToolUseFailure", gate.AfterTool},
	{"UserPromptSubmit", gate.Prompt},
	{"SessionStart", gate.SessionStart},
	{"SessionEnd", gate.SessionEnd},
	{"Stop", gate.Stop},
	{"SubagentStop", gate.Stop},
	{"SubagentStart", gate.Notice},
	{"PreCompact", gate.Notice},
	{"Notification", gate.Notice},
}

var copilotTools = table.Of[gate.Kind]{
	{"bash", gate.Shell},
	{"powershell", gate.Shell},
	{"write_bash", gate.Shell}, // text typed into a running shell
	{"write_powershell", gate.Shell},
	{"create", gate.Write},
	{"edit", gate.Edit},
	{"str_replace", gate.Edit},
	{"str_replace_editor", gate.Edit},
	{"apply_patch", gate.Patch},
	{"git_apply_patch", gate.Patch},
	{"view", gate.Read},
	{"rg", gate.Search},
	{"grep", gate.Search},
	{"glob", gate.Search},
	{"web_fetch", gate.Fetch},
	{"web_search", gate.Fetch},
	{"task", gate.Agent},
	{"ask_user", gate.Other},
	{"exit_plan_mode", gate.Other},
	{"list_agents", gate.Other},
	{"list_bash", gate.Other},
	{"list_powershell", gate.Other},
	{"read_agent", gate.Other},
	{"read_bash", gate.Other},
	{"read_powershell", gate.Other},
	{"report_intent", gate.Other},
	{"skill", gate.Other},
	{"stop_bash", gate.Other},
	{"stop_powershell", gate.Other},
	{"store_memory", gate.Other}, // a fact into Copilot's own memory
	{"update_todo", gate.Other},

	{"Bash", gate.Shell},
	{"PowerShell", gate.Shell},
	{"Write", gate.Write},
	{"Edit", gate.Edit},
	{"Read", gate.Read},
	{"Grep", gate.Search},
	{"Glob", gate.Search},
	{"WebFetch", gate.Fetch},
	{"WebSearch", gate.Fetch},
	{"Agent", gate.Agent},
	{"AskUserQuestion", gate.Other},
	{"TodoWrite", gate.Other},
}
