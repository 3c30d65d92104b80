package dialects

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"gate"
	"gate/internal/table"
)

var decisions = []gate.Decision{gate.Deny, gate.Ask, gate.Allow, gate.None}

// sample is a verdict with a little of everything that a reply can hold.
func sample(d gate.Decision) gate.Verdict {
	if d == gate.None {
		return gate.Verdict{Decision: d}
	}
	return gate.Verdict{Decision: d, Findings: []gate.Finding{
		{ID: "test/milder", Decision: gate.None, Reason: "not said"},
		{ID: "test/lead", Decision: d, Code: "test.code", Reason: "A <reason>.", Fix: "Do this & that.", Path: ".git/config"},
		{ID: "test/other", Decision: d, Reason: "Not said."},
	}}
}

// TestReplies pins the bytes, the words on stderr and the exit status for every
// dialect, every event that it sends, and every verdict.
func TestReplies(t *testing.T) {
	for _, d := range append(slices.Clone(all), &fallback) {
		name := d.name
		if d == &fallback {
			name = "unknown"
		}
		t.Run(name, func(t *testing.T) {
			var b strings.Builder
			for _, native := range natives(d) {
				fmt.Fprintf(&b, "%s (%s)\n", native, d.event(native))
				for _, decision := range decisions {
					r := Encode(call(d, native), sample(decision))
					fmt.Fprintf(&b, "  %-5s exit %d\n", decision, r.Exit)
					fmt.Fprint(&b, prefix("        > ", string(r.Stdout)), prefix("        ! ", r.Stderr))
				}
			}
			golden(t, name+".replies.golden", b.String())
		})
	}
}

func natives(d *dialect) []string {
	if d == &fallback {
		return []string{"SomeEvent"}
	}
	order := func(a, b string) int {
		i, j := slices.Index(gate.Events, d.event(a)), slices.Index(gate.Events, d.event(b))
		if i != j {
			return i - j
		}
		return strings.Compare(a, b)
	}
	var names []string
	for _, e := range d.events {
		names = append(names, e.Name)
	}
	return slices.SortedFunc(slices.Values(names), order)
}

func call(d *dialect, native string) gate.Call {
	return gate.Call{Harness: d.name, Event: d.event(native), NativeEvent: native, Tool: gate.Tool{Args: empty()}}
}

func prefix(p, text string) string {
	if text == "" {
		return ""
	}
	return p + text
}

// TestInvariants holds what must be true of every dialect, whatever its words.
func TestInvariants(t *testing.T) {
	for _, d := range all {
		for _, native := range natives(d) {
			for _, decision := range append(decisions, gate.Decision(-1), gate.Decision(9)) {
				v := sample(decision)
				r := Encode(call(d, native), v)
				at := fmt.Sprintf("%s %s %s", d.name, native, decision)
				checkReply(t, at, r)
				grants := bytes.Contains(r.Stdout, []byte(`"allow"`))
				if grants && decision != gate.Allow {
					t.Errorf("%s allows: %s", at, r.Stdout)
				}
				if decision == gate.Allow || decision == gate.None {
					if r.Exit != 0 || r.Stderr != "" {
						t.Errorf("%s is no silence: exit %d, %q", at, r.Exit, r.Stderr)
					}
				}
				if r.Exit != 0 && r.Stderr == "" {
					t.Errorf("%s exits %d without a reason", at, r.Exit)
				}
			}
		}
	}
}

// What the harnesses hear that differ from the rest: a denial with exit 0, an
// allow that is silence, and other words than "deny", of which none is exit 2.
var (
	always = table.Set{"copilot", "copilot-cloud", "antigravity", "cline"}
	mute   = table.Set{"codex", "devin", "kiro", "windsurf", "cline", "amp", "augment", "goose", "grok", "hermes", "junie", "kimi", "openhands", "opencode", "kilo", "pi", "openclaw"}
	words  = table.Of[string]{
		{"cline", `"cancel":true`}, {"devin", `"block"`}, {"kiro", ""}, {"windsurf", ""},
		{"amp", ""}, {"goose", `"block"`}, {"grok-cli", `"block"`}, {"hermes", `"block"`},
	}
)

// refuses says whether a reply denies in a harness's words.
func refuses(name string, r gate.Reply) bool {
	word, other := words.Find(name)
	switch {
	case !other:
		word = `"deny"`
	case word == "":
		return len(r.Stdout) == 0 && r.Exit == 2
	}
	return bytes.Contains(r.Stdout, []byte(word))
}

// TestBeforeTool holds the promises about the event that matters most.
func TestBeforeTool(t *testing.T) {
	for _, d := range all {
		for _, native := range natives(d) {
			if d.event(native) != gate.BeforeTool || native == "preMcpToolCall" { // heard on preToolUse
				continue
			}
			at := d.name + " " + native
			denied := Encode(call(d, native), sample(gate.Deny))
			asked := Encode(call(d, native), sample(gate.Ask))
			allowed := Encode(call(d, native), sample(gate.Allow))
			neutral := Encode(call(d, native), sample(gate.None))

			if !refuses(d.name, denied) || !strings.HasPrefix(denied.Stderr, "GATE DENY test.code: ") {
				t.Errorf("%s: a denial is not said: %s, %q", at, denied.Stdout, denied.Stderr)
			}
			if blocks := !always.Has(d.name); blocks != (denied.Exit == 2) {
				t.Errorf("%s: a denial exits %d", at, denied.Exit)
			}
			if denies := d.setup.Ask.Effect == Denies; denies != refuses(d.name, asked) ||
				denies != strings.Contains(asked.Stderr, approve(gate.Verdict{})) {
				t.Errorf("%s: an ask that %s is %s, %q", at, d.setup.Ask.Effect, asked.Stdout, asked.Stderr)
			}
			if silent := mute.Has(d.name); silent != bytes.Equal(allowed.Stdout, neutral.Stdout) ||
				silent != (d.neutral == string(bytes.TrimSpace(allowed.Stdout))) {
				t.Errorf("%s: allow is %q, no opinion is %q", at, allowed.Stdout, neutral.Stdout)
			}
		}
	}
}

// checkReply holds what is true of every reply: one JSON document or nothing,
// and lines that end.
func checkReply(t testing.TB, at string, r gate.Reply) {
	t.Helper()
	if len(r.Stdout) > 0 {
		var object map[string]any
		body, ended := bytes.CutSuffix(r.Stdout, []byte("\n"))
		if err := json.Unmarshal(body, &object); err != nil || !ended || bytes.ContainsAny(body, "\n\r") {
			t.Errorf("%s: stdout is not one line of JSON: %q, %v", at, r.Stdout, err)
		}
	}
	if n := strings.Count(r.Stderr, "\n"); r.Stderr != "" && (n != 1 || !strings.HasSuffix(r.Stderr, "\n")) {
		t.Errorf("%s: stderr is not one line: %q", at, r.Stderr)
	}
}

// TestZero denies: neither an empty verdict nor an empty call lets a call run.
func TestZero(t *testing.T) {
	for _, name := range append(Names(), "", "nobody") {
		r := Encode(gate.Call{Harness: name}, gate.Verdict{})
		checkReply(t, name, r)
		if !refuses(name, r) || !strings.Contains(r.Stderr, "denied by policy") {
			t.Errorf("%s: %s, %q", name, r.Stdout, r.Stderr)
		}
	}
}
