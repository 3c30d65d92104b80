package author

import (
	"os"
	"strings"
	"testing"
	"testing/fstest"
)

// dir is the folder that a person runs "opa test policies/" on.
const dir = "../../policies"

// TestOwnRules holds our own rules to what gate policy check demands of
// others', every line being reached by a test.
func TestOwnRules(t *testing.T) {
	d, err := openDraft(os.DirFS(dir), Sources{Data: map[string]any{}}, []string{"gate"})
	if err != nil {
		t.Fatal(err)
	}
	r, err := d.check(t.Context(), 100)
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range r.Problems {
		t.Error(p)
	}
	if len(r.Skipped) > 0 {
		t.Errorf("not checked: %v", r.Skipped)
	}
	if r.Tests < 100 {
		t.Errorf("%d Rego tests ran: where are the others?", r.Tests)
	}
	embedded, err := Embedded()
	if err != nil {
		t.Fatal(err)
	}
	if r.Rules != len(embedded) || r.Rules == 0 {
		t.Errorf("%d rules are checked, %d are embedded", r.Rules, len(embedded))
	}
}

func TestLockedRules(t *testing.T) {
	all, err := Embedded()
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range all {
		if (r.ID == "self/tamper") != r.Locked {
			t.Errorf("%s: locked is %v", r.ID, r.Locked)
		}
	}
}

func TestShape(t *testing.T) {
	meta := "# METADATA\n# title: t\n# custom:\n#   severity: low\n"
	for name, tt := range map[string]struct{ module, want string }{
		"heard":           {"package gate.rules.a.b\n\ndeny contains \"x\" if input.event == \"stop\"\n", ""},
		"one level off":   {"package gate.rules.a\n\ndeny contains \"x\"\n", "a.rego:5: package gate.rules.a is heard by nobody"},
		"another root":    {"package rules.a.b\n\ndeny contains \"x\"\n", "is heard by nobody"},
		"no set":          {"package gate.rules.a.b\n\ndeny := true\n", "a.rego:7: write deny contains"},
		"old words":       {"package gate.rules.a.b\n\ndeny if input.event == \"stop\"\n", "write deny contains"},
		"misspelt head":   {"package gate.rules.a.b\n\ndenies contains \"x\"\n", "denies is neither deny, ask nor allow"},
		"a mask":          {"package org.acme.log\n\nmask contains \"/input/cwd\"\n", ""},
		"no set of masks": {"package org.acme.log\n\nmask := [\"/input/cwd\"]\n", "a.rego:7: write mask contains"},
		"no mask":         {"package user.log\n\nmasks contains \"/input/cwd\"\n", "masks is not mask"},
		"nothing to hear": {"package gate.rules.a.b\n\n_x := 1\n", "says neither deny, ask nor allow"},
	} {
		t.Run(name, func(t *testing.T) {
			err := Shape(fstest.MapFS{"a.rego": {Data: []byte(meta + tt.module)}})
			switch {
			case tt.want == "" && err != nil:
				t.Error(err)
			case tt.want != "" && (err == nil || !strings.Contains(err.Error(), tt.want)):
				t.Errorf("got %v, want %q", err, tt.want)
			}
		})
	}
}
