// Package gate holds the nouns of the gate: what a harness said (Call), what
// the call would do (Action), what policy decided (Verdict) and what the
// harness hears (Reply). One arrow leads from each to the next:
//
//	payload --dialects.Decode--> Call --extract.From--> Action --bundle.Decide--> Verdict --dialects.Encode--> Reply
package gate

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
)

// Version is the version of the gate, stamped by the release build.
var Version = "dev"

// Decision is what policy says about a call. The zero value is Deny, and a
// smaller value is stricter.
type Decision int

// The four decisions, strictest first. None means no opinion: the harness's
// own permission flow goes on. Allow is a grant, and never stands for None.
const (
	Deny Decision = iota
	Ask
	Allow
	None
)

var decisionNames = [...]string{"deny", "ask", "allow", "none"}

func (d Decision) String() string {
	if d < Deny || d > None {
		return "deny"
	}
	return decisionNames[d]
}

// MarshalText writes the decision's name.
func (d Decision) MarshalText() ([]byte, error) { return []byte(d.String()), nil }

// UnmarshalText reads a decision's name. An unknown name is an error, and
// leaves Deny.
func (d *Decision) UnmarshalText(text []byte) error {
	for i, name := range decisionNames {
		if name == string(text) {
			*d = Decision(i)
			return nil
		}
	}
	*d = Deny
	return fmt.Errorf("unknown decision %q: want deny, ask, allow or none", text)
}

// Wider says whether d lets through more than old. No opinion leaves the
// harness's own questions in place, so the order is deny, ask, none, allow.
func (d Decision) Wider(old Decision) bool {
	through := [...]int{Deny: 0, Ask: 1, None: 2, Allow: 3}
	return through[d] > through[old]
}

// Event is the moment in a harness's work at which it calls the gate.
type Event string

// The events that policies know. A harness's events that fit none of the
// others are notices.
const (
	BeforeTool   Event = "before_tool"
	Permission   Event = "permission"
	AfterTool    Event = "after_tool"
	Prompt       Event = "prompt"
	SessionStart Event = "session_start"
	SessionEnd   Event = "session_end"
	Stop         Event = "stop"
	Notice       Event = "notice"
)

// Events lists every event.
var Events = []Event{BeforeTool, Permission, AfterTool, Prompt, SessionStart, SessionEnd, Stop, Notice}

// Kind is what sort of tool a call uses.
type Kind string

// The kinds of tools. The empty kind means that the dialect does not know the
// tool; extract then goes by the words of its name.
const (
	Shell  Kind = "shell"
	Write  Kind = "write"
	Edit   Kind = "edit"
	Delete Kind = "delete"
	Patch  Kind = "patch"
	Read   Kind = "read"
	Search Kind = "search"
	Fetch  Kind = "fetch"
	MCP    Kind = "mcp"
	Agent  Kind = "agent"
	Other  Kind = "other"
)

// Call is what a harness said, in one vocabulary but without interpretation.
type Call struct {
	Harness     string // "claude-code"
	Event       Event
	NativeEvent string // the harness's own name for the event, as sent
	Mode        string // the harness's permission mode, as sent; "" when it sends none
	Tool        Tool
	Session     Session
	Cwd         string   // as sent, file URIs turned into paths; "" when it sends none
	Roots       []string // workspace folders as sent, file URIs turned into paths
	Shell       string   // bash, zsh, sh, powershell or cmd; "" when the payload does not say
	Prompt      string   // the user's text, on a prompt event
	Result      *Result  // on an after_tool event
}

// Tool is the tool of a call.
type Tool struct {
	Name string          `json:"name"` // the harness's own name, as sent
	Kind Kind            `json:"kind"`
	Args json.RawMessage `json:"args"` // always an object: JSON inside a string is opened, a bare patch becomes {"patch": text}
}

// Session says which conversation a call belongs to; what the harness does
// not send is empty.
type Session struct {
	ID    string `json:"id"`
	Turn  string `json:"turn"`
	Call  string `json:"call"`
	Agent Caller `json:"agent"`
}

// Caller is the agent that a call comes from, as found among the processes
// above the gate's own. The zero value is an unknown one.
type Caller struct {
	Name  string `json:"name"`  // "claude-code"; "" when no process above is known as an agent
	PID   int    `json:"pid"`   // 0 when unknown
	Start string `json:"start"` // when that process started, RFC 3339, UTC; "" when unknown
}

// Result is how a tool call ended.
type Result struct {
	OK    bool   `json:"ok"`
	Error string `json:"error"`
}

