package dialects

import (
	"bytes"
	"encoding/json"
	"strings"

	"github.com/tidwall/gjson"
)

func empty() json.RawMessage { return json.RawMessage("{}") }

// object makes a tool's arguments an object, whatever way they were sent, and
// says whether they are nothing but the text of a patch: an object as it is,
// JSON inside a string opened, a patch as {"patch": text}, other text as
// {"text": text}, any other value as {"value": value}, nothing as {}.
func object(v gjson.Result) (args json.RawMessage, patch bool) {
	switch {
	case !v.Exists(), v.Type == gjson.Null:
		return empty(), false
	case v.IsObject():
		return json.RawMessage(v.Raw), false
	case v.Type != gjson.String:
		return encode(map[string]json.RawMessage{"value": json.RawMessage(v.Raw)}), false
	}
	text := strings.TrimSpace(v.Str)
	if text == "" {
		return empty(), false
	}
	if text[0] == '{' {
		if opened, ok := valid([]byte(text)); ok {
			return opened, false
		}
	}
	if isPatch(text) {
		return encode(map[string]string{"patch": v.Str}), true
	}
	return encode(map[string]string{"text": v.Str}), false
}

// isPatch says whether text holds a patch envelope or starts as a unified diff.
func isPatch(text string) bool {
	if strings.Contains(text, patchHead) || strings.HasPrefix(text, "diff --git ") {
		return true
	}
	old, rest, _ := strings.Cut(text, "\n")
	return strings.HasPrefix(old, "--- ") && strings.HasPrefix(rest, "+++ ")
}

// with returns the object args with one key more.
func with(args json.RawMessage, key string, value any) json.RawMessage {
	object := map[string]json.RawMessage{}
	if err := json.Unmarshal(args, &object); err != nil {
		return args
	}
	object[key] = encode(value)
	return encode(object)
}

// pick copies those of the keys that the payload has into an object.
func pick(p payload, keys ...string) json.RawMessage {
	object := map[string]json.RawMessage{}
	for _, key := range keys {
		if v := p[key]; v.Exists() && v.Type != gjson.Null {
			object[key] = json.RawMessage(v.Raw)
		}
	}
	return encode(object)
}

// encode writes one line of JSON without escaping for HTML. It is only given
// strings, booleans, and maps and structs of them, which always encode.
func encode(v any) []byte {
	var out bytes.Buffer
	e := json.NewEncoder(&out)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return []byte("{}")
	}
	return bytes.TrimSuffix(out.Bytes(), []byte("\n"))
}
