package dialects

import (
	"encoding/json"
	"slices"
	"testing"

	"gate"
	"gate/internal/table"
)

// effects are what can come of each answer.
var effects = map[string]table.Set{
	"deny":    {"blocks"},
	"ask":     {"asks", "denies"},
	"allow":   {"grants", "nothing", "unknown"},
	"modify":  {"changes", "nothing", "unknown"},
	"silence": {"nothing", "runs", "blocks", "unknown"},
	"crash":   {"runs", "blocks", "unknown"},
	"timeout": {"runs", "blocks", "unknown"},
}

// Exceptions: harnesses whose hooks have no timeout in the file, those that
// read no hooks of the user's own, and those that read none of a project's.
var (
	untimed  = table.Set{"windsurf", "cline", "amp", "opencode", "kilo", "pi"}
	unowned  = table.Set{"copilot-cloud"}
	unshared = table.Set{"grok-cli", "hermes", "junie", "kimi", "openclaw"}
)

// TestSetup holds that every dialect fills its table, and that the table and
// the encoder say the same.
func TestSetup(t *testing.T) {
	for _, name := range Names() {
		s, ok := SetupOf(name)
		if !ok || s.Title == "" || s.Version == "" || s.Shape == "" || s.Trust == "" || len(s.Off) == 0 {
			t.Errorf("%s: the table has gaps: %+v", name, s)
		}
		if (s.Timeout.Unit == 0) != untimed.Has(name) {
			t.Errorf("%s: the unit of its timeout is %s", name, s.Timeout.Unit)
		}
		scopes := map[Scope]bool{}
		for _, f := range s.Files {
			scopes[f.Scope] = f.Path != ""
		}
		if scopes[Project] == unshared.Has(name) || scopes[User] == unowned.Has(name) {
			t.Errorf("%s: no place for a project's or a user's hooks: %v", name, s.Files)
		}
		for _, row := range honours(s) {
			if !effects[row.name].Has(string(row.honour.Effect)) || (row.honour.By == "") != (row.honour.Effect == Unknown) {
				t.Errorf("%s: what %s does, or how we know, is no such thing: %+v", name, row.name, row.honour)
			}
		}
		for _, start := range []Start{s.Unix, s.Windows} {
			if start.How == "" || (start.By == "") != (start.How == Unclear) {
				t.Errorf("%s: how it starts a hook, or how we know, is missing: %+v", name, start)
			}
		}
		if c := s.Closed; c.Key != "" && (!json.Valid([]byte(c.Value)) || c.By == "") || c.Key == "" && c != (Switch{}) {
			t.Errorf("%s: its switch is half a switch: %+v", name, c)
		}
		d := find(name)
		if !slices.Contains(s.Hooks, d.before) {
			t.Errorf("%s: %s is not wired", name, d.before)
		}
		for _, hook := range s.Hooks {
			if !d.events.Has(hook) {
				t.Errorf("%s: %s is no event of it", name, hook)
			}
		}
		for _, row := range d.answers {
			native := row.Name
			if !d.events.Has(native) && !slices.Contains(gate.Events, gate.Event(native)) {
				t.Errorf("%s: answers an event %q that nobody sends", name, native)
			}
		}
		for _, row := range s.Shapes {
			if !slices.ContainsFunc(s.Files, func(f File) bool { return f.Path == row.Name }) {
				t.Errorf("%s: %s has a shape, and is none of its files", name, row.Name)
			}
		}
		a := d.answers.Get(string(gate.BeforeTool))
		if says := a.deny.say != nil || a.exit != 0; says != (s.Deny.Effect == Blocks) {
			t.Errorf("%s: a denial %s, and says %v", name, s.Deny.Effect, says)
		}
		if says := a.ask.say != nil; says != (s.Ask.Effect == Asks) {
			t.Errorf("%s: an ask that %s has a word: %v", name, s.Ask.Effect, says)
		}
		if a.allow.say == nil && s.Allow.Effect == Grants {
			t.Errorf("%s: there is no word for an allow that grants", name)
		}
	}
	if _, ok := SetupOf("nobody"); ok || Known("nobody") || Known("") {
		t.Error("a harness that does not exist is known")
	}
}
