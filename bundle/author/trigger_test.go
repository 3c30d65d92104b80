package author

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/open-policy-agent/opa/v1/ir"

	"gate/internal/plan"
	"gate/policies"
)

// rulebook is a policy of rules below rules, each a body, and of helpers.
func rulebook(helpers string, bodies []string) Sources {
	s := Sources{
		Modules: map[string]string{
			"t.rego": "package t\n\nresult contains [name, finding] if some finding in data.rules[name].deny\n",
			"h.rego": "package h\n\nimport data.lists\n" + helpers,
		},
		Data:         map[string]any{"lists": map[string]any{"tools": []any{"Edit", "Write"}, "rows": map[string]any{"rm": []any{"x"}, "git": []any{"y"}}, "same": map[string]any{"del": "rm"}}},
		Capabilities: policies.Capabilities,
		Entrypoint:   "t/result",
	}
	for i, body := range bodies {
		name := fmt.Sprintf("r%04d", i)
		s.Modules[name+".rego"] = fmt.Sprintf("package rules.%s\n\nimport data.h\nimport data.lists\n\ndeny contains %q if {\n%s\n}\n", name, name, body)
	}
	return s
}

func program(t *testing.T, s Sources) *plan.Program {
	t.Helper()
	image, err := Compile(context.Background(), s)
	if err != nil {
		t.Fatal(err)
	}
	p, err := plan.Open(string(image))
	if err != nil {
		t.Fatal(err)
	}
	return p
}

const someHelpers = `
names := {"curl", "wget"}

calls contains command if {
	some command in input.commands
	command.name == "git"
}

program(name) := object.get(lists.same, name, name)

rows(command) := {row | some row in lists.rows[program(lower(command.name))]}

fetches(command) if command.name in names

fetches(command) if command.via[_] == "xargs"

writes if input.event == "before_tool"

writes if count(input.writes) > 3
`

// TestTriggers holds what is derived from the body of a rule.
func TestTriggers(t *testing.T) {
	for body, want := range map[string]string{
		`input.event == "stop"`:                                                           "event=stop",
		`input.tool.kind == "mcp"; input.tool.name == "a"`:                                "tool/name=a",
		`input.tool.name in {"a", "b"}`:                                                   "tool/name=a tool/name=b",
		`input.tool.name in lists.tools`:                                                  "tool/name=Edit tool/name=Write",
		`some name in lists.tools; input.tool.name == name`:                               "tool/name=Edit tool/name=Write",
		`input.commands[_].name == "rm"`:                                                  "commands/*/name=rm",
		`input.commands[0].name == "rm"`:                                                  "commands/*/name=rm",
		`some command in input.commands; lower(command.name) in h.names`:                  "commands/*/name~curl commands/*/name~wget",
		`some command in input.commands; "-f" in command.options`:                         "commands/*/options/*=-f",
		`some command in input.commands; h.fetches(command)`:                              "commands/*/name=curl commands/*/name=wget commands/*/via/*=xargs",
		`some command in input.commands; some row in h.rows(command); row != ""`:          "commands/*/name~del commands/*/name~git commands/*/name~rm",
		`some call in h.calls; call.cwd == "/"`:                                           "commands/*/name=git",
		`some write in input.writes; glob.match("*.go", ["/"], write.path)`:               "writes/*",
		`some write in input.writes; glob.match("src/**", ["/"], write.path)`:             "writes/*/path^=src",
		`some write in input.writes; glob.match("/etc/*", ["/"], lower(write.path))`:      "writes/*/path^~/etc",
		`some write in input.writes; startswith(write.path, "docs/a")`:                    "writes/*/path^=docs",
		`some write in input.writes; some p in ["a/x", "b/y"]; startswith(write.path, p)`: "writes/*/path^=a writes/*/path^=b",
		`some write in input.writes; startswith(write.path, "docs")`:                      "writes/*",
		`some write in input.writes; not startswith(write.path, "docs/a")`:                "writes/*",
		`some write in input.writes; glob.match("s{r,}c/**", ["/"], write.path)`:          "writes/*",
		`every write in input.writes { write.inside }`:                                    "writes",
		`not input.tool.name == "a"`:                                                      "always",
		`count(input.writes) > 0`:                                                         "writes",
		`h.writes`:                                                                        "event=before_tool writes",
		`input.prompt`:                                                                    "prompt",
		`input.tool.name == "a" with input.tool as {"name": "a"}`:                         "always",
		`walk(input, [_, "x"])`:                                                           "always",
		`x := [c | some c in input.commands; c.name == "git"]; x[0].cwd == "/"`:           "commands/*/name=git",
		`some x in [input.tool.name, input.prompt]; x == "a"`:                             "tool",
		`some x in ["a", "b"]; input.tool.name == x`:                                      "tool/name=a tool/name=b",
		`["a", "b"][1] == input.tool.name`:                                                "tool/name=b",
		`false`:                                                                           "never",
		`1 == 2`:                                                                          "never",
		`lists.tools[_] == input.prompt; input.tool.name == "a"; input.mode == "strict"`:  "prompt=Edit prompt=Write",
	} {
		policy, err := planned(context.Background(), rulebook(someHelpers, []string{body, `input.tool.name == "other"`}))
		if err != nil {
			t.Errorf("%s: %v", body, err)
			continue
		}
		data, _ := dataValue(rulebook("", nil).Data)
		needs := analyze(policy, data).needs
		var got string
		for _, f := range policy.Funcs.Funcs {
			if f.Name == "g0.data.t.result" {
				got = spelled(needs[called(f.Blocks, "g0.data.rules.r0000.deny")])
			}
		}
		if got != want {
			t.Errorf("%s: %s, want %s", body, got, want)
		}
	}
}

