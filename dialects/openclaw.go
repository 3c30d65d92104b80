package dialects

import (
	"strings"
	"time"

	"github.com/tidwall/gjson"

	"gate"
	"gate/internal/table"
)

// OpenClaw, from its documents, through the gate's plugin. What no hook blocks
// runs: its exec asks nobody by default.
var openclaw = dialect{
	name:    "openclaw",
	claims:  func(p payload) claim { return p.signed("openclaw") },
	decode:  decodeOpenClaw,
	events:  openclawEvents,
	tools:   openclawTools,
	mcp:     func(tool string) bool { return strings.Contains(tool, "__") }, // inferred
	before:  "before_tool_call",
	windows: "powershell", // inferred
	workdir: []string{"workdir"},
	neutral: pluginNone,
	answers: table.Of[answer]{
		{string(gate.BeforeTool), answer{deny: document{decided, "deny"}, ask: document{decided, "ask"}, exit: 2}},
	},
	setup: Setup{
		Title:   "OpenClaw",
		Version: "docs of 2026",
		Files: []File{
			{User, "", "~/.openclaw/extensions/gate/index.js"},
			{User, "", "~/.openclaw/extensions/gate/openclaw.plugin.json"},
			{User, "", "~/.openclaw/extensions/gate/package.json"},
		},
		Shape:   Plugin,
		Hooks:   []string{"before_tool_call", "after_tool_call", "session_start", "session_end"},
		Found:   []string{"openclaw", "~/.openclaw"},
		Unix:    Start{Direct, Documented, "by the plugin"},
		Windows: Start{Direct, Inferred, "by the plugin"},
		Trust:   "what lies in the folder is loaded",
		Timeout: Timeout{time.Millisecond, 15 * time.Second},
		Off:     []string{"the plugin's entry under plugins.entries is disabled"},
		Deny:    Honour{Blocks, Documented, ""},
		Ask:     Honour{Asks, Documented, "said as requireApproval; one that nobody answers denies"},
		Allow:   Honour{Nothing, Documented, "a hook cannot grant past its own policies"},
		Modify:  Honour{Changes, Documented, ""},
		Silence: Honour{Blocks, Documented, "by the plugin"},
		Crash:   Honour{Blocks, Documented, "by the plugin"},
		Hang:    Honour{Blocks, Documented, "by the plugin after 10 s, by OpenClaw itself after 15 s"},
	},
}

var openclawEvents = table.Of[gate.Event]{
	{"before_tool_call", gate.BeforeTool},
	{"after_tool_call", gate.AfterTool},
	{"session_start", gate.SessionStart},
	{"session_end", gate.SessionEnd},
}

var openclawTools = table.Of[gate.Kind]{
	{"exec", gate.Shell},
	{"bash", gate.Shell},
	{"write", gate.Write},
	{"edit", gate.Edit},
	{"apply_patch", gate.Patch},
	{"read", gate.Read},
	{"grep", gate.Search},
	{"find", gate.Search},
	{"ls", gate.Search},
	{"web_fetch", gate.Fetch},
	{"web_search", gate.Fetch},
	{"spawn_agent", gate.Agent},
	{"sessions_spawn", gate.Agent},
	{"message", gate.Other},
	{"session_status", gate.Other},
}

// decodeOpenClaw knows that exec in Code Mode is given JavaScript.
func decodeOpenClaw(d *dialect, p payload, hint Hint) gate.Call {
	c := decodePlain(d, p, hint)
	code := gjson.GetBytes(c.Tool.Args, "command").Str
	if p.str("tool_kind") == "code_mode_exec" && code != "" {
		c.Tool.Kind, c.Shell = "", ""
		c.Tool.Name += "_javascript" // as extract tells the language
		c.Tool.Args = object(nil).text("code", code).end()
	}
	return c
}
