package extract

import (
	"errors"
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"gate"
)

// Limits on one command line. What lies past them is unknown, never ignored.
const (
	maxSteps   = 7000     // statements and words taken
	maxDepth   = 40       // commands inside commands
	maxText    = 1 << 20  // bytes of text that a command line may build
	maxVariant = 8        // values of one variable that are followed one by one
	maxValue   = 16 << 10 // bytes of a variable, or of what a command prints
	maxStdin   = 4 << 10  // bytes of a known standard input that rules see
	maxMatched = 2000     // bytes of a value that a pattern is matched against from every place
	maxLoop    = 64       // turns of a loop that are followed one by one
)

// shell reads the text of a command line and adds what it would do. It is an
// interpreter that carries no command out: it follows variables, folders,
// functions, pipes and wrappers, and gate.UnknownText stands in every value
// for what only running the command would tell.
func (x *extraction) shell(text, shell, cwd string) {
	r, st := newRunner(x, shell), newState(cwd)
	ctx := context{where: "local", stdin: stream{kind: "inherit"}}
	switch shell {
	case "powershell":
		r.powershellText(text, st, ctx)
	case "cmd":
		r.cmdText(text, st, ctx)
	default:
		r.code(text, st, ctx)
	}
}

func newRunner(x *extraction, shell string) *runner {
	r := &runner{x: x, files: map[string]stream{}, trees: map[string]stream{}, copies: map[string]string{}, lang: syntax.LangBash}
	if shell == "zsh" {
		r.lang = syntax.LangZsh
	}
	return r
}

func newState(cwd string) *state {
	return &state{cwd: cwd, vars: map[string]variable{}, funcs: map[string]*syntax.Stmt{}, aliases: map[string]string{}, export: map[string]bool{}}
}

// runner interprets one command line.
type runner struct {
	x      *extraction
	lang   syntax.LangVariant
	steps  int
	depth  int
	text   int
	spent  bool              // a limit was reached and is noted
	files  map[string]stream // what the line itself has written, by absolute path
	trees  map[string]stream // folders that the line has fetched or unpacked from the network
	copies map[string]string // programs under new names that the line gave them, by absolute path
	bodies []*syntax.Stmt    // functions being called
	opened []string          // aliases being opened
	serial int               // numbers process substitutions
	seen   []string          // variables of the environment met while expanding
	origin []string          // the commands whose output stands, unknown, in the words being expanded
	uses   []string          // those in the words of the command being started
}

// state is what a shell carries from one command to the next.
type state struct {
	cwd     string // "" when it cannot be known
	old     string // the folder before the last cd
	vars    map[string]variable
	funcs   map[string]*syntax.Stmt
	aliases map[string]string
	zero    string          // $0; "" is the shell's own name
	args    []string        // $1 and on
	export  map[string]bool // variables that the programs it starts will see
	expand  bool            // shopt expand_aliases
}

// variable is what is known of one: its possible values, or a list.
type variable struct {
	values []string
	list   []string
	isList bool
	from   []string // the commands whose output it holds
}

// context is what holds for the commands of one place in the line.
type context struct {
	via   []string
	where string
	stdin stream
	env   map[string]string
	mount []mount // folders of this machine in a container
	forks bool    // it runs beside the rest: in the background, or in a pipe
	slack bool    // the command's first word comes from elsewhere: a wrapper's leftover
}

// mount is a folder of this machine as a container sees it.
type mount struct{ host, inside string }

// stream is what a command reads or prints. Text holds gate.UnknownText for
// what is not known.
type stream struct {
	kind string // inherit, pipe, file, text
	from []string
	text string
}

var unknownStream = stream{kind: "pipe", text: gate.UnknownText}

func (s stream) known() bool {
	return s.kind != "inherit" && s.kind != "" && !strings.Contains(s.text, gate.UnknownText)
}

