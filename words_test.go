package gate_test

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// spoken is how a harness asks about a command, and what it wants to hear.
type spoken struct {
	dialect string // told to the hook where the payload leaves it open
	payload string // COMMAND stands for the command
	env     []string
	denied  string // its word, in which REASON stands for the reason
	neutral string // what it hears of a harmless call
}

var words = []spoken{
	{
		dialect: "amp", payload: `{"cmd":"COMMAND"}`, env: []string{"AGENT=amp", "AGENT_TOOL_NAME=Bash", "AMP_THREAD_ID=T-1"},
	},
	{
		payload: `{"hook_event_name":"PreToolUse","conversation_id":"c","workspace_roots":["/home/dev/project"],"tool_name":"launch-process","tool_input":{"command":"COMMAND","cwd":"/home/dev/project"},"is_mcp_tool":false}`,
		denied:  `{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny","permissionDecisionReason":"REASON"}}`,
	},
	{
		payload: `{"event":"PreToolUse","session_id":"s","cwd":"/home/dev/project","tool_name":"bash","tool_input":{"command":"COMMAND"}}`,
		denied:  `{"version":1,"decision":"deny","reason":"REASON"}`,
	},
	{
		payload: `{"event":"PreToolUse","session_id":"s","working_dir":"/home/dev/project","matcher_context":"developer__shell","tool_name":"developer__shell","tool_input":{"command":"COMMAND"}}`,
		denied:  `{"decision":"block","reason":"REASON"}`,
	},
	{
		payload: `{"hookEventName":"pre_tool_use","sessionId":"s","cwd":"/home/dev/project","workspaceRoot":"/home/dev/project","timestamp":"2026-08-01T10:00:00Z","toolName":"run_terminal_command","toolUseId":"c","toolInput":{"command":"COMMAND"},"toolInputTruncated":false}`,
		denied:  `{"decision":"deny","reason":"REASON"}`,
	},
	{
		dialect: "grok-cli", payload: `{"hook_event_name":"PreToolUse","session_id":"s","cwd":"/home/dev/project","tool_name":"bash","tool_input":{"command":"COMMAND"}}`,
		denied: `{"decision":"block","reason":"REASON"}`,
	},
	{
		payload: `{"hook_event_name":"pre_tool_call","tool_name":"terminal","tool_input":{"command":"COMMAND"},"session_id":"s","cwd":"/home/dev/project","profile":"default","extra":{}}`,
		denied:  `{"decision":"block","reason":"REASON"}`,
	},
	{
		dialect: "junie", payload: `{"hook_event_name":"PreToolUse","tool_name":"Bash","tool_input":{"command":"COMMAND","run_in_background":false,"timeout":30}}`,
		denied: `{"decision":"deny","reason":"REASON"}`,
	},
	{
		payload: `{"hook_event_name":"PreToolUse","session_id":"s","client_type":"kimi_code_cli","cwd":"/home/dev/project","tool_name":"Bash","tool_input":{"command":"COMMAND"},"tool_call_id":"c"}`,
		denied:  `{"hookSpecificOutput":{"permissionDecision":"deny","permissionDecisionReason":"REASON"}}`,
	},
	{ // Kimi CLI
		payload: `{"hook_event_name":"PreToolUse","session_id":"s","cwd":"/home/dev/project","tool_name":"Shell","tool_input":{"command":"COMMAND"},"tool_call_id":"c"}`,
		denied:  `{"hookSpecificOutput":{"permissionDecision":"deny","permissionDecisionReason":"REASON"}}`,
	},
	{
		payload: `{"event_type":"PreToolUse","tool_name":"terminal","tool_input":{"command":"COMMAND","is_input":false},"tool_response":null,"message":null,"session_id":"s","working_dir":"/home/dev/project","metadata":{}}`,
		denied:  `{"decision":"deny","reason":"REASON"}`,
	},
	{
		payload: `{"gate":"opencode","event":"tool.execute.before","session_id":"s","cwd":"/home/dev/project","tool_name":"bash","tool_input":{"command":"COMMAND"}}`,
		denied:  `{"decision":"deny","reason":"REASON"}`, neutral: `{"decision":"none"}`,
	},
	{
		payload: `{"gate":"kilo","event":"tool.execute.before","session_id":"s","cwd":"/home/dev/project","tool_name":"bash","tool_input":{"command":"COMMAND"}}`,
		denied:  `{"decision":"deny","reason":"REASON"}`, neutral: `{"decision":"none"}`,
	},
	{
		payload: `{"gate":"pi","event":"tool_call","session_id":"s","cwd":"/home/dev/project","tool_name":"bash","tool_input":{"command":"COMMAND"}}`,
		denied:  `{"decision":"deny","reason":"REASON"}`, neutral: `{"decision":"none"}`,
	},
	{
		payload: `{"gate":"openclaw","event":"before_tool_call","session_id":"s","tool_name":"exec","tool_input":{"command":"COMMAND","workdir":"/home/dev/project"}}`,
		denied:  `{"decision":"deny","reason":"REASON"}`, neutral: `{"decision":"none"}`,
	},
}

// TestWords holds that the hook says no to a command that wrecks the machine in
// each harness's own words, and is neutral about one that only looks.
func TestWords(t *testing.T) {
	for _, w := range words {
		stdout, stderr, exit := w.hook(t, "rm -rf /")
		before, after, _ := strings.Cut(w.denied, "REASON")
		reason := strings.HasPrefix(stdout, before) && strings.HasSuffix(strings.TrimSuffix(stdout, "\n"), after)
		if exit != 2 || !reason || w.denied == "" && stdout != "" || !strings.HasPrefix(stderr, "GATE DENY ") {
			t.Errorf("%s\nrm -rf /: exit %d\n%s%s", w.payload, exit, stdout, stderr)
		}
		stdout, stderr, exit = w.hook(t, "git status")
		if exit != 0 || stderr != "" || strings.TrimSpace(stdout) != w.neutral {
			t.Errorf("%s\ngit status: exit %d\n%s%s", w.payload, exit, stdout, stderr)
		}
	}
}

// hook asks the real hook about a command.
func (w spoken) hook(t *testing.T, command string) (stdout, stderr string, exit int) {
	t.Helper()
	home := t.TempDir()
	cmd := exec.Command(filepath.Join(bin, "gate"), "hook", "--stdin", "--dialect", w.dialect)
	cmd.Dir = home
	cmd.Env = append([]string{"HOME=" + home, "XDG_CONFIG_HOME=" + home, "PATH=" + os.Getenv("PATH")}, w.env...)
	cmd.Stdin = strings.NewReader(strings.ReplaceAll(w.payload, "COMMAND", command))
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	var exited *exec.ExitError
	if err := cmd.Run(); err != nil && !errors.As(err, &exited) {
		t.Fatal(err)
	}
	return out.String(), errs.String(), cmd.ProcessState.ExitCode()
}
