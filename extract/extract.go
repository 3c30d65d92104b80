// Package extract works out what a tool call would do: the commands it would
// run, the files it would change and read, the addresses it would ask. It
// looks and never touches: no process, no network, no write. Nothing in it
// returns an error, because what cannot be settled is a fact of its own and
// goes to the action's Unknown list.
package extract

import (
	"encoding/json"
	"runtime"
	"slices"
	"time"

	"gate"
	"gate/internal/table"
)

// Scene is what is known about the machine and the project around a call.
type Scene struct {
	Root      string // the project's folder, absolute, any slashes; "" when there is none
	Home      string // the user's home folder, absolute, any slashes
	OS        string // the machine's, as runtime.GOOS; "" is this machine's
	Now       time.Time
	Profile   gate.Profile
	Self      gate.Self
	Getenv    func(string) string // nil: no environment
	FS        FS                  // nil: the real one when the call's OS is this machine's, else none
	SkipShell bool                // command text is not looked at, and is not unknown
}

// extraction is one call on its way to an action.
type extraction struct {
	call  gate.Call
	scene Scene
	a     *gate.Action
	fs    FS // nil when the file system is not known
	os    string

	here  spelling          // the call's folder
	known []spelling        // folders the machine or the person chose, as spelled
	safe  []spelling        // folders that count as inside, links resolved
	links map[string]lookup // paths looked up so far

	learning bool            // the known folders are being looked up
	passed   map[string]bool // the links on the way to them

	places map[pathKey]place // paths resolved so far
	seen   map[any]bool      // entries of the action's lists
	full   bool              // a limit was reached and is noted

	forged bool // the call itself makes links, so that a path may lead on where nothing is yet
}

// From says what a call would do. The lists are filled on before_tool and
// permission; on prompt only Reads is, with the files that the text mentions
// as @path. Paths are slash-separated, absolute and free of links, Root, Home
// and Cwd as well, so that rules can compare them.
func From(call gate.Call, s Scene) gate.Action {
	x := newExtraction(call, s)
	x.a.Profile = s.Profile
	x.a.Profile.Deny = listed(s.Profile.Deny)
	x.a.Profile.Allow = listed(s.Profile.Allow)
	x.a.Profile.Roots = x.folders(s.Profile.Roots)
	x.a.Gate = gate.Self{Version: s.Self.Version, Files: x.selfFiles()}
	if s.FS == nil && x.os == runtime.GOOS {
		x.a.Git = readGit(x.a.Root)
	}
	x.tool()
	return *x.a
}

// newExtraction starts on a call: all that is the same for every tool.
func newExtraction(call gate.Call, s Scene) *extraction {
	x := &extraction{
		call: call, scene: s,
		links: make(map[string]lookup, 32), passed: map[string]bool{}, places: map[pathKey]place{}, seen: map[any]bool{},
		a: &gate.Action{
			Harness: call.Harness, Event: call.Event, NativeEvent: call.NativeEvent, Mode: call.Mode,
			Tool: call.Tool, Session: call.Session, Prompt: call.Prompt, Result: call.Result,
			Time:     s.Now.UTC().Format(time.RFC3339),
			Commands: []gate.Command{}, Writes: []gate.Target{}, Reads: []gate.Source{},
			URLs: []gate.URL{}, Unknown: []gate.Unknown{},
		},
	}
	x.settle()
	return x
}

// tool fills the action's tool, and its lists where the event has any.
func (x *extraction) tool() {
	args, err := parseArgs(x.call.Tool.Args)
	if err != nil || args.kind != formObject || args.text == "" {
		x.a.Tool.Args = json.RawMessage("{}")
	}
	t := newTool(x.call, args)
	x.a.Tool.Kind = t.kind
	if t.kind == gate.Shell {
		x.a.Shell = t.shell
	}
	switch x.call.Event {
	case gate.Prompt:
		x.mentions(x.call.Prompt)
	case gate.BeforeTool, gate.Permission:
		if err != nil {
			x.unknown(gate.UnknownArgs, string(x.call.Tool.Args), "the tool's arguments cannot be read")
			return
		}
		if args.cut {
			x.unknown(gate.UnknownLimit, t.name, "the tool's arguments are too large or too deep to go through")
		}
		extractors.Get(string(t.kind))(x, t)
	}
}

// extractors says how the arguments of each kind of tool are read.
var extractors = table.Of[func(*extraction, tool)]{
	{string(gate.Shell), (*extraction).run},
	{string(gate.Write), (*extraction).change},
	{string(gate.Edit), (*extraction).change},
	{string(gate.Delete), (*extraction).change},
	{string(gate.Patch), (*extraction).change},
	{string(gate.Read), (*extraction).consult},
	{string(gate.Search), (*extraction).consult},
	{string(gate.Fetch), (*extraction).fetch},
	{string(gate.MCP), (*extraction).mine},
	{string(gate.Other), (*extraction).mine},
	{string(gate.Agent), func(*extraction, tool) {}},
}

// selfFiles are the gate's own files: each as it is spelled, for what would
// replace the link, and as it resolves, for what would change the file.
func (x *extraction) selfFiles() []string {
	files := []string{}
	for _, f := range x.scene.Self.Files {
		for _, follow := range []bool{false, true} {
			if abs := x.resolve(f, "", follow).abs; !slices.Contains(files, abs) {
				files = append(files, abs)
			}
		}
	}
	return files
}

func (x *extraction) folders(paths []string) []string {
	out := make([]string, 0, len(paths))
	for _, p := range paths {
		out = append(out, x.resolve(p, "", true).abs)
	}
	return out
}

// listed is list, never nil: the schema knows no null.
func listed[T any](list []T) []T {
	if list == nil {
		return []T{}
	}
	return list
}
