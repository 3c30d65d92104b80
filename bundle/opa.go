package bundle

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io/fs"
	"path"
	"strings"
	"sync"

	"github.com/open-policy-agent/opa/v1/ast"
	"github.com/open-policy-agent/opa/v1/rego"
	"github.com/open-policy-agent/opa/v1/storage/inmem"

	"gate"
	"gate/policies"
)

// prepared compiles the embedded policy once a process.
var prepared = sync.OnceValues(func() (rego.PreparedEvalQuery, error) {
	options, err := embedded()
	if err != nil {
		return rego.PreparedEvalQuery{}, err
	}
	options = append(options, rego.Query("data.gate.verdict"), rego.StrictBuiltinErrors(true))
	return rego.New(options...).PrepareForEval(context.Background())
})

// evaluate runs the embedded modules through OPA in this process and gives
// the JSON of data.gate.verdict.
func evaluate(ctx context.Context, a gate.Action) ([]byte, error) {
	query, err := prepared()
	if err != nil {
		return nil, err
	}
	input, err := value(a)
	if err != nil {
		return nil, err
	}
	results, err := query.Eval(ctx, rego.EvalParsedInput(input))
	if err != nil {
		return nil, err
	}
	if len(results) != 1 || len(results[0].Expressions) != 1 {
		return nil, fmt.Errorf("data.gate.verdict has %d results, want 1", len(results))
	}
	return json.Marshal(results[0].Expressions[0].Value)
}

// value is an action as a Rego value. Content may hold any text, so HTML
// escaping is off: a rule must see "<" and not its escape.
func value(a gate.Action) (ast.Value, error) {
	var text bytes.Buffer
	enc := json.NewEncoder(&text)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(a); err != nil {
		return nil, err
	}
	return ast.ValueFromReader(&text)
}

// embedded loads the embedded policy: each module, and each data.json below
// the path of its folder.
func embedded() ([]func(*rego.Rego), error) {
	var options []func(*rego.Rego)
	data := map[string]any{}
	err := fs.WalkDir(policies.FS, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := fs.ReadFile(policies.FS, name)
		if err != nil {
			return err
		}
		switch {
		case strings.HasSuffix(name, ".rego"):
			options = append(options, rego.Module(name, string(text)))
		case path.Base(name) == "data.json":
			var v map[string]any
			dec := json.NewDecoder(bytes.NewReader(text))
			dec.UseNumber()
			if err := dec.Decode(&v); err != nil {
				return fmt.Errorf("%s: %w", name, err)
			}
			mount(data, strings.Split(path.Dir(name), "/"), v)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	capabilities, err := ast.LoadCapabilitiesJSON(bytes.NewReader(policies.Capabilities))
	if err != nil {
		return nil, err
	}
	return append(options, rego.Capabilities(capabilities), rego.Store(inmem.NewFromObject(data))), nil
}

func mount(data map[string]any, folder []string, v map[string]any) {
	for _, name := range folder {
		next, ok := data[name].(map[string]any)
		if !ok {
			next = map[string]any{}
			data[name] = next
		}
		data = next
	}
	for k, val := range v {
		data[k] = val
	}
}
