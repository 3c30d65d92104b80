package author

import (
	"bytes"
	"encoding/json"
	"slices"

	"github.com/open-policy-agent/opa/v1/ast"

	"gate/internal/plan"
)

// compiledAway are the builtins that the compiler, or the test runner, takes out
// of a policy, or puts in for itself: no plan ever calls them.
var compiledAway = []string{
	"assign", "eq", "internal.test_case", "print", "rego.metadata.chain", "rego.metadata.rule",
}

// Capabilities is the capabilities file of this version, as opa check
// --capabilities reads it, checked in as policies/capabilities.json. It allows
// the builtins that a plan can call, so what a policy may not use is an error
// with file and line for an author with stock OPA too. Deprecated builtins are
// among them: OPA then says that they are deprecated, not that there are none.
func Capabilities() ([]byte, error) {
	c := ast.CapabilitiesForThisVersion()
	c.WasmABIVersions = nil
	var lines [][]byte
	for _, b := range c.Builtins {
		if !slices.Contains(plan.Builtins(), b.Name) && !slices.Contains(compiledAway, b.Name) {
			continue
		}
		line, err := json.Marshal(b.Minimal())
		if err != nil {
			return nil, err
		}
		lines = append(lines, line)
	}
	return capabilitiesText(c, lines)
}

// capabilitiesText writes a line for each builtin, so that a difference can be
// read. OPA leaves out an empty allow_net, which would allow every host.
func capabilitiesText(c *ast.Capabilities, builtins [][]byte) ([]byte, error) {
	rest, err := json.Marshal(struct {
		FutureKeywords []string `json:"future_keywords"`
		Features       []string `json:"features"`
		AllowNet       []string `json:"allow_net"`
	}{c.FutureKeywords, c.Features, []string{}})
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	out.WriteString("{\"builtins\": [\n")
	out.Write(bytes.Join(builtins, []byte(",\n")))
	out.WriteString("\n],\n")
	out.Write(rest[1:])
	out.WriteByte('\n')
	return out.Bytes(), nil
}
