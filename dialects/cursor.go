package dialects

import (
	"strings"
	"time"

	"github.com/tidwall/gjson"

	"gate"
	"gate/internal/table"
)

// Cursor 3.11 (Windows) and cursor-agent, captured by others; the rest of its
// events from the vendor's documents. Answers go out in both spellings: 1.7
// read camelCase, 2.0 and later read snake_case.
var cursor = dialect{
	name:    "cursor",
	claims:  claimsCursor,
	decode:  decodeCursor,
	events:  cursorEvents,
	tools:   cursorTools,
	mcp:     func(tool string) bool { return strings.HasPrefix(tool, "MCP:") },
	before:  "preToolUse",
	windows: "powershell", // inferred from reports
	workdir: []string{"cwd", "working_directory"},
	neutral: "{}", // passes where failClosed is set, too
	answers: table.Of[answer]{
		{string(gate.BeforeTool), answer{deny: document{cursorSays, "deny"}, allow: document{cursorSays, "allow"}, exit: 2}},
		{string(gate.Prompt), answer{deny: document{cursorStops, "deny"}, none: `{"continue":true}`, exit: 2}},
	},
	setup: Setup{
		Title:   "Cursor",
		Version: "3.11",
		Files: []File{
			{Project, "", ".cursor/hooks.json"},
			{User, "", "~/.cursor/hooks.json"},
			{Managed, "linux", "/etc/cursor/hooks.json"},
			{Managed, "darwin", "/Library/Application Support/Cursor/hooks.json"},
			{Managed, "windows", `C:\ProgramData\Cursor\hooks.json`},
		},
		Shape:   Versioned,
		Found:   []string{"cursor", "cursor-agent", "~/.cursor"},
		Hooks:   []string{"preToolUse", "beforeShellExecution", "beforeMCPExecution", "beforeReadFile", "subagentStart", "beforeSubmitPrompt", "postToolUse", "postToolUseFailure", "sessionStart", "sessionEnd"},
		Unix:    Start{Unclear, "", "some shell"},
		Windows: Start{PowerShell, Inferred, "reports differ: cmd.exe before"},
		Timeout: Timeout{time.Second, 0},
		Closed:  Switch{"failClosed", "true", Documented, "output that is no JSON denies as well"},
		Trust:   "a trusted workspace, for a project's hooks",
		Off:     []string{"a workspace that is not trusted (project hooks)"},
		Deny:    Honour{Blocks, Observed, ""},
		Ask:     Honour{Denies, Documented, "ask is not enforced on preToolUse and ignored by the CLI, so we deny"},
		Allow:   Honour{Nothing, Observed, "its own allowlist still asks"},
		Modify:  Honour{Changes, Documented, "dropped for Write, as one report measured"},
		Silence: Honour{Nothing, Documented, ""},
		Crash:   Honour{Runs, Documented, "failClosed closes it"},
		Hang:    Honour{Runs, Documented, "failClosed closes it"},
	},
}

// claimsCursor goes by its version, or its two ids; older payloads and the
// documents' samples have one id and an event's name that starts small.
func claimsCursor(p payload) claim {
	own := cursorEvents.Has(p.nativeEvent())
	switch {
	case p.str("cursor_version") != "",
		p.str("conversation_id") != "" && (p.str("generation_id") != "" || own):
		return sure
	}
	return none
}

var cursorEvents = table.Of[gate.Event]{
	{"preToolUse", gate.BeforeTool},
	{"beforeShellExecution", gate.BeforeTool},
	{"beforeMCPExecution", gate.BeforeTool},
	{"beforeReadFile", gate.BeforeTool},
	{"beforeTabFileRead", gate.BeforeTool},
	{"subagentStart", gate.BeforeTool},
	{"postToolUse", gate.AfterTool},
	{"postToolUseFailure", gate.AfterTool},
	{"afterShellExecution", gate.AfterTool},
	{"afterMCPExecution", gate.AfterTool},
	{"afterFileEdit", gate.AfterTool},
	{"afterTabFileEdit", gate.AfterTool},
	{"beforeSubmitPrompt", gate.Prompt},
	{"sessionStart", gate.SessionStart},
	{"sessionEnd", gate.SessionEnd},
	{"stop", gate.Stop},
	{"subagentStop", gate.Stop},
	{"preCompact", gate.Notice},
	{"afterAgentResponse", gate.Notice},
	{"afterAgentThought", gate.Notice},
	{"workspaceOpen", gate.Notice},
}

