package judge

import (
	"fmt"
	"slices"

	"gate"
	"gate/internal/approval"
	"gate/internal/audit"
)

// approve lets a call through that a person has approved, else gives the
// verdict the code to approve it by. Neither is for what a rule says that no
// person approves. Whatever goes wrong leaves the verdict as strict as it is.
func (out *Outcome) approve(root string) {
	verdict := out.Verdict
	defer func() {
		if r := recover(); r != nil { // what broke here is no reason to fail open
			out.Verdict, out.approval = verdict, &audit.Approval{Refused: fmt.Sprint(r)}
		}
	}()
	rules, ok := spoken(out.Verdict)
	if !ok || !out.logs() || !out.policy.Approvable(rules) {
		return
	}
	dir, err := approval.Folder()
	if err != nil {
		return
	}
	store, err := approval.Open(dir)
	if err != nil {
		out.approval = &audit.Approval{Refused: err.Error()}
		return
	}
	out.action = audit.ActionHash(out.input)
	out.approval = &audit.Approval{Code: store.Code(root, out.action), Policy: out.policy.Digests()}
	grant, err := store.Use(approval.Ask{
		Action: out.action, Root: root, Policy: out.approval.Policy, Session: out.Call.Session.ID, Rules: rules,
		Question: out.Call.Event == gate.Permission,
	}, approval.Clock())
	if err != nil {
		out.approval.Refused = err.Error()
	}
	if grant == nil {
		out.Verdict.Approval = out.approval.Code
		return
	}
	out.approval.Used = grant.Mode
	out.Verdict = approved(out.Verdict, *grant)
	out.result = nil // the line tells the verdict, in which this stands
}

// spoken are the rules that deny a call or ask. It is false when it was not a
// rule that did: what could not be judged is not approved.
func spoken(v gate.Verdict) (rules []string, ok bool) {
	for _, f := range v.Findings {
		if f.Decision > gate.Ask {
			continue
		}
		if f.Code == gate.ErrInternal {
			return nil, false
		}
		if !slices.Contains(rules, f.ID) {
			rules = append(rules, f.ID)
		}
	}
	return rules, len(rules) > 0
}

// approved is a verdict of which nothing that the grant covers decides any
// more.
func approved(v gate.Verdict, g approval.Grant) gate.Verdict {
	findings := slices.Clone(v.Findings)
	for i, f := range findings {
		if f.Decision <= gate.Ask && slices.Contains(g.Rules, f.ID) {
			findings[i].Softened = &gate.Softening{From: f.Decision, By: "person", Reason: "approved " + g.Code + ", " + g.Mode}
			findings[i].Decision = gate.None
		}
	}
	v.Decision, v.Findings = gate.None, nil
	return v.With(findings)
}
