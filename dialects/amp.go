package dialects

import (
	"strings"

	"gate"
	"gate/internal/table"
)

// Amp's permission delegate, from its documents: a program that is given the
// tool's arguments and nothing else, learns the tool from its environment, and
// answers by its exit status alone. There is none for no opinion: what is
// neither denied nor asked runs.
var amp = dialect{
	name:    "amp",
	claims:  func(payload) claim { return none }, // its payload has no sign: see detect
	decode:  decodeAmp,
	events:  table.Of[gate.Event]{{"delegate", gate.BeforeTool}},
	tools:   ampTools,
	mcp:     func(tool string) bool { return strings.HasPrefix(tool, "mcp__") },
	before:  "delegate",
	windows: "powershell", // inferred
	workdir: []string{"cwd", "workdir"},
	answers: table.Of[answer]{
		{string(gate.BeforeTool), answer{ask: document{unsaid, ""}, allow: document{unsaid, ""}, exit: 2, asks: 1}},
	},
	setup: Setup{
		Title:   "Amp",
		Version: "docs of 2026",
		Files: []File{
			{Project, "", ".amp/settings.json"},
			{User, "", "~/.config/amp/settings.json"},
		},
		Shape:   Delegates, // to a program without arguments: a script that starts the gate
		Hooks:   []string{"delegate"},
		Found:   []string{"amp", "~/.config/amp"},
		Unix:    Start{Direct, Documented, "a program without arguments"},
		Windows: Start{Direct, Inferred, ""},
		Trust:   "nothing is known to be asked",
		Off:     []string{"a rule in amp.permissions that comes before the delegate's", "amp.dangerouslyAllowAll"},
		Deny:    Honour{Blocks, Documented, ""},
		Ask:     Honour{Asks, Documented, "said as exit 1"},
		Allow:   Honour{Grants, Documented, "and so does no opinion, which has no word of its own"},
		Modify:  Honour{Nothing, Documented, "a plugin could"},
		Silence: Honour{Runs, Documented, "exit 0 allows"},
		Crash:   Honour{Runs, Inferred, "exit 1 asks, a missing program and a signal are not known; from 2 up it blocks"},
		Hang:    Honour{Unknown, "", ""},
	},
}

// ampTool is the tool that Amp asks about, "" where it is not Amp that asks.
// Programs that Amp's tools start inherit AGENT, but no tool's name (inferred).
func ampTool(hint Hint) string {
	if hint.Getenv == nil || hint.Getenv("AGENT") != "amp" {
		return ""
	}
	return hint.Getenv("AGENT_TOOL_NAME")
}

func decodeAmp(d *dialect, p payload, hint Hint) gate.Call {
	c := gate.Call{
		Harness: d.name, Event: gate.BeforeTool, NativeEvent: d.before,
		Tool: gate.Tool{Name: ampTool(hint), Args: p.whole()}, Session: gate.Session{ID: hint.Getenv("AMP_THREAD_ID")},
	}
	c.Tool.Kind = d.kind(c.Tool.Name)
	return d.finish(c, p)
}

var ampTools = table.Of[gate.Kind]{
	{"Bash", gate.Shell}, // its command is cmd
	{"shell_command", gate.Shell},
	{"create_file", gate.Write},
	{"edit_file", gate.Edit},
	{"undo_edit", gate.Edit},
	{"apply_patch", gate.Patch},
	{"Read", gate.Read},
	{"Grep", gate.Search},
	{"glob", gate.Search},
	{"finder", gate.Search},
	{"read_web_page", gate.Fetch},
	{"web_search", gate.Fetch},
	{"Task", gate.Agent},
	{"oracle", gate.Agent},
	{"todo_read", gate.Other},
	{"todo_write", gate.Other}, // a list in memory, no file
}
