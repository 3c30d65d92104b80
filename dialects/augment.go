package dialects

import (
	"strings"
	"time"

	"github.com/tidwall/gjson"

	"gate"
	"gate/internal/table"
)

// Augment (auggie and the editors' extensions), from its documents and the
// shipped code of auggie 0.36. Of its answers only deny does anything; one
// call may raise PreToolUse twice.
var augment = dialect{
	name:    "augment",
	claims:  claimsAugment,
	decode:  decodeAugment,
	events:  augmentEvents,
	tools:   augmentTools,
	mcp:     func(tool string) bool { return strings.HasPrefix(tool, "mcp:") },
	before:  "PreToolUse",
	windows: "powershell", // inferred
	workdir: []string{"cwd"},
	answers: table.Of[answer]{
		{string(gate.BeforeTool), answer{deny: document{nested, "deny"}, exit: 2}},
	},
	setup: Setup{
		Title:   "Augment",
		Version: "0.36.0",
		Files: []File{
			{Project, "", ".augment/settings.json"},
			{Project, "", ".augment/settings.local.json"},
			{User, "", "~/.augment/settings.json"},
			{Managed, "linux", "/etc/augment/settings.json"},
			{Managed, "darwin", "/etc/augment/settings.json"},
			{Managed, "windows", `C:\ProgramData\Augment\settings.json`},
		},
		Shape:   Groups,
		Hooks:   []string{"PreToolUse", "PostToolUse", "PromptSubmit", "SessionStart", "SessionEnd"},
		Found:   []string{"auggie", "~/.augment"},
		Unix:    Start{Sh, Source, "only a command line with a special character; its documents want a .sh file"},
		Windows: Start{Unclear, "", ""},
		Trust:   "nothing is known to be asked",
		Closing: Inferred,
		Timeout: Timeout{time.Millisecond, 60 * time.Second},
		Off:     []string{"a matcher that is no regular expression, * too: the hook never runs"},
		Deny:    Honour{Blocks, Source, "unless the document says continue: true"},
		Ask:     Honour{Denies, Source, "ask does nothing, so we deny"},
		Allow:   Honour{Nothing, Source, "reserved"},
		Modify:  Honour{Changes, Documented, ""},
		Silence: Honour{Nothing, Source, ""},
		Crash:   Honour{Runs, Source, "killed by a signal counts as exit 0"},
		Hang:    Honour{Runs, Source, ""},
	},
}

// claimsAugment goes by the conversation beside the workspace's folders, which
// Cursor sends too, but with events in small letters.
func claimsAugment(p payload) claim {
	if p.pascal() && p.str("conversation_id") != "" && p.has("workspace_roots") && !p.has("generation_id") {
		return sure
	}
	return none
}

func decodeAugment(d *dialect, p payload, hint Hint) gate.Call {
	c := decodeFamily(d, p, hint)
	if c.Tool.Name != "" && (p["is_mcp_tool"].Bool() || p.has("mcp_metadata")) {
		c.Tool.Kind, c.Shell = gate.MCP, ""
	}
	if typed := gjson.GetBytes(c.Tool.Args, "input_text"); c.Tool.Name == "write-process" && typed.Type == gjson.String {
		c.Tool.Args = with(c.Tool.Args, "command", typed.Str)
	}
	return c
}

var augmentEvents = table.Of[gate.Event]{
	{"PreToolUse", gate.BeforeTool},
	{"PostToolUse", gate.AfterTool},
	{"PromptSubmit", gate.Prompt}, // in the shipped code; what it honours is not known
	{"SessionStart", gate.SessionStart},
	{"SessionEnd", gate.SessionEnd},
	{"Stop", gate.Stop},
	{"Notification", gate.Notice},
}

var augmentTools = table.Of[gate.Kind]{
	{"launch-process", gate.Shell},
	{"write-process", gate.Shell}, // text typed into a running process
	{"save-file", gate.Write},
	{"str-replace-editor", gate.Edit},
	{"remove-files", gate.Delete},
	{"view", gate.Read},
	{"codebase-retrieval", gate.Search},
	{"web-fetch", gate.Fetch},
	{"web-search", gate.Fetch},
	{"open-browser", gate.Fetch},
	{"kill-process", gate.Other},
	{"list-processes", gate.Other},
	{"read-process", gate.Other},
	{"read-terminal", gate.Other},
	{"remember", gate.Other}, // a fact into Augment's own memory
}
