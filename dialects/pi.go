package dialects

import (
	"gate"
	"gate/internal/table"
)

// pi, read in its source (0.58) and its documents, through the gate's
// extension. It has no permission question of its own: what the extension does
// not block runs, and an ask is put to the person by the extension.
var pi = dialect{
	name:    "pi",
	claims:  func(p payload) claim { return p.signed("pi") },
	decode:  decodePlain,
	events:  piEvents,
	tools:   piTools,
	mcp:     func(string) bool { return false }, // none in its core
	before:  "tool_call",
	windows: "bash", // documented: Git Bash
	neutral: pluginNone,
	answers: table.Of[answer]{
		{string(gate.BeforeTool), answer{deny: document{decided, "deny"}, ask: document{decided, "ask"}, exit: 2}},
		{string(gate.Prompt), answer{deny: document{decided, "deny"}, exit: 2}},
	},
	setup: Setup{
		Title:   "pi",
		Version: "0.58.3",
		Files: []File{
			{Project, "", ".pi/extensions/gate.ts"},
			{User, "", "~/.pi/agent/extensions/gate.ts"},
		},
		Shape:   Plugin,
		Hooks:   []string{"tool_call", "tool_result", "input", "session_start", "session_shutdown"},
		Found:   []string{"~/.pi/agent"},
		Unix:    Start{Direct, Source, "by the extension"},
		Windows: Start{Direct, Inferred, "by the extension"},
		Trust:   "a trusted project, for its extensions",
		Off: []string{
			"--no-extensions",
			"a project that is not trusted (project extensions)",
			"an extension that is loaded later can change the input after the gate has seen it",
		},
		Deny:    Honour{Blocks, Source, ""},
		Ask:     Honour{Asks, Documented, "the extension asks; it denies where nobody is there to answer (print and JSON mode)"},
		Allow:   Honour{Nothing, Source, "there is no question to skip"},
		Modify:  Honour{Changes, Source, "of the input in place"},
		Silence: Honour{Blocks, Source, "by the extension"},
		Crash:   Honour{Blocks, Source, "by the extension"},
		Hang:    Honour{Blocks, Source, "by the extension, after 10 s"},
	},
}

var piEvents = table.Of[gate.Event]{
	{"tool_call", gate.BeforeTool},
	{"tool_result", gate.AfterTool},
	{"input", gate.Prompt},
	{"session_start", gate.SessionStart},
	{"session_shutdown", gate.SessionEnd},
}

var piTools = table.Of[gate.Kind]{
	{"bash", gate.Shell},
	{"write", gate.Write},
	{"edit", gate.Edit},
	{"read", gate.Read},
	{"grep", gate.Search},
	{"find", gate.Search},
	{"ls", gate.Search},
}
