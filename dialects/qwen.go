package dialects

import (
	"strings"
	"time"

	"gate"
	"gate/internal/table"
)

// Qwen Code 0.24.4, observed. On exit 2 it reads only stderr; an empty one
// lets the call run. An allow from any hook cancels another hook's denial.
var qwen = dialect{
	name:    "qwen",
	claims:  claimsQwen,
	decode:  decodeFamily,
	events:  qwenEvents,
	tools:   qwenTools,
	mcp:     func(tool string) bool { return strings.HasPrefix(tool, "mcp__") },
	before:  "PreToolUse",
	windows: "cmd", // inferred from its code: ComSpec, unless started in Git Bash
	workdir: []string{"directory"},
	answers: table.Of[answer]{
		{string(gate.BeforeTool), answer{deny: document{nested, "deny"}, ask: document{nested, "ask"}, allow: document{nested, "allow"}, exit: 2}},
		{string(gate.Permission), answer{deny: document{requested, "deny"}, allow: document{requested, "allow"}}}, // exit 2 would hide the document
		{string(gate.Prompt), answer{deny: document{decided, "block"}, exit: 2}},
		{string(gate.AfterTool), answer{deny: document{tell, "deny"}}}, // a block is told to nobody
	},
	setup: Setup{
		Title:   "Qwen Code",
		Version: "0.24.4",
		Files: []File{
			{Project, "", ".qwen/settings.json"},
			{User, "", "~/.qwen/settings.json"},
			{Managed, "linux", "/etc/qwen-code/settings.json"},
			{Managed, "darwin", "/Library/Application Support/QwenCode/settings.json"},
			{Managed, "windows", `C:\ProgramData\qwen-code\settings.json`},
		},
		Shape:   Groups,
		Found:   []string{"qwen", "~/.qwen"},
		Closing: Observed,
		Hooks:   []string{"PreToolUse", "PermissionRequest", "UserPromptSubmit", "PostToolUse", "PostToolUseFailure", "SessionStart", "SessionEnd"},
		Unix:    Start{Bash, Observed, ""},
		Windows: Start{Cmd, Inferred, "the shell of its own tool: ComSpec, unless started in Git Bash"},
		Timeout: Timeout{time.Second, 60 * time.Second},
		Trust:   "nothing is asked, unless folder trust is switched on",
		Off: []string{
			"disableAllHooks in any settings file, for all of them",
			"--bare", "--safe-mode", "a folder that is not trusted, where trust is on",
		},
		Deny:    Honour{Blocks, Observed, "unless a later hook allows"},
		Ask:     Honour{Asks, Observed, "a headless run denies and tells the model why"},
		Allow:   Honour{Nothing, Observed, "its own question still comes, and another hook's denial is cancelled"},
		Modify:  Honour{Nothing, Observed, "the original call runs, though its documents say otherwise"},
		Silence: Honour{Nothing, Observed, ""},
		Crash:   Honour{Runs, Observed, "exit 2 with an empty stderr as well"},
		Hang:    Honour{Runs, Observed, ""},

		Millis:  1000,
		Several: LastWins,
		OffBy: []Setting{
			{".qwen/settings.json", []string{"disableAllHooks"}, `true`, nil},
			{"~/.qwen/settings.json", []string{"disableAllHooks"}, `true`, nil},
			{"/etc/qwen-code/settings.json", []string{"disableAllHooks"}, `true`, nil},
			{"/Library/Application Support/QwenCode/settings.json", []string{"disableAllHooks"}, `true`, nil},
		},
	},
}

// claimsQwen knows the model's id of the call beside a timestamp, and its
// folder; otherwise the permission mode, which other harnesses with a timestamp
// do not send.
func claimsQwen(p payload) claim {
	if !p.pascal() || !p.stamped() {
		return none
	}
	switch {
	case p.str("tool_call_id") != "", p.transcribed(".qwen"):
		return sure
	case p.str("permission_mode") != "" && p.str("transcript_path") != "":
		return likely
	}
	return possible
}

var qwenEvents = table.Of[gate.Event]{
	{"PreToolUse", gate.BeforeTool},
	{"PermissionRequest", gate.Permission},
	{"PostToolUse", gate.AfterTool},
	{"PostToolUseFailure", gate.AfterTool},
	{"PostToolBatch", gate.AfterTool},
	{"UserPromptSubmit", gate.Prompt}, // with an empty prompt after every round of tools
	{"UserPromptExpansion", gate.Prompt},
	{"SessionStart", gate.SessionStart},
	{"SessionEnd", gate.SessionEnd},
	{"Stop", gate.Stop},
	{"StopFailure", gate.Stop},
	{"SubagentStop", gate.Stop},
	{"PermissionDenied", gate.Notice},
	{"Notification", gate.Notice},
	{"SubagentStart", gate.Notice},
	{"PreCompact", gate.Notice},
	{"PostCompact", gate.Notice},
	{"SessionDelete", gate.Notice},
	{"TodoCreated", gate.Notice},
	{"TodoCompleted", gate.Notice},
	{"InstructionsLoaded", gate.Notice},
	{"MessageDisplay", gate.Notice},
}

var qwenTools = table.Of[gate.Kind]{
	{"run_shell_command", gate.Shell},
	{"monitor", gate.Shell},
	{"write_file", gate.Write},
	{"edit", gate.Edit},
	{"replace", gate.Edit},
	{"notebook_edit", gate.Edit},
	{"read_file", gate.Read},
	{"read_many_files", gate.Read},
	{"glob", gate.Search},
	{"grep_search", gate.Search},
	{"list_directory", gate.Search},
	{"lsp", gate.Search},
	{"web_fetch", gate.Fetch},
	{"web_search", gate.Fetch},
	{"agent", gate.Agent},
	{"task", gate.Agent},
	{"ask_user_question", gate.Other},
	{"exit_plan_mode", gate.Other},
	{"save_memory", gate.Other}, // a fact into Qwen's own memory
	{"send_message", gate.Other},
	{"skill", gate.Other},
	{"task_stop", gate.Other},
	{"todo_write", gate.Other}, // a list in memory, no file
	{"tool_search", gate.Other},
}
