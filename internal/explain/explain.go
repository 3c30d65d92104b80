// Package explain tells of a decision which facts about the call each rule went
// by, and where in the call's text they come from.
package explain

import (
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"gate"
	"gate/internal/audit"
	"gate/internal/plan"
)

// Explanation is why a call was decided on as it was.
type Explanation struct {
	ID       string        `json:"id"`
	Time     time.Time     `json:"time"`
	Harness  string        `json:"harness"`
	Event    string        `json:"event"`
	Session  string        `json:"session"`
	Agent    string        `json:"agent"`
	Revision string        `json:"revision"` // of the policy
	Decision gate.Decision `json:"decision"`
	Reply    gate.Decision `json:"reply"` // what the harness was told
	Error    string        `json:"error"` // why the gate refused without a rule
	Action   gate.Action   `json:"action"`
	Rules    []Rule        `json:"rules"`
	Hidden   []string      `json:"hidden"` // places of the line that were left out or replaced
	After    *gate.Result  `json:"after"`  // how the call ended, null when nobody said
	Stages   []Stage       `json:"stages"`
}

// Rule is a rule that spoke.
type Rule struct {
	gate.Finding
	Facts []Fact `json:"facts"` // that it went by; empty when it went by none alone
	Again bool   `json:"again"` // the policy in force says so too
}

// Fact is one thing that the call would do.
type Fact struct {
	Kind string `json:"kind"` // command, write, read, url or unknown
	What string `json:"what"`
	Text string `json:"text"` // the line of the call's text that it comes from, "" when it is not found there
	From int    `json:"from"` // where in Text, in characters
	To   int    `json:"to"`
}

// Stage is a step of the hook and how long it took.
type Stage struct {
	Name string        `json:"name"` // as in the log's metrics
	Took time.Duration `json:"took"` // nanoseconds
}

// Ask is what the policy in force says of an input document.
type Ask func(input plan.Value) ([]gate.Finding, error)

// maxFacts bounds how often the policy is asked.
const maxFacts = 300

// Of explains an entry of the log. After is the entry that tells how its call
// ended, nil without one.
func Of(e audit.Entry, after *audit.Entry, ask Ask) (Explanation, error) {
	x := Explanation{
		ID: e.DecisionID, Time: e.Timestamp, Harness: e.Labels["harness"], Event: e.Labels["event"], Session: e.Labels["session"],
		Agent: e.Labels["agent"], Revision: e.Bundles["gate"].Revision, Decision: e.Result.Decision, Reply: e.Reply, Error: e.Error,
		Rules: []Rule{}, Hidden: append(slices.Clone(e.Erased), e.Masked...), Stages: stages(e.Metrics),
	}
	for _, f := range e.Result.Findings {
		x.Rules = append(x.Rules, Rule{Finding: f, Facts: []Fact{}})
	}
	if after != nil {
		x.After = result(*after)
	}
	if len(e.Input) == 0 {
		return x, nil
	}
	if err := json.Unmarshal(e.Input, &x.Action); err != nil {
		return x, fmt.Errorf("read its input: %w", err)
	}
	input, err := plan.ParseJSON(string(e.Input))
	if err != nil {
		return x, fmt.Errorf("read its input: %w", err)
	}
	facts := place(x.Action, factsOf(x.Action))
	why(x.Rules, facts, input, ask)
	return x, nil
}

// result is how the call of an entry ended.
func result(e audit.Entry) *gate.Result {
	var in struct{ Result *gate.Result }
	_ = json.Unmarshal(e.Input, &in) // what cannot be read says nothing
	return in.Result
}

// order is that of the hook's steps; others come behind them.
var order = []string{"timer_gate_decode_ns", "timer_gate_extract_ns", "timer_gate_policy_ns", "timer_rego_query_eval_ns"}

func stages(metrics map[string]int64) []Stage {
	all := []Stage{}
	for name, ns := range metrics {
		all = append(all, Stage{name, time.Duration(ns)})
	}
	rank := func(name string) string {
		if i := slices.Index(order, name); i >= 0 {
			return fmt.Sprint(i)
		}
		return name
	}
	slices.SortFunc(all, func(a, b Stage) int {
		if rank(a.Name) < rank(b.Name) {
			return -1
		}
		return 1
	})
	return all
}

// why gives the rules their facts. A rule went by a fact when it no longer
// speaks without it. Where no single fact does that, as when two would each
// do, it went by those that are enough alone; and where the policy in force
// does not say so any more, by those at the finding's path.
func why(rules []Rule, facts []located, input plan.Value, ask Ask) {
	all, err := ask(input)
	for i := range rules {
		rules[i].Again = err == nil && says(all, rules[i].Finding)
	}
	if len(facts) <= maxFacts {
		for _, f := range facts {
			without, err := ask(f.without(input))
			for i := range rules {
				if r := &rules[i]; err == nil && r.Again && !says(without, r.Finding) {
					r.Facts = append(r.Facts, f.Fact)
				}
			}
		}
		for _, f := range facts {
			alone, err := ask(f.alone(input))
			for i := range rules {
				if r := &rules[i]; err == nil && r.Again && len(r.Facts) == 0 && says(alone, r.Finding) {
					r.Facts = append(r.Facts, f.Fact)
				}
			}
		}
	}
	for i := range rules {
		r := &rules[i]
		for _, f := range facts {
			if len(r.Facts) == 0 && r.Path != "" && f.path == r.Path {
				r.Facts = append(r.Facts, f.Fact)
			}
		}
	}
}

// says whether a finding is among others.
func says(all []gate.Finding, f gate.Finding) bool {
	return slices.ContainsFunc(all, func(x gate.Finding) bool { return x.ID == f.ID && x.Path == f.Path && x.Reason == f.Reason })
}