// Action is what a call would do: the input document of the policies, whose
// schema is policies/schemas/input.json. Lists are never null. An empty list
// means "none", because what could not be settled stands in Unknown. After a
// tool has run there is nothing left that it would do, so the lists are empty
// on every event but before_tool, permission and prompt.
type Action struct {
	Harness     string    `json:"harness"`
	Event       Event     `json:"event"`
	NativeEvent string    `json:"native_event"`
	Mode        string    `json:"mode"`
	Tool        Tool      `json:"tool"`
	Session     Session   `json:"session"`
	Time        string    `json:"time"` // RFC 3339, UTC: the only clock that rules see
	Cwd         string    `json:"cwd"`  // absolute, slash-separated, like Root and Home
	Root        string    `json:"root"`
	Home        string    `json:"home"`
	OS          string    `json:"os"`    // linux, darwin, windows, ...
	Shell       string    `json:"shell"` // bash, zsh, sh, powershell, cmd; "" for a tool that is no shell
	Commands    []Command `json:"commands"`
	Writes      []Target  `json:"writes"`
	Reads       []Source  `json:"reads"`
	URLs        []URL     `json:"urls"`
	Unknown     []Unknown `json:"unknown"`
	Prompt      string    `json:"prompt"`
	Result      *Result   `json:"result,omitempty"`
	Profile     Profile   `json:"profile"`
	Gate        Self      `json:"gate"`
	Git         Git       `json:"git"`
}

// UnknownText stands in a command's words for a piece of text that only
// running the command would tell.
const UnknownText = "\uFFFD"

// Command is one program that would be started, or one shell builtin.
type Command struct {
	Name     string            `json:"name"`     // base name without folder and .exe; a PowerShell alias as its cmdlet
	Program  string            `json:"program"`  // the first word, quotes and variables resolved
	Argv     []string          `json:"argv"`     // every word, Program first; UnknownText for what is not known
	Options  []string          `json:"options"`  // option words; clusters of one-letter options taken apart where the program is known
	Operands []string          `json:"operands"` // the other words, option values left out where the program is known
	Via      []string          `json:"via"`      // the wrappers that start it, outermost first: "sudo", "bash -c", "xargs", "find -exec", "ssh"
	Env      map[string]string `json:"env"`      // variables set for this command alone
	Uses     []string          `json:"uses"`     // names of the environment's variables whose values stand in its words
	Cwd      string            `json:"cwd"`      // "" when it cannot be known
	Stdin    Stdin             `json:"stdin"`
	Where    string            `json:"where"` // local, container or remote
	Exact    bool              `json:"exact"` // every word of Argv is known
}

// Stdin is where a command's standard input comes from.
type Stdin struct {
	Kind string   `json:"kind"` // inherit, pipe, file or text
	From []string `json:"from"` // pipe: the names of all commands upstream; file: its path; else empty
	Text string   `json:"text"` // what it says, where that is known, cut to 4 KiB
}

// The operations of a Target.
const (
	OpCreate   = "create"
	OpWrite    = "write"
	OpAppend   = "append"
	OpTruncate = "truncate"
	OpDelete   = "delete"
	OpMove     = "move" // the place a file is moved away from; where it goes is a write
	OpCopy     = "copy"
	OpChmod    = "chmod"
	OpLink     = "link"
)

// Target is a place in the file system that would be changed.
type Target struct {
	Path     string   `json:"path"`     // relative to the root when inside it, else absolute; "." is the root itself
	Abs      string   `json:"abs"`      // absolute, slash-separated, links resolved
	Inside   bool     `json:"inside"`   // in the root, in one of the profile's roots, or in a temporary folder
	Op       string   `json:"op"`       // one of the Op constants
	Source   string   `json:"source"`   // what changes it: the tool's name, or the command's ("rm", ">")
	Content  string   `json:"content"`  // the new text, where the payload carries it
	Complete bool     `json:"complete"` // Content is the whole file
	Flaws    []string `json:"flaws"`    // see the Flaw constants
}

// The flaws of a path.
const (
	FlawSymlink       = "symlink"        // a link stands in it that is not a system link
	FlawReservedName  = "reserved_name"  // CON, NUL, COM1, ... with or without an ending
	FlawStream        = "stream"         // name:stream
	FlawInvalidChar   = "invalid_char"   // NUL, control characters, and on Windows <>"|?*
	FlawBadSegment    = "bad_segment"    // no path at all, a segment of white space, or a drive-relative path
	FlawTrailingDot   = "trailing_dot"   // a segment ends in a dot or a space
	FlawNotNFC        = "not_nfc"        // not in Unicode's composed form, or has characters that do not show
	FlawCaseCollision = "case_collision" // a protected name in other letters: .GIT
	FlawGlob          = "glob"           // a pattern that the file system could not settle
	FlawDevice        = "device"         // a device such as /dev/sda or \\.\PhysicalDrive0
)

// Source is a file that would be read.
type Source struct {
	Path   string `json:"path"` // as in Target
	Abs    string `json:"abs"`
	Inside bool   `json:"inside"`
	Source string `json:"source"`
}

