package extract

import (
	"strings"

	"gate"
	"gate/internal/table"
)

// linked remembers a link that the line itself makes, so that what goes
// through it later is followed. A hard link is the same file under both names.
func (r *runner) linked(to, dest string, symbolic bool, st *state) {
	at := r.x.resolve(dest, st.cwd, false)
	if strings.Contains(at.abs+to, gate.UnknownText) {
		return
	}
	if !symbolic {
		to = r.x.resolve(to, st.cwd, true).abs
	}
	r.x.links[at.abs] = lookup{to: to, exists: true}
	r.x.forged = true
	clear(r.x.places) // what was resolved before may lead elsewhere now
}

// skips says how many operands of its own a wrapper takes before the command
// that it starts.
var skips = table.Of[int]{
	{"nice", 0}, {"nohup", 0}, {"time", 0}, {"stdbuf", 0}, {"setsid", 0}, {"ionice", 0}, {"chrt", 1}, {"taskset", 1}, {"timeout", 1},
	{"systemd-run", 0}, {"unshare", 0}, {"nsenter", 0}, {"busybox", 0}, {"toybox", 0}, {"caffeinate", 0}, {"strace", 0}, {"ltrace", 0}, {"valgrind", 0},
	{"fakeroot", 0}, {"firejail", 0}, {"unbuffer", 0}, {"rlwrap", 0}, {"pkexec", 0}, {"gosu", 1}, {"su-exec", 1}, {"setpriv", 0},
	{"xvfb-run", 0}, {"dbus-run-session", 0}, {"torsocks", 0}, {"proxychains", 0}, {"proxychains4", 0}, {"entr", 0}, {"dotenv", 0}, {"ts", 0}, {"chronic", 0},
	{"bunx", 0}, {"uvx", 0}, {"doas", 0},
	{"setarch", 1}, {"linux32", 0}, {"linux64", 0}, {"cpulimit", 0}, {"faketime", 1}, {"ssh-agent", 0}, {"nodemon", 0}, {"shx", 0}, {"env-cmd", 0},
}

// wrapper starts the command that the rest of its words are.
func wrapper(r *runner, c *call, st *state, ctx context) stream {
	from := c.rest + skips.Get(c.name)
	if c.name == "taskset" && c.has("-p") || c.name == "chrt" && c.has("-p") {
		return unknownStream
	}
	if dir, ok := c.last("--working-directory", "-D"); ok && c.name == "systemd-run" {
		st = st.clone()
		st.cwd = r.x.resolve(dir, st.cwd, true).abs
	}
	return r.nested(c, from, c.name, st, ctx)
}

func sudo(r *runner, c *call, st *state, ctx context) stream {
	if c.has("-e", "--edit") {
		for i, file := range c.operands {
			r.touch('w', file, c.opGlobs[i], c, st, ctx)
		}
		return unknownStream
	}
	inner := st.clone()
	if dir, ok := c.last("-D", "--chdir"); ok {
		inner.cwd = r.x.resolve(dir, st.cwd, true).abs
	}
	from := c.rest
	for from < len(c.argv) && assignment(c.argv[from]) {
		from++
	}
	if c.has("-s", "-i", "--shell", "--login") && from < len(c.argv) {
		return r.script(strings.Join(c.argv[from:], " "), c.name, inner, ctx)
	}
	if from >= len(c.argv) && c.has("-s", "-i", "--shell", "--login") {
		return r.stdinScript(c.name, inner, ctx)
	}
	return r.nested(c, from, c.name, inner, ctx)
}

// su runs -c TEXT, or a shell on standard input.
func su(r *runner, c *call, st *state, ctx context) stream {
	if text, ok := c.last("-c", "--command"); ok {
		return r.script(text, c.name, st, ctx)
	}
	if c.name == "runuser" && c.has("-u") {
		return r.nested(c, c.rest, c.name, st, ctx)
	}
	for i, word := range c.operands {
		if word == "-c" && i+1 < len(c.operands) {
			return r.script(c.operands[i+1], c.name, st, ctx)
		}
	}
	return r.stdinScript(c.name, st, ctx)
}

