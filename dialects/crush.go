package dialects

import (
	"strings"
	"time"

	"gate"
	"gate/internal/table"
)

// Crush, read in its source of August 2026. It has one event. It reads the
// document on exit 0 and stderr on exit 2; exit 49 would end the turn.
var crush = dialect{
	name:    "crush",
	claims:  claimsCrush,
	decode:  decodePlain,
	events:  table.Of[gate.Event]{{"PreToolUse", gate.BeforeTool}},
	tools:   crushTools,
	mcp:     func(tool string) bool { return strings.HasPrefix(tool, "mcp_") }, // mcp_server_tool
	before:  "PreToolUse",
	windows: "bash", // it brings a POSIX shell of its own
	workdir: []string{"working_dir"},
	answers: table.Of[answer]{
		{string(gate.BeforeTool), answer{deny: document{crushSays, "deny"}, allow: document{crushSays, "allow"}, exit: 2}},
	},
	setup: Setup{
		Title:   "Crush",
		Version: "source of August 2026",
		Files: []File{
			{Project, "", "crush.json"},
			{Project, "", ".crush.json"},
			{User, "", "~/.config/crush/crush.json"},
		},
		Shape:   Flat,
		Hooks:   []string{"PreToolUse"},
		Found:   []string{"crush", "~/.config/crush"},
		Unix:    Start{Sh, Source, "a POSIX shell of its own"},
		Windows: Start{Sh, Source, "a POSIX shell of its own"},
		Trust:   "nothing is known to be asked",
		Closing: Source,
		Timeout: Timeout{time.Second, 30 * time.Second},
		Off:     []string{"a matcher that does not compile: the hook is dropped with a warning", "calls of subagents raise no hook"},
		Deny:    Honour{Blocks, Source, ""},
		Ask:     Honour{Denies, Source, "it has no such word"},
		Allow:   Honour{Grants, Source, ""},
		Modify:  Honour{Changes, Source, "merged into the input, one level deep"},
		Silence: Honour{Nothing, Source, ""},
		Crash:   Honour{Runs, Source, ""},
		Hang:    Honour{Runs, Source, ""},
	},
}

func claimsCrush(p payload) claim {
	own := strings.EqualFold(p.str("event"), "PreToolUse")
	if own && p.str("session_id") != "" && p.has("cwd") && !p.has("working_dir") && !p.has("gate") {
		return sure
	}
	return none
}

func crushSays(word, _, reason string) object {
	o := object(nil).raw("version", "1").text("decision", word)
	if word == "allow" {
		return o
	}
	return o.text("reason", reason)
}

var crushTools = table.Of[gate.Kind]{
	{"bash", gate.Shell},
	{"write", gate.Write},
	{"edit", gate.Edit},
	{"multiedit", gate.Edit},
	{"view", gate.Read},
	{"ls", gate.Search},
	{"grep", gate.Search},
	{"glob", gate.Search},
	{"fetch", gate.Fetch},
	{"agentic_fetch", gate.Fetch},
	{"download", gate.Fetch}, // into a file
	{"agent", gate.Agent},
}
