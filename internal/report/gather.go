// Package report makes one page of a decision log, for a browser.
package report

import (
	"cmp"
	"encoding/json"
	"slices"
	"strings"
	"time"

	"gate"
	"gate/internal/audit"
)

// Gathering is what a log comes to, entry by entry, oldest first.
type Gathering struct {
	since time.Time
	span
	total     counts
	refused   int // without a rule
	days      map[string]*counts
	rules     map[string]*rule
	harnesses map[string]*harness
	revisions map[string]*revision
	denied    map[string][]attempt // by session, the newest
	asked     map[string][]string  // rules by decision id
	errors    map[string]*int
}

// counts are decisions before a call, by what was decided.
type counts [gate.None + 1]int

func (c counts) all() int { return c.of(stack[:]) }

// of is how many there are of some decisions.
func (c counts) of(some []gate.Decision) (n int) {
	for _, d := range some {
		n += c[d]
	}
	return n
}

// rule is how often a rule spoke, and what came of it.
type rule struct {
	layer    string
	said     counts
	softened int
	anyway   int // denied, and then done otherwise or approved in the session
	made     int // asked, and then the call was made
	example  [2]string
}

// harness is what is known of one.
type harness struct {
	span
	calls   counts
	after   int // calls of which it told how they ended
	other   int // events
	refused int
}

// revision is a policy by a version of the gate.
type revision struct {
	span
	calls int
}

// span is from when to when something was seen.
type span struct{ first, last time.Time }

func (s *span) seen(at time.Time) {
	if s.first.IsZero() {
		s.first = at
	}
	s.last = at
}

// attempt is a denied call.
type attempt struct {
	at    time.Time
	what  string
	deeds []string
	rules []string
}

// What a log full of made-up names leads to is bounded; what is beyond is
// counted under one name.
const (
	maxNames    = 2000
	maxSessions = 2000
	maxAttempts = 8 // of a session
	maxAsked    = 20_000
	beyond      = "(others)"

	// meanwhile is how long after a denial something counts as done otherwise.
	meanwhile = 15 * time.Minute
)

// Since begins a gathering of what was decided from a moment on.
func Since(since time.Time) *Gathering {
	return &Gathering{
		since: since, days: map[string]*counts{}, rules: map[string]*rule{}, harnesses: map[string]*harness{},
		revisions: map[string]*revision{}, denied: map[string][]attempt{}, asked: map[string][]string{}, errors: map[string]*int{},
	}
}

// Add adds an entry.
func (g *Gathering) Add(e audit.Entry) {
	if e.Timestamp.Before(g.since) {
		return
	}
	g.seen(e.Timestamp)
	h := named(g.harnesses, cmp.Or(e.Labels["harness"], "(unknown)"))
	h.seen(e.Timestamp)
	switch gate.Event(e.Labels["event"]) {
	case gate.BeforeTool, gate.Permission:
		g.call(e, h)
	case gate.AfterTool:
		h.after++
		g.ended(e)
	default:
		h.other++
	}
}

// Calls is how many calls were added.
func (g *Gathering) Calls() int { return g.total.all() }

// call counts a decision on a call.
func (g *Gathering) call(e audit.Entry, h *harness) {
	d := e.Result.Decision
	g.total[d]++
	h.calls[d]++
	named(g.days, e.Timestamp.Format(time.DateOnly))[d]++
	p := named(g.revisions, e.Bundles["gate"].Revision+"\x00"+e.Labels["version"])
	p.seen(e.Timestamp)
	p.calls++
	if e.Error != "" {
		g.refused++
		h.refused++
		*named(g.errors, firstLine(e.Error))++
		return
	}
	g.findings(e)
	session, deeds := e.Labels["harness"]+"\x00"+e.Labels["session"], deedsOf(e)
	if d == gate.Deny {
		g.note(session, e, deeds)
		return
	}
	g.otherwise(session, e, deeds)
	if len(g.asked) >= maxAsked {
		clear(g.asked)
	}
	if d == gate.Ask {
		g.asked[e.DecisionID] = rulesOf(e, gate.Ask)
	}
}

