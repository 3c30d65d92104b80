package author

import (
	"maps"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"
)

const (
	goodRule = `# METADATA
# title: t
# custom:
#   severity: low
#   fix: f
package org.acme.rules.ops.pay

deny contains "no" if {
	some command in input.commands
	command.name in data.org.acme.rules.ops.pay.programs
}
`
	goodTest = `package org.acme.rules.ops.pay_test

import data.org.acme.rules.ops.pay

test_denied if {
	pay.deny == {"no"} with input as {"commands": [{"name": "pay"}]}
}
`
	in = "org/acme/rules/ops/pay/"
)

// goodPolicy is a policy with nothing wrong in it, with some files changed; an
// empty one is left out.
func goodPolicy(changed map[string]string) fstest.MapFS {
	texts := map[string]string{
		in + "pay.rego":      goodRule,
		in + "pay_test.rego": goodTest,
		in + "data.json":     `{"programs": ["pay"]}`,
	}
	maps.Copy(texts, changed)
	files := fstest.MapFS{}
	for name, text := range texts {
		if text != "" {
			files[name] = &fstest.MapFile{Data: []byte(text)}
		}
	}
	return files
}

func TestCheck(t *testing.T) {
	more := func(text string) string { return goodRule + "\n" + text + "\n" }
	for name, tt := range map[string]struct {
		changed map[string]string
		want    []string // "kind file:line: message", the message cut to what is told
		skipped []string
	}{
		"nothing wrong": {},
		"imports of the gate": {changed: map[string]string{
			in + "pay.rego": strings.Replace(strings.Replace(goodRule, "ops.pay\n", "ops.pay\n\nimport data.gate.lib.git\n", 1), "command.name in", "not git.flag({\"flags\": []}, \"--x\")\n\tcommand.name in", 1),
		}},
		"syntax": {
			changed: map[string]string{in + "pay.rego": "package a\n\nx\n"},
			want:    []string{"syntax " + in + "pay.rego:3: rego_parse_error: var cannot be used for rule name"},
			skipped: []string{"compile", "tests", "coverage"},
		},
		"several at once": {
			changed: map[string]string{
				in + "pay.rego":   strings.Replace(goodRule, "#   severity: low\n#   fix: f\n", "#   severity: grave\n", 1),
				"org/acme/x.rego": "package org.acme.x\n\ndeny contains  \"x\"\n",
			},
			want: []string{
				"metadata " + in + "pay.rego:5: the rule's metadata has custom.severity \"grave\": it is one of high, medium, low",
				"metadata " + in + "pay.rego:5: the rule's metadata has no custom.fix",
				"shape org/acme/x.rego:1: package org.acme.x is heard by nobody",
				"twin org/acme/x.rego:1: it has no tests: there is no org/acme/x_test.rego",
				"metadata org/acme/x.rego:1: the package has no metadata",
				"format org/acme/x.rego:3: it is not formatted",
				"coverage org/acme/x.rego:3: no test reaches this",
			},
		},
		"misspelt input": {
			changed: map[string]string{in + "pay.rego": strings.Replace(goodRule, "input.commands", "input.comands", 1)},
			want:    []string{"compile " + in + "pay.rego:9: rego_type_error: undefined ref: input.comands"},
			skipped: []string{"tests", "coverage"},
		},
		"builtin that no policy may use": {
			changed: map[string]string{in + "pay.rego": strings.Replace(goodRule, "command.name in", "time.now_ns() > 1\n\tcommand.name in", 1)},
			want:    []string{"compile " + in + "pay.rego:10: rego_type_error: undefined function time.now_ns"},
			skipped: []string{"tests", "coverage"},
		},
		"strict": {
			changed: map[string]string{in + "pay.rego": strings.Replace(goodRule, "command.name in", "unused := 1\n\tcommand.name in", 1)},
			want:    []string{"compile " + in + "pay.rego:10: rego_compile_error: assigned var unused unused"},
			skipped: []string{"tests", "coverage"},
		},
		"no test in the twin": {
			changed: map[string]string{in + "pay_test.rego": "package org.acme.rules.ops.pay_test\n\n_x := 1\n"},
			want: []string{
				"coverage " + in + "pay.rego:8: no test", "coverage " + in + "pay.rego:10: no test",
				"twin " + in + "pay_test.rego:1: there is no test in it", "coverage " + in + "pay_test.rego:3: no test",
			},
		},
		"failing test": {
			changed: map[string]string{in + "data.json": `{"programs": []}`},
			want:    []string{"test " + in + "pay_test.rego:5: test_denied fails"},
			skipped: []string{"coverage"},
		},
		"skipped test": {
			changed: map[string]string{in + "pay_test.rego": goodTest + "\ntodo_test_more if false\n"},
			want:    []string{"test " + in + "pay_test.rego:9: todo_test_more is skipped"},
			skipped: []string{"coverage"},
		},
		"builtin error": {
			changed: map[string]string{in + "pay.rego": strings.Replace(goodRule, "command.name in", "to_number(command.name) < 0\n\tcommand.name in", 1)},
			want:    []string{"test " + in + "pay_test.rego:5: test_denied fails: " + in + "pay.rego:10: eval_builtin_error: to_number"},
			skipped: []string{"coverage"},
		},
		"line that no test reaches": {
			changed: map[string]string{in + "pay.rego": more("deny contains \"never\" if {\n\tinput.event == \"stop\"\n\tinput.os == \"linux\"\n}")},
			want:    []string{"coverage " + in + "pay.rego:13: no test", "coverage " + in + "pay.rego:14: no test", "coverage " + in + "pay.rego:15: no test"},
		},
		"data": {
			changed: map[string]string{in + "data.json": "{\n\"programs\": [1,\n}\n", "org/data.yaml": "x: [1\n", "gate/data.json": "{\"lib\": 1}"},
			want:    []string{"data gate/data.json:1: its data is below \"gate\"", "data org/acme/rules/ops/pay/data.json:3: ", "data org/data.yaml:"},
			skipped: []string{"compile", "tests", "coverage"},
		},
		"data in YAML": {changed: map[string]string{in + "data.json": "{}", in + "data.yaml": "programs: [pay]\n"}},
		"outside the manifest's roots": {
			changed: map[string]string{".manifest": `{"roots": ["org/acme/lib", "org/acmes"]}`},
			want:    []string{"shape " + in + "pay.rego:6: the roots in .manifest do not hold org/acme/rules/ops/pay: org/acme/lib, org/acmes"},
			skipped: []string{"compile", "tests", "coverage"},
		},
		"a manifest of no use": {
			changed: map[string]string{".manifest": "{\n\"roots\": [\"gate\"]}"},
			want:    []string{"shape .manifest:2: it claims the root \"gate\""},
			skipped: []string{"compile", "tests", "coverage"},
		},
		"files of another version": {
			changed: map[string]string{"schemas/input.json": "{}\n", "capabilities.json": "{}\n"},
			want:    []string{"export capabilities.json:1: it is not that of this version", "export schemas/input.json:1: it is not that of this version"},
		},
		"the gate's own": {
			changed: map[string]string{"git.rego": "# METADATA\n# title: t\npackage gate.lib.git\n\nflag(_, _)\n", "git_test.rego": "package gate.lib.git_test\n\ntest_x := true\n"},
			want:    []string{"shape git.rego:3: package gate.lib.git is the gate's own", "shape git_test.rego:1: package gate.lib.git_test is the gate's own"},
			skipped: []string{"compile", "tests", "coverage"},
		},
		"data in the place of a rule": {
			changed: map[string]string{in + "data.json": `{"programs": ["pay"], "deny": []}`},
			want:    []string{"compile " + in + "pay.rego:8: rego_compile_error: conflicting rule for data path org/acme/rules/ops/pay/deny"},
			skipped: []string{"tests", "coverage"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			r, err := Check(t.Context(), goodPolicy(tt.changed), 100)
			if err != nil {
				t.Fatal(err)
			}
			for i, p := range r.Problems {
				got := p.Kind + " " + p.Error()
				if i >= len(tt.want) || !strings.HasPrefix(got, tt.want[i]) {
					t.Errorf("problem %d: %s", i, got)
				}
			}
			if len(r.Problems) < len(tt.want) {
				t.Errorf("missing: %q", tt.want[len(r.Problems):])
			}
			if !slices.Equal(r.Skipped, tt.skipped) {
				t.Errorf("skipped %q, want %q", r.Skipped, tt.skipped)
			}
		})
	}
}

