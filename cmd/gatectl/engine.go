package main

import (
	"context"
	"fmt"

	"gate"
	"gate/bundle"
	"gate/bundle/author"
	"gate/internal/config"
)

// engines are the ways to evaluate the rules, and what the output says of
// each. The hook goes by the plan.
var engines = map[string]string{"plan": "plan", "opa": "opa", "both": "plan, opa (equal)"}

// engine decides on actions in one of these ways.
type engine struct {
	name  string
	plan  *bundle.Policy
	opa   *author.OPA   // nil for the plan alone
	trace *author.Trace // what OPA goes through; nil when nobody asks
}

// newEngine opens the policy in force.
func newEngine(name string, traced bool) (*engine, error) {
	policy, err := bundle.Active(config.Snapshots())
	if err != nil {
		return nil, err
	}
	e := &engine{name: name, plan: policy}
	if traced {
		e.trace = new(author.Trace)
	}
	if name == "plan" {
		return e, nil
	}
	sources, err := author.Active(config.Snapshots())
	if err != nil {
		return nil, err
	}
	e.opa, err = author.NewOPA(context.Background(), sources)
	return e, err
}

// decide is Policy.Decide by this engine.
func (e *engine) decide(a gate.Action) (gate.Verdict, error) {
	v, err := e.ask(a)
	if err != nil {
		return v, err
	}
	project, err := e.ofProject(a.Root)
	if err != nil || project == nil {
		return v, err
	}
	more, err := project.ask(a)
	if err != nil {
		return gate.Verdict{}, fmt.Errorf("the project's policy: %w", err)
	}
	return v.With(more.Findings), nil
}

func (e *engine) ask(a gate.Action) (gate.Verdict, error) {
	result, err := e.evaluate(a)
	if err != nil {
		return gate.Verdict{}, fmt.Errorf("ask the policy: %w", err)
	}
	return bundle.Verdict(result)
}

// ofProject is this engine for what is trusted of a project's own policy, nil
// when nothing is.
func (e *engine) ofProject(root string) (*engine, error) {
	policy, err := bundle.Open(config.ProjectSnapshot(root))
	if bundle.Missing(err) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("the project's policy: %w\nhint: run gate trust in the project again", err)
	}
	p := &engine{name: e.name, plan: policy, trace: e.trace}
	if e.opa == nil {
		return p, nil
	}
	sources, err := author.ProjectSources(config.ProjectFolder(root))
	if err == nil {
		p.opa, err = author.NewOPA(context.Background(), sources)
	}
	return p, err
}

func (e *engine) evaluate(a gate.Action) ([]byte, error) {
	byPlan := func() ([]byte, error) { return e.plan.Evaluate(a) }
	byOPA := func() ([]byte, error) { return e.opa.Evaluate(context.Background(), a, e.trace) }
	switch e.name {
	case "plan":
		return byPlan()
	case "opa":
		return byOPA()
	}
	return agreed(byPlan, byOPA)
}

// agreed is what both engines say, byte for byte. When both fail that is the
// plan's error, as errors are worded differently.
func agreed(byPlan, byOPA func() ([]byte, error)) ([]byte, error) {
	plan, planErr := byPlan()
	opa, opaErr := byOPA()
	if planErr != nil && opaErr != nil {
		return nil, planErr
	}
	d := differ{told(plan, planErr), told(opa, opaErr)}
	if d.plan != d.opa {
		return nil, d
	}
	return plan, nil
}

func told(result []byte, err error) string {
	if err != nil {
		return "error: " + err.Error()
	}
	return string(result)
}

// differ is the error that the engines say different things.
type differ struct{ plan, opa string }

func (d differ) Error() string {
	return fmt.Sprintf(`the engines differ on this call, and only one can be right
plan  %s
opa   %s
hint: report it with what gate eval --input prints; --trace shows how OPA gets there`, d.plan, d.opa)
}