func assignment(word string) bool {
	name, _, ok := strings.Cut(word, "=")
	return ok && name != "" && !strings.ContainsAny(name, "/ -.")
}

// env sets variables, changes folder, and starts a command. A variable named
// BASH_FUNC_x%% is a function for the shells below it.
func env(r *runner, c *call, st *state, ctx context) stream {
	inner := st.clone()
	if dir, ok := c.last("-C", "--chdir"); ok {
		inner.cwd = r.x.resolve(dir, st.cwd, true).abs
	}
	vars := map[string]string{}
	for k, v := range ctx.env {
		vars[k] = v
	}
	from := c.rest
	for ; from < len(c.argv); from++ {
		name, value, ok := strings.Cut(c.argv[from], "=")
		if !ok {
			break
		}
		vars[name] = value
		if fn := strings.TrimSuffix(strings.TrimPrefix(name, "BASH_FUNC_"), "%%"); fn != name {
			r.code(fn+value, inner, ctx.sub("env"))
		}
	}
	ctx.env = vars
	if text, ok := c.last("-S", "--split-string"); ok {
		for _, word := range c.argv[from:] {
			text += " " + quote(word)
		}
		return r.script(text, c.name, inner, ctx)
	}
	if from == len(c.argv) {
		return unknownStream // prints the environment
	}
	return r.nested(c, from, c.name, inner, ctx)
}

// chroot runs a command that sees a folder as the root.
func chroot(r *runner, c *call, st *state, ctx context) stream {
	if len(c.operands) == 0 {
		return unknownStream
	}
	root := r.x.resolve(c.operands[0], st.cwd, true).abs
	ctx.where = "container"
	ctx.mount = []mount{{host: root, inside: "/"}}
	inner := st.clone()
	inner.cwd = "/"
	return r.nested(c, c.rest+1, c.name, inner, ctx)
}

// gated is the gate's own wrap, which starts an agent.
func gated(r *runner, c *call, st *state, ctx context) stream {
	if len(c.operands) == 0 || c.operands[0] != "wrap" {
		return unknownStream
	}
	from := c.rest + 1
	if from < len(c.argv) && c.argv[from] == "--" {
		from++
	}
	return r.nested(c, from, c.name+" wrap", st, ctx)
}

func flock(r *runner, c *call, st *state, ctx context) stream {
	if len(c.operands) == 0 {
		return unknownStream
	}
	if strings.Trim(c.operands[0], "0123456789") != "" {
		r.touch('w', c.operands[0], false, c, st, ctx)
	}
	rest := c.rest + 1
	for rest < len(c.argv) && strings.HasPrefix(c.argv[rest], "-") {
		if (c.argv[rest] == "-c" || c.argv[rest] == "--command") && rest+1 < len(c.argv) {
			return r.script(c.argv[rest+1], c.name, st, ctx)
		}
		rest++
	}
	return r.nested(c, rest, c.name, st, ctx)
}

// watch joins its words and gives them to a shell, unless told not to.
func watch(r *runner, c *call, st *state, ctx context) stream {
	if c.has("-x", "--exec") {
		return r.nested(c, c.rest, c.name, st, ctx)
	}
	return r.script(strings.Join(c.operands, " "), c.name, st, ctx)
}

// script runs -c TEXT while it writes down what happens on the terminal.
func scriptCommand(r *runner, c *call, st *state, ctx context) stream {
	if text, ok := c.last("-c", "--command"); ok {
		return r.script(text, c.name, st, ctx)
	}
	if r.x.a.OS == "darwin" && len(c.operands) > 1 {
		return r.nested(c, c.rest+1, c.name, st, ctx)
	}
	return r.stdinScript(c.name, st, ctx)
}

// hyperfine times each operand and some options as command lines.
func hyperfine(r *runner, c *call, st *state, ctx context) stream {
	for _, o := range c.options {
		switch o.name {
		case "-p", "--prepare", "-c", "--cleanup", "-s", "--setup":
			r.script(o.value, c.name, st, ctx)
		}
	}
	for _, text := range c.operands {
		r.script(text, c.name, st, ctx)
	}
	return unknownStream
}

