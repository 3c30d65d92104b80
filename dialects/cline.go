package dialects

import (
	"strings"
	"time"

	"github.com/tidwall/gjson"

	"gate"
	"gate/internal/table"
)

// Cline: CLI 3.0.65, observed, and the extension 4.1.13, read in source. A
// denial is a document with exit 0: the extension throws away what a hook with
// another status says, and runs the call.
var cline = dialect{
	name:    "cline",
	claims:  claimsCline,
	decode:  decodeCline,
	events:  clineEvents,
	tools:   clineTools,
	mcp:     func(tool string) bool { return strings.Contains(tool, "__") }, // server__tool
	before:  "PreToolUse",
	windows: "powershell", // inferred: the terminal's usual profile
	answers: table.Of[answer]{
		{string(gate.BeforeTool), answer{deny: document{cancel, "true"}}},
		{string(gate.Prompt), answer{deny: document{cancel, "true"}}},
		{"prompt_submit", answer{}},                                      // the CLI does not wait for it
		{string(gate.AfterTool), answer{deny: document{cancel, "true"}}}, // ends the run
	},
	setup: Setup{
		Title:   "Cline",
		Version: "CLI 3.0.65, extension 4.1.13",
		Files: []File{
			{Project, "", ".clinerules/hooks/*"},
			{User, "", "~/Documents/Cline/Hooks/*"},
			{Project, "", ".cline/hooks/*"}, // the CLI alone
			{User, "", "~/.cline/hooks/*"},
		},
		Shape:   Executables,
		Found:   []string{"cline", "~/.cline"},
		Hooks:   []string{"PreToolUse", "PostToolUse", "UserPromptSubmit", "TaskStart"},
		Unix:    Start{Script, Observed, "by the first line, else bash; a compiled program as the file fails without a word, and the call runs"},
		Windows: Start{Script, Source, "NAME.ps1 by powershell -File"},
		Timeout: Timeout{0, 120 * time.Second},
		Trust:   "nothing is asked; the file counts as soon as it is there",
		Off:     []string{"the file removed or changed, at once", "the extension's switch for hooks", "--yolo of old versions"},
		Deny:    Honour{Blocks, Observed, "the CLI ends the run and tells the model nothing"},
		Ask:     Honour{Denies, Observed, "the CLI runs the call on review, the extension has no such word"},
		Allow:   Honour{Nothing, Observed, "it has no such word"},
		Modify:  Honour{Changes, Observed, "the CLI alone: overrideInput"},
		Silence: Honour{Nothing, Observed, ""},
		Crash:   Honour{Runs, Observed, ""},
		Hang:    Honour{Runs, Observed, "after 120 s in the CLI, and 30 s in the extension by its source"},
	},
}

func claimsCline(p payload) claim {
	switch {
	case p.str("hookName") == "":
		return none
	case p.has("clineVersion"), p.str("taskId") != "" && p.has("workspaceRoots"):
		return sure
	}
	return none
}

// clineEvents are the extension's names, which are also those of the files, and
// the CLI's.
var clineEvents = table.Of[gate.Event]{
	{"PreToolUse", gate.BeforeTool},
	{"PostToolUse", gate.AfterTool},
	{"UserPromptSubmit", gate.Prompt},
	{"TaskStart", gate.SessionStart},
	{"TaskResume", gate.SessionStart},
	{"TaskCancel", gate.Stop},
	{"TaskComplete", gate.Stop},
	{"PreCompact", gate.Notice},
	{"Notification", gate.Notice},

	{"tool_call", gate.BeforeTool},
	{"tool_result", gate.AfterTool},
	{"prompt_submit", gate.Prompt},
	{"agent_start", gate.SessionStart},
	{"agent_end", gate.Stop},
}

var clineTools = table.Of[gate.Kind]{
	{"execute_command", gate.Shell},
	{"run_commands", gate.Shell}, // several at once
	{"write_to_file", gate.Write},
	{"replace_in_file", gate.Edit},
	{"editor", gate.Edit},
	{"apply_patch", gate.Patch},
	{"read_file", gate.Read},
	{"read_files", gate.Read},
	{"search_files", gate.Search},
	{"list_files", gate.Search},
	{"search_codebase", gate.Search},
	{"web_fetch", gate.Fetch},
	{"fetch_web_content", gate.Fetch},
	{"browser_action", gate.Fetch},
	{"spawn_agent", gate.Agent},
}

func decodeCline(d *dialect, p payload, _ Hint) gate.Call {
	c := d.begin(p, p.str("hookName"))
	c.Session.ID = p.str("taskId")
	name, input := clineTool(&c, p)
	d.use(&c, name, input)
	args := gjson.ParseBytes(c.Tool.Args)
	if c.Tool.Name == "editor" && !args.Get("old_text").Exists() && !args.Get("insert_line").Exists() {
		c.Tool.Kind = gate.Write // the whole file
	}
	c = d.finish(c, p)
	if c.Event == gate.Prompt {
		c.Prompt = p["userPromptSubmit"].Get("prompt").String()
	}
	one := p["tool_result"].Get("output.#(success==false)") // of several commands
	if c.Result != nil && (one.Exists() || p["postToolUse"].Get("success").Type == gjson.False) {
		c.Result.OK = false
	}
	return c
}

// clineTool is the tool of the CLI's call, with the arguments as they are, else
// that of the extension, in whose arguments each value is a text. A tool of an
// MCP server is named in the CLI's way.
func clineTool(c *gate.Call, p payload) (name string, input gjson.Result) {
	about, call := p["preToolUse"], p["tool_call"]
	if c.Event == gate.AfterTool {
		about, call = p["postToolUse"], p["tool_result"]
	}
	name, input = about.Get("toolName").String(), about.Get("parameters")
	if name == "" {
		name = about.Get("tool").String() // an older key
	}
	if call.Get("name").Exists() {
		name, input, c.Session.Call = call.Get("name").String(), call.Get("input"), call.Get("id").String()
	}
	if name == "use_mcp_tool" {
		return input.Get("server_name").String() + "__" + input.Get("tool_name").String(), input.Get("arguments")
	}
	return name, input
}

func cancel(word, _, reason string) object {
	return object(nil).raw("cancel", word).text("errorMessage", reason)
}
