package dialects

import "time"

// Setup is how a harness is told to start the gate, and what it makes of the
// answers.
type Setup struct {
	Title string // the harness's name in prose
	Files []File // where its hooks are configured, the usual place of each scope first
	Shape Shape  // how such a file looks

	// Hooks are the events to wire so that nothing which the harness can stop
	// is missed.
	Hooks   []string
	Timeout Timeout
	Off     []string // what switches hooks off
	Deny    Honour   // Blocks or, on no event at all, Nothing
	Ask     Honour   // Asks or Denies
	Allow   Honour   // Grants or Nothing
}

// Scope is for whom a file of hooks counts.
type Scope string

// The scopes.
const (
	Project Scope = "project" // one repository
	User    Scope = "user"    // one account
	Managed Scope = "managed" // the machine, out of the user's reach
)

// File is a place of hook configuration.
type File struct {
	Scope Scope
	OS    string // linux, darwin or windows; "" for all
	Path  string // relative to the repository; or absolute, "~" being the home directory; "*" stands for any name
}

// Shape is how a file of hooks looks.
type Shape string

// The shapes.
const (
	// Groups is {"hooks": {EVENT: [{"matcher", "hooks": [{"type": "command", "command", "timeout"}]}]}}.
	Groups Shape = "groups"
	// Versioned is {"version": 1, "hooks": {EVENT: [{"command", "timeout", "failClosed"}]}}.
	Versioned Shape = "versioned"
	// Shells is {"version": 1, "hooks": {EVENT: [{"type": "command", "bash", "powershell", "timeoutSec"}]}}.
	Shells Shape = "shells"
	// Systems is {"hooks": {EVENT: [{"type": "command", "command", "windows", "linux", "osx", "timeout"}]}}.
	Systems Shape = "systems"
	// Named is {NAME: {"enabled": true, EVENT: ...}}, tool events in groups, other events as a flat list.
	Named Shape = "named"
)

// Timeout is how long the harness waits for a hook.
type Timeout struct {
	Unit    time.Duration // of the number in the file
	Default time.Duration // without one; 0 is not known
}

// Effect is what a harness does on a word.
type Effect string

// The effects.
const (
	Blocks  Effect = "blocks"  // the call does not run
	Asks    Effect = "asks"    // a person is asked
	Denies  Effect = "denies"  // it has no such word that holds: we say deny
	Grants  Effect = "grants"  // the harness's own question is skipped
	Nothing Effect = "nothing" // the harness's own flow goes on
)

// Evidence is how we know.
type Evidence string

// The kinds of evidence, best first.
const (
	Observed   Evidence = "observed"   // seen in a real client
	Source     Evidence = "source"     // read in its published code
	Documented Evidence = "documented" // the vendor's word
	Inferred   Evidence = "inferred"   // a guess from what is alike
)

// Honour is what a harness makes of one verdict before a tool call.
type Honour struct {
	Effect Effect
	By     Evidence
	Note   string // an exception, "" for none
}
