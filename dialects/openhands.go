package dialects

import (
	"time"

	"github.com/tidwall/gjson"

	"gate"
	"gate/internal/table"
)

// OpenHands' SDK, read in its source of August 2026. A document that denies
// blocks on any exit status.
var openhands = dialect{
	name:    "openhands",
	claims:  claimsOpenHands,
	decode:  decodeOpenHands,
	events:  openhandsEvents,
	tools:   openhandsTools,
	mcp:     func(string) bool { return false }, // by the names that the servers gave
	before:  "PreToolUse",
	windows: "powershell", // inferred
	answers: table.Of[answer]{
		{string(gate.BeforeTool), answer{deny: document{decided, "deny"}, exit: 2}},
		{string(gate.Prompt), answer{deny: document{decided, "deny"}, exit: 2}},
	},
	setup: Setup{
		Title:   "OpenHands",
		Version: "source of August 2026",
		Files: []File{
			{Project, "", ".openhands/hooks.json"}, // where it exists, the user's is not read
			{User, "", "~/.openhands/hooks.json"},
		},
		Shape:   Groups, // with no key that it does not know
		Hooks:   []string{"PreToolUse", "UserPromptSubmit", "PostToolUse", "SessionStart", "SessionEnd"},
		Found:   []string{"openhands", "~/.openhands"},
		Unix:    Start{Sh, Source, ""},
		Windows: Start{Unclear, "", ""},
		Trust:   "nothing is known to be asked",
		Closing: Source,
		Timeout: Timeout{time.Second, 60 * time.Second},
		Off:     []string{"a project's hooks.json takes the place of the user's", "async: true on the hook"},
		Deny:    Honour{Blocks, Source, ""},
		Ask:     Honour{Denies, Source, "it has no such word yet"},
		Allow:   Honour{Nothing, Source, "its own confirmation goes on"},
		Modify:  Honour{Nothing, Source, "it has no such word"},
		Silence: Honour{Nothing, Source, ""},
		Crash:   Honour{Runs, Source, ""},
		Hang:    Honour{Runs, Source, ""},
	},
}

func claimsOpenHands(p payload) claim {
	if openhandsEvents.Has(p.str("event_type")) && (p.has("working_dir") || p.has("metadata")) {
		return sure
	}
	return none
}

// decodeOpenHands knows that an empty command looks at what is running.
func decodeOpenHands(d *dialect, p payload, hint Hint) gate.Call {
	c := decodePlain(d, p, hint)
	if command := gjson.GetBytes(c.Tool.Args, "command"); c.Tool.Kind == gate.Shell && command.Exists() && command.Str == "" {
		c.Tool.Kind, c.Shell = gate.Other, ""
	}
	return c
}

var openhandsEvents = table.Of[gate.Event]{
	{"PreToolUse", gate.BeforeTool},
	{"PostToolUse", gate.AfterTool},
	{"UserPromptSubmit", gate.Prompt},
	{"SessionStart", gate.SessionStart},
	{"SessionEnd", gate.SessionEnd},
	{"Stop", gate.Stop},
}

var openhandsTools = table.Of[gate.Kind]{
	{"terminal", gate.Shell},   // is_input: typed into what runs
	{"file_editor", gate.Edit}, // its command says what: view, create, str_replace, insert, undo_edit
	{"apply_patch", gate.Patch},
	{"glob", gate.Search},
	{"grep", gate.Search},
	{"delegate", gate.Agent},
	{"finish", gate.Other},
	{"task_tracker", gate.Other},
	{"think", gate.Other},
}
