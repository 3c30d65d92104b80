package audit

import (
	"encoding/json"
	"errors"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"gate"
	"gate/internal/plan"
)

var call = gate.Call{Harness: "claude-code", Event: gate.BeforeTool, Session: gate.Session{ID: "s", Call: "t"}}

// entry is the line of a record, decoded.
func entry(t *testing.T, r Record) (e Entry) {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "log")
	line := Line(r)
	if len(line)+room > MaxLine {
		t.Errorf("%d bytes", len(line))
	}
	check(t, appendLine(dir, four, string(line)))
	check(t, Read(dir, 0, func(got Entry) error { e = got; return nil }))
	return e
}

func record(t *testing.T, input string, mask ...plan.Value) Record {
	t.Helper()
	in, err := plan.ParseJSON(input)
	check(t, err)
	return Record{Time: time.Unix(0, 5), Call: call, Input: in, Mask: func(plan.Value) (plan.Value, error) { return plan.NewArray(mask...), nil }}
}

func TestIDs(t *testing.T) {
	before, after := call, call
	after.Event = gate.AfterTool
	id := DecisionID(before)
	if id != CallID(after) || id != DecisionID(before) || id[14] != '8' || !strings.ContainsRune("89ab", rune(id[19])) {
		t.Errorf("%s, %s: not the same, or no UUID of version 8", id, CallID(after))
	}
	if a, b := DecisionID(after), DecisionID(after); a == b || a[14] != '4' {
		t.Errorf("%s, %s: want two random ones", a, b)
	}
	other := call
	other.Session.ID, other.Session.Call = "st", ""
	if CallID(other) != "" || DecisionID(other)[14] != '4' {
		t.Error("a call without an id has one")
	}
	other.Session.ID, other.Session.Call = "s\x00t", "" // no other call runs into it
	if CallID(other) == id {
		t.Error("two calls have one id")
	}
}

// TestActionHash holds that it is the same wherever and whenever, and another
// for another action.
func TestActionHash(t *testing.T) {
	base := `{"cwd":"/p","time":"1","session":{"id":"a"},"gate":{"files":["/g"],"version":"1"},"tool":{"args":{"b":1,"a":2}}}`
	for text, same := range map[string]bool{
		`{"tool":{"args":{"a":2,"b":1}},"time":"2","session":{"id":"b"},"gate":{"version":"2","files":["/g"]},"cwd":"/p"}`: true,
		strings.Replace(base, `"b":1`, `"b":3`, 1):                                  false,
		strings.Replace(base, `"/p"`, `"/q"`, 1):                                    false,
		strings.Replace(base, `["/g"]`, `["/g","/h"]`, 1):                           false,
		strings.Replace(base, `{"cwd"`, `{"mode":"x","cwd"`, 1):                     false,
		strings.Replace(base, `{"cwd"`, `{"event":"x","native_event":"y","cwd"`, 1): true,
		strings.Replace(base, `"a":2`, `"a":2,"description":"x"`, 1):                false, // only a shell's call describes itself
	} {
		a, b := ActionHash(record(t, base).Input), ActionHash(record(t, text).Input)
		if (a == b) != same || len(a) != 64 {
			t.Errorf("%s: %s, %s", text, a, b)
		}
	}
	long := strings.Repeat("x", maxHashed+1)
	seen := map[string]string{}
	for _, text := range []string{
		`{"a":"` + long + `","b":""}`, `{"a":"","b":"` + long + `"}`, `{"a":"","b":""}`, `{"a":"` + long + `x","b":""}`, `{"a/b":"` + long + `"}`, `{"a":{"b":"` + long + `"}}`,
		`{"l":["` + long + `",""]}`, `{"l":["","` + long + `"]}`,
	} {
		hash := ActionHash(record(t, text).Input)
		if other, twice := seen[hash]; twice {
			t.Errorf("%.20s and %.20s have the same hash", text, other)
		}
		if seen[hash] = text; hash != ActionHash(record(t, text).Input) {
			t.Errorf("%.20s has two", text)
		}
	}
	shell := strings.Replace(base, `{"args"`, `{"kind":"shell","args"`, 1)
	if a, b := ActionHash(record(t, shell).Input), ActionHash(record(t, strings.Replace(shell, `"a":2`, `"a":2,"description":"x"`, 1)).Input); a != b {
		t.Errorf("a shell's call in other words: %s, %s", a, b)
	}
	const known = `{"cwd":"/p","gate":{"files":["/g"]},"tool":{"args":{"a":2,"b":1}}}`
	if a, b := ActionHash(record(t, base).Input), entry(t, record(t, known, plan.String("/input/cwd"))); a != b.Action {
		t.Errorf("%s, and %s in a masked line", a, b.Action)
	}
}

