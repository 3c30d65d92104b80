package extract

import (
	"strings"

	"gate"
)

// cmdShell interprets text for cmd.exe. The rules are those of "cmd /?", "set
// /?" and "for /?" of Windows. Variables stand in state.vars in upper case.
type cmdShell struct {
	r     *runner
	loop  map[byte]string // the variables of for loops
	dirs  []string        // folders of pushd
	batch bool            // the text is a script file's, where %1 is an argument
}

// cmdText interprets text as cmd.exe does.
func (r *runner) cmdText(text string, st *state, ctx context) stream {
	return (&cmdShell{r: r, loop: map[byte]string{}}).text(text, st, ctx)
}

func (c *cmdShell) text(text string, st *state, ctx context) stream {
	if !c.r.admitText(text) {
		return unknownStream
	}
	defer c.r.leave()
	p := &cmdParser{lines: strings.Split(text, "\n")}
	p.expand = func(line string) string { return c.percents(line, st) }
	var out output
	for n := p.next(); n != nil; n = p.next() {
		if p.failed != "" {
			break
		}
		out.add(c.run(n, st, ctx))
	}
	if p.failed != "" {
		c.r.x.unknown(gate.UnknownSyntax, text, "the command does not parse: "+p.failed)
	}
	return out.stream()
}

// admitText goes into the text of another script, and says whether the
// limits let it.
func (r *runner) admitText(text string) bool {
	if !r.enter() {
		return false
	}
	if r.text += len(text); r.text > maxText {
		r.leave()
		r.limit("the command line builds too much text to follow")
		return false
	}
	if i := strings.IndexFunc(text, invisible); i >= 0 {
		r.x.unknown(gate.UnknownDisguise, text[i:], "the command has characters that do not show")
	}
	return true
}

func (c *cmdShell) run(n *cmdNode, st *state, ctx context) stream {
	if !c.r.step() || !c.r.enter() {
		return unknownStream
	}
	defer c.r.leave()
	first := len(c.r.x.a.Commands)
	io := c.redirect(n, st, &ctx)
	out := c.kind(n, st, ctx)
	out.kind = "pipe"
	if len(out.from) == 0 {
		out.from = append(c.r.names(first), ctx.stdin.upstream()...)
	}
	return io.apply(c.r, out)
}

func (c *cmdShell) kind(n *cmdNode, st *state, ctx context) stream {
	switch n.kind {
	case cmdList:
		return c.list(n, st, ctx)
	case cmdPipe:
		out := stream{}
		for i, kid := range n.kids { // each side is a shell of its own
			if i > 0 {
				ctx.stdin = stream{kind: "pipe", from: distinct(out.from), text: out.text}
			}
			out = c.run(kid, st.clone(), ctx)
		}
		return out
	case cmdIf:
		return c.condition(n, st, ctx)
	case cmdFor:
		return c.forLoop(n, st, ctx)
	}
	return c.simple(n.text, st, ctx)
}

func (c *cmdShell) list(n *cmdNode, st *state, ctx context) stream {
	var out output
	for i, kid := range n.kids {
		if i == 0 || n.ops[i-1] != "||" {
			out.add(c.run(kid, st, ctx))
			continue
		}
		other := st.clone()
		out.add(c.run(kid, other, ctx))
		if word := strings.ToLower(strings.TrimSpace(kid.text)); !strings.HasPrefix(word, "exit") && !strings.HasPrefix(word, "goto") {
			st.join(other)
		}
	}
	return out.stream()
}

func (c *cmdShell) condition(n *cmdNode, st *state, ctx context) stream {
	other := st.clone()
	var out output
	for i, kid := range n.kids {
		out.add(c.run(kid, []*state{st, other}[i], ctx))
	}
	st.join(other)
	return out.stream()
}

// forLoop runs its body once for each member of the set; a pattern stays one
// member.
func (c *cmdShell) forLoop(n *cmdNode, st *state, ctx context) stream {
	items := c.members(n, st, ctx)
	if len(items) > maxLoop {
		items = append(items[:maxLoop:maxLoop], gate.UnknownText)
	}
	before, had := c.loop[n.letter]
	start := st.clone()
	var out output
	for _, item := range items {
		c.loop[n.letter] = item
		out.add(c.run(n.kids[0], st, ctx))
	}
	if delete(c.loop, n.letter); had {
		c.loop[n.letter] = before
	}
	if len(items) > 0 {
		st.join(start)
	}
	return out.stream()
}

func (c *cmdShell) members(n *cmdNode, st *state, ctx context) []string {
	set := strings.TrimSpace(c.late(n.words, st))
	switch n.mode {
	case "l":
		return []string{"1"} // a plain number
	case "f":
		return c.tokens(set, st, ctx)
	}
	words := cmdWords(set)
	if n.mode == "r" {
		root := firstOf(strings.TrimRight(slashed(c.late(n.root, st)), "/"), ".")
		for i, w := range words {
			words[i] = root + "/" + w
		}
	}
	return words
}

// tokens is the set of for /f: what a command prints, a text, or files.
func (c *cmdShell) tokens(set string, st *state, ctx context) []string {
	quoted := func(q string) (string, bool) {
		if len(set) < 2 || !strings.HasPrefix(set, q) || !strings.HasSuffix(set, q) {
			return "", false
		}
		return set[1 : len(set)-1], true
	}
	text, ok := quoted(`"`)
	if command, is := quoted("'"); is {
		out := c.text(command, st.clone(), ctx)
		text, ok = out.text, true
		if text == "" && len(out.from) > 0 {
			text = gate.UnknownText
		}
	}
	if !ok {
		for _, file := range cmdWords(set) {
			c.r.winRead(file, "for", st, ctx)
		}
		return []string{gate.UnknownText}
	}
	var items []string
	for line := range strings.SplitSeq(text, "\n") {
		if fields := strings.Fields(line); len(fields) > 1 {
			items = append(items, gate.UnknownText)
		} else if len(fields) == 1 {
			items = append(items, fields[0])
		}
	}
	return items
}

// redirect opens a command's redirections.
func (c *cmdShell) redirect(n *cmdNode, st *state, ctx *context) redirections {
	var out redirections
	bare := len(n.redirs) > 0 && n.kind == cmdSimple && strings.TrimSpace(n.text) == ""
	for _, d := range n.redirs {
		file := c.late(d.file, st)
		switch {
		case strings.HasPrefix(file, "&"):
			out.away = out.away || d.op != "<" && file == "&2" && d.fd != '2'
		case d.op == "<":
			if !driveRelative(file) && !isConsole(file) {
				c.r.input(slashed(file), st, ctx)
			}
		default:
			c.r.winOutput(file, d.op == ">>", d.fd == 0 || d.fd == '1', bare, st, *ctx, &out)
		}
	}
	return out
}

// winOutput sends output to a file.
func (r *runner) winOutput(file string, adds, stdout, bare bool, st *state, ctx context, out *redirections) {
	op := gate.OpWrite
	switch {
	case adds:
		op = gate.OpAppend
	case bare:
		op = gate.OpTruncate
	}
	r.winTarget(target{path: file, cwd: st.cwd, op: op, source: ">"}, ctx)
	if !stdout {
		return
	}
	out.away = true
	if !strings.HasPrefix(file, gate.UnknownText) && !driveRelative(file) && (st.cwd != "" || rooted(file)) {
		out.files = append(out.files, r.x.resolve(slashed(file), st.cwd, true))
		out.appent = op == gate.OpAppend
	}
}