var cursorTools = table.Of[gate.Kind]{
	{"Shell", gate.Shell},
	{"Write", gate.Write},
	{"StrReplace", gate.Edit},
	{"EditNotebook", gate.Edit},
	{"TabWrite", gate.Edit},
	{"Delete", gate.Delete},
	{"ApplyPatch", gate.Patch},
	{"Read", gate.Read},
	{"TabRead", gate.Read},
	{"Grep", gate.Search},
	{"Glob", gate.Search},
	{"LS", gate.Search},
	{"SemanticSearch", gate.Search},
	{"ReadLints", gate.Search},
	{"WebFetch", gate.Fetch},
	{"WebSearch", gate.Fetch},
	{"Task", gate.Agent},
	{"AskQuestion", gate.Other},
	{"SwitchMode", gate.Other},
	{"TodoWrite", gate.Other},
}

// act is an event that is itself the use of a tool: the tool as Cursor's
// matchers name it, and the fields that are its arguments.
type act struct {
	tool string
	args []string
}

var cursorActs = table.Of[act]{
	{"beforeShellExecution", act{"Shell", []string{"command", "cwd"}}},
	{"afterShellExecution", act{"Shell", []string{"command", "cwd"}}},
	{"beforeReadFile", act{"Read", []string{"file_path", "filePath", "attachments"}}},
	{"beforeTabFileRead", act{"TabRead", []string{"file_path", "filePath"}}},
	{"afterFileEdit", act{"Write", []string{"file_path", "edits"}}},
	{"afterTabFileEdit", act{"TabWrite", []string{"file_path", "edits"}}},
	{"subagentStart", act{"Task", []string{"subagent_type", "task"}}},
}

func decodeCursor(d *dialect, p payload, _ Hint) gate.Call {
	c := d.begin(p, p.nativeEvent())
	name, input := p.str("tool_name"), p["tool_input"]
	if act, ok := cursorActs.Find(c.NativeEvent); ok {
		name, input = act.tool, gjson.ParseBytes(pick(p, act.args...))
	}
	d.use(&c, name, input)
	switch c.NativeEvent {
	case "beforeMCPExecution", "afterMCPExecution": // the name comes without MCP:
		c.Tool.Kind = gate.MCP
	case "beforeSubmitPrompt": // files that the prompt carries along
		c.Tool.Args = pick(p, "attachments")
	}
	c = d.finish(c, p)
	output := gjson.Parse(p.str("tool_output"))
	if c.Result != nil && (output.Get("exitCode").Int() != 0 || output.Get("success").Type == gjson.False) {
		c.Result.OK = false
	}
	return c
}

// cursorPatch is the call of a payload that is nothing but a patch.
func cursorPatch(text string) gate.Call {
	return gate.Call{
		Harness: cursor.name, Event: gate.BeforeTool, NativeEvent: cursor.before,
		Tool: gate.Tool{Name: "ApplyPatch", Kind: gate.Patch, Args: object(nil).text("patch", text).end()},
	}
}

func cursorSays(word, _, reason string) object {
	o := object(nil).text("permission", word)
	if word == "allow" {
		return o
	}
	return o.text("user_message", reason).text("agent_message", reason).text("userMessage", reason).text("agentMessage", reason)
}

func cursorStops(_, _, reason string) object {
	return object(nil).raw("continue", "false").text("user_message", reason).text("userMessage", reason)
}
