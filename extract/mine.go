package extract

import (
	"strings"

	"gate"
	"gate/internal/table"
)

// mine reads a tool that only its own server, or nobody, has described: the
// paths, addresses, patches and commands in its arguments, by the same keys as
// those of native tools.
func (x *extraction) mine(t tool) {
	spots := collect(t.args)
	patched := t.effect != reads && t.effect != searches && x.patched(t, t.args)
	placed := x.apply(t, spots)
	x.addresses(t, len(spots) > 0)
	x.runAll(t, commandsIn(t.args, t.effect == runs))
	if t.effect == runs {
		x.runCode(t)
	}
	if t.effect.changes() && t.about(fileNouns) && !patched && !placed && len(t.args.kids) > 0 {
		x.unknown(gate.UnknownTarget, t.name, "the tool changes a file, and its arguments do not say which")
	}
}

// run reads a tool that hands text to a shell.
func (x *extraction) run(t tool) {
	found := commandsIn(t.args, true)
	if len(found) == 0 {
		t.args.walk(func(n node) {
			for _, text := range commandsOf(n, codeKeys) {
				found = append(found, commandLine{text: text})
			}
		})
	}
	if len(found) == 0 && (t.given || !t.about(quiet)) {
		x.unknown(gate.UnknownArgs, t.name, "the tool was sent no command")
	}
	for i := range found {
		found[i].cwd = "" // the dialect has put it into the call
	}
	x.runAll(t, found)
}

// runCode reads the code that a tool runs in a language of its own, which its
// name may tell.
func (x *extraction) runCode(t tool) {
	lang := "python"
	for _, word := range t.words {
		switch word {
		case "js", "javascript", "node", "typescript", "evaluate", "browser", "page":
			lang = "node"
		}
	}
	t.args.walk(func(n node) {
		for _, text := range commandsOf(n, codeKeys) {
			r := newRunner(x, "bash")
			r.program(lang, text, newState(x.a.Cwd), context{where: "local", stdin: stream{kind: "inherit"}})
		}
	})
}

func (x *extraction) runAll(t tool, lines []commandLine) {
	if x.scene.SkipShell {
		return
	}
	for _, l := range lines {
		x.shell(l.text, t.shell, firstOf(l.cwd, x.a.Cwd))
	}
}

// commandLine is command text in a tool's arguments.
type commandLine struct{ text, cwd string }

// commandKeys are the arguments that hold command text, or a list of words,
// whatever the tool is called. In tools that run things the scriptKeys do so
// too, where none of the others is there.
var (
	commandKeys = table.Set{"command", "cmd", "commandline", "commands"}
	scriptKeys  = table.Set{"script", "bash", "input", "shell"}
	codeKeys    = table.Set{"code"} // a shell tool's command; elsewhere another language
)

// commandsIn finds the commands in arguments.
func commandsIn(args node, runsThings bool) []commandLine {
	var found []commandLine
	for _, keys := range []table.Set{commandKeys, scriptKeys} {
		args.walk(func(n node) {
			for _, text := range commandsOf(n, keys) {
				found = append(found, commandLine{text, folderOf(n)})
			}
		})
		if len(found) > 0 || !runsThings {
			break
		}
	}
	return found
}

// commandsOf are the commands under some keys of one object. A verb beside a
// path ("create") is no command.
func commandsOf(n node, keys table.Set) []string {
	var found, rest []string
	for _, kid := range n.kids {
		if kid.key == "args" || kid.key == "arguments" {
			rest = append(rest, wordsOf(kid)...)
		}
	}
	for _, kid := range n.kids {
		switch {
		case !keys.Has(kid.key) || namesPaths(n) && isVerb(kid.text) && !verbPrograms.Has(kid.text):
		case kid.key == "commands":
			found = append(found, kid.strings()...)
		case kid.kind == formList:
			found = append(found, strings.Join(append(wordsOf(kid), rest...), " "))
		case kid.kind == formText && strings.TrimSpace(kid.text) != "":
			text := strings.ReplaceAll(kid.text, "{enter}", "\n") // the key, where a tool types into a shell
			found = append(found, strings.Join(append([]string{text}, rest...), " "))
		}
	}
	return found
}

// verbPrograms are the verbs that are programs as well.
var verbPrograms = table.Set{"ls", "rm", "rmdir", "cat", "cp", "mv", "find", "grep", "rg", "mkdir", "unlink", "patch", "open"}

// wordsOf are a command's words, each quoted for bash; a text is taken as the
// part of a line that it is.
func wordsOf(n node) []string {
	if n.kind == formText {
		return []string{n.text}
	}
	if n.kind != formList {
		return nil
	}
	var words []string
	for _, kid := range n.kids {
		words = append(words, quote(kid.text))
	}
	return words
}

// folderKeys are the arguments that say where a command runs.
var folderKeys = table.Set{"cwd", "workdir", "workingdirectory", "workingdir"}

// folderOf is the folder that an object's command runs in, "" if not said.
func folderOf(n node) string {
	for _, kid := range n.kids {
		if folderKeys.Has(kid.key) && kid.kind == formText {
			return kid.text
		}
	}
	return ""
}
