package dialects

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"gate"
	"gate/internal/table"
)

func TestErrors(t *testing.T) {
	for _, c := range []struct {
		name, raw string
		want      error
	}{
		{"empty", "", ErrEmpty},
		{"blank", " \n", ErrEmpty},
		{"BOM alone", bom, ErrEmpty},
		{"text", "hello", ErrNotJSON},
		{"cut off", `{"session_id":"a","tool_name":"Ba`, ErrNotJSON},
		{"two documents", `{} {}`, ErrNotJSON},
		{"a list", `[]`, ErrNotObject},
		{"null", `null`, ErrNotObject},
		{"nobody's", `{}`, ErrUnclaimed},
		{"nobody's fields", `{"a":1,"cwd":"/x"}`, ErrUnclaimed},
		{"no session", `{"hook_event_name":"PreToolUse","tool_name":"Bash"}`, ErrUnclaimed},
		{"no event", `{"session_id":"s","tool_name":"Bash","tool_input":{}}`, ErrUnclaimed},
		{"deep", strings.Repeat(`{"a":`, 1<<20), ErrNotJSON},
		{"deep list", `{"a":` + strings.Repeat(`[`, 1<<20) + strings.Repeat(`]`, 1<<20) + `}`, ErrNotJSON},
	} {
		if _, err := Decode([]byte(c.raw), Hint{}); !errors.Is(err, c.want) {
			t.Errorf("%s: got %v, want %v", c.name, err, c.want)
		}
	}
}

