package plan

import (
	"os"
	"strings"
	"testing"

	"gate/policies"
)

// TestEvaluator holds that nothing of one evaluation is left in the next, not
// of a failed one either.
func TestEvaluator(t *testing.T) {
	text, err := os.ReadFile("testdata/action.json")
	if err != nil {
		t.Fatal(err)
	}
	p, err := Open(policies.Plan)
	if err != nil {
		t.Fatal(err)
	}
	inputs := []string{string(text), strings.ReplaceAll(string(text), `"echo"`, `"mkfs"`), "7", "{}", `{"commands": [{"argv": 7}], "writes": {"a": null}}`, string(text)}
	again := p.Evaluator()
	for range 2 {
		for _, text := range inputs {
			input, err := ParseJSON(text)
			if err != nil {
				t.Fatal(err)
			}
			want, wantErr := p.Eval("gate/verdict", input, Options{})
			got, gotErr := again.Eval("gate/verdict", input)
			if told(want, wantErr) != told(got, gotErr) {
				t.Errorf("%s\nonce:  %s\nagain: %s", text, told(want, wantErr), told(got, gotErr))
			}
		}
	}
}

func told(v Value, err error) string {
	if err != nil {
		return err.Error()
	}
	return string(AppendJSON(nil, v))
}
