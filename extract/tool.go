package extract

import (
	"slices"
	"strings"

	"gate"
	"gate/internal/table"
)

// tool is the tool of a call with what its name and arguments tell.
type tool struct {
	name   string
	words  []string
	kind   gate.Kind
	effect effect
	given  bool // the dialect knew the kind
	args   node
	shell  string // the shell that reads its commands
}

// newTool settles what sort of tool a call uses: the dialect's word, else the
// words of its name, which its arguments can overrule.
func newTool(call gate.Call, args node) tool {
	t := tool{name: call.Tool.Name, kind: call.Tool.Kind, given: call.Tool.Kind != "", args: args}
	t.words = toolWords(ownName(t.name))
	for _, kid := range args.kids { // a tool that calls another tool
		if kid.key == "toolname" && kid.kind == formText {
			t.words = toolWords(kid.text)
		}
	}
	t.effect = effectOf(t.words)
	switch {
	case t.kind == gate.MCP || t.kind == "" && isMCP(t.name):
		t.kind = gate.MCP
	case t.kind == "":
		t.kind = t.guess()
	}
	if known, ok := effects.Find(string(t.kind)); ok && kinds[t.effect] != t.kind {
		t.effect = known
	}
	t.shell = t.shellName(call.Shell)
	return t
}

// guess is the kind of a tool that the dialect does not know.
func (t tool) guess() gate.Kind {
	places := collect(t.args)
	certain := t.about(shells) && !t.about(quiet)
	switch {
	case !t.effect.changes() && slices.ContainsFunc(places, spot.edited):
		return gate.Edit
	case t.effect.changes() && t.about(notFiles) && len(places) == 0:
		return gate.Other
	case t.effect == runs && !certain && len(commandsIn(t.args, true)) == 0:
		return gate.Other
	}
	return kinds[t.effect]
}

// isMCP knows the spellings of tools of MCP servers: mcp__server__tool,
// mcp_server_tool, MCP:tool.
func isMCP(name string) bool {
	name = strings.ToLower(name)
	return strings.HasPrefix(name, "mcp_") || strings.HasPrefix(name, "mcp:")
}

// ownName is a tool's name without its server's, as far as that can be told.
func ownName(name string) string {
	for _, sep := range []string{"__", "/", ":"} {
		if i := strings.LastIndex(name, sep); i >= 0 && i+len(sep) < len(name) {
			name = name[i+len(sep):]
		}
	}
	return name
}

// shellNames are the pieces of tool names that say which shell it is.
var shellNames = []struct{ piece, shell string }{{"powershell", "powershell"}, {"pwsh", "powershell"}, {"cmd", "cmd"}, {"zsh", "zsh"}}

// shellName is the shell that reads a tool's commands: what the payload says,
// else what the tool's name says, else bash.
func (t tool) shellName(said string) string {
	if said != "" {
		return said
	}
	for _, n := range shellNames {
		if strings.Contains(foldKey(t.name), n.piece) {
			return n.shell
		}
	}
	return "bash"
}

// about says whether the tool's name has one of some words.
func (t tool) about(words table.Set) bool {
	return slices.ContainsFunc(t.words, func(w string) bool { return words.Has(w) })
}