// TestDetect says who claims a payload, without a hint and with one.
func TestDetect(t *testing.T) {
	const (
		bare     = `{"hook_event_name":"PreToolUse","session_id":"s","cwd":"/p","tool_name":"Bash","tool_input":{}}`
		eventful = `{"hook_event_name":"PreToolUse","tool_name":"Bash","tool_input":{"command":"ls"}}`
		stamped  = `{"hook_event_name":"SessionStart","session_id":"s","timestamp":"2026-08-01T10:00:00Z","transcript_path":"/t.jsonl"}`
		loose    = `{"hook_event_name":"SessionStart","session_id":"s","timestamp":"2026-08-01T10:00:00Z"}`
		tool     = `{"hook_event_name":"PreToolUse","session_id":"s","timestamp":"2026-08-01T10:00:00Z","cwd":"/p","tool_name":"Bash","tool_input":{}}`
	)
	for _, c := range []struct{ name, raw, hint, want string }{
		{"family", bare, "", "claude-code"},
		{"family, hinted", bare, "codex", "codex"},
		{"family, hinted", bare, "vscode", "vscode"},
		{"family, a hint that cannot be", bare, "cursor", "claude-code"},
		{"family, a hint that cannot be", bare, "gemini", "claude-code"},
		{"family, an unknown hint", bare, "nobody", "claude-code"},
		{"event alone, hinted", eventful, "claude-code", "claude-code"},
		{"Claude's transcript", `{"hook_event_name":"Stop","session_id":"s","transcript_path":"/home/d/.claude/projects/x.jsonl"}`, "codex", "claude-code"},
		{"Claude's transcript on Windows", `{"hook_event_name":"Stop","session_id":"s","transcript_path":"C:\\Users\\d\\.claude\\x.jsonl"}`, "codex", "claude-code"},
		{"Codex's turn", `{"hook_event_name":"Stop","session_id":"s","turn_id":"t","model":"m"}`, "claude-code", "codex"},
		{"Codex's session, elsewhere", `{"hook_event_name":"SessionEnd","session_id":"s","transcript_path":"/x/sessions/2026/rollout-1.jsonl"}`, "claude-code", "codex"},
		{"Codex's start", `{"hook_event_name":"SessionStart","session_id":"s","model":"m","permission_mode":"default"}`, "", "codex"},
		{"VS Code's tool", `{"hook_event_name":"PreToolUse","session_id":"s","tool_name":"run_in_terminal","tool_input":{}}`, "claude-code", "vscode"},
		{"VS Code's old key", `{"hookEventName":"PreToolUse","sessionId":"s","timestamp":"2026-03-01T10:00:00Z","tool_name":"read_file","tool_input":{},"tool_use_id":"c"}`, "copilot", "vscode"},
		{"a stamp and a transcript", stamped, "", "vscode"},
		{"a stamp and a transcript, hinted", stamped, "qwen", "qwen"},
		{"a stamp and a transcript, hinted", stamped, "gemini", "gemini"},
		{"a stamp alone", loose, "", "copilot"},
		{"a stamp alone, hinted", loose, "vscode", "vscode"},
		{"a stamp alone, in Claude's file", loose, "claude-code", "copilot"},
		{"a stamp and a transcript, in Claude's file", stamped, "claude-code", "vscode"},
		{"a later Claude, elsewhere", `{"hook_event_name":"Stop","session_id":"s","timestamp":"2027-08-01T10:00:00Z","transcript_path":"/t","permission_mode":"default"}`, "claude-code", "claude-code"},
		{"Copilot in Claude's file", tool, "claude-code", "copilot"},
		{"Copilot's own", `{"sessionId":"s","timestamp":1,"cwd":"/p","toolName":"bash","toolArgs":{}}`, "claude-code", "copilot"},
		{"Cursor in Claude's file", `{"hook_event_name":"preToolUse","cursor_version":"3","tool_name":"Shell","tool_input":{}}`, "claude-code", "cursor"},
		{"Cursor, the documents' sample", `{"hook_event_name":"preToolUse","conversation_id":"c","workspace_roots":["/p"],"tool_name":"Shell","tool_input":{}}`, "", "cursor"},
		{"Antigravity", `{"conversationId":"c","workspacePaths":[],"toolCall":null}`, "gemini", "antigravity"},
		{"Gemini's event", `{"hook_event_name":"BeforeTool","session_id":"s","timestamp":"2026-08-01T10:00:00Z","tool_name":"replace","tool_input":{}}`, "qwen", "gemini"},
		{"Qwen's call", `{"hook_event_name":"PreToolUse","session_id":"s","timestamp":"2026-08-01T10:00:00Z","tool_use_id":"u","tool_call_id":"c","tool_name":"edit"}`, "vscode", "qwen"},
		{"Droid's modes", `{"hook_event_name":"PreToolUse","session_id":"s","cwd":"/p","permission_mode":"auto-low","tool_name":"Read","tool_input":{}}`, "claude-code", "droid"},
		{"Droid's folder", `{"hook_event_name":"Stop","session_id":"s","cwd":"/p","transcript_path":"/home/d/.factory/sessions/x.jsonl"}`, "claude-code", "droid"},
		{"Droid's tool", `{"hook_event_name":"PreToolUse","session_id":"s","cwd":"/p","tool_name":"Execute","tool_input":{}}`, "", "droid"},
		{"family, hinted", bare, "droid", "droid"},
		{"Trae's tool", `{"hook_event_name":"PreToolUse","tool_name":"Bash","llm_tool_name":"Bash","tool_input":{}}`, "claude-code", "trae"},
		{"Trae's folders", `{"hook_event_name":"Stop","session_id":"s","cwd":"/p","workspace_roots":[]}`, "claude-code", "trae"},
		{"family, hinted", bare, "trae", "trae"},
		{"Kiro's tool", `{"hook_event_name":"PreToolUse","session_id":"s","cwd":"/p","tool_name":"execute_bash","tool_input":{}}`, "claude-code", "kiro"},
		{"Kiro's server", `{"hook_event_name":"PreToolUse","session_id":"s","cwd":"/p","tool_name":"@git/push","tool_input":{}}`, "claude-code", "kiro"},
		{"Kiro's agent", `{"hook_event_name":"PreToolUse","session_id":"s","cwd":"/p","tool_name":"subagent_x","tool_input":{}}`, "claude-code", "kiro"},
		{"Kiro's task", `{"hook_event_name":"PreTaskExec","session_id":"s","cwd":"/p"}`, "claude-code", "kiro"},
		{"Kiro CLI 2", `{"hook_event_name":"preToolUse","cwd":"/p","tool_name":"x","tool_input":{}}`, "cursor", "kiro"},
		{"family, hinted", bare, "kiro", "kiro"},
		{"Devin's shell", `{"tool_name":"exec","tool_input":{"command":"ls","shell_id":"main"}}`, "claude-code", "devin"},
		{"Devin's tool", `{"hook_event_name":"PreToolUse","session_id":"s","tool_name":"read","tool_input":{}}`, "claude-code", "devin"},
		{"Devin's prompt", `{"hook_event_name":"SessionStart","session_id":"s","prompt_id":"p"}`, "claude-code", "devin"},
		{"Windsurf", `{"agent_action_name":"pre_run_command","trajectory_id":"t","tool_info":{"command_line":"ls"}}`, "claude-code", "windsurf"},
		{"Cline, the documents' sample", `{"hookName":"PreToolUse","taskId":"1","workspaceRoots":["/p"],"preToolUse":{}}`, "claude-code", "cline"},
		{"Cline without a folder", `{"clineVersion":"4","hookName":"Notification","taskId":"1"}`, "", "cline"},
		{"Copilot's own, in the cloud", `{"sessionId":"s","timestamp":1,"cwd":"/p","toolName":"bash","toolArgs":{}}`, "copilot-cloud", "copilot-cloud"},
		{"Copilot in Claude's style, in the cloud", tool, "copilot-cloud", "copilot-cloud"},
		{"family, a hint that cannot be", bare, "copilot-cloud", "claude-code"},
		{"family, a hint that cannot be", bare, "cline", "claude-code"},
		{"Qwen's mode", `{"hook_event_name":"Stop","session_id":"s","timestamp":"2026-08-01T10:00:00Z","transcript_path":"/t","permission_mode":"yolo"}`, "", "qwen"},
		{"Grok in Claude's file", `{"hookEventName":"pre_tool_use","sessionId":"s","cwd":"/p","workspaceRoot":"/p","timestamp":"2026-08-01T10:00:00Z","toolName":"read_file","toolInput":{}}`, "claude-code", "grok"},
		{"Grok in Cursor's file", `{"hookEventName":"stop","sessionId":"s","workspaceRoot":"/p"}`, "cursor", "grok"},
		{"grok-cli's tool", `{"hook_event_name":"PreToolUse","session_id":"s","cwd":"/p","tool_name":"bash","tool_input":{}}`, "", "grok-cli"},
		{"grok-cli's tool, in Claude's file", `{"hook_event_name":"PreToolUse","session_id":"s","cwd":"/p","tool_name":"bash","tool_input":{}}`, "claude-code", "claude-code"},
		{"grok-cli, hinted", bare, "grok-cli", "grok-cli"},
		{"grok-cli without a session", `{"hook_event_name":"SessionStart","cwd":"/p"}`, "grok-cli", "grok-cli"},
		{"Augment in Claude's file", `{"hook_event_name":"PreToolUse","conversation_id":"c","workspace_roots":["/p"],"tool_name":"view","tool_input":{}}`, "claude-code", "augment"},
		{"Kimi's call", `{"hook_event_name":"PreToolUse","session_id":"s","cwd":"/p","tool_name":"Shell","tool_input":{},"tool_call_id":"c"}`, "claude-code", "kimi"},
		{"Kimi's client", `{"hook_event_name":"Stop","session_id":"s","cwd":"/p","client_type":"kimi_code_cli"}`, "claude-code", "kimi"},
		{"Kimi CLI, hinted", `{"hook_event_name":"SessionStart","session_id":"s","cwd":"/p"}`, "kimi", "kimi"},
		{"Junie's call", eventful, "", "junie"},
		{"Junie's call, hinted", eventful, "junie", "junie"},
		{"Junie's reason", `{"hook_event_name":"PermissionRequest","tool_name":"Bash","tool_input":{"command":"ls"},"permission_reason":"terminal command"}`, "claude-code", "junie"},
		{"OpenHands", `{"event_type":"Stop","session_id":"s","working_dir":"/p","metadata":{}}`, "goose", "openhands"},
		{"Goose", `{"event":"SessionEnd","session_id":"s","working_dir":"/p"}`, "openhands", "goose"},
		{"Crush", `{"event":"pretooluse","session_id":"s","cwd":"/p","tool_name":"bash","tool_input":{}}`, "goose", "crush"},
		{"Hermes", `{"hook_event_name":"subagent_stop","session_id":"s","cwd":"/p","extra":{}}`, "claude-code", "hermes"},
		{"the gate's plugin", `{"gate":"pi","event":"tool_call","tool_name":"bash","tool_input":{}}`, "opencode", "pi"},
	} {
		got, err := Decode([]byte(c.raw), Hint{Dialect: c.hint})
		if err != nil || got.Harness != c.want {
			t.Errorf("%s (hint %q): got %q, %v, want %q", c.name, c.hint, got.Harness, err, c.want)
		}
	}
}

