// Package bundle is the hook's half of policy: it asks the policy in force
// for its verdict on an action.
package bundle

import (
	"encoding/json"
	"errors"
	"fmt"

	"gate"
)

// Decide asks the policy in force what it says of an action. The verdict is
// well formed: its decision is the strictest among its findings, and None
// without any. Everything else is an error, which the caller refuses.
func Decide(a gate.Action) (gate.Verdict, error) {
	result, err := Evaluate(a)
	if err != nil {
		return gate.Verdict{}, fmt.Errorf("ask the policy: %w", err)
	}
	return Verdict(result)
}

// Verdict reads the JSON of data.gate.verdict, as Evaluate gives it.
func Verdict(result []byte) (gate.Verdict, error) {
	v, err := wellFormed(result)
	if err != nil {
		return gate.Verdict{}, fmt.Errorf("read the policy's verdict: %w", err)
	}
	return v, nil
}

func wellFormed(result []byte) (gate.Verdict, error) {
	var v struct {
		Decision *gate.Decision `json:"decision"`
		Findings []gate.Finding `json:"findings"`
	}
	if err := json.Unmarshal(result, &v); err != nil {
		return gate.Verdict{}, err
	}
	if v.Decision == nil {
		return gate.Verdict{}, errors.New("it has no decision")
	}
	strictest := gate.None
	for _, f := range v.Findings {
		strictest = min(strictest, f.Decision)
	}
	if *v.Decision != strictest {
		return gate.Verdict{}, fmt.Errorf("its decision is %s, its strictest finding says %s", *v.Decision, strictest)
	}
	return gate.Verdict{Decision: strictest, Findings: v.Findings}, nil
}
