package dialects

import (
	"strings"
	"time"

	"gate"
	"gate/internal/table"
)

// Gemini CLI 0.61.0, observed. It does not hear Claude's nested answer, and a
// document that does not deny beats exit 2.
var gemini = dialect{
	name:    "gemini",
	claims:  claimsGemini,
	decode:  decodeFamily,
	events:  geminiEvents,
	tools:   geminiTools,
	mcp:     func(tool string) bool { return strings.HasPrefix(tool, "mcp_") }, // of any server: mcp_server_tool
	before:  "BeforeTool",
	windows: "powershell", // documented
	workdir: []string{"dir_path"},
	answers: table.Of[answer]{
		{string(gate.BeforeTool), answer{deny: document{decided, "deny"}, allow: document{briefly, "allow"}, exit: 2}},
		{string(gate.Prompt), answer{deny: document{decided, "deny"}, exit: 2}},
		{string(gate.AfterTool), answer{deny: document{decided, "deny"}}}, // the reason takes the place of the result
		{"BeforeModel", answer{deny: document{decided, "deny"}, exit: 2}},
	},
	setup: Setup{
		Title:   "Gemini CLI",
		Version: "0.61.0",
		Files: []File{
			{Project, "", ".gemini/settings.json"},
			{User, "", "~/.gemini/settings.json"},
			{Managed, "linux", "/etc/gemini-cli/settings.json"},
			{Managed, "darwin", "/Library/Application Support/GeminiCli/settings.json"},
			{Managed, "windows", `C:\ProgramData\gemini-cli\settings.json`},
		},
		Shape:   Groups,
		Found:   []string{"gemini", "~/.gemini/settings.json"},
		Closing: Observed,
		Hooks:   []string{"BeforeTool", "AfterTool", "BeforeAgent", "SessionStart", "SessionEnd"},
		Unix:    Start{Bash, Observed, ""},
		Windows: Start{PowerShell, Inferred, "the shell of its own tool"},
		Timeout: Timeout{time.Millisecond, 60 * time.Second},
		Trust:   "a trusted folder, for a project's hooks; the machine's file must belong to root",
		Off: []string{
			"hooksConfig.enabled: false in any settings file, for all of them",
			"the command in hooksConfig.disabled",
			"a folder that is not trusted (project hooks)",
		},
		Deny:    Honour{Blocks, Observed, ""},
		Ask:     Honour{Denies, Observed, "headless, ask ends the run without a word, and the payload does not say whether anybody is there"},
		Allow:   Honour{Nothing, Observed, "its own question still comes"},
		Modify:  Honour{Changes, Observed, "the whole input is replaced, and the model is told"},
		Silence: Honour{Nothing, Observed, ""},
		Crash:   Honour{Runs, Observed, "text on stderr makes another status than 0 and 1 a denial: a missing executable denies"},
		Hang:    Honour{Runs, Observed, "one that ignores SIGTERM is waited for without end"},

		OffBy: []Setting{
			{".gemini/settings.json", []string{"hooksConfig", "enabled"}, `false`, nil},
			{".gemini/settings.json", []string{"hooksConfig", "disabled"}, ``, nil},
			{"~/.gemini/settings.json", []string{"hooksConfig", "enabled"}, `false`, nil},
			{"~/.gemini/settings.json", []string{"hooksConfig", "disabled"}, ``, nil},
			{"/etc/gemini-cli/settings.json", []string{"hooksConfig", "enabled"}, `false`, nil},
			{"/etc/gemini-cli/settings.json", []string{"hooksConfig", "disabled"}, ``, nil},
			{"/Library/Application Support/GeminiCli/settings.json", []string{"hooksConfig", "enabled"}, `false`, nil},
			{"/Library/Application Support/GeminiCli/settings.json", []string{"hooksConfig", "disabled"}, ``, nil},
		},
	},
}

func claimsGemini(p payload) claim {
	family, own := claudeEvents.Has(p.nativeEvent()), geminiEvents.Has(p.nativeEvent())
	switch {
	case own && !family, p.pascal() && p.transcribed(".gemini"):
		return sure
	case own && p.stamped():
		return possible
	}
	return none
}

var geminiEvents = table.Of[gate.Event]{
	{"BeforeTool", gate.BeforeTool},
	{"AfterTool", gate.AfterTool},
	{"BeforeAgent", gate.Prompt},
	{"SessionStart", gate.SessionStart},
	{"SessionEnd", gate.SessionEnd},
	{"AfterAgent", gate.Stop},
	{"BeforeModel", gate.Notice},
	{"AfterModel", gate.Notice},
	{"BeforeToolSelection", gate.Notice},
	{"PreCompress", gate.Notice},
	{"Notification", gate.Notice},
}

var geminiTools = table.Of[gate.Kind]{
	{"run_shell_command", gate.Shell},
	{"write_file", gate.Write},
	{"replace", gate.Edit},
	{"read_file", gate.Read},
	{"read_many_files", gate.Read},
	{"glob", gate.Search},
	{"grep_search", gate.Search},
	{"search_file_content", gate.Search},
	{"list_directory", gate.Search},
	{"web_fetch", gate.Fetch},
	{"google_web_search", gate.Fetch},
	{"invoke_agent", gate.Agent},
	{"codebase_investigator", gate.Agent},
	{"activate_skill", gate.Other},
	{"ask_user", gate.Other},
	{"enter_plan_mode", gate.Other},
	{"exit_plan_mode", gate.Other},
	{"list_background_processes", gate.Other},
	{"read_background_output", gate.Other},
	{"save_memory", gate.Other}, // a fact into Gemini's own memory
	{"update_topic", gate.Other},
	{"write_todos", gate.Other}, // a list in memory, no file
}
