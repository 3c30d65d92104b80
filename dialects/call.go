package dialects

import (
	"slices"
	"strings"

	"github.com/tidwall/gjson"

	"gate"
)

// decodeFamily reads a payload of the Claude family: snake_case keys, and the
// event's name in it.
func decodeFamily(d *dialect, p payload, _ Hint) gate.Call {
	c := d.begin(p, p.nativeEvent())
	name, input := p.str("tool_name"), p["tool_input"]
	// A batch tells what its calls were. One call is that call; several have no
	// tool in common, and each was told by an event of its own.
	if calls := p["tool_calls"].Array(); len(calls) == 1 {
		name, input = calls[0].Get("tool_name").String(), calls[0].Get("tool_input")
	}
	d.use(&c, name, input)
	if c.Tool.Name != "" && (p.has("mcp_server") || p.has("mcp_context")) {
		c.Tool.Kind = gate.MCP
	}
	return d.finish(c, p)
}

// decodePlain reads a payload that names its event and its tool at the top, in
// whatever spelling.
func decodePlain(d *dialect, p payload, _ Hint) gate.Call {
	c := d.begin(p, p.eventName())
	input := p["tool_input"]
	if !input.Exists() {
		input = p["toolInput"]
	}
	d.use(&c, p.str("tool_name", "toolName"), input)
	return d.finish(c, p)
}

// begin makes a call of what payloads of all dialects have in common.
func (d *dialect) begin(p payload, native string) gate.Call {
	return gate.Call{
		Harness:     d.name,
		Event:       d.event(native),
		NativeEvent: native,
		Mode:        p.str("permission_mode", "permissionMode"),
		Tool:        gate.Tool{Args: empty()},
		Session: gate.Session{
			ID:   p.str("session_id", "sessionId", "conversation_id", "conversationId"),
			Turn: p.str("prompt_id", "promptId", "turn_id", "generation_id"),
			Call: p.str("tool_use_id", "toolUseId", "toolCallId", "tool_call_id"),
		},
		Cwd:   toPath(p.str("cwd", "working_dir")),
		Roots: slices.Concat(p.paths("workspace_roots"), p.paths("workspacePaths"), p.paths("workspaceRoots")),
	}
}

// use names the call's tool, on the events that are about one.
func (d *dialect) use(c *gate.Call, name string, input gjson.Result) {
	if c.Event != gate.BeforeTool && c.Event != gate.Permission && c.Event != gate.AfterTool {
		return
	}
	args, patch := arguments(input)
	kind := d.kind(name)
	// A tool that takes one text and got a patch carries it out, whatever its
	// name: Copilot calls apply_patch "Edit" in Claude's style.
	if patch && (kind == "" || kind == gate.Write || kind == gate.Edit) {
		kind = gate.Patch
	}
	c.Tool = gate.Tool{Name: name, Kind: kind, Args: args}
}

// finish fills in what depends on the event and the tool.
func (d *dialect) finish(c gate.Call, p payload) gate.Call {
	if c.Cwd == "" && len(c.Roots) > 0 {
		c.Cwd = c.Roots[0]
	}
	switch {
	case c.Event == gate.Prompt:
		c.Prompt = p.str("transformedPrompt", "prompt", "user_prompt", "message")
	case c.Event == gate.AfterTool:
		c.Result = outcome(c.NativeEvent, p)
	}
	if c.Tool.Kind == gate.Shell {
		args := gjson.ParseBytes(c.Tool.Args)
		for _, key := range d.workdir {
			c.Cwd = within(c.Cwd, args.Get(key).String())
		}
		c.Shell = d.shell(c.Tool.Name, c.Cwd)
	}
	return c
}

// shell is the shell that reads a shell tool's text. Payloads do not say: a
// tool that has a shell's name is that shell, other tools use bash, or on
// Windows (which shows in the paths) the dialect's shell there.
func (d *dialect) shell(tool, cwd string) string {
	switch {
	case strings.Contains(strings.ToLower(tool), "powershell"):
		return "powershell"
	case isWindows(cwd):
		return d.windows
	}
	return "bash"
}

// outcome reads how a tool call ended. Where the payload tells nothing, as
// Codex's never does of a command's exit code, the call counts as well done.
func outcome(native string, p payload) *gate.Result {
	r := gate.Result{OK: !strings.HasSuffix(native, "Failure")}
	for _, v := range []gjson.Result{
		p["error"], p["error"].Get("message"), p["error_message"], p["tool_error"],
		p["tool_response"].Get("error"), p["tool_response"].Get("error.message"),
	} {
		if v.Type == gjson.String && v.Str != "" && r.Error == "" {
			r.Error = v.Str
		}
	}
	kind := p["toolResult"].Get("resultType").String() + p["tool_result"].Get("result_type").String()
	response := p["tool_response"]
	if response.Get("success").Type == gjson.False || response.Get("exit_code").Int() != 0 {
		r.OK = false
	}
	if r.Error != "" || kind != "" && kind != "success" {
		r.OK = false
	}
	for _, call := range p["tool_calls"].Array() {
		if call.Get("status").String() == "error" {
			r.OK = false
		}
	}
	return &r
}
