package extract

import (
	"slices"
	"strings"

	"gate"
)

// do is what a builtin or program does beyond its row in the table. It gives
// what is printed to standard output.
type do func(r *runner, c *call, st *state, ctx context) stream

func printed(text string) stream { return stream{kind: "pipe", text: text} }

// builtin finds the commands that the shell carries out itself.
func builtin(name string) do {
	switch name {
	case "cd", "pushd":
		return cd
	case "popd":
		return popd
	case "pwd":
		return pwd
	case "eval":
		return eval
	case "source", ".":
		return source
	case "exec":
		return exec
	case "command", "builtin":
		return command
	case "alias":
		return alias
	case "unalias":
		return unalias
	case "hash":
		return hash
	case "shopt":
		return shopt
	case "set":
		return set
	case "shift":
		return shift
	case "unset":
		return unset
	case "trap":
		return trap
	case "read":
		return read
	case "mapfile", "readarray":
		return readAll
	case "export":
		return export
	case "echo":
		return echo
	case "printf":
		return printf
	case "true", "false", ":", "test", "[", "wait", "exit", "return", "break", "continue", "jobs", "umask", "ulimit", "type", "history":
		return silent
	}
	return nil
}

func silent(*runner, *call, *state, context) stream { return stream{kind: "pipe"} }

func cd(r *runner, c *call, st *state, _ context) stream {
	to := "~"
	if len(c.operands) > 0 {
		to = c.operands[0]
	}
	if to == "-" {
		st.cwd, st.old = st.old, st.cwd
		return stream{kind: "pipe"}
	}
	before := st.cwd
	switch {
	case strings.Contains(to, gate.UnknownText) && !strings.HasPrefix(to, "/tmp/"):
		st.cwd = r.below(to, st)
	case st.cwd == "" && !rooted(to):
	default:
		st.cwd = r.x.resolve(to, st.cwd, true).abs
	}
	st.old = before
	return stream{kind: "pipe"}
}

// below is a folder of which only the beginning is known: it is named with
// the unknown text in it as long as that beginning is a folder.
func (r *runner) below(to string, st *state) string {
	known, _, _ := strings.Cut(to, gate.UnknownText)
	if known == "" || !strings.Contains(known, "/") || st.cwd == "" && !rooted(known) {
		return ""
	}
	return r.x.resolve(to, st.cwd, true).abs
}

func popd(_ *runner, _ *call, st *state, _ context) stream {
	st.cwd, st.old = st.old, st.cwd
	return stream{kind: "pipe"}
}

func pwd(_ *runner, _ *call, st *state, _ context) stream {
	if st.cwd == "" {
		return unknownStream
	}
	return printed(st.cwd + "\n")
}

func eval(r *runner, c *call, st *state, ctx context) stream {
	text := strings.Join(c.argv[1:], " ")
	if strings.Contains(text, gate.UnknownText) && !harmlessEval(text) {
		r.unseen("eval", stream{from: r.origin}, st, ctx)
	}
	if strings.Trim(text, gate.UnknownText+" ") == "" {
		return unknownStream
	}
	return r.code(text, st, ctx.sub("eval"))
}

// harmlessEval lets eval run assignments whose values are not known.
func harmlessEval(text string) bool {
	name, value, ok := strings.Cut(text, "=")
	return ok && !strings.ContainsAny(name, " ;|&"+gate.UnknownText) && strings.Trim(value, gate.UnknownText) == ""
}

func source(r *runner, c *call, st *state, ctx context) stream {
	if len(c.argv) < 2 {
		return stream{kind: "pipe"}
	}
	file := c.argv[1]
	if s, ok := r.written(file, st); ok {
		return r.feed(s, c.name, st, ctx)
	}
	if file == "/dev/stdin" || file == "-" {
		return r.feed(ctx.stdin, c.name, st, ctx)
	}
	r.read(file, st.cwd, c.name, ctx)
	return unknownStream
}

// feed runs a stream as code in the present shell. One that is not known
// has its command read from it, for policy to judge where it comes from.
func (r *runner) feed(s stream, name string, st *state, ctx context) stream {
	if s.known() {
		return r.code(s.text, st, ctx.sub(name))
	}
	r.unseen(name, s, st, ctx)
	return unknownStream
}