// called is the innermost block that calls a function.
func called(blocks []*ir.Block, name string) *ir.Block {
	for _, b := range blocks {
		for _, s := range b.Stmts {
			if c, ok := s.(*ir.CallStmt); ok && c.Func == name {
				return b
			}
			if found := called(inner(s), name); found != nil {
				return found
			}
		}
	}
	return nil
}

func spelled(n need) string {
	list := n.triggers()
	switch {
	case n.never:
		return "never"
	case list == nil:
		return "always"
	}
	var out []string
	for _, t := range list {
		s := t.Place.Path
		if t.Value != nil {
			sign := "="
			if t.Place.Lower {
				sign = "~"
			}
			if t.Place.Head {
				sign = "^" + sign
			}
			s += sign + string(t.Value.(plan.String))
		}
		out = append(out, s)
	}
	slices.Sort(out)
	return strings.Join(out, " ")
}

// TestManyRulesCostAsFew holds 1,000 rules of which ten can match to what
// those ten cost alone, in steps.
func TestManyRulesCostAsFew(t *testing.T) {
	var bodies []string
	for i := range 1000 {
		bodies = append(bodies, fmt.Sprintf("\tsome command in input.commands\n\tcommand.name == \"p%02d\"\n\t\"-x%d\" in command.options", i%100, i))
	}
	var ten []string
	for i := 7; i < len(bodies); i += 100 {
		ten = append(ten, bodies[i])
	}
	input := `{"commands": [{"name": "p07", "options": ["-x107", "-v"]}], "tool": {"name": "Bash"}}`
	few, many := program(t, rulebook("", ten)), program(t, rulebook("", bodies))
	a, b := steps(t, few, input), steps(t, many, input)
	if b > a+20 {
		t.Errorf("1,000 rules take %d steps, the ten that can match %d", b, a)
	}
	v, err := many.EvalJSON("t/result", input, plan.Options{})
	if string(v) != `[["r0107","r0107"]]` || err != nil {
		t.Errorf("%s, %v", v, err)
	}
}

// steps are the fewest that an evaluation ends with.
func steps(t *testing.T, p *plan.Program, input string) int {
	t.Helper()
	low, high := 1, 1_000_000
	for low < high {
		mid := (low + high) / 2
		_, err := p.EvalJSON("t/result", input, plan.Options{Budget: plan.Budget{Steps: mid}})
		var e *plan.Error
		switch {
		case err == nil:
			high = mid
		case errors.As(err, &e) && e.Code == plan.ErrCancel:
			low = mid + 1
		default:
			t.Fatal(err)
		}
	}
	return low
}

// TestIndexChangesNothing compares random rules on random inputs, by OPA, and
// by the plan with and without its index.
func TestIndexChangesNothing(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 11))
	var bodies []string
	for range 150 {
		bodies = append(bodies, body(r))
	}
	s := rulebook(someHelpers, bodies)
	p := program(t, s)
	opa, err := NewOPA(context.Background(), s)
	if err != nil {
		t.Fatal(err)
	}
	spoke := 0
	for range *inputs {
		input := document(r)
		got, err := p.EvalJSON("t/result", input, plan.Options{})
		whole, wholeErr := p.EvalJSON("t/result", input, plan.Options{NoIndex: true})
		want, wantErr := opa.evaluate(context.Background(), []byte(input), nil)
		if err != nil || wholeErr != nil || wantErr != nil {
			t.Fatalf("%s: %v, %v, %v", input, err, wholeErr, wantErr)
		}
		if diff := cmp.Diff(string(want), string(got)); diff != "" || string(whole) != string(got) {
			t.Fatalf("%s\n(-opa +plan):\n%s\nwithout the index: %s\n%s", input, diff, whole, strings.Join(bodies, "\n---\n"))
		}
		if string(got) != "[]" {
			spoke++
		}
	}
	if spoke < *inputs/4 {
		t.Errorf("rules spoke on %d of %d inputs", spoke, *inputs)
	}
}

func pick(r *rand.Rand, list ...string) string { return list[r.IntN(len(list))] }

func text(r *rand.Rand) string {
	return pick(r, `"git"`, `"rm"`, `"RM"`, `"del"`, `"curl"`, `"wget"`, `"x"`)
}

