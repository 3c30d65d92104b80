package dialects

import (
	"strings"
	"time"

	"gate"
	"gate/internal/table"
)

// Goose, from its documents of 2026. Only PreToolUse and Stop can be blocked;
// what it says of files and commands besides comes for the same calls.
var goose = dialect{
	name:    "goose",
	claims:  claimsGoose,
	decode:  decodePlain,
	events:  gooseEvents,
	tools:   gooseTools,
	mcp:     func(tool string) bool { return strings.Contains(tool, "__") }, // extension__tool
	before:  "PreToolUse",
	windows: "powershell", // inferred
	answers: table.Of[answer]{
		{string(gate.BeforeTool), answer{deny: document{decided, "block"}, exit: 2}},
	},
	setup: Setup{
		Title:   "Goose",
		Version: "docs of 2026",
		Files: []File{
			{Project, "", ".agents/plugins/gate/hooks/hooks.json"},
			{User, "", "~/.agents/plugins/gate/hooks/hooks.json"},
		},
		Shape:   Groups,
		Hooks:   []string{"PreToolUse", "UserPromptSubmit", "PostToolUse", "PostToolUseFailure", "SessionStart", "SessionEnd"},
		Found:   []string{"goose", "~/.config/goose"},
		Unix:    Start{Sh, Documented, ""},
		Windows: Start{Unclear, "", ""},
		Trust:   "nothing is known to be asked",
		Closed:  Switch{"on_failure", `"block"`, Documented, "on PreToolUse only"},
		Timeout: Timeout{time.Second, 30 * time.Second},
		Off: []string{
			"a matcher that is no regular expression, a bare * too: the rule is dropped without a word",
			"a word that on_failure does not know: the whole file is skipped",
		},
		Deny:    Honour{Blocks, Documented, ""},
		Ask:     Honour{Denies, Documented, "it has no such word"},
		Allow:   Honour{Nothing, Documented, "its own permission flow goes on"},
		Modify:  Honour{Nothing, Documented, "it has no such word"},
		Silence: Honour{Nothing, Documented, ""},
		Crash:   Honour{Runs, Documented, "blocks with on_failure"},
		Hang:    Honour{Runs, Documented, "blocks with on_failure"},
	},
}

func claimsGoose(p payload) claim {
	if p.str("event") != "" && (p.str("working_dir") != "" || p.has("matcher_context")) {
		return sure
	}
	return none
}

var gooseEvents = table.Of[gate.Event]{
	{"PreToolUse", gate.BeforeTool},
	{"PostToolUse", gate.AfterTool},
	{"PostToolUseFailure", gate.AfterTool},
	{"UserPromptSubmit", gate.Prompt}, // cannot be stopped
	{"SessionStart", gate.SessionStart},
	{"SessionEnd", gate.SessionEnd},
	{"Stop", gate.Stop},
	{"PreToolUseResult", gate.Notice},
	{"BeforeReadFile", gate.Notice},
	{"BeforeShellExecution", gate.Notice},
	{"AfterFileEdit", gate.Notice},
	{"AfterShellExecution", gate.Notice},
}

// gooseTools stand with and without their extension's name: documents differ.
var gooseTools = table.Of[gate.Kind]{
	{"developer__shell", gate.Shell},
	{"developer__write", gate.Write},
	{"developer__edit", gate.Edit},
	{"developer__text_editor", gate.Edit}, // before 1.30
	{"developer__tree", gate.Search},
	{"developer__read_image", gate.Read},
	{"shell", gate.Shell},
	{"write", gate.Write},
	{"edit", gate.Edit},
	{"text_editor", gate.Edit},
	{"tree", gate.Search},
	{"read_image", gate.Read},
}