// unseen notes that name runs a text that is not known. Where it is known
// what the text comes from, a shell that reads it from there stands among the
// commands, so that policy can judge the source.
func (r *runner) unseen(name string, s stream, st *state, ctx context) {
	if len(s.from) > 0 {
		reader, _, _ := strings.Cut(name, " ")
		if !runsText(reader) {
			reader = "sh"
		}
		ctx.stdin = stream{kind: "pipe", from: s.from}
		r.record(&call{name: reader, argv: []string{reader}}, st, ctx.sub(name))
	}
	r.x.unknown(gate.UnknownCommand, name, name+" runs text that is only known when it runs")
}

// runsText says whether a command's business is to run text.
func runsText(name string) bool {
	switch family(name) {
	case "sh", "bash", "zsh", "dash", "ksh", "ash", "mksh", "rbash", "fish", "eval", "source", ".",
		"python", "node", "deno", "bun", "perl", "ruby", "php", "lua", "osascript", "pwsh", "powershell", "Invoke-Expression":
		return true
	}
	return false
}

func exec(r *runner, c *call, st *state, ctx context) stream {
	i := 1
	for i < len(c.argv) && strings.HasPrefix(c.argv[i], "-") {
		if c.argv[i] == "-a" {
			i++
		}
		i++
	}
	return r.nested(c, i, "exec", st, ctx)
}

func command(r *runner, c *call, st *state, ctx context) stream {
	i := 1
	for i < len(c.argv) && strings.HasPrefix(c.argv[i], "-") {
		if strings.ContainsAny(c.argv[i], "vV") {
			if i+1 < len(c.argv) {
				return printed(c.argv[i+1] + "\n")
			}
			return stream{kind: "pipe"}
		}
		i++
	}
	return r.nested(c, i, c.name, st, ctx)
}

func alias(_ *runner, c *call, st *state, _ context) stream {
	for _, a := range c.argv[1:] {
		if name, text, ok := strings.Cut(a, "="); ok {
			st.aliases[name] = text
		}
	}
	return stream{kind: "pipe"}
}

// hash -p FILE NAME starts FILE where NAME is said.
func hash(r *runner, c *call, st *state, ctx context) stream {
	if len(c.argv) == 4 && c.argv[1] == "-p" {
		r.code(c.argv[3]+"() { "+quote(c.argv[2])+` "$@"; }`, st, ctx)
	}
	return stream{kind: "pipe"}
}

func unalias(_ *runner, c *call, st *state, _ context) stream {
	for _, a := range c.argv[1:] {
		delete(st.aliases, a)
	}
	return stream{kind: "pipe"}
}

func shopt(_ *runner, c *call, st *state, _ context) stream {
	if slices.Contains(c.argv, "expand_aliases") {
		st.expand = slices.Contains(c.argv, "-s")
	}
	return stream{kind: "pipe"}
}

// set also marks all variables to come as exported, with -a.
func set(r *runner, c *call, st *state, _ context) stream {
	if i := slices.Index(c.argv, "--"); i > 0 {
		st.args = st.args[:0:0]
		for ; i+1 < len(c.argv); i++ {
			st.args = append(st.args, r.matched([]arg{{c.argv[i+1], c.globs[i+1]}}, st)...)
		}
	}
	return stream{kind: "pipe"}
}

func shift(_ *runner, _ *call, st *state, _ context) stream {
	if len(st.args) > 0 {
		st.args = st.args[1:]
	}
	return stream{kind: "pipe"}
}

// unset makes a variable empty for good: it is not the harness's any more.
func unset(_ *runner, c *call, st *state, _ context) stream {
	functions := slices.Contains(c.argv, "-f")
	for _, name := range c.argv[1:] {
		if functions {
			delete(st.funcs, name)
		} else if !strings.HasPrefix(name, "-") {
			st.vars[name] = variable{values: []string{""}}
		}
	}
	return stream{kind: "pipe"}
}

