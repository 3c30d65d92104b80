package yaml

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"
)

const limit = 1 << 20

// Package bundle/author compares with OPA. Here is what differs from it.
func TestRefused(t *testing.T) {
	for text, want := range map[string]string{
		"\xff\xfea\x00":                  "yaml: UTF-16 is not supported",
		"a\ufeff":                        "yaml: a byte order mark within the text is not supported",
		"- &a 1\n- {*a : x, \"1\": y}":   "yaml: line 2: two keys are \"1\" in JSON",
		"a: 1\n<<: {2: x}\n? ~\n: b\n":   "yaml: line 3: unsupported map key of type: <nil>",
		"1: a\n<<: {\"1\": b, \"2\": c}": "yaml: line 2: two keys are \"1\" in JSON",
		"a:\n  - b\n - c":                "yaml: line 2: did not find expected key",
		"\"\\q\"":                        "yaml: found unknown escape character",
	} {
		if _, err := ToJSON(text, limit); err == nil || err.Error() != want {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
}

func TestSizes(t *testing.T) {
	long := strings.Repeat("x", 10_000)
	if _, err := ToJSON("- &a "+long+strings.Repeat("\n- *a", 100), 500_000); !errors.Is(err, ErrSize) {
		t.Errorf("a long scalar a hundred times: %v", err)
	}
	nested := strings.Repeat("{\"a\":", 2000) + "1" + strings.Repeat("}", 2000)
	if _, err := FromJSON(nested, 500_000); !errors.Is(err, ErrSize) {
		t.Errorf("a deep document: %v", err)
	}
	for _, text := range []string{strings.Repeat("[", 100_000), strings.Repeat("- ", 100_000), strings.Repeat("? ", 100_000), strings.Repeat("a: &a [*a, ", 9000)} {
		if _, err := ToJSON(text, limit); err == nil {
			t.Errorf("%.10s... is read", text)
		}
	}
}

// FuzzRoundTrip reads what was written of what was read: it is the same.
func FuzzRoundTrip(f *testing.F) {
	for _, text := range []string{"a: [1, 'b', ~]\nc: |\n  d\n", "- &a {b: c}\n- <<: *a\n", "? x\n: >-\n  y\n   z\n"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		first, err := ToJSON(text, limit)
		if err != nil {
			return
		}
		var v any
		if err := json.Unmarshal(first, &v); err != nil {
			t.Fatalf("%q: %s: %v", text, first, err)
		}
		canonical, err := json.Marshal(v)
		if err != nil {
			t.Fatal(err)
		}
		out, err := FromJSON(string(canonical), limit)
		if err != nil {
			return // a control character, or a long key
		}
		second, err := ToJSON(string(out), limit)
		if err != nil {
			t.Fatalf("%q is written as %q: %v", text, out, err)
		}
		var again any
		if err := json.Unmarshal(second, &again); err != nil {
			t.Fatal(err)
		}
		if same, _ := json.Marshal(again); string(same) != string(canonical) && !strings.ContainsAny(text, "\u0085\u2028\u2029") {
			t.Errorf("%q: %s is written as %q, which is %s", text, canonical, out, same)
		}
	})
}
