package dialects

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"

	"github.com/tidwall/gjson"

	"gate/internal/jsontext"
)

func empty() json.RawMessage { return json.RawMessage("{}") }

// arguments makes a tool's arguments an object, whatever way they were sent, and
// says whether they are nothing but the text of a patch: an object as it is,
// JSON inside a string opened, a patch as {"patch": text}, other text as
// {"text": text}, any other value as {"value": value}, nothing as {}.
func arguments(v gjson.Result) (args json.RawMessage, patch bool) {
	switch {
	case !v.Exists(), v.Type == gjson.Null:
		return empty(), false
	case v.IsObject():
		return json.RawMessage(v.Raw), false
	case v.Type != gjson.String:
		return json.RawMessage(object(nil).raw("value", v.Raw).end()), false
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
		return json.RawMessage(object(nil).text("patch", v.Str).end()), true
	}
	return json.RawMessage(object(nil).text("text", v.Str).end()), false
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
func with(args json.RawMessage, key, text string) json.RawMessage {
	all := fields(args)
	all[key] = gjson.Result{Raw: string(jsontext.AppendString(nil, text))}
	return all.whole()
}

// whole is the payload itself as an object.
func (p payload) whole() json.RawMessage {
	var o object
	for _, name := range slices.Sorted(maps.Keys(p)) {
		o = o.raw(name, p[name].Raw)
	}
	return json.RawMessage(o.end())
}

// pick copies those of the keys that the payload has into an object.
func pick(p payload, keys ...string) json.RawMessage {
	var o object
	for _, key := range keys {
		if v := p[key]; v.Exists() && v.Type != gjson.Null {
			o = o.raw(key, v.Raw)
		}
	}
	return json.RawMessage(o.end())
}
