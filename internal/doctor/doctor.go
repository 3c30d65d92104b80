// Package doctor finds the harnesses on a machine and proves how the gate is
// wired in each: it reads their files of hooks, and starts the very command
// lines in them as the harness does.
package doctor

import (
	"context"
	"fmt"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"gate"
	"gate/dialects"
)

// Machine is where harnesses are looked for.
type Machine struct {
	OS   string // as in runtime.GOOS
	Home string
	Root string // the project
}

// Status is how bad something is.
type Status string

// The states.
const (
	OK   Status = "ok"
	Warn Status = "warn" // to be known, and nothing that lets a call through by itself
	Fail Status = "fail" // a call that policy denies would run
)

// Check is one thing that was looked at.
type Check struct {
	Name   string `json:"name"` // files, wired, enabled, trusted, alone, closed, answer or time
	Status Status `json:"status"`
	Detail string `json:"detail"`
	Hint   string `json:"hint"` // what to do, "" for nothing
}

// Timing is how long the wired command line takes to answer.
type Timing struct {
	Runs    int           `json:"runs"`
	P50     time.Duration `json:"p50_ns"`
	P95     time.Duration `json:"p95_ns"`
	Timeout time.Duration `json:"timeout_ns"` // how long the harness waits, 0 where that is not known
}

// Report is what was found out about one harness.
type Report struct {
	Name    string  `json:"name"` // of its dialect
	Title   string  `json:"title"`
	Program string  `json:"program"` // its executable, "" where there is none on PATH
	Version string  `json:"version"` // "unknown" where it does not say
	Checks  []Check `json:"checks"`
	Timing  *Timing `json:"timing"` // nil where nothing could be started
}

// Open says whether a call that policy denies would run.
func (r Report) Open() bool {
	return slices.ContainsFunc(r.Checks, func(c Check) bool { return c.Status == Fail })
}