func upsert(path, value string) plan.Value {
	return plan.NewObject(plan.Field{Key: "op", Value: plan.String("upsert")}, plan.Field{Key: "path", Value: plan.String(path)}, plan.Field{Key: "value", Value: plan.String(value)})
}

func TestMask(t *testing.T) {
	const input = `{"a/b":"x","d":"y","list":[{"c":"1"},"2"]}`
	remove := plan.NewObject(plan.Field{Key: "op", Value: plan.String("remove")}, plan.Field{Key: "path", Value: plan.String("/input/d")})
	for name, tt := range map[string]struct {
		mask           []plan.Value
		want           string
		erased, masked string
	}{
		"nothing":           {nil, input, "null", "null"},
		"a pointer":         {[]plan.Value{plan.String("/input/a~1b")}, `{"d":"y","list":[{"c":"1"},"2"]}`, `["/input/a~1b"]`, "null"},
		"in a list":         {[]plan.Value{plan.String("/input/list/0/c"), plan.String("/input/list/1")}, `{"a/b":"x","d":"y","list":[{},null]}`, `["/input/list/0/c","/input/list/1"]`, "null"},
		"an object":         {[]plan.Value{remove}, `{"a/b":"x","list":[{"c":"1"},"2"]}`, `["/input/d"]`, "null"},
		"another value":     {[]plan.Value{upsert("/input/d", "z")}, `{"a/b":"x","d":"z","list":[{"c":"1"},"2"]}`, "null", `["/input/d"]`},
		"not there":         {[]plan.Value{plan.String("/input/x"), plan.String("/input/list/7"), upsert("/input/y/z", "1"), plan.String("/labels"), plan.String("x")}, input, "null", "null"},
		"all":               {[]plan.Value{plan.String("/input")}, "", `["/input"]`, "null"},
		"gone and put back": {[]plan.Value{remove, upsert("/input/d", "y")}, `{"a/b":"x","list":[{"c":"1"},"2"]}`, `["/input/d"]`, "null"},
		"two values":        {[]plan.Value{upsert("/input/d", "masked"), upsert("/input/d", "y")}, `{"a/b":"x","list":[{"c":"1"},"2"]}`, `["/input/d"]`, "null"},
		"nobody reads it":   {[]plan.Value{plan.NewObject(plan.Field{Key: "op", Value: plan.String("hide")}, plan.Field{Key: "path", Value: plan.String("/input/d")}), plan.Int(1)}, `{"a/b":"x","list":[{"c":"1"},"2"]}`, `["/input/d"]`, "null"},
	} {
		e := entry(t, record(t, input, tt.mask...))
		erased, _ := json.Marshal(e.Erased)
		masked, _ := json.Marshal(e.Masked)
		if string(e.Input) != tt.want || string(erased) != tt.erased || string(masked) != tt.masked {
			t.Errorf("%s: %s, erased %s, masked %s", name, e.Input, erased, masked)
		}
	}
	broken := record(t, input)
	broken.Mask = func(plan.Value) (plan.Value, error) { return nil, errors.New("broken") }
	if e := entry(t, broken); e.Input != nil || len(e.Erased) != 1 {
		t.Errorf("a broken mask leaves %s", e.Input)
	}
}

func TestBound(t *testing.T) {
	large := strings.Repeat("x", MaxLine)
	for input, want := range map[string]string{
		`{"tool":{"args":{"a":"` + large + `"},"name":"T"}}`: `{"tool":{"name":"T"}}`,
		`{"commands":["` + large + `"],"cwd":"/p"}`:          `{"cwd":"/p"}`,
		`{"cwd":"` + large + `"}`:                            ``,
	} {
		if e := entry(t, record(t, input)); string(e.Input) != want || len(e.Erased) == 0 {
			t.Errorf("%.100s, erased %s", e.Input, e.Erased)
		}
	}
	r := record(t, `{}`)
	r.Call.Session.ID, r.Err = large, errors.New("\xff\x00\n"+large)
	r.Verdict = gate.Refuse(gate.ErrInternal, large)
	if e := entry(t, r); len(e.Labels["session"]) != maxLabel || e.Error == "" {
		t.Errorf("%d bytes of a session", len(e.Labels["session"]))
	}
}