func TestCheckLowerCoverage(t *testing.T) {
	files := goodPolicy(map[string]string{in + "pay.rego": goodRule + "\ndeny contains \"never\" if input.event == \"stop\"\n"})
	for coverage, want := range map[float64]int{100: 1, 84: 1, 83: 0} { // 5 of 6 lines
		r, err := Check(t.Context(), files, coverage)
		if err != nil || len(r.Problems) != want {
			t.Errorf("%v percent: %v, %v", coverage, r, err)
		}
	}
}

func TestCheckNothing(t *testing.T) {
	if r, err := Check(t.Context(), fstest.MapFS{"a.txt": {}}, 100); err == nil {
		t.Errorf("a folder without rules is in order: %v", r)
	}
}

func TestTest(t *testing.T) {
	files := goodPolicy(map[string]string{in + "pay_test.rego": goodTest + `
test_table[name] if {
	some name, n in {"right": 1, "wrong": 2}
	print("n is", n)
	count(pay.deny) == n with input as {"commands": [{"name": "pay"}]}
}
`})
	all, err := Test(t.Context(), files, "")
	if err != nil {
		t.Fatal(err)
	}
	want := []TestResult{
		{Name: "data.org.acme.rules.ops.pay_test.test_denied", File: in + "pay_test.rego", Line: 5, Outcome: "pass", Cases: []string{}},
		{Name: "data.org.acme.rules.ops.pay_test.test_table", File: in + "pay_test.rego", Line: 9, Outcome: "fail", Cases: []string{"wrong"}, Message: "n is 1\nn is 2"},
	}
	if diff := cmp.Diff(want, all.Results); diff != "" {
		t.Error(diff)
	}
	some, err := Test(t.Context(), files, "denied")
	if diff := cmp.Diff(want[:1], some.Results); diff != "" || err != nil {
		t.Error(diff, err)
	}
	if _, err := Test(t.Context(), goodPolicy(map[string]string{in + "pay.rego": "package org.acme.rules.ops.pay\n\nx\n"}), ""); err == nil || !strings.Contains(err.Error(), "pay.rego:3: ") {
		t.Errorf("a policy that does not compile is tested: %v", err)
	}
}
