package dialects

import (
	"strings"

	"gate"
	"gate/internal/table"
)

// OpenCode 1.18.33, observed through the gate's plugin: what that throws is
// what the model is told, and the call does not run. There is no ask:
// permission.ask is never called.
var opencode = dialect{
	name:    "opencode",
	claims:  func(p payload) claim { return p.signed("opencode") },
	decode:  decodePlain,
	events:  opencodeEvents,
	tools:   opencodeTools,
	mcp:     opencodeMCP,
	before:  "tool.execute.before",
	windows: "powershell", // inferred: its bash tool takes the user's shell
	workdir: []string{"workdir"},
	neutral: pluginNone,
	answers: opencodeAnswers,
	setup: Setup{
		Title:   "OpenCode",
		Version: "1.18.33",
		Files: []File{
			{Project, "", ".opencode/plugins/gate.js"},
			{User, "", "~/.config/opencode/plugins/gate.js"},
		},
		Shape:   Plugin,
		Hooks:   opencodeHooks,
		Found:   []string{"opencode", "~/.config/opencode"},
		Unix:    Start{Direct, Observed, "by the plugin"},
		Windows: Start{Direct, Inferred, "by the plugin"},
		Trust:   "nothing is asked",
		Off:     opencodeOff,
		Deny:    Honour{Blocks, Observed, "before its own permission question, and under --auto"},
		Ask:     Honour{Denies, Observed, "a plugin has no way to ask"},
		Allow:   Honour{Nothing, Observed, "its own permission flow goes on"},
		Modify:  Honour{Changes, Observed, "of the arguments in place"},
		Silence: Honour{Blocks, Observed, "by the plugin"},
		Crash:   Honour{Blocks, Observed, "by the plugin"},
		Hang:    Honour{Blocks, Observed, "by the plugin, after 10 s"},
	},
}

var opencodeAnswers = table.Of[answer]{
	{string(gate.BeforeTool), answer{deny: document{decided, "deny"}, exit: 2}},
	{string(gate.Prompt), answer{deny: document{decided, "deny"}, exit: 2}},
}

var opencodeEvents = table.Of[gate.Event]{
	{"tool.execute.before", gate.BeforeTool},
	{"tool.execute.after", gate.AfterTool},
	{"chat.message", gate.Prompt},
	{"session.created", gate.SessionStart},
	{"session.idle", gate.Stop},
}

var opencodeHooks = []string{"tool.execute.before", "tool.execute.after", "chat.message", "session.created", "session.idle"}

var opencodeOff = []string{
	"--pure and OPENCODE_PURE=1: no plugins at all",
	"a plugin that fails to load is left out without a word",
	"a plugin that is loaded later can change the arguments after the gate has seen them",
}

// opencodeMCP goes by the server's name before the tool's: no tool of its own
// that is not listed has an underscore.
func opencodeMCP(tool string) bool { return strings.Contains(tool, "_") }

var opencodeTools = table.Of[gate.Kind]{
	{"bash", gate.Shell},
	{"write", gate.Write},
	{"edit", gate.Edit},
	{"multiedit", gate.Edit},
	{"patch", gate.Patch},
	{"apply_patch", gate.Patch}, // in place of edit and write for some models
	{"read", gate.Read},
	{"list", gate.Search},
	{"glob", gate.Search},
	{"grep", gate.Search},
	{"codesearch", gate.Search},
	{"lsp", gate.Search},
	{"webfetch", gate.Fetch},
	{"websearch", gate.Fetch},
	{"task", gate.Agent},
	{"batch", gate.Other},
	{"invalid", gate.Other}, // a call that the model got wrong: nothing runs
	{"plan_enter", gate.Other},
	{"plan_exit", gate.Other},
	{"question", gate.Other},
	{"skill", gate.Other},
	{"todoread", gate.Other},
	{"todowrite", gate.Other}, // a list in memory, no file
}