func (st *state) clone() *state {
	c := *st
	c.vars = make(map[string]variable, len(st.vars))
	for k, v := range st.vars {
		c.vars[k] = v
	}
	c.funcs = make(map[string]*syntax.Stmt, len(st.funcs))
	for k, v := range st.funcs {
		c.funcs[k] = v
	}
	c.export = make(map[string]bool, len(st.export))
	for k := range st.export {
		c.export[k] = true
	}
	c.aliases = make(map[string]string, len(st.aliases))
	for k, v := range st.aliases {
		c.aliases[k] = v
	}
	return &c
}

// child is the state of another shell that a command of st's starts: it has
// the variables that are exported or set for that command, and no aliases.
func (st *state) child(ctx context) *state {
	c := st.clone()
	for name := range c.vars {
		if !c.export[name] {
			delete(c.vars, name)
		}
	}
	for name, value := range ctx.env {
		c.vars[name] = variable{values: []string{value}}
		c.export[name] = true
	}
	c.aliases, c.expand = map[string]string{}, false
	return c
}

// environ is what the line itself has put into a command's environment.
func (st *state) environ(ctx context) map[string]string {
	if len(st.export) == 0 {
		return ctx.env
	}
	env := map[string]string{}
	for name := range st.export {
		if v, ok := st.vars[name]; ok && len(v.values) == 1 {
			env[name] = v.values[0]
		}
	}
	for name, value := range ctx.env {
		env[name] = value
	}
	return env
}

// join makes st what is known after either st or other.
func (st *state) join(other *state) {
	if st.cwd != other.cwd {
		st.cwd = ""
	}
	for name, v := range other.vars {
		mine, ok := st.vars[name]
		if !ok {
			mine = variable{values: []string{gate.UnknownText}}
		}
		st.vars[name] = mine.or(v)
	}
	for name, v := range st.vars {
		if _, ok := other.vars[name]; !ok {
			st.vars[name] = v.or(variable{values: []string{gate.UnknownText}})
		}
	}
	for name, f := range other.funcs {
		st.funcs[name] = f
	}
	for name := range other.export {
		st.export[name] = true
	}
	for name, text := range other.aliases {
		st.aliases[name] = text
	}
}

func (v variable) or(other variable) variable {
	if v.isList || other.isList {
		if slices.Equal(v.list, other.list) && slices.Equal(v.values, other.values) {
			return v
		}
		return variable{values: []string{gate.UnknownText}}
	}
	for _, value := range other.values {
		if !slices.Contains(v.values, value) {
			v.values = append(slices.Clone(v.values), value)
		}
	}
	if len(v.values) > maxVariant {
		v.values = []string{gate.UnknownText}
	}
	return v
}

// step counts one unit of work, and says whether there is any left.
func (r *runner) step() bool {
	r.steps++
	if r.steps > maxSteps {
		r.limit("the command line takes too many steps to follow")
		return false
	}
	return true
}

func (r *runner) limit(why string) {
	if !r.spent {
		r.spent = true
		r.x.unknown(gate.UnknownLimit, "", why)
	}
}

// enter goes one command deeper, and says whether that is still allowed.
func (r *runner) enter() bool {
	if r.depth >= maxDepth {
		r.limit("commands are nested too deeply to follow")
		return false
	}
	r.depth++
	return true
}

func (r *runner) leave() { r.depth-- }

// code interprets text as a script. What does not parse is unknown, after
// what stood before the error has been taken.
func (r *runner) code(text string, st *state, ctx context) stream {
	if !r.enter() {
		return unknownStream
	}
	defer r.leave()
	r.text += len(text)
	if r.text > maxText {
		r.limit("the command line builds too much text to follow")
		return unknownStream
	}
	if i := strings.IndexFunc(text, invisible); i >= 0 {
		r.x.unknown(gate.UnknownDisguise, text[i:], "the command has characters that do not show")
	}
	var list []*syntax.Stmt
	parser := syntax.NewParser(syntax.Variant(r.lang))
	var err error
	for s, e := range parser.StmtsSeq(strings.NewReader(text)) {
		switch { // the parser may go on after an error, so the loop is not left early
		case err != nil:
		case e != nil:
			err = e
		default:
			list = append(list, s)
		}
	}
	out := r.stmts(list, st, ctx)
	if err != nil {
		r.x.unknown(gate.UnknownSyntax, text, "the command does not parse: "+problem(err))
	}
	return out
}

