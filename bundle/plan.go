package bundle

import (
	"errors"
	"sync"

	"gate"
	"gate/internal/plan"
	"gate/policies"
)

// opened is the embedded policy, opened once a process.
var opened = sync.OnceValues(func() (*plan.Program, error) { return plan.Open(policies.Plan) })

// Evaluate runs the compiled policy and gives the JSON of data.gate.verdict.
func Evaluate(a gate.Action) ([]byte, error) {
	program, err := opened()
	if err != nil {
		return nil, err
	}
	input, err := plan.FromAction(a)
	if err != nil {
		return nil, err
	}
	value, err := program.Eval("gate/verdict", input, plan.Options{})
	if err != nil {
		return nil, err
	}
	if value == nil {
		return nil, errors.New("data.gate.verdict is undefined")
	}
	return plan.AppendJSON(nil, value), nil
}