// unread are harnesses with payloads like Claude Code's that do not load its
// hook files, so that its hint is no mistake.
var unread = table.Set{"grok-cli", "junie"}

// TestHints holds that no captured payload with a sign of its own changes hands
// for a wrong hint, and none at all for the hint of the file that others load.
func TestHints(t *testing.T) {
	for _, name := range Names() {
		if name == amp.name { // its environment is the sign: TestAmp
			continue
		}
		for _, file := range fixtures(t, name) {
			for _, hint := range Names() {
				got, err := Decode(slurp(t, file), Hint{Dialect: hint})
				how := strength(t, file, name)
				signed := how == sure && find(hint).like != name || how == likely && hint == "claude-code" && !unread.Has(name)
				if err != nil || signed && got.Harness != name {
					t.Errorf("%s, hint %s: got %s, %v", file, hint, got.Harness, err)
				}
			}
		}
	}
}

func strength(t *testing.T, file, name string) claim {
	p, err := read(trim(slurp(t, file)))
	if err != nil {
		t.Fatal(err)
	}
	return find(name).claims(p)
}

// TestAntigravityEvent says which event a payload without a name is.
func TestAntigravityEvent(t *testing.T) {
	const tool = `{"conversationId":"c","workspacePaths":["/p"],"stepIdx":1,"toolCall":{"name":"run_command","args":{}}}`
	for _, c := range []struct{ raw, hint, want string }{
		{tool, "", "PreToolUse"},
		{tool, "PostToolUse", "PostToolUse"},
		{tool, "Stop", "PreToolUse"},
		{tool, "nothing", "PreToolUse"},
		{`{"conversationId":"c","workspacePaths":[],"toolCall":null}`, "", "PreToolUse"},
		{`{"conversationId":"c","workspacePaths":[],"toolCall":null,"error":""}`, "", "PostToolUse"},
		{`{"conversationId":"c","workspacePaths":[],"terminationReason":"NEW"}`, "", "Stop"},
		{`{"conversationId":"c","workspacePaths":[],"invocationNum":1}`, "PreInvocation", "PreInvocation"},
		{`{"conversationId":"c","workspacePaths":[]}`, "", "SessionStart"},
	} {
		got, err := Decode([]byte(c.raw), Hint{Event: c.hint})
		if err != nil || got.NativeEvent != c.want {
			t.Errorf("%s (hint %q): got %q, %v, want %q", c.raw, c.hint, got.NativeEvent, err, c.want)
		}
	}
}

