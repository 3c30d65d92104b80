package dialects

import (
	"strings"

	"gate"
	"gate/internal/jsontext"
)

// EventOf is what an event of a harness is, by the harness's own name of it.
func EventOf(harness, native string) gate.Event {
	if d := find(harness); d != nil {
		return d.event(native)
	}
	return gate.Notice
}

// Before is a harness's event before a tool call.
func Before(harness string) string {
	if d := find(harness); d != nil {
		return d.before
	}
	return ""
}

// CanarySession is the session of a Canary, where its harness tells one. It is
// the harness that chooses a session's id, and no agent.
const CanarySession = "canary"

// Canary makes the payload that a harness sends on an event before its shell
// runs a command in a folder, with what its own payloads have in every case.
// It is nil where the event is about something else, or where nobody has
// written down how such a payload looks.
func Canary(harness, native, command, cwd string) []byte {
	template := canary(harness, native)
	if template == "" {
		template = familiar(harness, native)
	}
	if template == "" {
		return nil
	}
	text := func(s string) string { return string(jsontext.AppendString(nil, s)) }
	return []byte(strings.NewReplacer("EVENT", text(native), "COMMAND", text(command), "CWD", text(cwd)).Replace(template))
}

// familiar is the template in the manner of Claude Code, for harnesses that
// read it as their own: "" for others.
func familiar(harness, native string) string {
	d := find(harness)
	if d == nil {
		return ""
	}
	for _, tool := range d.tools {
		if tool.Value != gate.Shell {
			continue
		}
		template := `{"session_id":"canary","cwd":CWD,"hook_event_name":EVENT,"tool_name":"` + tool.Name + `","tool_input":{"command":COMMAND}}`
		call, err := Decode([]byte(strings.NewReplacer("EVENT", `"`+native+`"`, "COMMAND", `""`, "CWD", `""`).Replace(template)), Hint{Dialect: harness, Event: native})
		if err == nil && call.Harness == harness && call.NativeEvent == native && call.Event == gate.BeforeTool && call.Tool.Kind == gate.Shell {
			return template
		}
	}
	return ""
}

