package dialects

import (
	"time"

	"gate/internal/table"
)

// Setup is the one table of a harness: how it is told to start the gate, what
// it makes of the answers, and how we know. Encoders, the installation and
// docs/harnesses.md go by it.
type Setup struct {
	Title   string          // the harness's name in prose
	Version string          // of the client that the facts come from, or "docs of MONTH YEAR"
	Files   []File          // where its hooks are configured, the usual place of each scope first
	Shape   Shape           // how such a file looks
	Shapes  table.Of[Shape] // of the files that look otherwise, by path

	// Hooks are the events to wire: everything that the harness can stop, and
	// what is worth knowing of the rest.
	Hooks   []string
	Unnamed bool     // payloads do not name their event, so each hook's command line has to
	Found   []string // what tells that it is on this machine: programs on PATH, and folders, "~" being the home directory
	Unix    Start    // how it starts a hook's command line on Linux and macOS
	Windows Start
	Timeout Timeout
	Folder  string   // environment variable of the hook that names the project, where payloads name no folder; "" for none
	Closed  Switch   // makes a hook's failure a denial, in the hook's entry; zero for none
	Closing Evidence // how we know that COMMAND || { echo REASON >&2; exit 2; } makes a failure a denial; "" where it is not known or not needed
	Trust   string   // how hooks come to be trusted
	Alone   bool     // a file of hooks that holds anything else at its top is ignored
	Hashes  string   // the TOML file that holds the hash of each trusted hook, as Codex does; "" for none
	Pins    []Pin    // settings beside the hooks that keep them switched on
	Off     []string // what switches hooks off

	// What it makes of each answer before a tool call, and of none.
	Deny    Honour // Blocks
	Ask     Honour // Asks or Denies
	Allow   Honour // Grants or Nothing
	Modify  Honour // another input for the call: Changes or Nothing
	Silence Honour // no output and exit 0: Nothing, Runs or Blocks
	Crash   Honour // a signal, exit 1, a missing executable: Runs or Blocks
	Hang    Honour // no answer within the timeout: Runs or Blocks

	Folders Setting   // the list of folders whose project's hooks run; zero where they do without
	Millis  float64   // a timeout from this number up is in milliseconds; 0 for none
	Several Several   // whose answer counts where the gate is not the only hook
	OffBy   []Setting // what of Off stands in files
}

// ShapeOf is how one of the files looks.
func (s Setup) ShapeOf(f File) Shape {
	if shape, ok := s.Shapes.Find(f.Path); ok {
		return shape
	}
	return s.Shape
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

// Pin is a setting in a TOML file that keeps hooks switched on.
type Pin struct {
	File                     // where it stands
	Table, Key, Value string // Value as TOML
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
	// Bare is Groups without {"hooks": } around: the events are the top level.
	Bare Shape = "bare"
	// Numbered is Groups with "version": 1 beside "hooks".
	Numbered Shape = "numbered"
	// Commands is {"hooks": {EVENT: [{"command", "show_output", "working_directory"}]}}.
	Commands Shape = "commands"
	// Triggers is {"version": "v1", "hooks": [{"name", "trigger": EVENT, "matcher", "action": {"type": "command", "command"}, "timeout", "enabled"}]}.
	Triggers Shape = "triggers"
	// Agents is {"hooks": {EVENT: [{"matcher", "command", "timeout_ms"}]}} in the file of an agent, of which it is one key.
	Agents Shape = "agents"
	// Executables is no file of hooks: each hook is a file itself, named after its event.
	Executables Shape = "executables"
	// Flat is {"hooks": {EVENT: [{"name", "matcher", "command", "timeout"}]}}.
	Flat Shape = "flat"
	// Tables is TOML: [[hooks]] with event, matcher, command, timeout; no other key.
	Tables Shape = "tables"
	// Listed is YAML: hooks: EVENT: [{matcher, command, timeout, fail_closed}].
	Listed Shape = "listed"
	// Delegates is {"amp.permissions": [{"tool", "action": "delegate", "to": PROGRAM}]}, the first match counts.
	Delegates Shape = "delegates"
	// Plugin is a file of code that the harness loads into itself; see internal/install/plugins.
	Plugin Shape = "plugin"
)

// Start is how a harness starts the command line of a hook.
type Start struct {
	How  Starter
	By   Evidence // "" where How is Unclear
	Note string   // "" for none
}

// Starter is the program that a harness gives the command line to.
type Starter string

// The starters.
const (
	Sh         Starter = "sh"         // sh -c
	Bash       Starter = "bash"       // bash -c
	Login      Starter = "login"      // the account's own shell, -c: any shell at all
	PowerShell Starter = "powershell" // PowerShell's -Command
	Cmd        Starter = "cmd"        // cmd.exe /C
	Script     Starter = "script"     // the hook is a file: started by the interpreter that it names
	Direct     Starter = "direct"     // no shell: the program itself
	Nowhere    Starter = "nowhere"    // the harness does not run there
	Unclear    Starter = "unknown"
)

// POSIX says whether the command line is read by a shell that knows || and { }.
func (s Starter) POSIX() bool { return s == Sh || s == Bash }

// Timeout is how long the harness waits for a hook.
type Timeout struct {
	Unit    time.Duration // of the number in the file; 0 where the file has none
	Default time.Duration // without one; 0 is not known
}

// Switch is a key in a hook's entry of the file.
type Switch struct {
	Key   string
	Value string // as JSON
	By    Evidence
	Note  string // "" for none
}

// Setting is a value in a file of the harness that decides whether hooks run.
type Setting struct {
	File   string   // as in File
	Key    []string // the keys that lead to it
	Value  string   // as JSON; "" stands for a list in which something has to be
	Spared []Scope  // whose hooks it does not touch
}

// Several is whose answer counts when several hooks answer one call.
type Several string

// The ways to choose one.
const (
	StrictestWins Several = ""      // a denial holds
	LastWins      Several = "last"  // a later hook that allows cancels a denial
	FirstWins     Several = "first" // an earlier hook that allows or asks hides a denial
)

// Effect is what a harness does on a word.
type Effect string

// The effects.
const (
	Blocks  Effect = "blocks"  // the call does not run
	Asks    Effect = "asks"    // a person is asked
	Denies  Effect = "denies"  // it has no such word that holds: we say deny
	Grants  Effect = "grants"  // the harness's own question is skipped
	Nothing Effect = "nothing" // the harness's own flow goes on
	Changes Effect = "changes" // the call runs as the hook changed it
	Runs    Effect = "runs"    // the call runs unjudged, as if there were no hook
	Unknown Effect = "unknown"
)

// Evidence is how we know.
type Evidence string

// The kinds of evidence, best first.
const (
	Observed   Evidence = "observed"   // seen in a real client
	Source     Evidence = "source"     // read in its published code
	Documented Evidence = "documented" // the vendor's word
	Inferred   Evidence = "inferred"   // a guess from what is alike, or one report
)

// Honour is what a harness makes of one verdict before a tool call.
type Honour struct {
	Effect Effect
	By     Evidence // "" where the effect is Unknown
	Note   string   // an exception, "" for none
}
