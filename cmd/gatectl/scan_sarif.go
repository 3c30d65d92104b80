package main

import (
	"fmt"
	"path/filepath"
	"strings"

	"gate"
	"gate/bundle/author"
	"gate/internal/scan"
)

// The part of SARIF 2.1.0 that a scan says.
// https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html
type (
	sarifLog struct {
		Schema  string     `json:"$schema"`
		Version string     `json:"version"`
		Runs    []sarifRun `json:"runs"`
	}
	sarifRun struct {
		Tool        sarifTool         `json:"tool"`
		Invocations []sarifInvocation `json:"invocations"`
		Results     []sarifResult     `json:"results"`
		ColumnKind  string            `json:"columnKind"`
	}
	sarifTool struct {
		Driver sarifDriver `json:"driver"`
	}
	sarifDriver struct {
		Name    string      `json:"name"`
		Version string      `json:"version"`
		Rules   []sarifRule `json:"rules"`
	}
	sarifRule struct {
		ID         string          `json:"id"`
		Short      sarifText       `json:"shortDescription"`
		Full       sarifText       `json:"fullDescription"`
		Help       sarifText       `json:"help"`
		Properties sarifProperties `json:"properties"`
	}
	sarifProperties struct {
		Tags     []string `json:"tags"`
		Severity string   `json:"security-severity"` // what GitHub sorts by, 0.0 to 10.0
	}
	sarifText struct {
		Text string `json:"text"`
	}
	sarifInvocation struct {
		Successful    bool        `json:"executionSuccessful"`
		Notifications []sarifNote `json:"toolExecutionNotifications"`
	}
	sarifNote struct {
		Level     string          `json:"level"`
		Message   sarifText       `json:"message"`
		Locations []sarifLocation `json:"locations"`
	}
	sarifResult struct {
		RuleID       string            `json:"ruleId"`
		RuleIndex    int               `json:"ruleIndex"`
		Level        string            `json:"level"`
		Message      sarifText         `json:"message"`
		Locations    []sarifLocation   `json:"locations"`
		Fingerprints map[string]string `json:"partialFingerprints"`
	}
	sarifLocation struct {
		Physical sarifPhysical `json:"physicalLocation"`
	}
	sarifPhysical struct {
		Artifact sarifArtifact `json:"artifactLocation"`
		Region   *sarifRegion  `json:"region,omitempty"`
	}
	sarifArtifact struct {
		URI  string `json:"uri"`
		Base string `json:"uriBaseId,omitempty"`
	}
	sarifRegion struct {
		StartLine int `json:"startLine"`
	}
)

// sarif is the report as a SARIF log, with the rules that spoke.
func sarif(r scan.Report) (sarifLog, error) {
	run := sarifRun{
		Tool:        sarifTool{sarifDriver{Name: "gate", Version: gate.Version, Rules: []sarifRule{}}},
		Invocations: []sarifInvocation{{Successful: true, Notifications: []sarifNote{}}},
		Results:     []sarifResult{},
		ColumnKind:  "unicodeCodePoints",
	}
	for _, n := range r.Notes {
		run.Invocations[0].Notifications = append(run.Invocations[0].Notifications, sarifNote{"note", sarifText{n.Note}, locations(n.File, 0)})
	}
	all, err := rulesInForce()
	if err != nil {
		return sarifLog{}, err
	}
	index := map[string]int{}
	for _, f := range r.Findings {
		at, ok := index[f.Rule]
		if !ok {
			at = len(index)
			index[f.Rule] = at
			run.Tool.Driver.Rules = append(run.Tool.Driver.Rules, describe(f.Rule, all))
		}
		run.Results = append(run.Results, sarifResult{
			RuleID: f.Rule, RuleIndex: at, Level: sarifLevels[f.Decision],
			Message:      sarifText{strings.TrimSpace(f.Reason + ". " + f.Fix)},
			Locations:    locations(f.File, f.Line),
			Fingerprints: map[string]string{"gateFinding/v1": f.Fingerprint},
		})
	}
	return sarifLog{"https://json.schemastore.org/sarif-2.1.0.json", "2.1.0", []sarifRun{run}}, nil
}

var sarifLevels = map[gate.Decision]string{gate.Deny: "error", gate.Ask: "warning"}

// describe tells of a rule what its metadata says; a rule without any is its id.
func describe(id string, all []author.Rule) sarifRule {
	rule := sarifRule{ID: id, Short: sarifText{id}, Full: sarifText{id}, Help: sarifText{id}, Properties: sarifProperties{[]string{"security"}, "5.0"}}
	for _, r := range all {
		if r.ID != id {
			continue
		}
		for to, text := range map[*sarifText]string{&rule.Short: r.Title, &rule.Full: r.Description, &rule.Help: r.Fix} {
			if text != "" {
				to.Text = text
			}
		}
		if score := severities[r.Severity]; score != "" {
			rule.Properties.Severity = score
		}
	}
	return rule
}

var severities = map[string]string{"high": "8.0", "medium": "5.0", "low": "3.0"}

// locations is a place in a file; line 0 is the file.
func locations(name string, line int) []sarifLocation {
	place := sarifPhysical{Artifact: sarifArtifact{URI: escaped(name), Base: "%SRCROOT%"}}
	if filepath.IsAbs(name) {
		place.Artifact = sarifArtifact{URI: "file://" + escaped("/"+strings.TrimPrefix(filepath.ToSlash(name), "/"))}
	}
	if line > 0 {
		place.Region = &sarifRegion{line}
	}
	return []sarifLocation{{place}}
}

// escaped is a name as the path of a URI reference, byte by byte, since a name
// need not be UTF-8, and with its colons, since it is no scheme.
func escaped(name string) string {
	var b strings.Builder
	for i := range len(name) {
		c := name[i]
		if c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || strings.IndexByte("/-._~", c) >= 0 {
			b.WriteByte(c)
		} else {
			fmt.Fprintf(&b, "%%%02X", c)
		}
	}
	return b.String()
}
