// Package replay asks a policy again about what was recorded: which decisions
// would come out otherwise.
package replay

import (
	"cmp"
	"context"
	"encoding/json"
	"math"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"

	"gate"
	"gate/bundle"
	"gate/internal/audit"
	"gate/internal/plan"
)

// Report says what came of the lines of a log.
type Report struct {
	Lines     int      `json:"lines"`     // that were read
	Asked     int      `json:"asked"`     // whose input was asked about again
	Apart     int      `json:"apart"`     // that no policy decided, or that have no input
	Broken    int      `json:"broken"`    // that are no JSON objects, as a killed writer leaves them
	Same      int      `json:"same"`      // that come out as recorded
	Wider     int      `json:"wider"`     // that would let through more
	Stricter  int      `json:"stricter"`  // that would let through less
	Uncertain int      `json:"uncertain"` // that come out otherwise, maybe for what was left out of the log
	Changes   []Change `json:"changes"`   // the certain ones first, of these the wider, of these the most
}

// Change are the decisions of one rule that change in one way.
type Change struct {
	Rule      string        `json:"rule"` // the one that leads the stricter of both verdicts
	Old       gate.Decision `json:"old"`
	New       gate.Decision `json:"new"`
	Wider     bool          `json:"wider"`
	Uncertain bool          `json:"uncertain"`
	Count     int           `json:"count"`
	Example   Example       `json:"example"` // the oldest
}

// Example is one line of a log.
type Example struct {
	Line    int       `json:"line"` // from 1, over all that was read
	ID      string    `json:"id"`
	Time    time.Time `json:"time"`
	Harness string    `json:"harness"`
	What    string    `json:"what"`   // the call would do, at most 300 bytes
	Reason  string    `json:"reason"` // of the stricter verdict
}

// Options are how to replay.
type Options struct {
	// InForce tells whether something that is left out of a line matters: where
	// it still says what was recorded, another verdict of Policy is certain.
	// Nil means that nobody can tell.
	InForce  *bundle.Policy
	Progress func(bytes int) // is told of each piece that was read through, from several goroutines; may be nil
}

// maxChanges bounds what a log full of made-up rules leads to.
const maxChanges = 2000

// Run asks the policy about each line of some logs, on all processors.
func Run(ctx context.Context, logs []Log, policy *bundle.Policy, o Options) (Report, error) {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	pieces := make(chan piece, runtime.GOMAXPROCS(0))
	go func() {
		defer close(pieces)
		if err := split(ctx, logs, pieces); err != nil {
			cancel(err)
		}
	}()
	workers := make([]worker, runtime.GOMAXPROCS(0))
	var group sync.WaitGroup
	for i := range workers {
		w := &workers[i]
		*w = worker{ask: policy.Again(), changes: map[change]*Change{}}
		if o.InForce != nil {
			w.inForce = o.InForce.Again()
		}
		group.Go(func() {
			for p := range pieces {
				w.piece(ctx, p)
				if o.Progress != nil {
					o.Progress(len(p.text))
				}
			}
		})
	}
	group.Wait()
	if err := context.Cause(ctx); err != nil {
		return Report{}, err
	}
	return merged(workers), nil
}

// worker counts what becomes of some of the lines.
type worker struct {
	ask, inForce asker
	report       Report
	changes      map[change]*Change
}

// asker is a policy to ask, nil for none.
type asker func(input plan.Value) (gate.Verdict, error)

// change is what a group of decisions has in common.
type change struct {
	rule      string
	old, new  gate.Decision
	uncertain bool
}

func (w *worker) piece(ctx context.Context, p piece) {
	n := p.line
	for line := range strings.Lines(p.text) {
		if ctx.Err() != nil {
			return
		}
		w.line(n, line)
		n++
	}
}