// TestLenient reads each of Cursor's payloads as Cursor on Windows sends it,
// and with control characters that are not escaped.
func TestLenient(t *testing.T) {
	for _, file := range fixtures(t, "cursor") {
		raw := slurp(t, file)
		want, err := Decode(raw, Hint{})
		if err != nil {
			t.Fatal(err)
		}
		got, err := Decode(append([]byte(bom), raw...), Hint{Dialect: "claude-code"})
		if d := cmp.Diff(want, got); err != nil || d != "" {
			t.Errorf("%s with a BOM: %v\n%s", file, err, d)
		}
		unescaped := bytes.ReplaceAll(raw, []byte(`\n`), []byte("\n"))
		if got, err = Decode(unescaped, Hint{}); err != nil || got.Tool.Name != want.Tool.Name {
			t.Errorf("%s with raw line feeds: %v", file, err)
		}
	}
}

func TestBareCursorPatch(t *testing.T) {
	const text = "*** Begin Patch\n*** Delete File: a\n*** End Patch"
	got, err := Decode([]byte(bom+text+"\n"), Hint{Dialect: "claude-code"})
	want := gate.Call{
		Harness: "cursor", Event: gate.BeforeTool, NativeEvent: "preToolUse",
		Tool: gate.Tool{Name: "ApplyPatch", Kind: gate.Patch, Args: []byte(`{"patch":"*** Begin Patch\n*** Delete File: a\n*** End Patch"}`)},
	}
	if d := cmp.Diff(want, got); err != nil || d != "" {
		t.Errorf("%v\n%s", err, d)
	}
}