// trap runs its text at a time to come: it is taken as run here.
func trap(r *runner, c *call, st *state, ctx context) stream {
	if len(c.operands) > 1 && c.operands[0] != "" {
		return r.code(c.operands[0], st.clone(), ctx.sub("trap"))
	}
	return stream{kind: "pipe"}
}

// read puts a line of standard input into variables.
func read(_ *runner, c *call, st *state, ctx context) stream {
	text := gate.UnknownText
	if ctx.stdin.kind == "pipe" || ctx.stdin.kind == "text" {
		if lines := strings.Fields(ctx.stdin.text); len(lines) == 1 {
			text = lines[0]
		}
	}
	for i, name := range c.operands {
		if i > 0 {
			text = gate.UnknownText
		}
		st.vars[name] = variable{values: []string{text}, from: ctx.stdin.upstream()}
	}
	return stream{kind: "pipe"}
}

func readAll(_ *runner, c *call, st *state, ctx context) stream {
	for _, name := range c.operands {
		list := []string{gate.UnknownText}
		if ctx.stdin.known() {
			list = strings.Split(strings.TrimSuffix(ctx.stdin.text, "\n"), "\n")
		}
		st.vars[name] = variable{list: list, isList: true}
	}
	return stream{kind: "pipe"}
}

// export comes here when it is no keyword: behind a wrapper, or quoted.
func export(_ *runner, c *call, st *state, _ context) stream {
	for _, a := range c.operands {
		if name, text, ok := strings.Cut(a, "="); ok {
			st.vars[name] = variable{values: []string{text}}
			st.export[name] = true
		}
	}
	return stream{kind: "pipe"}
}

func echo(r *runner, c *call, st *state, _ context) stream {
	var words []string
	for i, w := range c.argv[1:] {
		words = append(words, r.matched([]arg{{w, c.globs[i+1]}}, st)...)
	}
	escapes, line := false, "\n"
	for len(words) > 0 && len(words[0]) > 1 && words[0][0] == '-' && strings.Trim(words[0][1:], "neE") == "" {
		escapes = strings.Contains(words[0], "e") || escapes && !strings.Contains(words[0], "E")
		if strings.Contains(words[0], "n") {
			line = ""
		}
		words = words[1:]
	}
	text := strings.Join(words, " ")
	if escapes {
		text = ansi(text)
	}
	return r.said(c, text+line)
}

// said is what a command prints of its own words, with where those come from.
func (r *runner) said(c *call, text string) stream {
	out := printed(text)
	if strings.Contains(text, gate.UnknownText) {
		out.from = append([]string{c.name}, r.origin...)
	}
	return out
}

func printf(r *runner, c *call, st *state, _ context) stream {
	words := c.argv[1:]
	if len(words) > 1 && words[0] == "-v" {
		name := words[1]
		st.vars[name] = variable{values: []string{format(words[2:])}}
		return stream{kind: "pipe"}
	}
	if len(words) > 0 && words[0] == "--" {
		words = words[1:]
	}
	return r.said(c, format(words))
}

// format is what printf makes of a format and its arguments: the format is
// used again until all arguments are.
func format(words []string) string {
	if len(words) == 0 {
		return ""
	}
	form, args := ansi(words[0]), words[1:]
	var out strings.Builder
	for first := true; first || len(args) > 0 && strings.Contains(form, "%") && out.Len() < maxText; first = false {
		args = formatOnce(&out, form, args)
	}
	return out.String()
}

func formatOnce(out *strings.Builder, form string, args []string) []string {
	for i := 0; i < len(form); i++ {
		if form[i] != '%' || i+1 == len(form) {
			out.WriteByte(form[i])
			continue
		}
		i++
		if form[i] == '%' {
			out.WriteByte('%')
			continue
		}
		for i < len(form)-1 && strings.IndexByte("0123456789.+- #*", form[i]) >= 0 {
			i++
		}
		if len(args) == 0 {
			continue
		}
		text := args[0]
		args = args[1:]
		if form[i] == 'b' {
			text = ansi(text)
		}
		out.WriteString(text)
	}
	return args
}