// shell is sh and its kin: -c TEXT, a script file, or standard input.
func shell(r *runner, c *call, st *state, ctx context) stream {
	inner := st.child(ctx)
	inner.zero = ""
	if file, ok := c.last("--rcfile", "--init-file"); ok {
		r.runFile(file, c, inner, ctx)
	}
	if c.has("-n") && !c.has("-c") {
		return unknownStream // only reads its script
	}
	if c.has("-c", "--command") {
		text := ""
		if v, ok := c.last("-c", "--command"); ok && v != "" {
			text = v // fish
		} else if len(c.operands) > 0 {
			text = c.operands[0]
			inner.args = c.operands[min(2, len(c.operands)):]
		}
		if len(c.operands) > 1 {
			inner.zero = c.operands[1]
		}
		return r.script(text, c.name+" -c", inner, ctx)
	}
	if len(c.operands) > 0 && !c.has("-s") && c.operands[0] != "-" {
		inner.zero, inner.args = c.operands[0], c.operands[1:]
		return r.runFile(c.operands[0], c, inner, ctx)
	}
	return r.stdinScript(c.name, inner, ctx)
}

// runFile runs a script file: what the line itself wrote into it is known,
// any other is the project's own and not looked into.
func (r *runner) runFile(file string, c *call, st *state, ctx context) stream {
	s, ok := r.written(file, st)
	if file == "/dev/stdin" {
		s, ok = ctx.stdin, true
	}
	if !ok {
		if strings.HasPrefix(file, gate.UnknownText) {
			r.x.unknown(gate.UnknownProgram, strings.ReplaceAll(strings.Join(c.argv, " "), gate.UnknownText, "?"), c.name+" runs a file that is only known when it runs")
		}
		r.read(file, st.cwd, c.name, ctx)
		return unknownStream
	}
	if s.known() {
		return r.script(s.text, c.name, st, ctx)
	}
	r.unseen(c.name, s, st, ctx)
	return unknownStream
}

// stdinScript runs standard input as a shell's script.
func (r *runner) stdinScript(name string, st *state, ctx context) stream {
	in := ctx.stdin
	switch {
	case in.kind == "inherit" || in.kind == "":
		return unknownStream // an interactive shell, or one with nothing to do
	case in.known():
		ctx.stdin = stream{kind: "inherit"}
		return r.script(in.text, name, st, ctx)
	case in.kind == "file":
		return unknownStream // a script of the project's
	}
	r.x.unknown(gate.UnknownCommand, name, name+" runs what another program prints")
	return unknownStream
}

// ssh hands the rest of its words to a shell on another machine.
func ssh(r *runner, c *call, st *state, ctx context) stream {
	for _, o := range c.options {
		if o.name != "-o" {
			continue
		}
		if key, text, ok := cutAny(o.value, "= "); ok && (strings.EqualFold(key, "ProxyCommand") || strings.EqualFold(key, "LocalCommand")) {
			r.script(text, c.name, st, ctx)
		}
	}
	if len(c.operands) == 0 {
		return unknownStream
	}
	_, host, ok := strings.Cut(c.operands[0], "@")
	if !ok {
		host = c.operands[0]
	}
	if !strings.Contains(host, gate.UnknownText) {
		r.x.url("ssh://"+host, "CONNECT", c.name)
	}
	ctx.where = "remote"
	inner := st.clone()
	inner.cwd = "~"
	if len(c.operands) > 1 {
		return r.script(strings.Join(c.operands[1:], " "), c.name, inner, ctx)
	}
	if ctx.stdin.known() {
		return r.script(ctx.stdin.text, c.name, inner, ctx)
	}
	return unknownStream
}

// cutAny is strings.Cut at the first of some characters.
func cutAny(s, chars string) (before, after string, found bool) {
	if i := strings.IndexAny(s, chars); i >= 0 {
		return s[:i], s[i+1:], true
	}
	return s, "", false
}
