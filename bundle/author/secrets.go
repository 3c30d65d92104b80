package author

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"github.com/open-policy-agent/opa/v1/rego"
)

// Secrets are the keys, tokens and passwords in a text that the embedded
// rules know by their form, sorted.
func Secrets(ctx context.Context, text string) ([]string, error) {
	s, err := EmbeddedSources()
	if err != nil {
		return nil, err
	}
	const lib = "gate/lib/secrets/secrets.rego"
	s.Modules = map[string]string{lib: s.Modules[lib]} // the other modules take time to compile
	options, err := s.options()
	if err != nil {
		return nil, err
	}
	options = append(options, rego.Query("[hit.value | some hit in data.gate.lib.secrets.hits(input)]"), rego.Input(text))
	results, err := rego.New(options...).Eval(ctx)
	if err != nil {
		return nil, fmt.Errorf("look for secrets: %w", err)
	}
	document, err := json.Marshal(results[0].Expressions[0].Value)
	if err != nil {
		return nil, err
	}
	var values []string
	if err := json.Unmarshal(document, &values); err != nil {
		return nil, err
	}
	slices.Sort(values)
	return slices.Compact(values), nil
}