// canary is the template of such a payload, after those in testdata.
func canary(harness, native string) string {
	switch harness + " " + native {
	case "amp delegate": // the tool stands in the environment: AGENT=amp, AGENT_TOOL_NAME=Bash
		return `{"cmd":COMMAND}`
	case "augment PreToolUse":
		return `{"hook_event_name":EVENT,"conversation_id":"canary","workspace_roots":[CWD],"tool_name":"launch-process","tool_input":{"command":COMMAND},"is_mcp_tool":false}`
	case "crush PreToolUse":
		return `{"event":EVENT,"session_id":"canary","cwd":CWD,"tool_name":"bash","tool_input":{"command":COMMAND}}`
	case "goose PreToolUse":
		return `{"event":EVENT,"session_id":"canary","working_dir":CWD,"matcher_context":"developer__shell","tool_name":"developer__shell","tool_input":{"command":COMMAND},"tool_call_id":"canary"}`
	case "grok PreToolUse":
		return `{"hookEventName":EVENT,"sessionId":"canary","cwd":CWD,"workspaceRoot":CWD,"timestamp":"2026-01-01T00:00:00Z","permissionMode":"default","toolName":"run_terminal_command","toolUseId":"canary","toolInput":{"command":COMMAND},"toolInputTruncated":false}`
	case "grok-cli PreToolUse":
		return `{"hook_event_name":EVENT,"session_id":"canary","cwd":CWD,"tool_name":"bash","tool_input":{"command":COMMAND}}`
	case "hermes pre_tool_call":
		return `{"hook_event_name":EVENT,"tool_name":"terminal","tool_input":{"command":COMMAND},"session_id":"canary","cwd":CWD,"profile":"default","extra":{}}`
	case "junie PreToolUse": // names no folder
		return `{"hook_event_name":EVENT,"tool_name":"Bash","tool_input":{"command":COMMAND}}`
	case "kimi PreToolUse":
		return `{"hook_event_name":EVENT,"session_id":"canary","client_type":"kimi_code_cli","cwd":CWD,"tool_name":"Bash","tool_input":{"command":COMMAND},"tool_call_id":"canary"}`
	case "openhands PreToolUse":
		return `{"event_type":EVENT,"tool_name":"terminal","tool_input":{"command":COMMAND},"tool_response":null,"message":null,"session_id":"canary","working_dir":CWD,"metadata":{}}`
	case "opencode tool.execute.before":
		return `{"gate":"opencode","event":EVENT,"session_id":"canary","cwd":CWD,"tool_name":"bash","tool_input":{"command":COMMAND}}`
	case "kilo tool.execute.before":
		return `{"gate":"kilo","event":EVENT,"session_id":"canary","cwd":CWD,"tool_name":"bash","tool_input":{"command":COMMAND}}`
	case "pi tool_call":
		return `{"gate":"pi","event":EVENT,"session_id":"canary","cwd":CWD,"tool_name":"bash","tool_input":{"command":COMMAND}}`
	case "openclaw before_tool_call":
		return `{"gate":"openclaw","event":EVENT,"session_id":"canary","cwd":CWD,"tool_name":"exec","tool_input":{"command":COMMAND}}`
	case "claude-code PreToolUse":
		return `{"session_id":"canary","transcript_path":"/tmp/canary.jsonl","cwd":CWD,"permission_mode":"default","hook_event_name":EVENT,"tool_name":"Bash","tool_input":{"command":COMMAND},"tool_use_id":"toolu_canary"}`
	case "codex PreToolUse":
		return `{"session_id":"canary","turn_id":"canary","transcript_path":null,"cwd":CWD,"hook_event_name":EVENT,"model":"canary","permission_mode":"default","tool_name":"Bash","tool_input":{"command":COMMAND},"tool_use_id":"call_canary"}`
	case "gemini BeforeTool":
		return `{"session_id":"canary","transcript_path":"/tmp/canary.json","cwd":CWD,"hook_event_name":EVENT,"timestamp":"2026-01-01T00:00:00.000Z","tool_name":"run_shell_command","tool_input":{"command":COMMAND}}`
	case "qwen PreToolUse":
		return `{"session_id":"canary","transcript_path":"/tmp/canary.jsonl","cwd":CWD,"hook_event_name":EVENT,"timestamp":"2026-01-01T00:00:00.000Z","permission_mode":"default","tool_name":"run_shell_command","tool_input":{"command":COMMAND},"tool_use_id":"toolu_canary","tool_call_id":"call_canary"}`
	case "copilot preToolUse":
		return `{"sessionId":"canary","timestamp":1767225600000,"cwd":CWD,"toolName":"bash","toolArgs":{"command":COMMAND}}`
	case "copilot-cloud preToolUse":
		return `{"sessionId":"canary","timestamp":1767225600000,"cwd":CWD,"toolName":"bash","toolArgs":{"command":COMMAND}}`
	case "droid PreToolUse":
		return `{"session_id":"canary","transcript_path":"/tmp/.factory/sessions/canary.jsonl","cwd":CWD,"permission_mode":"auto-low","hook_event_name":EVENT,"tool_name":"Execute","tool_input":{"command":COMMAND}}`
	case "cline PreToolUse": // as the extension sends it
		return `{"clineVersion":"4.1.13","hookName":EVENT,"timestamp":"1767225600000","taskId":"canary","workspaceRoots":[CWD],"userId":"canary","preToolUse":{"toolName":"execute_command","parameters":{"command":COMMAND,"requires_approval":"false"}}}`
	case "kiro PreToolUse":
		return `{"hook_event_name":EVENT,"cwd":CWD,"session_id":"canary","tool_name":"execute_bash","tool_input":{"command":COMMAND,"cwd":CWD,"run_in_background":false}}`
	case "trae PreToolUse":
		return `{"session_id":"canary","cwd":CWD,"hook_event_name":EVENT,"workspace_roots":[CWD],"tool_use_id":"canary","tool_name":"RunCommand","llm_tool_name":"RunCommand","tool_input":{"command":COMMAND}}`
	case "devin PreToolUse":
		return `{"hook_event_name":EVENT,"session_id":"canary","prompt_id":"canary","tool_name":"exec","tool_input":{"command":COMMAND,"shell_id":"main"}}`
	case "windsurf pre_run_command":
		return `{"agent_action_name":EVENT,"trajectory_id":"canary","execution_id":"canary","timestamp":"2026-01-01T00:00:00Z","model_name":"canary","tool_info":{"command_line":COMMAND,"cwd":CWD}}`
	case "cursor preToolUse":
		return `{"conversation_id":"canary","generation_id":"canary","model":"canary","hook_event_name":EVENT,"cursor_version":"3.11.25","workspace_roots":[CWD],"transcript_path":null,"tool_name":"Shell","tool_input":{"command":COMMAND},"tool_use_id":"canary"}`
	case "cursor beforeShellExecution":
		return `{"conversation_id":"canary","generation_id":"canary","model":"canary","hook_event_name":EVENT,"cursor_version":"3.11.25","workspace_roots":[CWD],"transcript_path":null,"command":COMMAND,"cwd":CWD,"sandbox":false}`
	case "antigravity PreToolUse":
		return `{"conversationId":"canary","workspacePaths":[CWD],"transcriptPath":"/tmp/canary.jsonl","artifactDirectoryPath":"/tmp/canary","modelName":"canary","toolCall":{"name":"run_command","args":{"CommandLine":COMMAND,"Cwd":CWD}},"stepIdx":1}`
	case "vscode PreToolUse":
		return `{"timestamp":"2026-01-01T00:00:00.000Z","cwd":CWD,"hook_event_name":EVENT,"session_id":"canary","transcript_path":"/tmp/canary.jsonl","tool_name":"run_in_terminal","tool_input":{"command":COMMAND},"tool_use_id":"call_canary"}`
	}
	return ""
}
