package dialects

import (
	"strings"
	"time"

	"github.com/tidwall/gjson"

	"gate"
	"gate/internal/table"
)

// Kiro: the hook files of IDE 1.x and CLI 3, documented and in part captured by
// others, and the hooks in the agents of CLI 2 and Amazon Q, read in source,
// whose events start small. It reads no answer but exit 2 and stderr.
var kiro = dialect{
	name:    "kiro",
	claims:  claimsKiro,
	decode:  decodeKiro,
	events:  kiroEvents,
	tools:   kiroTools,
	mcp:     func(tool string) bool { return strings.HasPrefix(tool, "@") }, // @server/tool
	before:  "PreToolUse",
	windows: "powershell", // inferred
	workdir: []string{"cwd"},
	answers: table.Of[answer]{
		{string(gate.BeforeTool), answer{exit: 2}},
		{string(gate.Prompt), answer{exit: 2}},
		{"userPromptSubmit", answer{}}, // CLI 2 only adds to the context there
	},
	setup: Setup{
		Title:   "Kiro",
		Version: "docs of November 2026",
		Files: []File{
			{Project, "", ".kiro/hooks/*.json"},
			{User, "", "~/.kiro/hooks/*.json"},
			{Project, "", ".kiro/agents/*.json"}, // CLI 2
			{User, "", "~/.kiro/agents/*.json"},
			{Project, "", ".amazonq/cli-agents/*.json"}, // Amazon Q CLI
			{User, "", "~/.aws/amazonq/cli-agents/*.json"},
		},
		Shape: Triggers,
		Shapes: table.Of[Shape]{
			{".kiro/agents/*.json", Agents},
			{"~/.kiro/agents/*.json", Agents},
			{".amazonq/cli-agents/*.json", Agents},
			{"~/.aws/amazonq/cli-agents/*.json", Agents},
		},
		Found:   []string{"kiro", "kiro-cli", "~/.kiro"},
		Hooks:   []string{"PreToolUse", "UserPromptSubmit", "PostToolUse", "SessionStart"},
		Unix:    Start{Bash, Inferred, "as CLI 2 does by its source"},
		Windows: Start{Cmd, Inferred, "as CLI 2 does by its source"},
		Timeout: Timeout{time.Second, 60 * time.Second},
		Trust:   "nothing is known to be asked",
		Off:     []string{`"enabled": false in the hook's entry`, "KIRO_HOME, for the user's hooks", "cache_ttl_seconds above 0 in CLI 2: what passed once is not asked again"},
		Deny:    Honour{Blocks, Documented, "by exit 2, the reason on stderr; IDE 1.0.293 was reported to write all the same, CLI 2.2.2 on Windows not to block"},
		Ask:     Honour{Denies, Documented, "it has no such word"},
		Allow:   Honour{Nothing, Documented, "it has no such word"},
		Modify:  Honour{Nothing, Documented, "it has no such word"},
		Silence: Honour{Nothing, Documented, ""},
		Crash:   Honour{Runs, Documented, "an older page says that every status but 0 blocks"},
		Hang:    Honour{Runs, Inferred, "as CLI 2 does by its source"},
	},
}

// claimsKiro goes by events and tools that only it has. What is left looks like
// Claude's family without a transcript.
func claimsKiro(p payload) claim {
	native := p.str("hook_event_name")
	foreign := p.stamped() || p.str("transcript_path", "conversation_id", "cursor_version", "tool_use_id", "permission_mode", "prompt_id", "turn_id") != "" ||
		p.has("workspace_roots") || !p.has("cwd")
	tool := p.str("tool_name")
	switch {
	case native == "" || foreign:
		return none
	case kiroEvents.Has(native) && (!p.pascal() || kiroOnly.Has(native)),
		p.pascal() && (kiroTools.Has(tool) || strings.HasPrefix(tool, "@") || strings.HasPrefix(tool, "subagent_")),
		p.pascal() && p.has("assistant_response"):
		return sure
	case p.pascal() && p.str("session_id") != "":
		return possible
	}
	return none
}

var kiroEvents = table.Of[gate.Event]{
	{"PreToolUse", gate.BeforeTool},
	{"PostToolUse", gate.AfterTool},
	{"UserPromptSubmit", gate.Prompt},
	{"SessionStart", gate.SessionStart},
	{"SessionEnd", gate.SessionEnd},
	{"Stop", gate.Stop},
	{"PreTaskExec", gate.Notice}, // tells nothing of the task
	{"PostTaskExec", gate.Notice},
	{"PostFileCreate", gate.Notice},
	{"PostFileSave", gate.Notice},
	{"PostFileDelete", gate.Notice},
	{"Manual", gate.Notice},
	{"AgentSpawn", gate.SessionStart},

	{"preToolUse", gate.BeforeTool},
	{"postToolUse", gate.AfterTool},
	{"userPromptSubmit", gate.Prompt},
	{"agentSpawn", gate.SessionStart},
	{"stop", gate.Stop},
}

// kiroOnly are the events that no other harness of the family has.
var kiroOnly = table.Set{"PreTaskExec", "PostTaskExec", "PostFileCreate", "PostFileSave", "PostFileDelete", "Manual", "AgentSpawn"}

var kiroTools = table.Of[gate.Kind]{
	{"execute_bash", gate.Shell},
	{"use_aws", gate.Shell}, // runs the aws program
	{"fs_write", gate.Write},
	{"fs_append", gate.Write},
	{"str_replace", gate.Edit},
	{"read_file", gate.Read},
	{"fs_read", gate.Read},
}

func decodeKiro(d *dialect, p payload, hint Hint) gate.Call {
	c := decodeFamily(d, p, hint)
	args := gjson.ParseBytes(c.Tool.Args)
	switch name := c.Tool.Name; {
	case name == "fs_write" && args.Get("command").Exists() && args.Get("command").String() != "create":
		c.Tool.Kind = gate.Edit // str_replace, insert, append
	case name == "use_aws" && args.Get("service_name").Exists():
		c.Tool.Args = with(c.Tool.Args, "command", awsLine(args))
	case strings.HasPrefix(name, "subagent_"):
		c.Tool.Kind = gate.Agent
	}
	return c
}

// awsLine is the command line that use_aws runs, as its source puts it
// together.
func awsLine(args gjson.Result) string {
	words := []string{"aws", "--region", args.Get("region").String()}
	if profile := args.Get("profile_name").String(); profile != "" {
		words = append(words, "--profile", profile)
	}
	words = append(words, args.Get("service_name").String(), strings.ReplaceAll(args.Get("operation_name").String(), "_", "-"))
	args.Get("parameters").ForEach(func(key, value gjson.Result) bool {
		words = append(words, "--"+strings.ReplaceAll(key.String(), "_", "-"), value.String())
		return true
	})
	for i, word := range words {
		words[i] = "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
	}
	return strings.Join(words, " ")
}