// TestCwd says in which folder a call stands.
func TestCwd(t *testing.T) {
	const gemini = `{"hook_event_name":"BeforeTool","session_id":"s","timestamp":"t","cwd":"/p","tool_name":"run_shell_command","tool_input":{"command":"ls","dir_path":"DIR"}}`
	const cursor = `{"hook_event_name":"preToolUse","cursor_version":"3","cwd":"","workspace_roots":["ROOT"],"tool_name":"Shell","tool_input":{"command":"ls","cwd":"DIR"}}`
	const antigravity = `{"conversationId":"c","workspacePaths":["ROOT"],"stepIdx":1,"toolCall":{"name":"run_command","args":{"CommandLine":"ls","Cwd":"DIR"}}}`
	for _, c := range []struct{ raw, root, dir, cwd, shell string }{
		{gemini, "", "", "/p", "bash"},
		{gemini, "", ".", "/p", "bash"},
		{gemini, "", "sub/x", "/p/sub/x", "bash"},
		{gemini, "", "/q", "/q", "bash"},
		{gemini, "", "..", "/p/..", "bash"},
		{cursor, "/p", "", "/p", "bash"},
		{cursor, "/p", "/q", "/q", "bash"},
		{cursor, "/c:/Users/dev/p", "", "C:/Users/dev/p", "powershell"},
		{cursor, "file:///C%3A/a%20b", "sub", "C:/a b/sub", "powershell"},
		{cursor, "file:///home/dev/a%20b", "", "/home/dev/a b", "bash"},
		{antigravity, "/p", "/q", "/q", "bash"},
		{antigravity, "/p", "", "/p", "bash"},
		{antigravity, "file:///c:/p", "", "C:/p", "powershell"},
	} {
		raw := strings.NewReplacer("DIR", c.dir, "ROOT", c.root).Replace(c.raw)
		got, err := Decode([]byte(raw), Hint{})
		if err != nil || got.Cwd != c.cwd || got.Shell != c.shell {
			t.Errorf("%s in %q: got %q, %q, %v, want %q, %q", c.dir, c.root, got.Cwd, got.Shell, err, c.cwd, c.shell)
		}
	}
}

