package dialects

import (
	"strings"
	"unicode/utf8"

	"github.com/tidwall/gjson"

	"gate"
	"gate/internal/table"
)

func decodeCopilot(d *dialect, p payload, hint Hint) gate.Call {
	c := d.begin(p, copilotEvent(p, hint))
	var input gjson.Result
	for _, key := range []string{"toolArgs", "toolInput", "arguments", "tool_input"} {
		if p.has(key) {
			input = p[key]
			break
		}
	}
	d.use(&c, p.str("toolName", "tool_name"), input)
	if c.NativeEvent == "preMcpToolCall" { // the name comes without its server
		c.Tool.Kind = gate.MCP
	}
	typed := gjson.GetBytes(c.Tool.Args, "input")
	if c.Tool.Kind == gate.Shell && strings.HasPrefix(c.Tool.Name, "write_") && typed.Type == gjson.String {
		c.Tool.Args = with(c.Tool.Args, "command", typedText(typed.Str))
	}
	return d.finish(c, p)
}

// copilotEvent is the event that the payload names, else the one whose fields
// it has, else the hint's. The order matters: a tool's result comes with the
// tool, a subagent's end with the subagent.
func copilotEvent(p payload, hint Hint) string {
	if name := p.str("hook_event_name", "hookName"); name != "" {
		return name
	}
	for _, sign := range []struct{ key, event string }{
		{"serverName", "preMcpToolCall"},
		{"toolResult", "postToolUse"},
		{"errorContext", "errorOccurred"},
		{"toolInput", "permissionRequest"},
	} {
		if p.has(sign.key) {
			return sign.event
		}
	}
	if p.has("toolName") {
		if p.has("error") {
			return "postToolUseFailure"
		}
		return "preToolUse"
	}
	if copilotEvents.Has(hint.Event) {
		return hint.Event
	}
	agent := p.has("agentName") || p.has("agentDisplayName")
	switch {
	case p.has("transformedPrompt"):
		return "userPromptTransformed"
	case p.has("prompt"):
		return "userPromptSubmitted"
	case p.has("source"), p.has("initialPrompt"):
		return "sessionStart"
	case agent && p.has("stopReason"):
		return "subagentStop"
	case agent:
		return "subagentStart"
	case p.has("stopReason"):
		return "agentStop"
	case p.has("trigger"):
		return "preCompact"
	case p.has("reason"):
		return "sessionEnd"
	}
	return "notification"
}

// keys are what write_bash does not type but press.
var keys = table.Of[string]{
	{"{enter}", "\n"}, {"{tab}", "\t"}, {"{backspace}", "\b"},
	{"{up}", ""}, {"{down}", ""}, {"{left}", ""}, {"{right}", ""}, {"{escape}", ""}, {"{esc}", ""},
}

// typedText is the text that stands in the shell after the keys were pressed.
// What {up} calls back is not known; it was judged when it was typed.
func typedText(input string) string {
	var out []rune
	for input != "" {
		if name, press := key(input); name != "" {
			input = input[len(name):]
			if press != "\b" {
				out = append(out, []rune(press)...)
			} else if len(out) > 0 {
				out = out[:len(out)-1]
			}
			continue
		}
		r, size := utf8.DecodeRuneInString(input)
		out = append(out, r)
		input = input[size:]
	}
	return string(out)
}

// key is the key at the start of the input and what it does, "" for none.
func key(input string) (name, press string) {
	if input[0] != '{' {
		return "", ""
	}
	for _, key := range keys {
		if strings.HasPrefix(input, key.Name) {
			return key.Name, key.Value
		}
	}
	return "", ""
}
