package extract

import (
	"slices"
	"strings"

	"gate"
)

// editor is vim and its kin: -c and +COMMAND, and on standard input the
// commands of ex.
func editor(r *runner, c *call, st *state, ctx context) stream {
	for _, o := range c.options {
		if o.name == "-c" || o.name == "--cmd" || o.name == "-S" && o.value != "" {
			r.exCommand(o.value, st, ctx)
		}
	}
	for _, word := range c.operands {
		if text, ok := strings.CutPrefix(word, "+"); ok {
			r.exCommand(text, st, ctx)
		}
	}
	if ctx.stdin.known() {
		for _, line := range strings.Split(ctx.stdin.text, "\n") {
			r.exCommand(line, st, ctx)
		}
	}
	return unknownStream
}

// exCommand reads commands of vi parted by |: ! starts a program, w and
// saveas write a file.
func (r *runner) exCommand(text string, st *state, ctx context) {
	text = strings.TrimLeft(text, ": \t")
	if shell, ok := strings.CutPrefix(strings.TrimLeft(text, "silent "), "!"); ok {
		r.script(shell, "vim !", st, ctx)
		return
	}
	for _, part := range strings.Split(text, "|") {
		name, rest, _ := strings.Cut(strings.TrimSpace(part), " ")
		rest = strings.TrimSpace(rest)
		switch {
		case strings.HasPrefix(name, "%!") || strings.HasPrefix(name, "r!") || strings.HasPrefix(name, "w!") && rest == "" && len(name) > 2:
			r.script(name[2:]+" "+rest, "vim !", st, ctx)
		case slices.Contains([]string{"w", "w!", "write", "write!", "sav", "saveas", "saveas!", "wq", "x"}, name) && rest != "" && !strings.HasPrefix(rest, "!"):
			r.target(target{path: rest, cwd: st.cwd, op: gate.OpWrite, source: "vim"}, ctx)
		case strings.Contains(part, "system(") || strings.Contains(part, "os.execute") || strings.Contains(part, "termopen("):
			r.x.unknown(gate.UnknownCommand, part, "the editor runs code of its own that starts programs")
		}
	}
}

// ed takes its commands from standard input, and !COMMAND as a file.
func ed(r *runner, c *call, st *state, ctx context) stream {
	for i, word := range c.operands {
		if text, ok := strings.CutPrefix(word, "!"); ok {
			r.script(text, "ed", st, ctx)
			continue
		}
		if ctx.stdin.kind != "inherit" {
			r.touch('w', word, c.opGlobs[i], c, st, ctx)
		}
	}
	if !ctx.stdin.known() {
		return unknownStream
	}
	for _, line := range strings.Split(ctx.stdin.text, "\n") {
		if text, ok := strings.CutPrefix(line, "!"); ok {
			r.script(text, "ed", st, ctx)
		}
		if file, ok := strings.CutPrefix(line, "w "); ok {
			r.touch('w', strings.TrimSpace(file), false, c, st, ctx)
		}
	}
	return unknownStream
}

// pager is less: +!COMMAND starts a program at once.
func pager(r *runner, c *call, st *state, ctx context) stream {
	for _, word := range c.operands {
		if text, ok := strings.CutPrefix(strings.TrimLeft(word, "+"), "!"); ok && strings.HasPrefix(word, "+") {
			r.script(text, c.name+" +!", st, ctx)
		}
	}
	return filter(r, c, st, ctx)
}

// debugger is gdb and lldb: their commands can start a shell's.
func debugger(r *runner, c *call, st *state, ctx context) stream {
	for i, word := range c.argv {
		if i == 0 || !slices.Contains([]string{"-ex", "--eval-command", "-o", "--one-line", "-iex"}, c.argv[i-1]) {
			continue
		}
		for _, prefix := range []string{"shell ", "! ", "!", "platform shell "} {
			if text, ok := strings.CutPrefix(word, prefix); ok {
				r.script(text, c.name, st, ctx)
				break
			}
		}
		if strings.HasPrefix(word, "python ") {
			r.program("python", strings.TrimPrefix(word, "python "), st, ctx.sub(c.name))
		}
	}
	if i := slices.Index(c.argv, "--args"); i > 0 {
		return r.nested(c, i+1, c.name, st, ctx)
	}
	return unknownStream
}