// findings counts the rules that spoke.
func (g *Gathering) findings(e audit.Entry) {
	for _, id := range rulesOf(e, -1) {
		r := named(g.rules, id)
		for _, f := range e.Result.Findings {
			if f.ID == id {
				r.layer = f.Layer
				r.said[f.Decision]++
				if f.Softened != nil {
					r.softened++
				}
				break // a rule that names several files spoke once
			}
		}
	}
}

// note keeps a denied call, to see what the session does next.
func (g *Gathering) note(session string, e audit.Entry, deeds []string) {
	if len(deeds) == 0 || e.Labels["session"] == "" {
		return
	}
	if len(g.denied) >= maxSessions && g.denied[session] == nil {
		for name, all := range g.denied {
			if e.Timestamp.Sub(all[len(all)-1].at) > meanwhile {
				delete(g.denied, name)
			}
		}
		if len(g.denied) >= maxSessions {
			return
		}
	}
	all := append(g.denied[session], attempt{e.Timestamp, whatOf(e), deeds, rulesOf(e, gate.Deny)})
	g.denied[session] = all[max(len(all)-maxAttempts, 0):]
}

// otherwise looks whether a call that was not denied does what one before it
// was denied to do.
func (g *Gathering) otherwise(session string, e audit.Entry, deeds []string) {
	all := g.denied[session]
	left := slices.DeleteFunc(slices.Clone(all), func(a attempt) bool {
		if e.Timestamp.Sub(a.at) > meanwhile {
			return true
		}
		if !slices.ContainsFunc(deeds, func(d string) bool { return slices.Contains(a.deeds, d) }) {
			return false
		}
		for _, id := range a.rules {
			r := named(g.rules, id)
			r.anyway++
			r.example = [2]string{a.what, whatOf(e)}
		}
		return true
	})
	switch {
	case len(left) == 0:
		delete(g.denied, session)
	case len(left) < len(all):
		g.denied[session] = left
	}
}

// ended counts an asked call that was made: a person said yes.
func (g *Gathering) ended(e audit.Entry) {
	for _, id := range g.asked[e.CallID] {
		named(g.rules, id).made++
	}
	delete(g.asked, e.CallID)
}

// named is what a map has under a name, the zero value where it is new.
func named[T any](all map[string]*T, name string) *T {
	if all[name] == nil {
		if len(all) >= maxNames {
			name = beyond
		}
		if all[name] == nil {
			all[name] = new(T)
		}
	}
	return all[name]
}

// rulesOf are the rules that made a decision, each once; of every decision for
// -1.
func rulesOf(e audit.Entry, d gate.Decision) (ids []string) {
	for _, f := range e.Result.Findings {
		if (f.Decision == d || d < 0) && !slices.Contains(ids, f.ID) {
			ids = append(ids, f.ID)
		}
	}
	return ids
}

// deedsOf are what two calls with the same aim have in common one of: the whole
// action, a file that is changed, an address, or a program with its first
// operand.
func deedsOf(e audit.Entry) (deeds []string) {
	var in struct {
		Commands []struct {
			Name     string
			Operands []string
		}
		Writes []struct{ Abs string }
		URLs   []struct{ URL string }
	}
	if len(e.Input) == 0 || json.Unmarshal(e.Input, &in) != nil {
		return nil
	}
	if e.Action != "" {
		deeds = append(deeds, "action "+e.Action)
	}
	for _, w := range in.Writes {
		deeds = append(deeds, "write "+w.Abs)
	}
	for _, u := range in.URLs {
		deeds = append(deeds, "url "+u.URL)
	}
	for _, c := range in.Commands {
		if len(c.Operands) > 0 {
			deeds = append(deeds, "run "+c.Name+" "+c.Operands[0])
		}
	}
	const most = 64
	return deeds[:min(len(deeds), most)]
}

// whatOf says in short what a call would do.
func whatOf(e audit.Entry) string {
	tool, what := e.About()
	return short(cmp.Or(what, tool), 160)
}

// short is the beginning of a text, in characters.
func short(text string, most int) string {
	if r := []rune(text); len(r) > most {
		return string(r[:most]) + "..."
	}
	return text
}

func firstLine(text string) string {
	line, _, _ := strings.Cut(text, "\n")
	return short(line, 160)
}
