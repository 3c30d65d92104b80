package replay

import (
	"gate"
	"gate/internal/plan"
)

// entry is what a line tells that asking again needs. audit.Entry tells all,
// and takes as long to read as the policy to answer.
type entry struct {
	input   plan.Value // nil without one
	verdict gate.Verdict
	told    bool // there is a verdict
	refused bool // the gate denied without asking a policy
	hidden  bool // something of the input is not in the line
}

// parse reads a line. The entry shares memory with it.
func parse(line string) (e entry, ok bool) {
	v, err := plan.ParseJSON(line)
	if _, ok := v.(*plan.Object); err != nil || !ok {
		return e, false
	}
	result := at(v, "result")
	e = entry{
		input:   at(v, "input"),
		verdict: gate.Verdict{Decision: decision(result)},
		told:    result != nil,
		refused: word(v, "error") != "",
		hidden:  at(v, "erased") != nil || at(v, "masked") != nil,
	}
	list, _ := at(result, "findings").(*plan.Array)
	if list == nil {
		return e, true
	}
	e.verdict.Decision = gate.None // the hook's --strict states a denial of what is asked
	plan.Each(list, func(_, item plan.Value) bool {
		f := gate.Finding{ID: word(item, "id"), Decision: decision(item), Reason: word(item, "reason"), Layer: word(item, "layer")}
		if s := at(item, "softened"); word(s, "by") == "person" { // an approval is no word of the policy
			_ = f.Decision.UnmarshalText([]byte(word(s, "from")))
		}
		e.refused = e.refused || f.ID == "gate/refused"
		e.verdict.Findings = append(e.verdict.Findings, f)
		e.verdict.Decision = min(e.verdict.Decision, f.Decision)
		return true
	})
	return e, true
}

// decision is that of a verdict or a finding; Deny when it has none.
func decision(v plan.Value) (d gate.Decision) {
	_ = d.UnmarshalText([]byte(word(v, "decision"))) // an unknown one is Deny
	return d
}

// at is what an object has at a key; nil for everything else.
func at(v plan.Value, key string) plan.Value {
	if o, ok := v.(*plan.Object); ok {
		return o.Get(plan.String(key))
	}
	return nil
}

// word is the text that an object has at a key, "" without one.
func word(v plan.Value, key string) string {
	s, _ := at(v, key).(plan.String)
	return string(s)
}
