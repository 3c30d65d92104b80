package dialects

import (
	"strings"

	"gate"
	"gate/internal/table"
)

// Windsurf's Cascade, documented, for installations before 3.9.19 and the
// plugin for JetBrains. Each event is the use of a tool. It reads no answer
// but exit 2 and stderr.
var windsurf = dialect{
	name:    "windsurf",
	claims:  claimsWindsurf,
	decode:  decodeWindsurf,
	events:  windsurfEvents,
	tools:   windsurfTools,
	mcp:     func(tool string) bool { return strings.Contains(tool, "/") }, // as decodeWindsurf names them
	before:  "pre_run_command",
	windows: "powershell", // inferred
	answers: table.Of[answer]{
		{string(gate.BeforeTool), answer{exit: 2}},
		{string(gate.Prompt), answer{exit: 2}},
	},
	setup: Setup{
		Title:   "Windsurf (legacy)",
		Version: "docs of August 2026",
		Files: []File{
			{Project, "", ".windsurf/hooks.json"},
			{User, "", "~/.codeium/windsurf/hooks.json"},
			{Managed, "linux", "/etc/windsurf/hooks.json"},
			{Managed, "darwin", "/Library/Application Support/Windsurf/hooks.json"},
			{Managed, "windows", `C:\ProgramData\Windsurf\hooks.json`},
			{User, "", "~/.codeium/hooks.json"}, // the plugin for JetBrains
		},
		Shape:   Commands,
		Found:   []string{"windsurf", "~/.codeium/windsurf"},
		Hooks:   []string{"pre_run_command", "pre_write_code", "pre_read_code", "pre_mcp_tool_use", "pre_user_prompt", "post_run_command", "post_write_code", "post_mcp_tool_use"},
		Unix:    Start{Unclear, "", "some shell"},
		Windows: Start{Unclear, "", "some shell"},
		Trust:   "not documented",
		Off:     []string{"an update to 3.9.19, which has no Cascade"},
		Deny:    Honour{Blocks, Documented, "by exit 2, the reason on stderr"},
		Ask:     Honour{Denies, Documented, "it has no such word"},
		Allow:   Honour{Nothing, Documented, "it has no such word"},
		Modify:  Honour{Nothing, Documented, "it has no such word"},
		Silence: Honour{Nothing, Documented, ""},
		Crash:   Honour{Runs, Documented, ""},
		Hang:    Honour{Unknown, "", ""},
	},
}

func claimsWindsurf(p payload) claim {
	if p.str("agent_action_name") != "" && p["tool_info"].IsObject() {
		return sure
	}
	return none
}

var windsurfEvents = table.Of[gate.Event]{
	{"pre_run_command", gate.BeforeTool},
	{"pre_write_code", gate.BeforeTool},
	{"pre_read_code", gate.BeforeTool},
	{"pre_mcp_tool_use", gate.BeforeTool},
	{"post_run_command", gate.AfterTool},
	{"post_write_code", gate.AfterTool},
	{"post_read_code", gate.AfterTool},
	{"post_mcp_tool_use", gate.AfterTool},
	{"pre_user_prompt", gate.Prompt},
	{"post_cascade_response", gate.Notice},
	{"post_cascade_response_with_transcript", gate.Notice},
	{"post_setup_worktree", gate.Notice},
}

// windsurfTools are named after their events.
var windsurfTools = table.Of[gate.Kind]{
	{"run_command", gate.Shell},
	{"write_code", gate.Edit}, // deletes and moves as well
	{"read_code", gate.Read},  // of a folder, too
}

func decodeWindsurf(d *dialect, p payload, _ Hint) gate.Call {
	native, info := p.str("agent_action_name"), p["tool_info"]
	c := d.begin(p, native)
	c.Session.ID, c.Session.Turn = p.str("trajectory_id"), p.str("execution_id")
	if c.Session.Turn == "" { // seen in either place
		c.Session.Turn = info.Get("execution_id").String()
	}
	if c.Event == gate.Prompt {
		c.Prompt = info.Get("user_prompt").String()
		return c
	}
	c.Cwd = toPath(info.Get("cwd").String())
	_, name, _ := strings.Cut(native, "_")
	if name == "mcp_tool_use" {
		name = info.Get("mcp_server_name").String() + "/" + info.Get("mcp_tool_name").String()
		info = info.Get("mcp_tool_arguments")
	}
	d.use(&c, name, info)
	return d.finish(c, p)
}
