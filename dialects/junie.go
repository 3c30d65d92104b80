package dialects

import (
	"strings"
	"time"

	"gate"
	"gate/internal/table"
)

// JetBrains Junie CLI, early access, from its documents up to October 2026.
// It calls hooks only as a command line, not inside editors or as a server.
var junie = dialect{
	name:    "junie",
	claims:  claimsJunie,
	decode:  decodeFamily,
	events:  junieEvents,
	tools:   table.Of[gate.Kind]{{"Bash", gate.Shell}},                         // the only one that its documents name
	mcp:     func(tool string) bool { return strings.HasPrefix(tool, "mcp_") }, // inferred
	before:  "PreToolUse",
	windows: "powershell", // inferred
	answers: table.Of[answer]{
		{string(gate.BeforeTool), answer{deny: document{decided, "deny"}, ask: document{decided, "ask"}, exit: 2}},
		{string(gate.Permission), answer{deny: document{decided, "deny"}, allow: document{briefly, "allow"}, exit: 2}},
	},
	setup: Setup{
		Title:   "Junie CLI",
		Version: "docs of October 2026",
		Files:   []File{{User, "", "~/.junie/config.json"}}, // a project's are not read
		Shape:   Groups,
		Hooks:   []string{"PreToolUse", "PermissionRequest", "UserPromptSubmit", "SessionStart", "SessionEnd"},
		Found:   []string{"junie", "~/.junie"},
		Unix:    Start{Sh, Documented, ""},
		Windows: Start{Cmd, Documented, ""},
		Trust:   "nothing is asked: a project has no say",
		Closing: Documented,
		Timeout: Timeout{time.Second, 10 * time.Second},
		Off:     []string{"Junie in an editor, over ACP or as a server calls no hooks", "async: true on the hook", "--config-location names another file"},
		Deny:    Honour{Blocks, Documented, ""},
		Ask:     Honour{Asks, Documented, ""},
		Allow:   Honour{Nothing, Documented, "the same as silence; it grants on a permission request"},
		Modify:  Honour{Changes, Documented, ""},
		Silence: Honour{Nothing, Documented, ""},
		Crash:   Honour{Runs, Documented, "text that is no JSON becomes context"},
		Hang:    Honour{Runs, Documented, ""},
	},
}

// claimsJunie goes by two keys of its own; its other payloads have the Claude
// family's shape without a session or a folder.
func claimsJunie(p payload) claim {
	tool := p.str("tool_name") != "" && p["tool_input"].IsObject()
	known := junieEvents.Has(p.nativeEvent())
	switch {
	case !known || p.stamped():
		return none
	case p.has("permission_reason"), p.str("project_path") != "":
		return sure
	case p.has("session_id"), p.has("cwd"), p.has("turn_id"):
		return none
	case tool || junieEvents.Get(p.nativeEvent()) != gate.BeforeTool:
		return likely
	}
	return none
}

var junieEvents = table.Of[gate.Event]{
	{"PreToolUse", gate.BeforeTool},
	{"PermissionRequest", gate.Permission},
	{"UserPromptSubmit", gate.Prompt}, // gives context, cannot be stopped
	{"SessionStart", gate.SessionStart},
	{"SessionEnd", gate.SessionEnd},
	{"Stop", gate.Stop},
	{"StopFailure", gate.Stop},
}
