package dialects

import (
	"slices"
	"testing"

	"gate"
)

// TestSetup holds that every dialect fills its table, and that the table and
// the encoder say the same.
func TestSetup(t *testing.T) {
	for _, name := range Names() {
		s, ok := SetupOf(name)
		if !ok || s.Title == "" || s.Shape == "" || s.Timeout.Unit == 0 || len(s.Off) == 0 {
			t.Errorf("%s: the table has gaps: %+v", name, s)
		}
		scopes := map[Scope]bool{}
		for _, f := range s.Files {
			scopes[f.Scope] = f.Path != ""
		}
		if !scopes[Project] || !scopes[User] {
			t.Errorf("%s: no place for a project's or a user's hooks: %v", name, s.Files)
		}
		for _, h := range []Honour{s.Deny, s.Ask, s.Allow} {
			if h.Effect == "" || h.By == "" {
				t.Errorf("%s: what it honours, or how we know, is missing: %+v", name, s)
			}
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
	}
	if _, ok := SetupOf("nobody"); ok || Known("nobody") || Known("") {
		t.Error("a harness that does not exist is known")
	}
}
