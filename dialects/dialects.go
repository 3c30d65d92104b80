// Package dialects speaks with harnesses: it finds out which one sent a
// payload, reads the payload into a gate.Call, and says a gate.Verdict in that
// harness's own words. Only this package knows a harness's field names, tool
// names and replies.
//
// A dialect is one value in one file. How we know what it says stands in its
// Setup, and in comments where a fact is weaker than a capture.
package dialects

import (
	"errors"

	"gate"
	"gate/internal/table"
)

// Hint is what the command line says about the caller. Harnesses load one
// another's hook files, so a hint only settles what the payload leaves open.
type Hint struct {
	Dialect string // the name of a dialect, "" for none
	Event   string // the harness's own name of an event, "" for none

	// Getenv reads the hook's environment, nil for none. Amp tells there which
	// tool it means.
	Getenv func(string) string
}

// The errors of Decode, besides those of a payload that is not JSON.
var (
	ErrEmpty     = errors.New("read payload: it is empty")
	ErrNotJSON   = errors.New("read payload: it is not valid JSON")
	ErrNotObject = errors.New("read payload: it is not a JSON object")
	ErrUnclaimed = errors.New("detect harness: no known harness sends such a payload")
)

// dialect is everything the gate knows about one harness.
type dialect struct {
	name    string
	like    string // the dialect whose payloads it sends, where only a hint tells them apart
	claims  func(p payload) claim
	decode  func(d *dialect, p payload, hint Hint) gate.Call
	events  table.Of[gate.Event] // an event that is not listed is a notice
	tools   table.Of[gate.Kind]  // a tool that is not listed has no kind
	mcp     func(tool string) bool
	before  string           // its event before a tool call
	windows string           // the shell of its shell tools on Windows
	workdir []string         // arguments that name a shell command's own folder
	answers table.Of[answer] // by native event, else by gate.Event
	neutral string           // what it wants to hear when there is nothing to say; "" is silence
	setup   Setup
}

// all lists the dialects in the order in which equal claims are heard: those
// with signs of their own first, the family they look like last.
var all = []*dialect{
	&cursor,
	&antigravity,
	&windsurf,
	&cline,
	&copilot,
	&copilotCloud,
	&gemini,
	&trae,
	&kiro,
	&devin,
	&droid,
	&opencode,
	&kilo,
	&pi,
	&openclaw,
	&grok,
	&goose,
	&crush,
	&openhands,
	&hermes,
	&augment,
	&kimi,
	&codex,
	&qwen,
	&vscode,
	&grokCLI,
	&claude,
	&junie,
	&amp,
}

// Names lists the names of the dialects, in order of detection.
func Names() []string {
	names := make([]string, len(all))
	for i, d := range all {
		names[i] = d.name
	}
	return names
}

// Known says whether there is a dialect of that name.
func Known(name string) bool { return find(name) != nil }

// SetupOf returns how the harness of that name is set up, and whether there is
// such a dialect.
func SetupOf(name string) (Setup, bool) {
	d := find(name)
	if d == nil {
		return Setup{}, false
	}
	return d.setup, true
}

// Stops says whether the harness's event of that name asks whether something
// may happen, so that a hook's failure can count as a denial.
func Stops(name, native string) bool {
	d := find(name)
	if d == nil {
		return false
	}
	e := d.event(native)
	if e == gate.BeforeTool || e == gate.Permission || e == gate.Prompt {
		return true
	}
	a, ok := d.answers.Find(native)
	return ok && e == gate.Notice && a.deny.say != nil
}

// OfTool says whether the harness's event of that name is about a tool call.
func OfTool(name, native string) bool {
	d := find(name)
	if d == nil {
		return false
	}
	e := d.event(native)
	return e == gate.BeforeTool || e == gate.AfterTool || e == gate.Permission
}

func find(name string) *dialect {
	for _, d := range all {
		if d.name == name {
			return d
		}
	}
	return nil
}

func (d *dialect) event(native string) gate.Event {
	if e, ok := d.events.Find(native); ok {
		return e
	}
	return gate.Notice
}

func (d *dialect) kind(tool string) gate.Kind {
	if k, ok := d.tools.Find(tool); ok {
		return k
	}
	if d.mcp(tool) {
		return gate.MCP
	}
	return ""
}