// TestCall reads payloads whose parts lie in odd places.
func TestCall(t *testing.T) {
	for _, c := range []struct{ name, raw, want string }{
		{"a prompt's files", `{"hook_event_name":"beforeSubmitPrompt","cursor_version":"3","prompt":"p","attachments":[{"file_path":"/x"}]}`,
			`beforeSubmitPrompt   {"attachments":[{"file_path":"/x"}]} p`},
		{"a null tool", `{"conversationId":"c","stepIdx":1,"toolCall":null}`, `PreToolUse   {} `},
		{"typed text", `{"sessionId":"s","timestamp":1,"toolName":"write_bash","toolArgs":{"input":"lx{backspace}s{enter}"}}`,
			`preToolUse write_bash shell {"command":"ls\n","input":"lx{backspace}s{enter}"} `},
		{"a task", `{"hook_event_name":"PreToolUse","session_id":"s","tool_name":"create_and_run_task","tool_input":{"task":{"command":"echo","args":["a b","c"]}}}`,
			`PreToolUse create_and_run_task shell {"command":"echo 'a b' c","task":{"command":"echo","args":["a b","c"]}} `},
		{"an MCP tool without its sign", `{"hook_event_name":"BeforeTool","session_id":"s","tool_name":"say","tool_input":{},"mcp_context":{"server_name":"e"}}`,
			`BeforeTool say mcp {} `},
		{"AWS", `{"hook_event_name":"preToolUse","cwd":"/p","tool_name":"use_aws","tool_input":{"service_name":"s3api","operation_name":"delete_bucket","region":"eu","profile_name":"it's","parameters":{"bucket_name":"b"}}}`,
			`preToolUse use_aws shell {"command":"'aws' '--region' 'eu' '--profile' 'it'\\''s' 's3api' 'delete-bucket' '--bucket-name' 'b'","operation_name":"delete_bucket","parameters":{"bucket_name":"b"},"profile_name":"it's","region":"eu","service_name":"s3api"} `},
		{"Kiro's replacement", `{"hook_event_name":"preToolUse","cwd":"/p","tool_name":"fs_write","tool_input":{"command":"str_replace"}}`, `preToolUse fs_write edit {"command":"str_replace"} `},
		{"Kiro's agent", `{"hook_event_name":"PreToolUse","session_id":"s","cwd":"/p","tool_name":"subagent_x","tool_input":{"prompt":"p"}}`, `PreToolUse subagent_x agent {"prompt":"p"} `},
		{"Devin without an event", `{"tool_name":"exec","tool_input":{"command":"ls","shell_id":"m"}}`, `PreToolUse exec shell {"command":"ls","shell_id":"m"} `},
		{"Devin's result without an event", `{"tool_name":"exec","tool_input":{"command":"ls","shell_id":"m"},"tool_response":{}}`, `PostToolUse exec shell {"command":"ls","shell_id":"m"} `},
		{"Windsurf's MCP tool", `{"agent_action_name":"pre_mcp_tool_use","tool_info":{"mcp_server_name":"fs","mcp_tool_name":"put","mcp_tool_arguments":{"path":"a"}}}`, `pre_mcp_tool_use fs/put mcp {"path":"a"} `},
		{"Windsurf's prompt", `{"agent_action_name":"pre_user_prompt","tool_info":{"user_prompt":"p"}}`, `pre_user_prompt   {} p`},
		{"Windsurf's unknown event", `{"agent_action_name":"pre_dance","tool_info":{}}`, `pre_dance   {} `},
		{"Cline's MCP tool", `{"clineVersion":"4","hookName":"PreToolUse","preToolUse":{"toolName":"use_mcp_tool","parameters":{"server_name":"fs","tool_name":"put","arguments":"{\"path\":\"a\"}"}}}`, `PreToolUse fs__put mcp {"path":"a"} `},
		{"Cline's tool under its old key", `{"clineVersion":"3","hookName":"PreToolUse","preToolUse":{"tool":"execute_command","parameters":{"command":"ls"}}}`, `PreToolUse execute_command shell {"command":"ls"} `},
		{"Cline's prompt", `{"clineVersion":"4","hookName":"UserPromptSubmit","userPromptSubmit":{"prompt":"p"}}`, `UserPromptSubmit   {} p`},
		{"a whole file by Cline's editor", `{"clineVersion":"","hookName":"tool_call","tool_call":{"id":"1","name":"editor","input":{"path":"a","new_text":"x"}}}`, `tool_call editor write {"path":"a","new_text":"x"} `},
		{"an unknown tool", `{"hook_event_name":"PreToolUse","session_id":"s","tool_name":"SaveFile","tool_input":{"a":1}}`,
			`PreToolUse SaveFile  {"a":1} `},
		{"an unknown event", `{"hook_event_name":"Whatever","session_id":"s","tool_name":"Bash","tool_input":{"command":"ls"}}`, `Whatever   {} `},
		{"the key that comes last", `{"hook_event_name":"PreToolUse","session_id":"s","tool_name":"Read","tool_name":"Bash","tool_input":{"command":"ls"}}`,
			`PreToolUse Bash shell {"command":"ls"} `},
		{"a look at what runs", `{"event_type":"PreToolUse","working_dir":"/p","tool_name":"terminal","tool_input":{"command":"","is_input":true}}`,
			`PreToolUse terminal other {"command":"","is_input":true} `},
		{"text for what runs", `{"hook_event_name":"PreToolUse","conversation_id":"c","workspace_roots":["/p"],"tool_name":"write-process","tool_input":{"input_text":"ls\n"}}`,
			`PreToolUse write-process shell {"command":"ls\n","input_text":"ls\n"} `},
		{"an MCP tool by its flag", `{"hook_event_name":"PreToolUse","conversation_id":"c","workspace_roots":["/p"],"tool_name":"view","tool_input":{},"is_mcp_tool":true}`,
			`PreToolUse view mcp {} `},
		{"a prompt in parts", `{"hook_event_name":"UserPromptSubmit","session_id":"s","client_type":"kimi_code_cli","prompt":[{"type":"text","text":"a"},{"type":"text","text":"b"}]}`,
			"UserPromptSubmit   {} a\nb"},
		{"a prompt beside", `{"hook_event_name":"pre_llm_call","session_id":"s","extra":{"user_message":"a"}}`, `pre_llm_call   {} a`},
		{"a prompt as a message", `{"event_type":"UserPromptSubmit","session_id":"s","working_dir":"/p","message":"a"}`, `UserPromptSubmit   {} a`},
		{"arguments that are cut off", `{"hookEventName":"pre_tool_use","workspaceRoot":"/p","toolName":"run_terminal_command","toolInput":"{\"command\":\"ls [truncated]","toolInputTruncated":true}`,
			`pre_tool_use run_terminal_command shell {"text":"{\"command\":\"ls [truncated]"} `},
		{"JavaScript", `{"gate":"openclaw","event":"before_tool_call","tool_name":"exec","tool_kind":"code_mode_exec","tool_input":{"command":"x()"}}`,
			`before_tool_call exec_javascript  {"code":"x()"} `},
		{"the prompt as sent on", `{"sessionId":"s","timestamp":1,"prompt":"a","transformedPrompt":"b"}`, `userPromptTransformed   {} b`},
	} {
		got, err := Decode([]byte(c.raw), Hint{})
		line := strings.Join([]string{got.NativeEvent, got.Tool.Name, string(got.Tool.Kind), string(got.Tool.Args), got.Prompt}, " ")
		if err != nil || line != c.want {
			t.Errorf("%s: got %q, %v, want %q", c.name, line, err, c.want)
		}
	}
}

