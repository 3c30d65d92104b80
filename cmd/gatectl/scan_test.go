package main

import (
	"bytes"
	"encoding/json"
	"net/url"
	"strings"
	"testing"

	"gate"
	"gate/internal/scan"
)

// TestSARIF holds what SARIF 2.1.0 demands of the parts that a scan says
// (oasis-tcs/sarif-spec, sarif-schema-2.1.0.json), and what GitHub needs to
// show a result.
func TestSARIF(t *testing.T) {
	names := []string{"src/a.go", "new\nline", "caf\xe9", "a:b%", "-x", "/elsewhere/a"}
	var r scan.Report
	for i, name := range names {
		d := []gate.Decision{gate.Deny, gate.Ask}[i%2]
		rule := []string{"content/secrets", "self/tamper", "acme:ops/unlisted"}[i%3]
		r.Findings = append(r.Findings, scan.Finding{File: name, Line: i + 1, Rule: rule, Decision: d, Reason: "why", Fingerprint: "f"})
		r.Notes = append(r.Notes, scan.Note{File: name, Note: "note"})
	}
	doc, err := sarif(r)
	if err != nil {
		t.Fatal(err)
	}
	var text bytes.Buffer
	if err := printJSON(&text, doc); err != nil {
		t.Fatal(err)
	}
	if strings.Contains(text.String(), "null") {
		t.Errorf("a list is null:\n%s", text.String())
	}
	var log sarifLog
	dec := json.NewDecoder(&text)
	dec.DisallowUnknownFields()
	if err := dec.Decode(&log); err != nil {
		t.Fatal(err)
	}
	run := log.Runs[0]
	if log.Version != "2.1.0" || len(run.Results) != len(names) || len(run.Tool.Driver.Rules) != 3 {
		t.Fatalf("version %s, %d results, %d rules", log.Version, len(run.Results), len(run.Tool.Driver.Rules))
	}
	for i, result := range run.Results {
		if rule := run.Tool.Driver.Rules[result.RuleIndex]; rule.ID != result.RuleID || rule.Short.Text == "" || rule.Help.Text == "" {
			t.Errorf("result %d is of %s, its index leads to %+v", i, result.RuleID, rule)
		}
		if want := []string{"error", "warning"}[i%2]; result.Level != want {
			t.Errorf("result %d has level %q, want %q", i, result.Level, want)
		}
		place := result.Locations[0].Physical
		u, err := url.Parse(place.Artifact.URI)
		if err != nil || u.Path != names[i] || (u.Scheme == "file") != (place.Artifact.Base == "") {
			t.Errorf("result %d: %q leads to %+v, %v; want %q", i, place.Artifact.URI, u, err, names[i])
		}
		if place.Region.StartLine != i+1 || result.Message.Text == "" || result.Fingerprints["gateFinding/v1"] == "" {
			t.Errorf("result %d lacks something: %+v", i, result)
		}
	}
}
