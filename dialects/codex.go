package dialects

import (
	"strings"
	"time"

	"gate"
	"gate/internal/table"
)

// Codex CLI 0.171.0, observed. It reads answers with closed eyes: one key too
// many, a denial without a reason, ask or allow, and the call runs. On exit 2
// it reads only stderr.
var codex = dialect{
	name:    "codex",
	claims:  claimsCodex,
	decode:  decodeFamily,
	events:  codexEvents,
	tools:   codexTools,
	mcp:     func(tool string) bool { return strings.HasPrefix(tool, "mcp__") },
	before:  "PreToolUse",
	windows: "powershell", // documented; the payload does not name the shell
	answers: table.Of[answer]{
		{string(gate.BeforeTool), answer{deny: document{nested, "deny"}, exit: 2}},
		{string(gate.Permission), answer{deny: document{requested, "deny"}, allow: document{requested, "allow"}, exit: 2}},
		{string(gate.Prompt), answer{deny: document{decided, "block"}, exit: 2}},
		{string(gate.AfterTool), answer{deny: document{decided, "block"}}}, // the reason takes the place of the result
		{string(gate.SessionStart), answer{deny: document{end, "deny"}}},
	},
	setup: Setup{
		Title:   "Codex CLI",
		Version: "0.171.0",
		Files: []File{
			{Project, "", ".codex/hooks.json"},
			{User, "", "~/.codex/hooks.json"},
			{Managed, "linux", "/etc/codex/hooks.json"},
			{Project, "", ".codex/config.toml"},
			{User, "", "~/.codex/config.toml"},
			{Managed, "linux", "/etc/codex/requirements.toml"},
			{Managed, "linux", "/etc/codex/config.toml"},
			{Managed, "linux", "/etc/codex/managed_config.toml"},
		},
		Shape:   Groups, // with no other key at the top: the whole file is ignored then
		Found:   []string{"codex", "~/.codex"},
		Closing: Observed,
		Alone:   true,
		Hashes:  "~/.codex/config.toml",
		Pins:    []Pin{{File{Managed, "linux", "/etc/codex/requirements.toml"}, "features", "hooks", "true"}},
		Hooks:   []string{"PreToolUse", "PermissionRequest", "UserPromptSubmit", "PostToolUse", "SessionStart", "SessionEnd"},
		Unix:    Start{Login, Observed, "SHELL makes no difference"},
		Windows: Start{Cmd, Inferred, "another project read it in the code"},
		Timeout: Timeout{time.Second, 600 * time.Second},
		Trust:   "/hooks in a session, or trusted_hash under [hooks.state] in ~/.codex/config.toml; files in /etc/codex need none; untrusted hooks are skipped without a word",
		Off: []string{
			"hooks = false under [features] in config.toml, a trusted project's too",
			"--disable hooks", "a hook whose trusted_hash is missing or stale",
			"allow_managed_hooks_only in requirements.toml",
		},
		Deny:    Honour{Blocks, Observed, ""},
		Ask:     Honour{Denies, Observed, "ask before a tool lets the call run, so we deny; a permission request is asked of the person anyway"},
		Allow:   Honour{Nothing, Observed, "silence: allow makes the hook fail; it grants on a permission request"},
		Modify:  Honour{Changes, Observed, "with allow beside it"},
		Silence: Honour{Nothing, Observed, ""},
		Crash:   Honour{Runs, Observed, ""},
		Hang:    Honour{Runs, Observed, "a child that keeps stdout open counts as hanging"},

		OffBy: []Setting{
			{".codex/config.toml", []string{"features", "hooks"}, `false`, nil},
			{"~/.codex/config.toml", []string{"features", "hooks"}, `false`, nil},
			{"/etc/codex/config.toml", []string{"features", "hooks"}, `false`, nil},
			{"/etc/codex/managed_config.toml", []string{"features", "hooks"}, `false`, nil},
			{"/etc/codex/requirements.toml", []string{"features", "hooks"}, `false`, nil},
			{"/etc/codex/requirements.toml", []string{"allow_managed_hooks_only"}, `true`, []Scope{Managed}},
		},
	},
}

// claimsCodex knows the turn and the model beside the event; Claude's displayed
// messages have a turn, but a prompt's id too. Session events have no turn: the
// transcript, or the model beside a mode, tells them.
func claimsCodex(p payload) claim {
	switch {
	case !p.pascal(), p.stamped(), p.transcribed(".claude"):
		return none
	case p.str("turn_id") != "" && p.str("model") != "":
		return sure
	case p.transcribed(".codex") || strings.Contains(p.str("transcript_path"), "rollout-"):
		return sure
	case p.str("model") != "" && p.str("permission_mode") != "":
		return sure
	case p.str("session_id") != "":
		return possible
	}
	return none
}

var codexEvents = table.Of[gate.Event]{
	{"PreToolUse", gate.BeforeTool},
	{"PermissionRequest", gate.Permission},
	{"PostToolUse", gate.AfterTool},
	{"UserPromptSubmit", gate.Prompt},
	{"SessionStart", gate.SessionStart},
	{"SessionEnd", gate.SessionEnd},
	{"Stop", gate.Stop},
	{"SubagentStop", gate.Stop},
	{"Interrupt", gate.Stop},
	{"SubagentStart", gate.Notice},
	{"PreModelRequest", gate.Notice},
	{"PostModelRequest", gate.Notice},
	{"PreCompact", gate.Notice},
	{"PostCompact", gate.Notice},
}

var codexTools = table.Of[gate.Kind]{
	{"Bash", gate.Shell},
	{"apply_patch", gate.Patch}, // the patch stands in tool_input.command
	{"view_image", gate.Read},
	{"collaborationspawn_agent", gate.Agent},
	{"collaborationwait_agent", gate.Other},
	{"create_goal", gate.Other},
	{"get_goal", gate.Other},
	{"update_goal", gate.Other},
	{"update_plan", gate.Other},
	{"request_user_input", gate.Other},
}
