package extract

import (
	"path"
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"gate"
)

// call is one command about to be started.
type call struct {
	name     string
	argv     []string
	globs    []bool // which words of argv hold patterns
	row      *program
	options  []option
	operands []string
	opGlobs  []bool
	rest     int // index in argv of the first operand, or len(argv)
}

// option is one option of a command; a value is after = or the next word.
type option struct{ name, value string }

// has says whether any of the options was given.
func (c *call) has(names ...string) bool {
	return slices.ContainsFunc(c.options, func(o option) bool { return slices.Contains(names, o.name) })
}

// last is the value of the last of the options given, and whether there is one.
func (c *call) last(names ...string) (string, bool) {
	for i := len(c.options) - 1; i >= 0; i-- {
		if slices.Contains(names, c.options[i].name) {
			return c.options[i].value, true
		}
	}
	return "", false
}

// simple runs one simple command, once for each combination of the values
// that its variables may have.
func (r *runner) simple(c *syntax.CallExpr, st *state, ctx context) stream {
	if len(c.Args) == 0 {
		r.assign(c.Assigns, st, ctx)
		return stream{kind: "pipe"}
	}
	names := r.open(c, st)
	out := stream{kind: "pipe"}
	r.variants(names, st, func() { out = out.then(r.once(c, st, ctx)) })
	return out
}

// open lists the variables in a command that may have several values.
func (r *runner) open(c *syntax.CallExpr, st *state) []string {
	several := false
	for _, v := range st.vars {
		several = several || len(v.values) > 1
	}
	if !several {
		return nil
	}
	var names []string
	syntax.Walk(c, func(n syntax.Node) bool {
		if _, ok := n.(*syntax.CmdSubst); ok {
			return false // its own commands ask again
		}
		if p, ok := n.(*syntax.ParamExp); ok && p.Param != nil {
			if v := st.vars[p.Param.Value]; len(v.values) > 1 && !slices.Contains(names, p.Param.Value) {
				names = append(names, p.Param.Value)
			}
		}
		return true
	})
	return names
}

// variants does f with each value of the first variable and, inside that, of
// the others; past a few, the rest are unknown.
func (r *runner) variants(names []string, st *state, f func()) {
	if len(names) == 0 {
		f()
		return
	}
	name, v := names[0], st.vars[names[0]]
	values := v.values
	if len(names) > 3 {
		values = []string{gate.UnknownText}
	}
	for _, value := range values {
		st.vars[name] = variable{values: []string{value}}
		r.variants(names[1:], st, f)
	}
	st.vars[name] = v
}

// once expands a simple command and starts it.
func (r *runner) once(c *syntax.CallExpr, st *state, ctx context) stream {
	seen, uses, origin := r.seen, r.uses, r.origin
	r.seen, r.origin = nil, nil
	args := r.fields(c.Args, st, ctx)
	r.seen, r.uses = append(slices.Clip(seen), r.seen...), r.seen // what a substitution used, its outer command uses
	defer func() { r.uses, r.origin = uses, append(slices.Clip(origin), r.origin...) }()
	if len(c.Assigns) > 0 { // the words above do not see these
		env := map[string]string{}
		for k, v := range ctx.env {
			env[k] = v
		}
		for _, a := range c.Assigns {
			if a.Name != nil && a.Value != nil {
				env[a.Name.Value] = r.word(a.Value, st, ctx)
				r.prompt(a.Name.Value, env[a.Name.Value], st, ctx)
			}
		}
		ctx.env = env
	}
	return r.run(args, st, ctx)
}

// run starts the command that args name: an alias, a function, a builtin or
// a program.
func (r *runner) run(args []arg, st *state, ctx context) stream {
	if len(args) == 0 {
		return stream{kind: "pipe"}
	}
	if !r.step() || !r.enter() {
		return unknownStream
	}
	defer r.leave()
	first := args[0].text
	if text, ok := st.aliases[first]; ok && st.expand && !slices.Contains(r.opened, first) {
		r.opened = append(r.opened, first)
		defer func() { r.opened = r.opened[:len(r.opened)-1] }()
		for _, a := range args[1:] {
			text += " " + quote(a.text)
		}
		return r.code(text, st, ctx)
	}
	if body, ok := st.funcs[first]; ok && !ctx.slack {
		return r.invoke(first, body, args, st, ctx)
	}
	return r.start(r.parse(args), args[0].glob, st, ctx)
}

