package gate_test

import (
	"bytes"
	"context"
	"encoding/json"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/open-policy-agent/opa/v1/ast"
	"github.com/open-policy-agent/opa/v1/rego"

	"gate"
	"gate/bundle"
	"gate/bundle/author"
	"gate/internal/config"
	"gate/internal/judge"
)

// acme is a policy of an organisation with all that there is: rules that deny,
// ask and allow, a library, lists in JSON and in YAML, and settings that
// soften, narrow and lock.
var acme = fstest.MapFS{
	"org/acme/lib/words/words.rego": {Data: []byte("# METADATA\n# title: Words\npackage org.acme.lib.words\n\nlisted(name, list) if name in list\n")},
	"org/acme/rules/ops/programs/programs.rego": {Data: []byte(`# METADATA
# title: Programs
# custom: {severity: low, fix: Ask first.}
package org.acme.rules.ops.programs

import data.org.acme.lib.words

deny contains {"reason": $"{command.name} is denied", "code": "ACME_1"} if {
	some command in input.commands
	words.listed(command.name, data.org.acme.rules.ops.programs.denied)
}

ask contains $"{command.name} is asked for" if {
	some command in input.commands
	words.listed(command.name, data.org.acme.rules.ops.programs.asked)
}

allow contains {"reason": "it is read", "path": read.path} if {
	some read in input.reads
	glob.match(data.org.acme.rules.ops.programs.read, ["/"], read.path)
}
`)},
	"org/acme/rules/ops/programs/data.yaml": {Data: []byte("denied: [npm, git, curl]\nasked: [ls, echo, cat]\nread: '**'\n")},
	"org/acme/settings/data.json": {Data: []byte(`{"locked": ["shell/*"], "soften": [
		{"rule": "path/*", "to": "ask", "reason": "it is tried", "until": "2099-01-01", "paths": ["**/*.go", "/etc/**"]},
		{"rule": "acme:ops/programs", "to": "observe", "reason": "it is new", "commands": ["git status*"]},
		{"rule": "acme:ops/*", "to": "off", "reason": "not there", "harnesses": ["cursor"]},
		{"rule": "*/*", "to": "ask", "reason": "some", "share": 50}]}`)},
}

// TestStockOPA holds that OPA, given the complete bundle alone, says of every
// payload and every case what the gate says with the bundle in force.
func TestStockOPA(t *testing.T) {
	b, err := author.Pack(t.Context(), acme, author.Packing{Revision: "1.0.0"})
	if err != nil {
		t.Fatal(err)
	}
	policy, query := activated(t, b), loaded(t, b)
	decisions := map[gate.Decision]int{}
	for name, a := range actions(t) {
		v, err := policy.Decide(a)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		decisions[v.Decision]++
		want, err := policy.Evaluate(a)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(string(want), asked(t, query, a)); diff != "" {
			t.Errorf("%s (-gate +opa):\n%s", name, diff)
		}
	}
	for _, d := range []gate.Decision{gate.Deny, gate.Ask, gate.Allow, gate.None} {
		if decisions[d] < 10 {
			t.Errorf("only %d of the verdicts are %s: the test holds little", decisions[d], d)
		}
	}
}

// activated is the bundle in force, as gate bundle use brings it.
func activated(t *testing.T, b *author.Bundle) *bundle.Policy {
	t.Helper()
	s := author.Store{Dir: filepath.Join(t.TempDir(), "user"), Managed: t.TempDir()}
	if _, err := s.Use(t.Context(), author.Offer{Bundle: b, Source: "acme"}, time.Unix(0, 0)); err != nil {
		t.Fatal(err)
	}
	policy, err := bundle.Active("", filepath.Join(s.Dir, config.SnapshotFile))
	if err != nil {
		t.Fatal(err)
	}
	return policy
}

// loaded is the complete bundle as opa eval -b loads it, from its file.
func loaded(t *testing.T, b *author.Bundle) rego.PreparedEvalQuery {
	t.Helper()
	tarball, err := b.Complete()
	if err != nil {
		t.Fatal(err)
	}
	if again, err := b.Complete(); err != nil || !bytes.Equal(tarball, again) {
		t.Error("the same bundle does not make the same bytes", err)
	}
	if _, err := author.ReadBundle(tarball); err == nil || !strings.Contains(err.Error(), `it claims the root "gate"`) {
		t.Errorf("the gate takes a complete bundle for a policy: %v", err)
	}
	name := filepath.Join(t.TempDir(), "complete.tar.gz")
	if err := os.WriteFile(name, tarball, 0o600); err != nil {
		t.Fatal(err)
	}
	query, err := rego.New(rego.Query("data.gate.verdict"), rego.LoadBundle(name), rego.StrictBuiltinErrors(true)).PrepareForEval(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return query
}

// asked is OPA's answer in the bytes of the gate's.
func asked(t *testing.T, query rego.PreparedEvalQuery, a gate.Action) string {
	t.Helper()
	input, err := json.Marshal(a)
	if err != nil {
		t.Fatal(err)
	}
	v, err := ast.ValueFromReader(bytes.NewReader(input))
	if err != nil {
		t.Fatal(err)
	}
	results, err := query.Eval(context.Background(), rego.EvalParsedInput(v))
	if err != nil || len(results) != 1 {
		t.Fatalf("%d results: %v", len(results), err)
	}
	text, err := json.Marshal(results[0].Expressions[0].Value)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// actions are those of every payload and of every case, by name.
func actions(t *testing.T) map[string]gate.Action {
	t.Helper()
	all := map[string]gate.Action{}
	for _, c := range fixtures[toolCase](t, "cases.jsonl") {
		all[c.ID] = action(t, c.payload(t), c.Input.Shell, c.links())
	}
	err := filepath.WalkDir("testdata", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(name, ".json") {
			return err
		}
		payload, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		if out := judge.Judge(payload, around(t, filepath.ToSlash(name), all)); out.Err != nil {
			t.Errorf("%s: %v", name, out.Err)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// around is what stands beside a payload: nothing, but for Amp, which tells the
// tool in the environment. The action is kept.
func around(t *testing.T, name string, all map[string]gate.Action) judge.Options {
	o := judge.Options{Decide: func(a gate.Action) (gate.Verdict, error) {
		all[name] = a
		return gate.Verdict{Decision: gate.None}, nil
	}}
	tool, delegated := strings.CutPrefix(name, "testdata/amp/delegate.")
	t.Setenv("AGENT", "")
	if delegated {
		o.Dialect = "amp"
		t.Setenv("AGENT", "amp")
		t.Setenv("AGENT_TOOL_NAME", strings.TrimSuffix(tool, ".json"))
	}
	return o
}