func problem(err error) string {
	var p syntax.ParseError
	if errors.As(err, &p) {
		return p.Text
	}
	var l syntax.LangError
	if errors.As(err, &l) {
		return l.Feature
	}
	return err.Error()
}

// stmts runs a list and gives all that it prints.
func (r *runner) stmts(list []*syntax.Stmt, st *state, ctx context) stream {
	out := stream{kind: "pipe"}
	for _, s := range list {
		out = out.then(r.stmt(s, st, ctx))
	}
	return out
}

// then is s followed by next.
func (s stream) then(next stream) stream {
	if len(s.text)+len(next.text) > maxValue {
		s.text = gate.UnknownText
	} else {
		s.text += next.text
	}
	for _, name := range next.from {
		if !slices.Contains(s.from, name) {
			s.from = append(slices.Clip(s.from), name)
		}
	}
	return s
}

// stmt runs one statement and gives what it prints to standard output.
func (r *runner) stmt(s *syntax.Stmt, st *state, ctx context) stream {
	if !r.step() || !r.enter() {
		return unknownStream
	}
	defer r.leave()
	if s.Background || s.Coprocess {
		st = st.clone()
		ctx.forks = true
	}
	first := len(r.x.a.Commands)
	io := r.redirect(s, st, &ctx)
	out := r.command(s.Cmd, st, ctx)
	out.kind = "pipe"
	if names := r.names(first); len(out.from) == 0 {
		out.from = append(names, ctx.stdin.upstream()...)
	}
	return io.apply(r, out)
}

// names are those of the commands found since the first.
func (r *runner) names(first int) []string {
	var names []string
	if first > len(r.x.a.Commands) {
		return nil
	}
	for _, c := range r.x.a.Commands[first:] {
		if !slices.Contains(names, c.Name) {
			names = append(names, c.Name)
		}
	}
	return names
}

// upstream are the names of the commands that a stream comes from.
func (s stream) upstream() []string {
	if s.kind == "pipe" {
		return s.from
	}
	return nil
}

// command runs any kind of command.
func (r *runner) command(cmd syntax.Command, st *state, ctx context) stream {
	switch c := cmd.(type) {
	case *syntax.CallExpr:
		return r.simple(c, st, ctx)
	case *syntax.BinaryCmd:
		return r.binary(c, st, ctx)
	case *syntax.Block:
		return r.stmts(c.Stmts, st, ctx)
	case *syntax.Subshell:
		return r.stmts(c.Stmts, st.clone(), ctx)
	case *syntax.IfClause:
		return r.ifClause(c, st, ctx)
	case *syntax.WhileClause:
		return r.while(c, st, ctx)
	case *syntax.ForClause:
		return r.loop(c, st, ctx)
	case *syntax.CaseClause:
		return r.caseClause(c, st, ctx)
	case *syntax.FuncDecl:
		r.function(c, st, ctx)
	case *syntax.DeclClause:
		return r.declare(c, st, ctx)
	case *syntax.TimeClause:
		if c.Stmt != nil {
			return r.stmt(c.Stmt, st, ctx)
		}
	case *syntax.CoprocClause:
		if c.Stmt != nil {
			return r.stmt(c.Stmt, st.clone(), ctx)
		}
	case *syntax.TestClause, *syntax.ArithmCmd, *syntax.LetClause:
		r.inside(c, st, ctx)
	case *syntax.TestDecl:
		return r.stmt(c.Body, st, ctx)
	}
	return stream{}
}
