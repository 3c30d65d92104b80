package extract

import (
	"slices"
	"strings"

	"gate"
	"gate/internal/table"
)

// run finds what a name stands for: an alias, a function, a cmdlet, a program.
func (p *pwsh) run(name psValue, args []psArg, in psFlow, ctx context) []psValue {
	text := name.str()
	if strings.Contains(text, gate.UnknownText) || text == "" {
		return p.native(psArg{value: textValue(firstOf(text, gate.UnknownText))}, args, ctx)
	}
	text = unqualified(text)
	low := strings.ToLower(text)
	if to, ok := p.aliases[low]; ok {
		if low = strings.ToLower(to); strings.Contains(to, gate.UnknownText) {
			return p.native(psArg{value: textValue(to)}, args, ctx)
		}
		text = to
	}
	if body, ok := p.funcs[low]; ok {
		return p.call(low, body, args, in, ctx)
	}
	if full, ok := psAliases.Find(low); ok && p.aliased(low, args) {
		text, low = full, strings.ToLower(full)
	}
	if row := cmdlets.Get(low); row != nil {
		return p.cmdlet(row, text, args, in, ctx)
	}
	if verbNoun(low) {
		return p.cmdlet(&cmdlet{name: text}, text, args, in, ctx)
	}
	return p.native(psArg{value: textValue(text)}, args, ctx)
}

// unqualified is a command's name without its module's.
func unqualified(name string) string {
	at := strings.LastIndexByte(name, '\\')
	if at <= 0 || strings.ContainsAny(name[:at], `:/\`) || strings.HasPrefix(name, ".") || strings.HasPrefix(name, "~") {
		return name
	}
	last := strings.ToLower(name[at+1:])
	if cmdlets.Has(last) || psAliases.Has(last) || verbNoun(last) {
		return name[at+1:]
	}
	return name
}

// aliased says whether a name is the alias here, or the program of the same
// name: away from Windows rm and its kin are programs, and curl is one when
// it is given curl's own options.
func (p *pwsh) aliased(name string, args []psArg) bool {
	if p.r.x.a.OS != "windows" && unixOwn.Has(name) {
		return false
	}
	if name != "curl" && name != "wget" {
		return true
	}
	return !slices.ContainsFunc(args, func(a psArg) bool {
		if a.param == "" {
			return a.bare && strings.HasPrefix(a.value.text, "-")
		}
		_, ok := cmdlets.Get("invoke-webrequest").match(a.param)
		return !ok || len(a.param) < 4
	})
}

var unixOwn = table.Set{"ac", "cat", "clear", "compare", "cp", "diff", "kill", "ls", "man", "mount", "mv", "ps", "rm", "rmdir", "sleep", "sort", "start", "tee", "write", "curl", "wget"}

// verbNoun says whether a name is built as cmdlets' are, so that it is none
// of a program: docker-compose, pre-commit.
func verbNoun(name string) bool {
	verb, noun, ok := strings.Cut(name, "-")
	return ok && psVerbs.Has(verb) && noun != "" && !strings.ContainsAny(noun, `./\`) && !programs.Has(name)
}

var psVerbs = table.Set{"add", "approve", "assert", "backup", "block", "build", "checkpoint", "clear", "close", "compare", "complete", "compress", "confirm", "connect", "convert",
	"convertfrom", "convertto", "copy", "debug", "deny", "deploy", "disable", "disconnect", "dismount", "edit", "enable", "enter", "exit", "expand", "export", "find", "foreach",
	"format", "get", "grant", "group", "hide", "import", "initialize", "install", "invoke", "join", "limit", "lock", "measure", "merge", "mount", "move", "new", "open", "optimize",
	"out", "ping", "pop", "protect", "publish", "push", "read", "receive", "redo", "register", "remove", "rename", "repair", "request", "reset", "resize", "resolve", "restart",
	"restore", "resume", "revoke", "save", "search", "select", "send", "set", "show", "skip", "sort", "split", "start", "step", "stop", "submit", "suspend", "switch", "sync",
	"tee", "test", "trace", "unblock", "undo", "uninstall", "unlock", "unprotect", "unpublish", "unregister", "update", "use", "wait", "watch", "where", "write"}
