package dialects

import (
	"strings"
	"time"

	"gate"
	"gate/internal/table"
)

// Factory Droid 0.225.2, observed. Of several hooks the first JSON decision
// wins, and exit 2 beats them all.
var droid = dialect{
	name:    "droid",
	claims:  claimsDroid,
	decode:  decodeFamily,
	events:  droidEvents,
	tools:   droidTools,
	mcp:     func(tool string) bool { return strings.HasPrefix(tool, "mcp__") || strings.Contains(tool, "___") }, // files___put
	before:  "PreToolUse",
	windows: "powershell", // inferred
	answers: table.Of[answer]{
		{string(gate.BeforeTool), answer{deny: document{nested, "deny"}, allow: document{nested, "allow"}, exit: 2}},
		{string(gate.Prompt), answer{exit: 2}},                         // a block in JSON is only shown
		{string(gate.AfterTool), answer{deny: document{tell, "deny"}}}, // a block does nothing
	},
	setup: Setup{
		Title:   "Factory Droid",
		Version: "0.225.2",
		Files: []File{
			{Project, "", ".factory/hooks.json"},
			{User, "", "~/.factory/hooks.json"},
			{Managed, "linux", "/etc/factory/settings.json"},
			{Managed, "darwin", "/Library/Application Support/Factory/settings.json"},
			{Managed, "windows", `C:\Program Files\Factory\settings.json`},
			{Project, "", ".factory/settings.json"},
			{User, "", "~/.factory/settings.json"},
		},
		Shape: Bare,
		Shapes: table.Of[Shape]{
			{".factory/settings.json", Groups},
			{"~/.factory/settings.json", Groups},
			{"/etc/factory/settings.json", Groups},
			{"/Library/Application Support/Factory/settings.json", Groups},
			{`C:\Program Files\Factory\settings.json`, Groups},
		},
		Found:   []string{"droid", "~/.factory"},
		Closing: Observed,
		Hooks:   []string{"PreToolUse", "UserPromptSubmit", "PostToolUse", "SessionStart", "SessionEnd"},
		Unix:    Start{Sh, Observed, ""},
		Windows: Start{Cmd, Inferred, "as another project found"},
		Timeout: Timeout{time.Second, 60 * time.Second},
		Trust:   "a question about the folder in the terminal interface; droid exec asks nothing",
		Off: []string{
			"hooksDisabled in hooks.json, or under hooks in settings.json, a project's too",
			"hooks.json emptied: it is read again within seconds",
			"allowManagedHooksOnly in the managed settings",
		},
		Deny:    Honour{Blocks, Observed, "an earlier hook's allow or ask beats a denial in JSON; exit 2 beats both"},
		Ask:     Honour{Denies, Observed, "droid exec runs a call on ask, and the payload does not say whether anybody is there"},
		Allow:   Honour{Grants, Observed, ""},
		Modify:  Honour{Changes, Observed, ""},
		Silence: Honour{Nothing, Observed, ""},
		Crash:   Honour{Runs, Observed, ""},
		Hang:    Honour{Runs, Observed, ""},

		Several: FirstWins, // not over exit 2
		OffBy: []Setting{
			{".factory/hooks.json", []string{"hooksDisabled"}, `true`, nil},
			{"~/.factory/hooks.json", []string{"hooksDisabled"}, `true`, nil},
			{".factory/settings.json", []string{"hooks", "hooksDisabled"}, `true`, nil},
			{"~/.factory/settings.json", []string{"hooks", "hooksDisabled"}, `true`, nil},
			{"/etc/factory/settings.json", []string{"allowManagedHooksOnly"}, `true`, []Scope{Managed}},
			{"/Library/Application Support/Factory/settings.json", []string{"allowManagedHooksOnly"}, `true`, []Scope{Managed}},
		},
	},
}

// claimsDroid goes by its folder, its names of the permission modes, and its
// names of tools; what is left of the family could be its own.
func claimsDroid(p payload) claim {
	switch {
	case !p.pascal() || p.stamped() || p.transcribed(".claude"):
		return none
	case p.transcribed(".factory"), droidModes.Has(p.str("permission_mode")):
		return sure
	case droidOnly.Has(p.str("tool_name")) && p.str("tool_use_id") == "":
		return sure
	case p.str("session_id") != "":
		return possible
	}
	return none
}

var droidModes = table.Set{"off", "spec", "auto-low", "auto-medium", "auto-high"}

var droidEvents = table.Of[gate.Event]{
	{"PreToolUse", gate.BeforeTool},
	{"PostToolUse", gate.AfterTool},
	{"UserPromptSubmit", gate.Prompt}, // droid exec fires none for its own prompt
	{"SessionStart", gate.SessionStart},
	{"SessionEnd", gate.SessionEnd},
	{"Stop", gate.Stop},
	{"SubagentStop", gate.Stop},
	{"PreCompact", gate.Notice},
	{"Notification", gate.Notice},
}

var droidTools = table.Of[gate.Kind]{
	{"Execute", gate.Shell},
	{"Create", gate.Write},
	{"Edit", gate.Edit},
	{"ApplyPatch", gate.Patch}, // the patch stands in tool_input.input
	{"Read", gate.Read},
	{"LS", gate.Search},
	{"Grep", gate.Search},
	{"Glob", gate.Search},
	{"FetchUrl", gate.Fetch},
	{"WebSearch", gate.Fetch},
	{"Task", gate.Agent},
	{"TodoWrite", gate.Other}, // a list in memory, no file
}

// droidOnly are the tools that no other harness of the family calls so.
var droidOnly = table.Set{"Execute", "Create", "FetchUrl"}