// database is a client whose statements can hold commands of its own.
func database(r *runner, c *call, st *state, ctx context) stream {
	texts := slices.Clone(c.argv[1:])
	if ctx.stdin.known() {
		texts = append(texts, strings.Split(ctx.stdin.text, "\n")...)
	}
	for i, word := range c.argv {
		if i > 0 && c.name == "psql" && (c.argv[i-1] == "-o" || c.argv[i-1] == "--output" || c.argv[i-1] == "-L") {
			r.touch('w', word, false, c, st, ctx)
		}
	}
	for _, text := range texts {
		text = strings.TrimPrefix(text, "--command=")
		text = strings.TrimSpace(strings.TrimPrefix(text, "--execute="))
		verb, rest, _ := strings.Cut(text, " ")
		rest = strings.TrimSpace(strings.TrimSuffix(rest, ";"))
		switch {
		case verb == ".shell" || verb == ".system" || verb == "system" && c.name != "psql" || verb == `\!`:
			r.script(rest, c.name, st, ctx)
		case (verb == ".output" || verb == ".once" || verb == ".backup" || verb == ".dump" && c.name == "") && rest != "" || verb == `\o`:
			r.touch('w', strings.Trim(rest, `"'`), false, c, st, ctx)
		case strings.HasPrefix(rest, "FROM PROGRAM") || strings.Contains(strings.ToUpper(text), " PROGRAM '"):
			r.x.unknown(gate.UnknownCommand, text, "the database starts a program")
		}
	}
	return unknownStream
}

// socat connects two addresses; some of them start programs.
func socat(r *runner, c *call, st *state, ctx context) stream {
	ctx.stdin = stream{kind: "pipe", from: []string{c.name}, text: gate.UnknownText}
	for _, word := range c.operands {
		kind, rest, _ := strings.Cut(word, ":")
		address, _, _ := strings.Cut(rest, ",")
		switch strings.ToUpper(kind) {
		case "EXEC", "SYSTEM", "SHELL":
			r.script(strings.Trim(address, `"'`), c.name, st, ctx)
		case "OPEN", "FILE", "CREATE":
			r.touch('r', address, false, c, st, ctx)
		case "TCP", "TCP4", "TCP6", "UDP", "OPENSSL":
			r.x.url("tcp://"+address, "CONNECT", c.name)
		}
	}
	return unknownStream
}

// later is a program with words of its own in front of a command.
func later(r *runner, c *call, st *state, ctx context) stream {
	words := c.argv[1:]
	switch c.name {
	case "tmux":
		if len(words) > 1 && slices.Contains([]string{"new", "new-session", "new-window", "neww", "split-window", "splitw", "respawn-pane", "run", "run-shell", "popup"}, words[0]) {
			if last := words[len(words)-1]; strings.ContainsAny(last, " ;") {
				return r.script(last, c.name, st, ctx)
			}
		}
		if len(words) > 1 && (words[0] == "send-keys" || words[0] == "send") {
			for _, w := range words[1:] {
				if strings.Contains(w, " ") {
					r.script(w, c.name, st, ctx)
				}
			}
		}
		return unknownStream
	case "xterm":
		if i := slices.Index(words, "-e"); i >= 0 {
			return r.after(c, i+2, st, ctx)
		}
		return unknownStream
	case "screen":
		at := slices.IndexFunc(words, func(w string) bool { return !strings.HasPrefix(w, "-") })
		if at > 0 && strings.HasSuffix(words[at-1], "S") {
			at++
		}
		return r.after(c, at+1, st, ctx)
	case "ip":
		if i := slices.Index(words, "exec"); i >= 0 {
			return r.after(c, i+3, st, ctx)
		}
		return unknownStream
	case "sg":
		if i := slices.Index(words, "-c"); i >= 0 && i+1 < len(words) {
			return r.script(words[i+1], c.name, st, ctx)
		}
		return unknownStream
	case "cross-env":
		at := slices.IndexFunc(words, func(w string) bool { return !assignment(w) })
		return r.after(c, at+1, st, ctx)
	}
	for i, w := range words { // start-stop-daemon
		name, value, joined := strings.Cut(w, "=")
		if slices.Contains([]string{"-x", "-a", "--exec", "--startas"}, name) {
			if !joined && i+1 < len(words) {
				value = words[i+1]
			}
			rest := []string{value}
			if at := slices.Index(words, "--"); at >= 0 {
				rest = append(rest, words[at+1:]...)
			}
			return r.found(rest, "\x00", "", c.name, st, ctx)
		}
	}
	return unknownStream
}

