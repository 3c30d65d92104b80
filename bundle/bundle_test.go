package bundle

import (
	"strings"
	"testing"

	"gate"
)

func TestVerdict(t *testing.T) {
	for name, tt := range map[string]struct {
		result string
		want   gate.Decision
		err    string
	}{
		"none":              {`{"decision":"none","findings":[]}`, gate.None, ""},
		"ask":               {`{"decision":"ask","findings":[{"id":"a/b","decision":"ask","reason":"r","path":"","code":"a/b","fix":"","layer":"gate"}]}`, gate.Ask, ""},
		"half a finding":    {`{"decision":"ask","findings":[{"id":"a/b","decision":"ask","reason":"r"}]}`, gate.Deny, "a finding has no"},
		"softened":          {`{"decision":"none","findings":[{"id":"a/b","decision":"none","reason":"r","path":"","code":"a/b","fix":"","layer":"gate","softened":{"from":"deny","by":"user","reason":"w"}}]}`, gate.None, ""},
		"softened somehow":  {`{"decision":"none","findings":[{"id":"a/b","decision":"none","reason":"r","path":"","code":"a/b","fix":"","layer":"gate","softened":{"from":"deny"}}]}`, gate.Deny, "does not say how"},
		"undefined":         {`{}`, gate.Deny, "no decision"},
		"not a verdict":     {`true`, gate.Deny, "no decision"},
		"unknown decision":  {`{"decision":"maybe","findings":[]}`, gate.Deny, "unknown decision"},
		"softer than found": {`{"decision":"none","findings":[{"id":"a/b","decision":"deny","reason":"r","path":"","code":"a/b","fix":"","layer":"gate"}]}`, gate.Deny, "strictest finding says deny"},
		"allow for nothing": {`{"decision":"allow","findings":[]}`, gate.Deny, "strictest finding says none"},
	} {
		t.Run(name, func(t *testing.T) {
			got, err := Verdict([]byte(tt.result))
			if got.Decision != tt.want {
				t.Errorf("decision %s, want %s", got.Decision, tt.want)
			}
			if tt.err == "" != (err == nil) || err != nil && !strings.Contains(err.Error(), tt.err) {
				t.Errorf("error %v, want %q", err, tt.err)
			}
		})
	}
}

func TestDecide(t *testing.T) {
	outside := gate.Action{Event: gate.BeforeTool, Root: "/p", Writes: []gate.Target{{Path: "/etc/motd", Abs: "/etc/motd", Op: gate.OpWrite}}}
	policy, err := Embedded()
	if err != nil {
		t.Fatal(err)
	}
	v, err := policy.Decide(outside)
	if err != nil || v.Decision != gate.Deny || v.Lead().Code != "ERR_CONTAINMENT" {
		t.Errorf("a write outside: %+v, %v", v, err)
	}
	v, err = policy.Decide(gate.Action{Event: gate.Stop, Root: "/p"})
	if err != nil || v.Decision != gate.None || len(v.Findings) != 0 {
		t.Errorf("nothing: %+v, %v", v, err)
	}
}
