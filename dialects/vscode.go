package dialects

import (
	"strings"
	"time"

	"github.com/tidwall/gjson"

	"gate"
	"gate/internal/table"
)

// VS Code's agent hooks, read in the source of vscode-copilot-chat 0.42. It
// reads the document on exit 0 and stderr on exit 2, and drops a document that
// names another event.
var vscode = dialect{
	name:    "vscode",
	claims:  claimsVSCode,
	decode:  decodeVSCode,
	events:  vscodeEvents,
	tools:   vscodeTools,
	mcp:     func(tool string) bool { return strings.HasPrefix(tool, "mcp_") },
	before:  "PreToolUse",
	windows: "powershell", // inferred: the terminal's usual profile
	answers: table.Of[answer]{
		{string(gate.BeforeTool), answer{deny: document{nested, "deny"}, ask: document{nested, "ask"}, allow: document{nested, "allow"}, exit: 2}},
		{string(gate.Prompt), answer{deny: document{end, "deny"}, exit: 2}},
		{string(gate.AfterTool), answer{deny: document{decided, "block"}}},
	},
	setup: Setup{
		Title:   "VS Code",
		Version: "vscode-copilot-chat 0.42.0",
		Files: []File{
			{Project, "", ".github/hooks/*.json"},
			{User, "", "~/.copilot/hooks/*.json"},
			{Project, "", ".claude/settings.json"},
			{Project, "", ".claude/settings.local.json"},
			{User, "", "~/.claude/settings.json"},
		},
		Shape:   Systems,
		Found:   []string{"code", "~/.config/Code", "~/Library/Application Support/Code", "~/AppData/Roaming/Code"},
		Hooks:   []string{"PreToolUse", "UserPromptSubmit", "PostToolUse", "SessionStart"},
		Unix:    Start{Sh, Source, ""},
		Windows: Start{PowerShell, Source, ""},
		Timeout: Timeout{time.Second, 30 * time.Second},
		Trust:   "a trusted workspace",
		Off:     []string{"the organisation's policy ChatHooks", "a workspace that is not trusted"},
		Deny:    Honour{Blocks, Source, ""},
		Ask:     Honour{Asks, Source, ""},
		Allow:   Honour{Grants, Source, "unless another hook denies or asks"},
		Modify:  Honour{Changes, Source, "dropped where the tool's schema does not take it"},
		Silence: Honour{Nothing, Source, ""},
		Crash:   Honour{Runs, Source, ""},
		Hang:    Honour{Runs, Source, ""},

		OffBy: []Setting{
			{".vscode/settings.json", []string{"chat.useHooks"}, `false`, nil},
			{"~/.config/Code/User/settings.json", []string{"chat.useHooks"}, `false`, nil},
			{"~/Library/Application Support/Code/User/settings.json", []string{"chat.useHooks"}, `false`, nil},
			{"~/AppData/Roaming/Code/User/settings.json", []string{"chat.useHooks"}, `false`, nil},
		},
	},
}

// claimsVSCode goes by tool names that only it has, or by a timestamp beside a
// tool's id or a transcript, without the permission mode that Qwen sends.
func claimsVSCode(p payload) claim {
	tool := p.str("tool_name")
	event, known := vscodeEvents.Has(p.nativeEvent()), vscodeTools.Has(tool)
	stamped := p.stamped() && p.str("permission_mode") == ""
	switch {
	case !event:
		return none
	case vscodeOnly.Has(tool), stamped && known && p.str("tool_use_id") != "":
		return sure
	case stamped && p.str("transcript_path", "tool_use_id") != "":
		return likely
	case p.stamped() || p.str("session_id", "sessionId") != "":
		return possible
	}
	return none
}

var vscodeEvents = table.Of[gate.Event]{
	{"PreToolUse", gate.BeforeTool},
	{"PostToolUse", gate.AfterTool},
	{"UserPromptSubmit", gate.Prompt},
	{"SessionStart", gate.SessionStart},
	{"Stop", gate.Stop},
	{"SubagentStop", gate.Stop},
	{"SubagentStart", gate.Notice},
	{"PreCompact", gate.Notice},
}

var vscodeTools = table.Of[gate.Kind]{
	{"run_in_terminal", gate.Shell},
	{"create_and_run_task", gate.Shell},
	{"create_file", gate.Write},
	{"create_directory", gate.Write},
	{"replace_string_in_file", gate.Edit},
	{"multi_replace_string_in_file", gate.Edit},
	{"insert_edit_into_file", gate.Edit},
	{"edit_notebook_file", gate.Edit},
	{"apply_patch", gate.Patch},
	{"read_file", gate.Read},
	{"list_dir", gate.Search},
	{"grep_search", gate.Search},
	{"file_search", gate.Search},
	{"semantic_search", gate.Search},
	{"list_code_usages", gate.Search},
	{"get_errors", gate.Search},
	{"fetch_webpage", gate.Fetch},
	{"open_simple_browser", gate.Fetch},
	{"runSubagent", gate.Agent},
	{"get_terminal_output", gate.Other},
	{"install_extension", gate.Other},
	{"manage_todo_list", gate.Other},
	{"memory", gate.Other}, // its paths lie in a store of VS Code, not on disk
	{"run_vscode_command", gate.Other},
}

// vscodeOnly are the tools that no other harness calls so.
var vscodeOnly = table.Set{
	"run_in_terminal",
	"create_and_run_task",
	"create_file",
	"replace_string_in_file",
	"multi_replace_string_in_file",
	"insert_edit_into_file",
	"edit_notebook_file",
	"fetch_webpage",
	"run_vscode_command",
	"runSubagent",
}

func decodeVSCode(d *dialect, p payload, hint Hint) gate.Call {
	c := decodeFamily(d, p, hint)
	if task := gjson.GetBytes(c.Tool.Args, "task"); c.Tool.Name == "create_and_run_task" && task.IsObject() {
		c.Tool.Args = with(c.Tool.Args, "command", taskLine(task))
	}
	return c
}

// taskLine is the command line of a task: VS Code quotes the arguments that
// have blanks in them, and leaves the others to the shell.
func taskLine(task gjson.Result) string {
	words := []string{task.Get("command").String()}
	for _, arg := range task.Get("args").Array() {
		word := arg.String()
		if strings.ContainsAny(word, " \t\n") {
			word = "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
		}
		words = append(words, word)
	}
	return strings.Join(words, " ")
}