func (w *worker) line(n int, line string) {
	if strings.TrimSpace(line) == "" {
		return
	}
	w.report.Lines++
	e, ok := parse(line)
	switch {
	case !ok:
		w.report.Broken++
		return
	case e.input == nil || !e.told || e.refused:
		w.report.Apart++
		return
	}
	w.report.Asked++
	old, new := e.verdict, w.ask.asked(e)
	if old.Decision == new.Decision {
		w.report.Same++
		return
	}
	uncertain := e.hidden && (w.inForce == nil || w.inForce.asked(e).Decision != old.Decision)
	w.add(n, line, old, new, uncertain)
}

// asked is what the policy makes of the entry's input. What the project's own
// policy said stands: it is not what is asked.
func (ask asker) asked(e entry) gate.Verdict {
	v, err := ask(e.input)
	if err != nil {
		return gate.Refuse(gate.ErrInternal, err.Error())
	}
	var project []gate.Finding
	for _, f := range e.verdict.Findings {
		if f.Layer == "project" {
			project = append(project, f)
		}
	}
	if project == nil {
		return v
	}
	return v.With(project)
}

func (w *worker) add(n int, line string, old, new gate.Verdict, uncertain bool) {
	wider := new.Decision.Wider(old.Decision)
	lead, other := new.Lead(), old.Lead()
	if wider {
		lead, other = other, lead
	}
	if lead.ID == "" {
		lead = other
	}
	switch {
	case uncertain:
		w.report.Uncertain++
	case wider:
		w.report.Wider++
	default:
		w.report.Stricter++
	}
	key := change{strings.Clone(lead.ID), old.Decision, new.Decision, uncertain}
	if w.changes[key] == nil && len(w.changes) >= maxChanges {
		key.rule = "(others)"
	}
	c := w.changes[key]
	if c == nil {
		c = &Change{Rule: key.rule, Old: key.old, New: key.new, Wider: wider, Uncertain: uncertain, Example: Example{Line: math.MaxInt}}
		w.changes[key] = c
	}
	c.Count++
	if n < c.Example.Line {
		c.Example = exampleOf(n, line, lead)
	}
}

// exampleOf shows a line.
func exampleOf(n int, line string, lead gate.Finding) Example {
	var e audit.Entry
	_ = json.Unmarshal([]byte(line), &e) // what is missing of it stays empty
	tool, what := e.About()
	return Example{n, e.DecisionID, e.Timestamp, strings.Clone(e.Labels["harness"]), cut(cmp.Or(what, tool)), cut(lead.Reason)}
}

// cut is the beginning of a text, in memory of its own.
func cut(text string) string {
	const most = 300
	if len(text) > most {
		text = strings.ToValidUTF8(text[:most], "") + "..."
	}
	return strings.Clone(text)
}

// merged is the report of all workers.
func merged(workers []worker) Report {
	r := Report{Changes: []Change{}}
	all := map[change]*Change{}
	for _, w := range workers {
		x := w.report
		r.Lines, r.Asked, r.Apart, r.Broken = r.Lines+x.Lines, r.Asked+x.Asked, r.Apart+x.Apart, r.Broken+x.Broken
		r.Same, r.Wider, r.Stricter, r.Uncertain = r.Same+x.Same, r.Wider+x.Wider, r.Stricter+x.Stricter, r.Uncertain+x.Uncertain
		for key, c := range w.changes {
			have := all[key]
			if have == nil {
				all[key] = c
				continue
			}
			have.Count += c.Count
			if c.Example.Line < have.Example.Line {
				have.Example = c.Example
			}
		}
	}
	for _, c := range all {
		r.Changes = append(r.Changes, *c)
	}
	slices.SortFunc(r.Changes, func(a, b Change) int {
		return cmp.Or(compareBool(a.Uncertain, b.Uncertain), compareBool(b.Wider, a.Wider), cmp.Compare(b.Count, a.Count),
			strings.Compare(a.Rule, b.Rule), cmp.Compare(a.Old, b.Old), cmp.Compare(a.New, b.New))
	})
	return r
}

// compareBool puts false first.
func compareBool(a, b bool) int {
	switch {
	case a == b:
		return 0
	case b:
		return -1
	}
	return 1
}
