package author

import (
	"encoding/json"
	"fmt"

	"gate"
	"gate/bundle"
	"gate/internal/config"
)

// selfTest asks a snapshot about a call that says nothing, and one that says
// something of each kind: a policy that breaks on them would refuse all work.
func selfTest(name string) error {
	policy, err := bundle.Open(name)
	if err != nil {
		return err
	}
	none := []string{}
	for _, a := range []gate.Action{{
		Event: gate.Notice, Commands: []gate.Command{}, Writes: []gate.Target{}, Reads: []gate.Source{}, URLs: []gate.URL{}, Unknown: []gate.Unknown{},
		Profile: config.BuiltIn(), Gate: gate.Self{Files: none},
	}, {
		Event: gate.BeforeTool,
		Tool:  gate.Tool{Name: "Bash", Kind: gate.Shell, Args: json.RawMessage("{}")},
		Time:  "2026-01-01T00:00:00Z",
		Cwd:   "/p", Root: "/p", Home: "/home/dev", OS: "linux", Shell: "bash",
		Commands: []gate.Command{{
			Name: "true", Program: "true", Argv: []string{"true"}, Options: none, Operands: none, Via: none, Env: map[string]string{}, Uses: none,
			Cwd: "/p", Stdin: gate.Stdin{Kind: "inherit", From: none}, Where: "local", Exact: true,
		}},
		Writes:  []gate.Target{{Path: "a", Abs: "/p/a", Inside: true, Op: gate.OpWrite, Source: "Write", Flaws: none}},
		Reads:   []gate.Source{{Path: "a", Abs: "/p/a", Inside: true, Source: "Read"}},
		URLs:    []gate.URL{{URL: "https://example.com/", Scheme: "https", Host: "example.com", Method: "GET", Source: "Fetch"}},
		Unknown: []gate.Unknown{},
		Profile: config.BuiltIn(),
		Gate:    gate.Self{Files: none},
	}} {
		if _, err := policy.Decide(a); err != nil {
			return fmt.Errorf("it fails its test: %w", err)
		}
	}
	return nil
}