// program is the executable of a harness, "" where none is on PATH.
func program(s dialects.Setup) string {
	for _, name := range s.Found {
		if strings.HasPrefix(name, "~/") {
			continue
		}
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	return ""
}

var number = regexp.MustCompile(`\d+(?:\.\d+)+(?:[-+][0-9A-Za-z.]*[0-9A-Za-z])?`)

// version asks a harness for its version.
func version(ctx context.Context, program string) string {
	const limit = 10 * time.Second // those that run on Node take more than one to start, several on a busy machine
	if program == "" {
		return "unknown"
	}
	a := run(ctx, exec.Command(program, "--version"), nil, limit)
	if v := number.FindString(a.stdout); a.err == nil && v != "" {
		return v
	}
	return "unknown"
}

// Examine finds out about the harness of a dialect.
func (m Machine) Examine(ctx context.Context, name string) Report {
	s, _ := dialects.SetupOf(name)
	r := Report{Name: name, Title: s.Title, Program: program(s)}
	r.Version = version(ctx, r.Program)
	x := m.examine(name, s)
	r.Checks = append(r.Checks, x.files()...)
	r.Checks = append(r.Checks, x.wired()...)
	r.Checks = append(r.Checks, x.faults()...)
	r.Checks = append(r.Checks, x.alone()...)
	r.Checks = append(r.Checks, x.closed()...)
	answers, timing := x.answers(ctx)
	r.Checks = append(r.Checks, answers...)
	r.Timing = timing
	return r
}

// examination is what is known of a harness while it is looked at.
type examination struct {
	Machine
	name   string
	setup  dialects.Setup
	docs   []document
	ours   []*wiring
	others []hook
}

// wiring is an entry that starts the gate, and why it does not count.
type wiring struct {
	hook
	program string
	faults  []fault
}

// fault is a reason for which the harness does not start an entry, or does not
// care for what it says.
type fault struct{ check, why, hint string }

func (m Machine) examine(name string, s dialects.Setup) *examination {
	x := &examination{Machine: m, name: name, setup: s, docs: m.documents(s)}
	for _, d := range x.docs {
		for _, h := range m.hooks(d) {
			program, ours := h.gate()
			if !ours {
				x.others = append(x.others, h)
				continue
			}
			w := &wiring{hook: h, program: program}
			w.faults = slices.Concat(x.malformed(d, w), x.disabled(w), x.untrusted(d, w))
			x.ours = append(x.ours, w)
		}
	}
	return x
}

// install is the hint that helps where the wiring is at fault.
func (x *examination) install() string { return "gate install " + x.name }

// files tells of files that cannot be read.
func (x *examination) files() []Check {
	var checks []Check
	for _, d := range x.docs {
		if d.err != nil {
			checks = append(checks, Check{"files", Warn, fmt.Sprintf("%s cannot be read: %v", x.short(d.path), d.err), "the harness passes over such a file: repair it"})
		}
	}
	return checks
}

// wired tells which events start the gate. Where one before a tool call does
// not, calls run unjudged.
func (x *examination) wired() []Check {
	var checks []Check
	places := map[string][]string{} // events by file
	var files, open, missing []string
	for _, event := range x.setup.Hooks {
		entries := x.on(event)
		for _, w := range entries {
			place := fmt.Sprintf("%s (%s)", x.short(w.file.path), w.file.scope)
			if !slices.Contains(files, place) {
				files = append(files, place)
			}
			if !slices.Contains(places[place], event) {
				places[place] = append(places[place], event)
			}
		}
		switch {
		case len(entries) > 0:
		case dialects.EventOf(x.name, event) == gate.BeforeTool:
			open = append(open, event)
		default:
			missing = append(missing, event)
		}
	}
	for _, file := range files {
		checks = append(checks, Check{"wired", OK, strings.Join(places[file], ", ") + " in " + file, ""})
	}
	if len(open) > 0 {
		checks = append(checks, Check{"wired", Fail, "not wired: " + strings.Join(open, ", ") + "; tool calls run unjudged", x.install()})
	}
	if len(missing) > 0 && len(files) > 0 {
		checks = append(checks, Check{"wired", Warn, "not wired: " + strings.Join(missing, ", "), x.install()})
	}
	return checks
}

// on are the entries of ours on an event.
func (x *examination) on(event string) []*wiring {
	var all []*wiring
	for _, w := range x.ours {
		if w.event == event {
			all = append(all, w)
		}
	}
	return all
}

// sound are those that the harness starts and listens to.
func (x *examination) sound(event string) []*wiring {
	return slices.DeleteFunc(x.on(event), func(w *wiring) bool { return len(w.faults) > 0 })
}

// faults tells why entries do not count. It is a failure where an event before
// a tool call has no other entry, and said once for entries that share it.
func (x *examination) faults() []Check {
	var checks []Check
	for _, w := range x.ours {
		status := Warn
		if dialects.EventOf(x.name, w.event) == gate.BeforeTool && len(x.sound(w.event)) == 0 {
			status = Fail
		}
		for _, f := range w.faults {
			checks = merge(checks, Check{f.check, status, f.why, f.hint})
		}
	}
	return checks
}

// merge adds a check, unless it has been said; the worse status counts.
func merge(checks []Check, c Check) []Check {
	for i := range checks {
		if checks[i].Name == c.Name && checks[i].Detail == c.Detail {
			if c.Status == Fail {
				checks[i].Status = Fail
			}
			return checks
		}
	}
	return append(checks, c)
}

// alone tells of other hooks that can take away the gate's denial.
func (x *examination) alone() []Check {
	if x.setup.Several == dialects.StrictestWins {
		return nil
	}
	before := dialects.Before(x.name)
	ours := x.sound(before)
	var checks []Check
	for _, h := range x.others {
		if h.event != before || len(ours) == 0 {
			continue
		}
		switch {
		case x.setup.Several == dialects.LastWins && x.later(h, ours[len(ours)-1].hook):
			checks = append(checks, Check{"alone", Warn, fmt.Sprintf("%q in %s answers after the gate: should it allow, the gate's denial is void", h.command, x.short(h.file.path)), "put the gate last, in the user's file"})
		case x.setup.Several == dialects.FirstWins && x.later(ours[0].hook, h):
			checks = append(checks, Check{"alone", Warn, fmt.Sprintf("%q in %s answers before the gate: should it allow or ask, the gate's denial is void", h.command, x.short(h.file.path)), "put the gate first"})
		}
	}
	return checks
}

// closed tells of entries whose failure lets the call run, though the harness
// could be told to deny then.
func (x *examination) closed() []Check {
	s := x.setup
	if s.Crash.Effect != dialects.Runs || s.Closed.Key == "" && s.Closing == "" {
		return nil
	}
	hint := x.install()
	if s.Closed.Key == "" && s.Closing != dialects.Observed { // nobody has tried how to close it there
		hint = ""
	}
	var checks []Check
	for _, event := range s.Hooks {
		for _, w := range x.sound(event) {
			told := s.Closed.Key != "" && string(w.raw[s.Closed.Key]) == s.Closed.Value
			if dialects.EventOf(x.name, event) == gate.BeforeTool && !told && !strings.Contains(w.command, "exit 2") {
				checks = append(checks, Check{"closed", Warn, fmt.Sprintf("%s in %s: should the gate crash, the call runs", event, x.short(w.file.path)), hint})
			}
		}
	}
	return checks
}

// later says whether the harness comes to a later than to b: files in the
// order of its table, entries in the order of the file.
func (x *examination) later(a, b hook) bool {
	place := func(h hook) int {
		return slices.IndexFunc(x.docs, func(d document) bool { return d.path == h.file.path })
	}
	if place(a) != place(b) {
		return place(a) > place(b)
	}
	if a.group != b.group {
		return a.group > b.group
	}
	return a.index > b.index
}

// short is a path as a person writes it.
func (x *examination) short(path string) string {
	if rel, err := filepath.Rel(x.Root, path); err == nil && filepath.IsLocal(rel) {
		return rel
	}
	if rel, err := filepath.Rel(x.Home, path); err == nil && filepath.IsLocal(rel) {
		return filepath.Join("~", rel)
	}
	return path
}