// invoke calls a function of the line's own.
func (r *runner) invoke(name string, body *syntax.Stmt, args []arg, st *state, ctx context) stream {
	if slices.Contains(r.bodies, body) { // the second round shows nothing new
		if ctx.forks { // each round starts more than one: that stops the machine
			ctx.via = with(ctx.via, "fork")
		}
		r.record(&call{name: name, argv: texts(args)}, st, ctx)
		return unknownStream
	}
	r.bodies = append(r.bodies, body)
	before := st.args
	st.args = r.matched(args[1:], st)
	out := r.stmt(body, st, ctx)
	st.args = before
	r.bodies = r.bodies[:len(r.bodies)-1]
	return out
}

// parse names a command and takes its options apart.
func (r *runner) parse(args []arg) *call {
	c := &call{argv: texts(args)}
	for _, a := range args {
		c.globs = append(c.globs, a.glob)
	}
	c.name = baseName(c.argv[0], r.x.a.OS)
	c.row = programs.Get(c.name)
	if c.row == nil {
		c.row = versioned(c.name)
	}
	c.split()
	return c
}

// baseName is a program's name without its folder and .exe.
func baseName(program, system string) string {
	name := path.Base(strings.ReplaceAll(program, `\`, "/"))
	if low := strings.ToLower(name); strings.HasSuffix(low, ".exe") || strings.HasSuffix(low, ".cmd") && system == "windows" {
		name = name[:len(name)-4]
	}
	if system == "windows" || system == "darwin" {
		name = strings.ToLower(name)
	}
	return name
}

// start records a command, and does what its program does.
func (r *runner) start(c *call, glob bool, st *state, ctx context) stream {
	if name, ok := r.copyOf(c.argv[0], st); ok {
		c.name, c.row = name, programs.Get(name)
		c.options, c.operands, c.opGlobs = nil, nil, nil
		c.split()
	}
	if strings.Contains(c.argv[0], gate.UnknownText) || glob && c.argv[0] != "[" && c.argv[0] != "[[" {
		r.x.unknown(gate.UnknownProgram, strings.ReplaceAll(strings.Join(c.argv, " "), gate.UnknownText, "?"), "which program runs is only known when it runs")
		if len(r.origin) > 0 {
			r.unseen("sh", stream{from: r.origin}, st, ctx)
		}
		return unknownStream
	}
	if c.argv[0] == "" {
		return stream{kind: "pipe"}
	}
	ctx.env = st.environ(ctx)
	r.record(c, st, ctx)
	if f := builtin(c.name); f != nil && !strings.Contains(c.argv[0], "/") {
		return f(r, c, st, ctx)
	}
	r.environment(c, st, ctx)
	if dir, ok := folders.Find(strings.Join(c.argv, " ")); ok {
		return printed(dir + "\n")
	}
	if c.setup() {
		return stream{kind: "pipe", from: []string{c.name}, text: "\n"}
	}
	if c.row != nil {
		r.effects(c, st, ctx)
		if f := handler(c.name); f != nil {
			return f(r, c, st, ctx)
		}
		return unknownStream
	}
	if script, ok := r.own(c.argv[0], st); ok { // a script that this very line wrote
		ctx.via = with(ctx.via, c.name)
		if !script.known() {
			r.unseen(c.name, script, st, ctx)
			return unknownStream
		}
		return r.code(script.text, st.clone(), ctx)
	}
	if tail := c.tail(); tail > 0 {
		r.x.unknown(gate.UnknownCommand, strings.Join(c.argv, " "), c.name+" may run the command that it is given: "+c.argv[tail])
	}
	return unknownStream
}

// tail is where a command line that could do harm begins among the words of a
// program that nobody knows, 0 when there is none. A lone name says nothing:
// many tools have an rm of their own.
func (c *call) tail() int {
	if strings.HasPrefix(c.name, "ld-linux") || c.name == "ld.so" { // the dynamic linker starts any program
		return min(1, len(c.argv)-1)
	}
	for i := 1; i+1 < len(c.argv); i++ {
		next := c.argv[i+1]
		switch c.argv[i] {
		case "rm", "chmod", "chown", "shred", "truncate", "dd", "find", "sh", "bash", "zsh", "sudo", "rmdir", "mkfs", "xargs":
			if strings.HasPrefix(next, "-") && len(next) > 1 || strings.HasPrefix(next, "of=") {
				return i
			}
		case "git":
			switch next {
			case "reset", "clean", "push", "checkout", "restore", "filter-branch", "update-ref":
				if i+2 < len(c.argv) {
					return i
				}
			}
		}
	}
	return 0
}

// copyOf is the program that the line has copied or linked to a name.
func (r *runner) copyOf(file string, st *state) (string, bool) {
	if !strings.Contains(file, "/") || len(r.copies) == 0 {
		return "", false
	}
	name, ok := r.copies[r.x.resolve(file, st.cwd, false).abs]
	return name, ok
}

// own is what the line itself has put into the file that is started.
func (r *runner) own(file string, st *state) (stream, bool) {
	if !strings.Contains(file, "/") {
		return stream{}, false
	}
	return r.written(file, st)
}

// record adds a command to the action.
func (r *runner) record(c *call, st *state, ctx context) {
	cmd := gate.Command{
		Name:     c.name,
		Program:  c.argv[0],
		Argv:     slices.Clone(c.argv),
		Options:  []string{},
		Operands: slices.Clone(c.operands),
		Via:      slices.Clone(ctx.via),
		Env:      ctx.env,
		Uses:     slices.Clone(r.uses),
		Cwd:      r.x.resolve(".", st.cwd, true).abs,
		Stdin:    gate.Stdin{Kind: ctx.stdin.kind, From: slices.Clone(ctx.stdin.from)},
		Where:    ctx.where,
		Exact:    true,
	}
	if st.cwd == "" {
		cmd.Cwd = ""
	}
	if ctx.stdin.kind == "text" {
		cmd.Stdin.From = nil
	}
	if ctx.stdin.known() {
		cmd.Stdin.Text = strings.ToValidUTF8(ctx.stdin.text[:min(len(ctx.stdin.text), maxStdin)], "")
	}
	for _, o := range c.options {
		text := o.name
		if o.value != "" {
			text += "=" + o.value
		}
		cmd.Options = append(cmd.Options, text)
	}
	for _, word := range c.argv {
		cmd.Exact = cmd.Exact && !strings.Contains(word, gate.UnknownText)
	}
	r.x.command(cmd)
}

// with is via with one more wrapper.
func with(via []string, name string) []string { return append(slices.Clone(via), name) }

// sub is a context inside a wrapper.
func (ctx context) sub(name string) context {
	ctx.via = with(ctx.via, name)
	return ctx
}

// nested runs the command that words make inside a wrapper.
func (r *runner) nested(c *call, from int, name string, st *state, ctx context) stream {
	if from >= len(c.argv) {
		return stream{kind: "pipe"}
	}
	args := make([]arg, 0, len(c.argv)-from)
	for i := from; i < len(c.argv); i++ {
		args = append(args, arg{c.argv[i], c.globs[i]})
	}
	ctx = ctx.sub(name)
	ctx.slack = true
	return r.run(args, st, ctx)
}

// script runs text as a shell's code inside a wrapper.
func (r *runner) script(text, name string, st *state, ctx context) stream {
	if strings.Contains(text, gate.UnknownText) {
		if strings.Trim(text, gate.UnknownText+" \n") == "" {
			r.unseen(name, stream{from: r.origin}, st, ctx)
			return unknownStream
		}
	}
	inner := st.child(ctx)
	ctx = ctx.sub(name)
	ctx.slack = false
	return r.code(text, inner, ctx)
}

// quote writes a word so that a shell reads it back unchanged.
func quote(s string) string { return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'" }
