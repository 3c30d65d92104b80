package dialects

import (
	"time"

	"github.com/tidwall/gjson"

	"gate"
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
	mcp:     prefixed("MCP:"),
	before:  "preToolUse",
	windows: "powershell", // inferred from reports
	workdir: []string{"cwd", "working_directory"},
	neutral: struct{}{}, // passes where failClosed is set, too
	answers: map[string]answer{
		string(gate.BeforeTool): {deny: cursorSays("deny"), allow: cursorSays("allow"), exit: 2},
		string(gate.Prompt):     {deny: cursorStops, none: map[string]bool{"continue": true}, exit: 2},
	},
	setup: Setup{
		Title: "Cursor",
		Files: []File{
			{Project, "", ".cursor/hooks.json"},
			{User, "", "~/.cursor/hooks.json"},
			{Managed, "linux", "/etc/cursor/hooks.json"},
			{Managed, "darwin", "/Library/Application Support/Cursor/hooks.json"},
			{Managed, "windows", `C:\ProgramData\Cursor\hooks.json`},
		},
		Shape:   Versioned,
		Hooks:   []string{"preToolUse", "beforeShellExecution", "beforeMCPExecution", "beforeReadFile", "subagentStart", "beforeSubmitPrompt", "sessionStart"},
		Timeout: Timeout{time.Second, 0},
		Off:     []string{"a workspace that is not trusted (project hooks)"},
		Deny:    Honour{Blocks, Observed, ""},
		Ask:     Honour{Denies, Documented, "ask is not enforced on preToolUse and ignored by the CLI, so we deny"},
		Allow:   Honour{Nothing, Observed, "its own allowlist still asks"},
	},
}

// claimsCursor goes by its version, or its two ids; older payloads and the
// documents' samples have one id and an event's name that starts small.
func claimsCursor(p payload) claim {
	_, own := cursorEvents[p.nativeEvent()]
	switch {
	case p.str("cursor_version") != "",
		p.str("conversation_id") != "" && (p.str("generation_id") != "" || own):
		return sure
	}
	return none
}

var cursorEvents = map[string]gate.Event{
	"preToolUse":           gate.BeforeTool,
	"beforeShellExecution": gate.BeforeTool,
	"beforeMCPExecution":   gate.BeforeTool,
	"beforeReadFile":       gate.BeforeTool,
	"beforeTabFileRead":    gate.BeforeTool,
	"subagentStart":        gate.BeforeTool,
	"postToolUse":          gate.AfterTool,
	"postToolUseFailure":   gate.AfterTool,
	"afterShellExecution":  gate.AfterTool,
	"afterMCPExecution":    gate.AfterTool,
	"afterFileEdit":        gate.AfterTool,
	"afterTabFileEdit":     gate.AfterTool,
	"beforeSubmitPrompt":   gate.Prompt,
	"sessionStart":         gate.SessionStart,
	"sessionEnd":           gate.SessionEnd,
	"stop":                 gate.Stop,
	"subagentStop":         gate.Stop,
	"preCompact":           gate.Notice,
	"afterAgentResponse":   gate.Notice,
	"afterAgentThought":    gate.Notice,
	"workspaceOpen":        gate.Notice,
}

var cursorTools = map[string]gate.Kind{
	"Shell":          gate.Shell,
	"Write":          gate.Write,
	"StrReplace":     gate.Edit,
	"EditNotebook":   gate.Edit,
	"TabWrite":       gate.Edit,
	"Delete":         gate.Delete,
	"ApplyPatch":     gate.Patch,
	"Read":           gate.Read,
	"TabRead":        gate.Read,
	"Grep":           gate.Search,
	"Glob":           gate.Search,
	"LS":             gate.Search,
	"SemanticSearch": gate.Search,
	"ReadLints":      gate.Search,
	"WebFetch":       gate.Fetch,
	"WebSearch":      gate.Fetch,
	"Task":           gate.Agent,
	"AskQuestion":    gate.Other,
	"SwitchMode":     gate.Other,
	"TodoWrite":      gate.Other,
}

// cursorActs are the events that are themselves the use of a tool: the tool as
// Cursor's matchers name it, and the fields that are its arguments.
var cursorActs = map[string]struct {
	tool string
	args []string
}{
	"beforeShellExecution": {"Shell", []string{"command", "cwd"}},
	"afterShellExecution":  {"Shell", []string{"command", "cwd"}},
	"beforeReadFile":       {"Read", []string{"file_path", "filePath", "attachments"}},
	"beforeTabFileRead":    {"TabRead", []string{"file_path", "filePath"}},
	"afterFileEdit":        {"Write", []string{"file_path", "edits"}},
	"afterTabFileEdit":     {"TabWrite", []string{"file_path", "edits"}},
	"subagentStart":        {"Task", []string{"subagent_type", "task"}},
}

func decodeCursor(d *dialect, p payload, _ Hint) gate.Call {
	c := d.begin(p, p.nativeEvent())
	name, input := p.str("tool_name"), p["tool_input"]
	if act, ok := cursorActs[c.NativeEvent]; ok {
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
		Tool: gate.Tool{Name: "ApplyPatch", Kind: gate.Patch, Args: encode(map[string]string{"patch": text})},
	}
}

type cursorAnswer struct {
	Permission string `json:"permission"`
	User       string `json:"user_message,omitempty"`
	Agent      string `json:"agent_message,omitempty"`
	OldUser    string `json:"userMessage,omitempty"`
	OldAgent   string `json:"agentMessage,omitempty"`
}

func cursorSays(word string) document {
	return func(_, reason string) any {
		if word == "allow" {
			return cursorAnswer{Permission: word}
		}
		return cursorAnswer{word, reason, reason, reason, reason}
	}
}

func cursorStops(_, reason string) any {
	return struct {
		Continue bool   `json:"continue"`
		User     string `json:"user_message"`
		OldUser  string `json:"userMessage"`
	}{false, reason, reason}
}
