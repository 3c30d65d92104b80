package dialects

import (
	"strings"
	"time"

	"github.com/tidwall/gjson"

	"gate"
	"gate/internal/table"
)

// Antigravity CLI 1.1 to 1.2, captured by others. Its payloads do not name
// their event, an answer is due on every one of them, and {} before a tool is
// a denial.
var antigravity = dialect{
	name:    "antigravity",
	claims:  claimsAntigravity,
	decode:  decodeAntigravity,
	events:  antigravityEvents,
	tools:   antigravityTools,
	mcp:     func(tool string) bool { return strings.HasPrefix(tool, "mcp_") },
	before:  "PreToolUse",
	windows: "powershell", // inferred
	workdir: []string{"Cwd"},
	neutral: "{}",
	answers: table.Of[answer]{
		{string(gate.BeforeTool), answer{
			deny:  document{decided, "deny"},
			ask:   document{decided, "force_ask"}, // ask gives way to its cache of always-allowed calls
			allow: document{briefly, "allow"},
			none:  `{"decision":"ask"}`,
		}},
	},
	setup: Setup{
		Title:   "Antigravity",
		Version: "1.2.3",
		Files: []File{
			{Project, "", ".agents/hooks.json"},
			{User, "", "~/.gemini/config/hooks.json"},
		},
		Shape:   Named,
		Found:   []string{"agy", "antigravity", "~/.gemini/config", "~/.gemini/antigravity-cli"},
		Unnamed: true,
		Hooks:   []string{"PreToolUse", "PostToolUse", "SessionStart"},
		Unix:    Start{Sh, Documented, "in the folder of the file"},
		Windows: Start{Unclear, "", ""},
		Timeout: Timeout{time.Second, 30 * time.Second}, // the default is inferred
		Trust:   "nothing is known to be asked; /hooks lists what was loaded",
		Off:     []string{`"enabled": false under the hook's name`},
		Deny:    Honour{Blocks, Observed, ""},
		Ask:     Honour{Asks, Observed, "said as force_ask"},
		Allow:   Honour{Grants, Observed, "in some versions; others ask all the same"},
		Modify:  Honour{Changes, Documented, "overwrite"},
		Silence: Honour{Runs, Observed, "{} denies"},
		Crash:   Honour{Blocks, Observed, ""},
		Hang:    Honour{Blocks, Observed, ""},
	},
}

func claimsAntigravity(p payload) claim {
	id := p.str("conversationId") != ""
	switch {
	case p["toolCall"].IsObject(), p.has("stepIdx"),
		id && (p.has("workspacePaths") || p.has("toolCall") || p.has("artifactDirectoryPath")):
		return sure
	}
	return none
}

var antigravityEvents = table.Of[gate.Event]{
	{"PreToolUse", gate.BeforeTool},
	{"PostToolUse", gate.AfterTool},
	{"SessionStart", gate.SessionStart},
	{"Stop", gate.Stop},
	{"PreInvocation", gate.Notice},
	{"PostInvocation", gate.Notice},
}

var antigravityTools = table.Of[gate.Kind]{
	{"run_command", gate.Shell},
	{"send_command_input", gate.Shell}, // text typed into a running command
	{"write_to_file", gate.Write},
	{"replace_file_content", gate.Edit},
	{"multi_replace_file_content", gate.Edit},
	{"view_file", gate.Read},
	{"view_file_outline", gate.Read},
	{"view_code_item", gate.Read},
	{"list_dir", gate.Search},
	{"find_by_name", gate.Search},
	{"grep_search", gate.Search},
	{"codebase_search", gate.Search},
	{"read_url_content", gate.Fetch},
	{"search_web", gate.Fetch},
	{"invoke_subagent", gate.Agent},
	{"browser_subagent", gate.Agent},
	{"command_status", gate.Other},
	{"generate_image", gate.Other},
	{"manage_task", gate.Other},
}

func decodeAntigravity(d *dialect, p payload, hint Hint) gate.Call {
	c := d.begin(p, antigravityEvent(p, hint))
	// A null toolCall leaves a tool without a name: extract cannot settle it.
	d.use(&c, p["toolCall"].Get("name").String(), p["toolCall"].Get("args"))
	if typed := gjson.GetBytes(c.Tool.Args, "Input"); c.Tool.Name == "send_command_input" && typed.Type == gjson.String {
		c.Tool.Args = with(c.Tool.Args, "command", typed.Str)
	}
	if step := p["stepIdx"]; step.Exists() {
		c.Session.Call = step.String()
	}
	return d.finish(c, p)
}

// antigravityEvent is the hint's event, where the payload can be of it: what
// carries a tool is an event before or after a tool. Without a hint the fields
// that only one event has tell.
func antigravityEvent(p payload, hint Hint) string {
	tool := p["toolCall"].IsObject() || p.has("stepIdx")
	if e, ok := antigravityEvents.Find(hint.Event); ok && (!tool || e == gate.BeforeTool || e == gate.AfterTool) {
		return hint.Event
	}
	for _, sign := range []struct{ key, event string }{
		{"error", "PostToolUse"}, // even an empty one
		{"toolCall", "PreToolUse"},
		{"stepIdx", "PreToolUse"},
		{"terminationReason", "Stop"},
		{"executionNum", "Stop"},
		{"initialNumSteps", "PreInvocation"},
		{"invocationNum", "PostInvocation"},
	} {
		if p.has(sign.key) {
			return sign.event
		}
	}
	return "SessionStart"
}