// body is a rule's body of a few conditions.
func body(r *rand.Rand) string {
	name := func() string { return pick(r, `"git"`, `"rm"`, `"curl"`, `"Edit"`, `"x"`, `true`, `1`, `null`) }
	condition := func() string {
		return strings.NewReplacer("%[1]s", name(), "%[2]s", name(), "%[4]s", text(r), "%[3]d", strconv.Itoa(r.IntN(3))).Replace(pick(r,
			`	input.tool.name == %[1]s`, `	input.event == %[1]s`, `	input.tool.name in {%[1]s, %[2]s}`, `	input.tool.name in lists.tools`,
			`	some c%[3]d in input.commands; c%[3]d.name == %[1]s`, `	some c%[3]d in input.commands; lower(c%[3]d.name) in {%[4]s, "rm"}`,
			`	some c%[3]d in input.commands; %[1]s in c%[3]d.options`, `	some c%[3]d in input.commands; h.fetches(c%[3]d)`, `	some c%[3]d in input.commands; not h.fetches(c%[3]d)`,
			`	some c%[3]d in input.commands; some row%[3]d in h.rows(c%[3]d); row%[3]d != "x"`, `	some call%[3]d in h.calls; call%[3]d.options[_] == %[1]s`,
			`	some w%[3]d in input.writes; w%[3]d.inside`, `	some w%[3]d in input.writes; w%[3]d.inside == false`, `	input.writes[%[3]d].path == %[1]s`,
			`	not input.prompt == %[1]s`, `	not input.prompt`, `	h.writes`, `	not h.writes`, `	every w in input.writes { w.inside }`, `	count(input.commands) > 1`,
			`	x%[3]d := [c | some c in input.commands; c.name == %[1]s]; count(x%[3]d) == 1`, `	y%[3]d := {c.name | some c in input.commands} | {w.path | some w in input.writes}; %[1]s in y%[3]d`,
			`	some w%[3]d in input.writes; glob.match("a/*", ["/"], w%[3]d.path)`, `	some w%[3]d in input.writes; startswith(w%[3]d.path, "/b/")`, `	some w%[3]d in input.writes; glob.match("{a,/b}/x", null, w%[3]d.path)`, `	some w%[3]d in input.writes; not glob.match("a/**", ["/"], lower(w%[3]d.path))`,
			`	object.get(input, ["tool", "name"], "git") == %[1]s`, `	object.get(lists.same, input.tool.name, input.tool.name) == %[1]s`, `	lists.rows[input.tool.name]`, `	lists.tools[_] == input.prompt`,
			`	input.tool.name == %[1]s with input.tool.name as %[2]s`, `	input[%[1]s]`, `	some k%[3]d, v%[3]d in input; v%[3]d == %[1]s; k%[3]d != "prompt"`, `	input.tool != {"name": %[1]s}`,
		))
	}
	seen := map[string]bool{}
	for range 1 + r.IntN(3) {
		seen[condition()] = true
	}
	list := slices.Sorted(maps.Keys(seen))
	for i, c := range list { // each has variables of its own
		for _, v := range []string{"c", "row", "call", "w", "x", "y", "k", "v"} {
			for n := range 3 {
				c = strings.ReplaceAll(c, fmt.Sprintf("%s%d", v, n), fmt.Sprintf("%s%d%d", v, i, n))
			}
		}
		list[i] = c
	}
	return strings.Join(list, "\n")
}

// document is an input that has some of what rules look for, and may be of
// another form.
func document(r *rand.Rand) string {
	name := func() string {
		return pick(r, `"git"`, `"rm"`, `"RM"`, `"del"`, `"curl"`, `"Edit"`, `"x"`, `true`, `false`, `1`, `null`)
	}
	list := func(item func() string) string {
		var items []string
		for range r.IntN(3) {
			items = append(items, item())
		}
		return "[" + strings.Join(items, ",") + "]"
	}
	command := func() string {
		return fmt.Sprintf(`{"name": %s, "options": %s, "via": %s}`, text(r), list(name), list(func() string { return pick(r, `"xargs"`, `"sudo"`) }))
	}
	write := func() string {
		return fmt.Sprintf(`{"path": %s, "inside": %s}`, pick(r, text(r), `"a/x"`, `"A/x"`, `"/b/x"`, `"/b"`, `"b/a/x"`, `"a"`, `"a/"`, `""`), pick(r, "true", "false"))
	}
	fields := []string{
		`"tool": {"name": ` + name() + `}`, `"event": ` + pick(r, `"before_tool"`, `"git"`, `"x"`),
		`"commands": ` + list(command), `"writes": ` + list(write), `"prompt": ` + name(),
	}
	r.Shuffle(len(fields), func(i, j int) { fields[i], fields[j] = fields[j], fields[i] })
	return "{" + strings.Join(fields[r.IntN(2):], ", ") + "}"
}
