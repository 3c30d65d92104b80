package dialects

import (
	"strings"
	"time"

	"gate"
	"gate/internal/table"
)

// Hermes Agent, read in its source of autumn 2026 (agent/shell_hooks.py). Only
// pre_tool_call can be blocked.
var hermes = dialect{
	name:    "hermes",
	claims:  claimsHermes,
	decode:  decodeHermes,
	events:  hermesEvents,
	tools:   hermesTools,
	mcp:     func(tool string) bool { return strings.HasPrefix(tool, "mcp_") }, // inferred
	before:  "pre_tool_call",
	windows: "bash", // inferred
	workdir: []string{"workdir"},
	answers: table.Of[answer]{
		{string(gate.BeforeTool), answer{deny: document{decided, "block"}, exit: 2}},
	},
	setup: Setup{
		Title:   "Hermes Agent",
		Version: "source of autumn 2026",
		Files:   []File{{User, "", "~/.hermes/config.yaml"}}, // or in HERMES_HOME; it reads no project's hooks
		Shape:   Listed,
		Hooks:   []string{"pre_tool_call", "post_tool_call", "pre_llm_call", "on_session_start", "on_session_end"},
		Found:   []string{"hermes", "~/.hermes"},
		Unix:    Start{Direct, Source, "the words of the line as a POSIX shell would split them"},
		Windows: Start{Direct, Source, ""},
		Trust:   "each command is approved once on the terminal, and kept in ~/.hermes/shell-hooks-allowlist.json",
		Closed:  Switch{"fail_closed", "true", Source, "on pre_tool_call only; garbage on stdout blocks then, another exit status without any does not"},
		Timeout: Timeout{time.Second, 60 * time.Second},
		Off: []string{
			"HERMES_SAFE_MODE=1",
			"a hook that nobody approved: it asks once on the terminal, and leaves it out where there is none, unless HERMES_ACCEPT_HOOKS, --accept-hooks or hooks_auto_accept says yes",
		},
		Deny:    Honour{Blocks, Source, ""},
		Ask:     Honour{Denies, Source, "it has no such word"},
		Allow:   Honour{Nothing, Source, "it has no such word"},
		Modify:  Honour{Changes, Source, ""},
		Silence: Honour{Nothing, Source, "also with fail_closed"},
		Crash:   Honour{Runs, Source, "a missing program blocks with fail_closed, an exit status but 2 does not"},
		Hang:    Honour{Runs, Source, "blocks with fail_closed"},
	},
}

func claimsHermes(p payload) claim {
	if hermesEvents.Has(p.str("hook_event_name")) && (hermesOnly.Has(p.nativeEvent()) || p.has("extra")) {
		return sure
	}
	return none
}

// hermesOnly are the events that no other harness names so.
var hermesOnly = table.Set{"pre_tool_call", "post_tool_call", "on_session_start", "on_session_end", "pre_llm_call"}

var hermesEvents = table.Of[gate.Event]{
	{"pre_tool_call", gate.BeforeTool},
	{"post_tool_call", gate.AfterTool},
	{"pre_llm_call", gate.Prompt}, // cannot be stopped
	{"on_session_start", gate.SessionStart},
	{"on_session_end", gate.SessionEnd},
	{"on_session_finalize", gate.SessionEnd},
	{"on_session_reset", gate.Notice},
	{"subagent_start", gate.Notice},
	{"subagent_stop", gate.Stop},
	{"post_llm_call", gate.Notice},
	{"pre_api_request", gate.Notice},
	{"post_api_request", gate.Notice},
	{"api_request_error", gate.Notice},
	{"pre_approval_request", gate.Notice},
	{"post_approval_response", gate.Notice},
	{"pre_gateway_dispatch", gate.Notice},
	{"pre_verify", gate.Notice},
}

func decodeHermes(d *dialect, p payload, hint Hint) gate.Call {
	c := decodePlain(d, p, hint)
	if c.Event == gate.Prompt {
		c.Prompt = p["extra"].Get("user_message").String()
	}
	return c
}

// Beside terminal, the names are those of its published tool sets.
var hermesTools = table.Of[gate.Kind]{
	{"terminal", gate.Shell},
	{"write_file", gate.Write},
	{"patch", gate.Edit}, // one place, or a whole patch
	{"read_file", gate.Read},
	{"search_files", gate.Search},
	{"web_search", gate.Fetch},
	{"web_extract", gate.Fetch},
	{"browser_navigate", gate.Fetch},
	{"delegate_task", gate.Agent},
	{"clarify", gate.Other},
	{"execute_code", gate.Other}, // Python: extract reads it
	{"memory", gate.Other},
	{"process", gate.Other},
	{"todo", gate.Other},
}