// TestStand says in whose words a payload is refused that cannot be read.
func TestStand(t *testing.T) {
	for _, c := range []struct{ name, raw, dialect, event, want string }{
		{"nothing", "", "", "", " before_tool "},
		{"nothing, hinted", "", "gemini", "", "gemini before_tool BeforeTool"},
		{"nothing, event hinted", "", "antigravity", "Stop", "antigravity stop Stop"},
		{"an event of another", "", "gemini", "preToolUse", "gemini before_tool BeforeTool"},
		{"cut off", `{"session_id":"s","transcript_path":"/h/.claude/x","hook_event_name":"Stop","tool_input":{"a":"b`, "codex", "", "claude-code stop Stop"},
		{"cut off in another's words", `{"hook_event_name":"PreToolUse","session_id":"s","tool_input":{"content":"\"cursor_version\":\"3\",`, "", "", "claude-code before_tool PreToolUse"},
		{"cut off in the event", `{"cursor_version":"3","hook_event_name":"sto`, "", "", "cursor before_tool preToolUse"},
		{"Copilot's, cut off", `{"sessionId":"s","timestamp":1,"toolName":"create","toolArgs":{"file_text":"x`, "", "", "copilot before_tool preToolUse"},
		{"nobody's", `{"a":1}`, "qwen", "", "qwen before_tool PreToolUse"},
		{"Goose's, cut off", `{"event":"Stop","working_dir":"/p","matcher_context":"`, "", "", "goose stop Stop"},
		{"Amp's, cut off", `{"cmd":"l`, "amp", "", "amp before_tool delegate"},
	} {
		got := Stand([]byte(c.raw), Hint{Dialect: c.dialect, Event: c.event})
		line := strings.Join([]string{got.Harness, string(got.Event), got.NativeEvent}, " ")
		if line != c.want || string(got.Tool.Args) != "{}" {
			t.Errorf("%s: got %q, want %q", c.name, line, c.want)
		}
	}
}

