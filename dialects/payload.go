package dialects

import (
	"bytes"
	"fmt"

	"github.com/tidwall/gjson"

	"gate"
	"gate/internal/jsontext"
)

// payload is the top level of what a harness sent. Of equal keys the last
// counts, as in the harnesses' own JSON.
type payload map[string]gjson.Result

// bom starts every payload of Cursor on Windows.
const bom = "\xef\xbb\xbf"

// patchHead starts a payload that is no JSON at all but the text of a patch,
// which Cursor 3.12 on Windows sends for ApplyPatch.
const patchHead = "*** Begin Patch"

// Decode reads a harness's payload. Unknown fields, events and values are no
// errors; neither are a byte order mark and control characters that stand raw
// in strings.
//
// The errors are ErrEmpty, ErrNotJSON, ErrNotObject and ErrUnclaimed.
func Decode(raw []byte, hint Hint) (gate.Call, error) {
	raw = trim(raw)
	if bytes.HasPrefix(raw, []byte(patchHead)) {
		return cursorPatch(string(raw)), nil
	}
	p, err := read(raw)
	if err != nil {
		return gate.Call{}, err
	}
	d := detect(p, hint)
	if d == nil {
		return gate.Call{}, ErrUnclaimed
	}
	return d.decode(d, p, hint), nil
}

// Stand makes the call that stands for a payload which Decode refuses, so that
// the refusal is said in the right words: the harness and event that its
// readable part names, else the hint's, and the event before a tool call where
// nothing names one. Without a name of a harness the call has none, which
// Encode answers in words that several harnesses understand.
func Stand(raw []byte, hint Hint) gate.Call {
	p := fields(trim(raw))
	d := detect(p, hint)
	if d == nil {
		d = find(hint.Dialect)
	}
	if d == nil {
		return gate.Call{Event: gate.BeforeTool, Tool: gate.Tool{Args: empty()}}
	}
	native := d.before
	for _, name := range []string{hint.Event, p.eventName()} {
		if d.events.Has(name) {
			native = name
		}
	}
	return gate.Call{
		Harness: d.name, Event: d.event(native), NativeEvent: native,
		Tool: gate.Tool{Args: empty()},
	}
}

func trim(raw []byte) []byte {
	return bytes.TrimSpace(bytes.TrimPrefix(bytes.TrimSpace(raw), []byte(bom)))
}

// read takes a JSON object apart, one level deep.
func read(raw []byte) (payload, error) {
	if len(raw) == 0 {
		return nil, ErrEmpty
	}
	raw, ok := valid(raw)
	if !ok {
		return nil, ErrNotJSON
	}
	if raw[0] != '{' {
		return nil, ErrNotObject
	}
	return fields(raw), nil
}

// valid returns the text as JSON, control characters in strings escaped, and
// whether it is JSON. The depth is bounded, which gjson's own check does not do.
func valid(raw []byte) ([]byte, bool) {
	if jsontext.Valid(raw) {
		return raw, true
	}
	raw = escapeControls(raw)
	return raw, jsontext.Valid(raw)
}

func escapeControls(raw []byte) []byte {
	var out bytes.Buffer
	quoted := false
	for i := 0; i < len(raw); i++ {
		c := raw[i]
		switch {
		case quoted && c == '\\' && i+1 < len(raw):
			out.WriteByte(c)
			i++
			c = raw[i]
		case c == '"':
			quoted = !quoted
		case quoted && c < ' ':
			fmt.Fprintf(&out, `\u%04x`, c)
			continue
		}
		out.WriteByte(c)
	}
	return out.Bytes()
}

// fields lists what can be read of an object, also of one that is cut off.
func fields(raw []byte) payload {
	p := payload{}
	if len(raw) == 0 || raw[0] != '{' {
		return p
	}
	gjson.ParseBytes(raw).ForEach(func(key, value gjson.Result) bool {
		p[key.String()] = value
		return true
	})
	return p
}

func (p payload) has(key string) bool { return p[key].Exists() }

// str is the first of the keys that holds a string with something in it.
func (p payload) str(keys ...string) string {
	for _, key := range keys {
		if v := p[key]; v.Type == gjson.String && v.Str != "" {
			return v.Str
		}
	}
	return ""
}

// paths reads a list of paths or file URIs.
func (p payload) paths(key string) []string {
	var list []string
	for _, v := range p[key].Array() {
		if v.Type == gjson.String && v.Str != "" {
			list = append(list, toPath(v.Str))
		}
	}
	return list
}

// nativeEvent is the event's name in the payload. VS Code spelled the key like
// its answers before 2026.
func (p payload) nativeEvent() string { return p.str("hook_event_name", "hookEventName") }

// eventName is the same where other families spell the key their own way.
func (p payload) eventName() string {
	return p.str("hook_event_name", "hookEventName", "event_type", "event")
}