// emacs runs Lisp: what starts programs or deletes there is not looked into.
func emacs(r *runner, c *call, _ *state, _ context) stream {
	for _, word := range c.argv[1:] {
		for _, name := range []string{"shell-command", "call-process", "start-process", "delete-directory", "delete-file", "write-file", "write-region"} {
			if strings.Contains(word, name) {
				r.x.unknown(gate.UnknownCommand, word, "the editor runs Lisp that changes files or starts programs")
			}
		}
	}
	return unknownStream
}

// otherLanguage is an interpreter whose language the gate does not read: a
// program given as text that speaks of files or processes is unknown.
func otherLanguage(r *runner, c *call, _ *state, ctx context) stream {
	texts := c.argv[1:]
	if ctx.stdin.known() {
		texts = append([]string{ctx.stdin.text}, texts...)
	}
	for _, text := range texts {
		if !strings.ContainsAny(text, " (\"'`") {
			continue // a file or an option
		}
		for _, word := range []string{"system", "exec", "run(", "run `", "spawn", "rm(", "rm_rf", "delete", "unlink", "callCommand", "sys.process", "write", "remove"} {
			if strings.Contains(text, word) {
				r.x.unknown(gate.UnknownCommand, text, c.name+" runs a program that the gate cannot read")
				return unknownStream
			}
		}
	}
	return unknownStream
}

// ansible runs a module on other machines; those named shell, command and raw
// take a command line.
func ansible(r *runner, c *call, st *state, ctx context) stream {
	module, given := c.last("-m", "--module-name")
	text, ok := c.last("-a", "--args")
	if !ok || given && !slices.Contains([]string{"shell", "command", "raw", "script"}, module) {
		return unknownStream
	}
	if !slices.Contains(c.operands, "localhost") {
		ctx.where = "remote"
	}
	return r.script(text, c.name, st, ctx)
}

// after starts the command that begins at a word, when there is one.
func (r *runner) after(c *call, from int, st *state, ctx context) stream {
	if from < 1 || from >= len(c.argv) {
		return unknownStream
	}
	return r.nested(c, from, c.name, st, ctx)
}

// sshKeygen writes a key, or only looks at one.
func sshKeygen(r *runner, c *call, st *state, ctx context) stream {
	file, ok := c.last("-f")
	if !ok {
		return unknownStream
	}
	role := byte('w')
	if c.has("-l", "-y", "-e", "-B", "-F", "-L") {
		role = 'r'
	}
	r.touch(role, file, false, c, st, ctx)
	return unknownStream
}

// lastWritten is a program whose last operand is its output.
func lastWritten(r *runner, c *call, st *state, ctx context) stream {
	if n := len(c.operands); n > 1 || n == 1 && c.has("-i") {
		r.touch('w', c.operands[n-1], false, c, st, ctx)
	}
	return unknownStream
}

// yq edits its files in place with -i.
func yq(r *runner, c *call, st *state, ctx context) stream {
	if c.has("-i", "--inplace", "--in-place") {
		for i, file := range c.operands[min(1, len(c.operands)):] {
			r.touch('w', file, c.opGlobs[i+1], c, st, ctx)
		}
	}
	return unknownStream
}