// TestOutcome says which calls failed.
func TestOutcome(t *testing.T) {
	for _, c := range []struct {
		raw string
		ok  bool
	}{
		{`{"hook_event_name":"PostToolUse","session_id":"s","cwd":"/p","workspace_roots":[],"tool_name":"RunCommand","tool_response":{"exit_code":1}}`, false},
		{`{"hook_event_name":"PostToolUse","session_id":"s","cwd":"/p","workspace_roots":[],"tool_name":"RunCommand","tool_response":{"exit_code":0}}`, true},
		{`{"hook_event_name":"PostToolUse","session_id":"s","prompt_id":"p","tool_name":"exec","tool_response":{"success":false}}`, false},
		{`{"clineVersion":"4","hookName":"PostToolUse","postToolUse":{"toolName":"read_file","success":false}}`, false},
		{`{"clineVersion":"4","hookName":"PostToolUse","postToolUse":{"toolName":"read_file","success":true}}`, true},
		{`{"clineVersion":"","hookName":"tool_result","tool_result":{"name":"run_commands","output":[{"success":true},{"success":false}]},"postToolUse":{"success":true}}`, false},
	} {
		got, err := Decode([]byte(c.raw), Hint{})
		if err != nil || got.Result == nil || got.Result.OK != c.ok {
			t.Errorf("%s: got %+v, %v, want %v", c.raw, got.Result, err, c.ok)
		}
	}
}

// TestAmp says whose a payload is when Amp's environment stands around it, and
// what its tool is.
func TestAmp(t *testing.T) {
	const claude = `{"hook_event_name":"Stop","session_id":"s","transcript_path":"/h/.claude/x.jsonl"}`
	delegate := map[string]string{"AGENT": "amp", "AGENT_TOOL_NAME": "Bash", "AMP_THREAD_ID": "T-1"}
	inside := map[string]string{"AGENT": "amp"}
	for _, c := range []struct {
		name, raw, hint string
		env             map[string]string
		want            string
	}{
		{"a delegate", `{"cmd":"ls"}`, "amp", delegate, "amp delegate Bash shell T-1"},
		{"a delegate, not hinted", `{"cmd":"ls"}`, "", delegate, "amp delegate Bash shell T-1"},
		{"arguments that pose as another's payload", claude, "amp", delegate, "amp delegate Bash shell T-1"},
		{"no arguments", `{}`, "amp", delegate, "amp delegate Bash shell T-1"},
		{"Claude Code, started by Amp", claude, "claude-code", inside, "claude-code Stop   s"},
		{"Claude Code, wired as Amp", claude, "amp", nil, "claude-code Stop   s"},
	} {
		got, err := Decode([]byte(c.raw), Hint{Dialect: c.hint, Getenv: func(name string) string { return c.env[name] }})
		line := strings.Join([]string{got.Harness, got.NativeEvent, got.Tool.Name, string(got.Tool.Kind), got.Session.ID}, " ")
		if err != nil || line != c.want {
			t.Errorf("%s: got %q, %v, want %q", c.name, line, err, c.want)
		}
	}
	for name, env := range map[string]map[string]string{"nothing": nil, "no tool": inside} {
		if _, err := Decode([]byte(`{"cmd":"ls"}`), Hint{Dialect: "amp", Getenv: func(name string) string { return env[name] }}); !errors.Is(err, ErrUnclaimed) {
			t.Errorf("a delegate with %s in its environment: got %v", name, err)
		}
	}
}
