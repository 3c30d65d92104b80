package dialects

import (
	"strings"
	"time"

	"github.com/tidwall/gjson"

	"gate"
	"gate/internal/table"
)

// Devin CLI and Devin Local, documented. Payloads name no folder, and early
// ones neither event nor session. The cloud's Devin loads no hooks.
var devin = dialect{
	name:    "devin",
	claims:  claimsDevin,
	decode:  decodeDevin,
	events:  devinEvents,
	tools:   devinTools,
	mcp:     func(tool string) bool { return strings.HasPrefix(tool, "mcp__") },
	before:  "PreToolUse",
	windows: "powershell", // inferred
	answers: table.Of[answer]{
		{string(gate.BeforeTool), answer{deny: document{decided, "block"}, exit: 2}},
		{string(gate.Permission), answer{deny: document{decided, "block"}, allow: document{briefly, "approve"}, exit: 2}},
		{string(gate.Prompt), answer{deny: document{decided, "block"}, exit: 2}},
	},
	setup: Setup{
		Title:   "Devin CLI and Devin Local",
		Version: "docs of August 2026",
		Files: []File{
			{Project, "", ".devin/hooks.v1.json"},
			{User, "linux", "~/.config/devin/config.json"},
			{User, "darwin", "~/.config/devin/config.json"},
			{User, "windows", "~/AppData/Roaming/devin/config.json"},
			{Project, "", ".devin/config.json"},
			{Project, "", ".devin/config.local.json"},
			{Project, "", ".claude/settings.json"},
			{Project, "", ".claude/settings.local.json"},
			{User, "", "~/.claude/settings.json"},
		},
		Shape:   Groups,
		Shapes:  table.Of[Shape]{{".devin/hooks.v1.json", Bare}},
		Found:   []string{"devin", "~/.config/devin", "~/AppData/Roaming/devin"},
		Hooks:   []string{"PreToolUse", "PermissionRequest", "UserPromptSubmit", "PostToolUse", "SessionStart", "SessionEnd"},
		Unix:    Start{Unclear, "", "some shell"},
		Windows: Start{Unclear, "", ""},
		Timeout: Timeout{time.Second, 0},
		Folder:  "DEVIN_PROJECT_DIR",
		Trust:   "not documented",
		Off:     []string{"Restricted Mode", "--config with another file"},
		Deny:    Honour{Blocks, Documented, ""},
		Ask:     Honour{Denies, Inferred, "no such word is documented"},
		Allow:   Honour{Nothing, Documented, "silence: approve is for a permission request, which it grants"},
		Modify:  Honour{Unknown, "", "the documents speak of it, without a field"},
		Silence: Honour{Nothing, Documented, ""},
		Crash:   Honour{Runs, Documented, "one page says that every status but 0 blocks"},
		Hang:    Honour{Runs, Inferred, ""},
	},
}

// claimsDevin goes by what is missing: of the family only it names neither a
// folder nor a transcript, and has tools whose names start small or the id of
// a prompt.
func claimsDevin(p payload) claim {
	bare := !p.has("cwd") && p.str("transcript_path") == "" && !p.stamped()
	family := p.pascal() || p.nativeEvent() == ""
	switch {
	case !family || !bare:
		return none
	case p.str("tool_name") == "exec" && p["tool_input"].Get("shell_id").Exists():
		return sure
	case !p.pascal():
		return none
	case p.str("prompt_id") != "", devinTools.Has(p.str("tool_name")):
		return sure
	case p.str("session_id") != "":
		return possible
	}
	return none
}

var devinEvents = table.Of[gate.Event]{
	{"PreToolUse", gate.BeforeTool},
	{"PermissionRequest", gate.Permission},
	{"PostToolUse", gate.AfterTool},
	{"UserPromptSubmit", gate.Prompt},
	{"SessionStart", gate.SessionStart},
	{"SessionEnd", gate.SessionEnd},
	{"Stop", gate.Stop},
	{"PostCompaction", gate.Notice},
}

var devinTools = table.Of[gate.Kind]{
	{"exec", gate.Shell},
	{"write", gate.Write},
	{"edit", gate.Edit},
	{"notebook_edit", gate.Edit},
	{"apply_patch", gate.Patch},
	{"read", gate.Read},
	{"grep", gate.Search},
	{"glob", gate.Search},
	{"webfetch", gate.Fetch},
}

// decodeDevin takes a payload that names no event for what the hint says, else
// for the event before a tool, or after it where there is a result.
func decodeDevin(d *dialect, p payload, hint Hint) gate.Call {
	if p.nativeEvent() == "" {
		native := d.before
		switch {
		case d.events.Has(hint.Event):
			native = hint.Event
		case p.has("tool_response"):
			native = "PostToolUse"
		}
		p["hook_event_name"] = gjson.Result{Type: gjson.String, Str: native}
	}
	return decodeFamily(d, p, hint)
}