// URL is a place on the network that would be asked.
type URL struct {
	URL    string `json:"url"`
	Scheme string `json:"scheme"`
	Host   string `json:"host"`
	Port   string `json:"port"` // "" when the URL names none
	Method string `json:"method"`
	Source string `json:"source"`
}

// The things that an Unknown can be about.
const (
	UnknownTarget   = "target"   // a tool or command writes, and where cannot be found
	UnknownProgram  = "program"  // which program would run is only known when it runs
	UnknownCommand  = "command"  // text is run as a command, and what it says cannot be known
	UnknownSyntax   = "syntax"   // the text does not parse
	UnknownLimit    = "limit"    // too large, too deep or too slow to settle
	UnknownArgs     = "args"     // the tool's arguments are missing or cut off
	UnknownDisguise = "disguise" // characters that do not show, or that pose as others
)

// Unknown is something about the call that could not be settled.
type Unknown struct {
	What string `json:"what"`
	Text string `json:"text"` // the piece of the call it is about, cut to 200 bytes
	Why  string `json:"why"`
}

// Profile is the effective profile of a project.
type Profile struct {
	Deny      []string   `json:"deny"`      // globs that no write may match
	Allow     [][]string `json:"allow"`     // of each list at least one glob must match every write; no list means anything goes
	NoSecrets bool       `json:"noSecrets"` // look for secrets in content
	PII       bool       `json:"pii"`       // look for personal data in content
	MaxBytes  int        `json:"maxBytes"`  // largest content of one write in bytes; 0 means no limit
	Roots     []string   `json:"roots"`     // further places that count as inside, absolute
	Source    string     `json:"source"`    // the file it came from, or "built-in"
}

// Self is what the gate knows about itself, for self-protection.
type Self struct {
	Version string   `json:"version"`
	Files   []string `json:"files"` // absolute paths of the gate's own files and folders
}

// Git is what the .git files say, read without starting git.
type Git struct {
	Branch string `json:"branch"` // "" outside a repository or on a detached head
	Remote string `json:"remote"` // the URL of origin
}

// Finding is one rule's word on an action.
type Finding struct {
	ID       string   `json:"id"` // "<category>/<rule>", an organisation's with its name and a colon before
	Decision Decision `json:"decision"`
	Reason   string   `json:"reason"` // one sentence, and what to do instead
	Path     string   `json:"path"`
	Code     string   `json:"code"` // the rule's id unless it has codes of its own
	Fix      string   `json:"fix"`
	Layer    string   `json:"layer"` // gate, org, user, project

	Softened *Softening `json:"softened,omitempty"` // nil when it counts as the rule said it
}

// Softening is what a setting made of a rule's finding.
type Softening struct {
	From   Decision `json:"from"`   // what the rule said
	By     string   `json:"by"`     // whose setting it is: user, or org:<name>; person for an approval
	Reason string   `json:"reason"` // as the setting states it
}

// Verdict is what policy decided. The zero value denies.
type Verdict struct {
	Decision Decision  `json:"decision"`
	Findings []Finding `json:"findings"`
	Revision string    `json:"revision,omitempty"` // of the bundles that the policy is made of, "" for the embedded one
	Approval string    `json:"approval,omitempty"` // the code with which a person can let exactly this call through, "" for none
}

// With is the verdict with further findings: the strictest of all decides, and
// they are in the order of the router, strictest first.
func (v Verdict) With(more []Finding) Verdict {
	v.Findings = append(slices.Clone(v.Findings), more...)
	slices.SortStableFunc(v.Findings, func(a, b Finding) int {
		return cmp.Or(cmp.Compare(a.Decision, b.Decision), strings.Compare(a.ID, b.ID), strings.Compare(a.Path, b.Path), strings.Compare(a.Reason, b.Reason))
	})
	for _, f := range more {
		v.Decision = min(v.Decision, f.Decision)
	}
	return v
}

// Lead is the finding that a reply speaks of: the first of the decision's own
// strength. A verdict without one gives a finding that only holds the decision.
func (v Verdict) Lead() Finding {
	for _, f := range v.Findings {
		if f.Decision == v.Decision {
			return f
		}
	}
	return Finding{Decision: v.Decision}
}

// ErrInternal is the code of every refusal that no rule asked for.
const ErrInternal = "ERR_INTERNAL"

// Refuse is the verdict on a call that the gate could not judge. It is the
// only place where failing closed is decided.
func Refuse(code, reason string) Verdict {
	return Verdict{Decision: Deny, Findings: []Finding{{
		ID: "gate/refused", Decision: Deny, Code: code, Reason: reason, Layer: "gate",
	}}}
}

// Reply is what the harness hears. Stdout is one JSON document or nothing.
type Reply struct {
	Stdout []byte
	Stderr string
	Exit   int
}
