package author

import (
	"cmp"
	"context"
	"errors"
	"io/fs"
	"slices"
	"strings"
	"time"

	"github.com/open-policy-agent/opa/v1/cover"
	"github.com/open-policy-agent/opa/v1/tester"
)

// Tests is what the Rego tests of a policy said.
type Tests struct {
	Results   []TestResult `json:"tests"`     // by file and line
	Coverage  *float64     `json:"coverage"`  // percent of the lines of rules and tests that ran; null when only some were to run
	Uncovered []Problem    `json:"uncovered"` // the lines that did not
}

// TestResult is what one test said.
type TestResult struct {
	Name    string   `json:"name"` // "data.org.acme.rules.ops.deploy_test.test_denied"
	File    string   `json:"file"`
	Line    int      `json:"line"`
	Outcome string   `json:"outcome"` // pass, fail, error or skip
	Cases   []string `json:"cases"`   // those of a table that failed
	Message string   `json:"message"` // the error, or what the test printed
}

// testTime is how long a test may take.
const testTime = time.Minute

// Test runs the Rego tests of a policy of an organisation or a user, over the
// embedded policy, with OPA's own runner: all of them, or those whose name
// matches run. A policy that does not compile is an error, one or more Problems
// joined.
func Test(ctx context.Context, files fs.FS, run string) (Tests, error) {
	base, err := EmbeddedSources()
	if err != nil {
		return Tests{}, err
	}
	d, err := openDraft(files, base, roots)
	if err != nil {
		return Tests{}, err
	}
	if len(d.problems) > 0 {
		return Tests{}, joined(d.problems)
	}
	problems, err := d.compile(ctx)
	if err != nil || len(problems) > 0 {
		return Tests{}, errors.Join(err, joined(problems))
	}
	return d.test(ctx, run)
}

func joined(problems []Problem) error {
	var all []error
	for _, p := range inOrder(problems) {
		all = append(all, p)
	}
	return errors.Join(all...)
}

// test runs tests. The rules have the capabilities that they have in the hook,
// and a builtin that fails is an error, as it is there.
func (d *draft) test(ctx context.Context, run string) (Tests, error) {
	all, err := d.whole()
	if err != nil {
		return Tests{}, err
	}
	store := d.store()
	txn, err := store.NewTransaction(ctx)
	if err != nil {
		return Tests{}, err
	}
	defer store.Abort(ctx, txn)
	covered := cover.New()
	results, err := tester.NewRunner().
		SetTimeout(testTime).
		SetStore(store).
		SetModules(all).
		SetCoverageQueryTracer(covered).
		CapturePrintOutput(true).
		RaiseBuiltinErrors(true).
		Filter(run).
		RunTests(ctx, txn)
	if err != nil {
		return Tests{}, err
	}
	t := Tests{Results: []TestResult{}, Uncovered: []Problem{}}
	for r := range results {
		t.Results = append(t.Results, testResult(r))
	}
	slices.SortFunc(t.Results, func(a, b TestResult) int {
		return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line), cmp.Compare(a.Name, b.Name))
	})
	if run == "" {
		d.cover(&t, covered)
	}
	return t, nil
}

// cover fills in what was reached of the policy's own modules.
func (d *draft) cover(t *Tests, covered *cover.Cover) {
	reached, missed := 0, 0
	report := covered.Report(d.modules)
	for name := range d.inOrder {
		file := report.Files[name]
		reached += file.CoveredLines
		missed += file.NotCoveredLines
		for _, r := range file.NotCovered {
			t.Uncovered = append(t.Uncovered, Problem{name, r.Start.Row, "coverage", "no test reaches this"})
		}
	}
	t.Uncovered = slices.Compact(inOrder(t.Uncovered)) // a line may have several expressions
	percent := 100.0
	if missed > 0 {
		percent = 100 * float64(reached) / float64(reached+missed)
	}
	t.Coverage = &percent
}

func testResult(r *tester.Result) TestResult {
	t := TestResult{
		Name:    r.Package + "." + r.Name,
		File:    r.Location.File,
		Line:    r.Location.Row,
		Outcome: "pass",
		Cases:   []string{},
		Message: strings.TrimSpace(string(r.Output)),
	}
	switch {
	case r.Error != nil:
		t.Outcome, t.Message = "error", r.Error.Error()
	case r.Skip:
		t.Outcome = "skip"
	case r.Fail:
		t.Outcome = "fail"
	}
	for name, sub := range r.SubResults.Iter {
		if sub.Fail && len(sub.SubResults) == 0 {
			t.Cases = append(t.Cases, strings.Join(name, " "))
		}
	}
	return t
}

// failures are the tests that did not pass. One that is skipped holds nothing,
// so it is among them.
func (t Tests) failures() (problems []Problem) {
	for _, r := range t.Results {
		if r.Outcome != "pass" {
			problems = append(problems, Problem{r.File, r.Line, "test", r.Verdict()})
		}
	}
	return problems
}

// Verdict is the outcome in a sentence.
func (r TestResult) Verdict() string {
	name := r.Name
	if strings.HasPrefix(name, "data.") {
		name = name[strings.LastIndex(name, ".")+1:]
	}
	switch r.Outcome {
	case "skip":
		return name + " is skipped"
	case "pass":
		return name + " passes"
	}
	text := name + " fails"
	if len(r.Cases) > 0 {
		text += " on " + strings.Join(r.Cases, ", ")
	}
	if r.Message != "" {
		text += ": " + r.Message
	}
	return text
}
