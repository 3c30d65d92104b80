package extract

import (
	"path"
	"slices"
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"gate"
)

// redirections is where the output of a statement goes.
type redirections struct {
	files  []place // standard output goes here, and not on
	appent bool
	away   bool
}

// apply notes what a statement printed into the files it was sent to.
func (d redirections) apply(r *runner, out stream) stream {
	for _, f := range d.files {
		now := stream{kind: "file", from: out.from, text: out.text}
		if d.appent {
			now = r.files[f.abs].then(now)
		}
		r.files[f.abs] = now
		r.content(f.abs, out.text)
	}
	if d.away {
		return stream{kind: "pipe", from: out.from}
	}
	return out
}

// content completes the last write to a file with its text, once it is known.
func (r *runner) content(abs, text string) {
	if strings.Contains(text, gate.UnknownText) {
		return
	}
	for i := len(r.x.a.Writes) - 1; i >= 0; i-- {
		w := &r.x.a.Writes[i]
		if w.Abs == abs && w.Content == "" && (w.Op == gate.OpWrite || w.Op == gate.OpCreate || w.Op == gate.OpAppend) {
			w.Content = text
			w.Complete = w.Op != gate.OpAppend
			return
		}
	}
}

// redirect opens a statement's redirections: input for ctx, output for the
// result, and every file among the writes and reads.
func (r *runner) redirect(s *syntax.Stmt, st *state, ctx *context) redirections {
	var out redirections
	bare := s.Cmd == nil
	if c, ok := s.Cmd.(*syntax.CallExpr); ok {
		bare = len(c.Args) == 0
	}
	for _, d := range s.Redirs {
		fd := ""
		if d.N != nil {
			fd = d.N.Value
		}
		switch d.Op {
		case syntax.Hdoc, syntax.DashHdoc:
			first := len(r.origin)
			text := r.document(d.Hdoc, st, *ctx, quotedWord(d.Word))
			if d.Op == syntax.DashHdoc {
				text = stripTabs(text)
			}
			in := stream{kind: "text", text: text}
			if len(r.origin) > first {
				in = stream{kind: "pipe", from: slices.Clone(r.origin[first:]), text: text}
			}
			r.feedFD(fd, in, ctx)
		case syntax.WordHdoc:
			first := len(r.origin)
			in := stream{kind: "text", text: r.word(d.Word, st, *ctx) + "\n"}
			if len(r.origin) > first { // what a substitution printed comes from its commands
				in = stream{kind: "pipe", from: slices.Clone(r.origin[first:]), text: in.text}
			}
			r.feedFD(fd, in, ctx)
		case syntax.RdrIn:
			r.input(r.word(d.Word, st, *ctx), st, ctx)
		case syntax.RdrInOut:
			word := r.word(d.Word, st, *ctx)
			if r.socket(word, fd, ctx) {
				continue
			}
			r.input(word, st, ctx)
			if !strings.HasPrefix(word, "/dev/") {
				r.target(target{path: word, cwd: st.cwd, op: gate.OpWrite, source: "<>"}, *ctx)
			}
		case syntax.DplIn:
			r.input(r.word(d.Word, st, *ctx), st, ctx)
		default:
			r.output(d, fd, bare, st, ctx, &out)
		}
	}
	return out
}

// feedFD makes a text the standard input, or what /dev/fd/N reads.
func (r *runner) feedFD(fd string, in stream, ctx *context) {
	if fd == "" || fd == "0" {
		ctx.stdin = in
		return
	}
	r.files["/dev/fd/"+fd] = in
}

// input makes a file the standard input.
func (r *runner) input(file string, st *state, ctx *context) {
	if isDescriptor(file) {
		if in, ok := r.files["/dev/fd/"+file]; ok {
			ctx.stdin = in
		}
		return
	}
	if r.socket(file, "", ctx) {
		return
	}
	p := r.x.resolve(file, st.cwd, true)
	if text, ok := r.written(file, st); ok {
		ctx.stdin = stream{kind: "pipe", from: text.from, text: text.text}
		return
	}
	ctx.stdin = stream{kind: "file", from: []string{p.path}, text: gate.UnknownText}
	r.read(file, st.cwd, "<", *ctx)
}

// written is what the line itself has put into a file, and whether it has. A
// process substitution is known by its name, which on a real system is a link.
func (r *runner) written(file string, st *state) (stream, bool) {
	if s, ok := r.files[file]; ok {
		return s, true
	}
	if st.cwd == "" && !rooted(file) {
		return stream{}, false
	}
	abs := r.x.resolve(file, st.cwd, true).abs
	if s, ok := r.files[abs]; ok {
		return s, true
	}
	for dir, s := range r.trees {
		if strings.HasPrefix(abs, strings.TrimSuffix(dir, "/")+"/") {
			return s, true
		}
	}
	return stream{}, false
}

// socket notes bash's /dev/tcp/host/port.
func (r *runner) socket(path, fd string, ctx *context) bool {
	for _, proto := range []string{"tcp", "udp"} {
		rest, ok := strings.CutPrefix(path, "/dev/"+proto+"/")
		if !ok {
			continue
		}
		host, port, _ := strings.Cut(rest, "/")
		r.x.url(proto+"://"+host+":"+port, "CONNECT", "/dev/"+proto)
		r.feedFD(fd, stream{kind: "pipe", from: []string{"/dev/" + proto}, text: gate.UnknownText}, ctx)
		if fd == "1" || fd == "2" { // bash -i >& /dev/tcp/...
			ctx.stdin = r.files["/dev/fd/"+fd]
		}
		return true
	}
	return false
}

// output opens one redirection of output.
func (r *runner) output(d *syntax.Redirect, fd string, bare bool, st *state, ctx *context, out *redirections) {
	args := r.fields([]*syntax.Word{d.Word}, st, *ctx)
	if len(args) != 1 {
		r.x.unknown(gate.UnknownTarget, r.source(d.Word), "a redirection needs exactly one file")
		return
	}
	path := args[0].text
	if d.Op == syntax.DplOut && isDescriptor(path) {
		if fd == "" || fd == "1" {
			out.away = out.away || path == "2"
		}
		return
	}
	if r.socket(path, fd, ctx) {
		return
	}
	op := gate.OpWrite
	switch d.Op {
	case syntax.AppOut, syntax.AppAll, syntax.AppClob, syntax.AppAllClob:
		op = gate.OpAppend
	default:
		if bare {
			op = gate.OpTruncate
		}
	}
	r.target(target{path: path, cwd: st.cwd, op: op, source: ">"}, *ctx)
	if fd != "2" {
		out.files = append(out.files, r.x.resolve(path, st.cwd, true))
		out.appent = op == gate.OpAppend
		out.away = true
	}
}

// isDescriptor says whether a duplicated word names a descriptor: 1, -, 2-.
func isDescriptor(word string) bool {
	word = strings.TrimSuffix(word, "-")
	return !strings.ContainsFunc(word, func(c rune) bool { return c < '0' || c > '9' })
}

// stripTabs removes the tabs that <<- ignores.
func stripTabs(text string) string {
	lines := strings.SplitAfter(text, "\n")
	for i, line := range lines {
		lines[i] = strings.TrimLeft(line, "\t")
	}
	return strings.Join(lines, "")
}

// quotedWord says whether a heredoc's delimiter is quoted, so that its body
// is taken as it stands.
func quotedWord(w *syntax.Word) bool {
	return slices.ContainsFunc(w.Parts, func(p syntax.WordPart) bool {
		lit, ok := p.(*syntax.Lit)
		return !ok || strings.Contains(lit.Value, `\`)
	})
}

// target adds a write, a container's folders seen from outside. A place of
// which nothing is known but its end is unknown instead.
func (r *runner) target(t target, ctx context) {
	if t.path == "" {
		return
	}
	if ctx.where == "remote" {
		return
	}
	if ctx.where == "container" {
		if !rooted(t.path) && t.cwd != "" {
			t.path = path.Join(t.cwd, t.path)
		}
		host, ok := ctx.outside(t.path)
		if !ok {
			return
		}
		t.path = host
	}
	before, after, cut := strings.Cut(t.path, gate.UnknownText)
	switch {
	case !cut && t.cwd == "" && !rooted(t.path):
		r.x.unknown(gate.UnknownTarget, t.path, "the folder it is in depends on what runs before")
		return
	case cut && t.op == gate.OpDelete && before == "" && strings.Trim(after, "/*.") == "" && strings.Contains(after, "/"):
		t.path = after // rm -rf "$X/": with an empty variable that is the root
	case cut && (before == "" || before == "/"):
		r.x.unknown(gate.UnknownTarget, strings.ReplaceAll(t.path, gate.UnknownText, "?"), t.source+" changes a place that is only known when it runs")
		return
	}
	if cut {
		t.path, t.glob = strings.ReplaceAll(t.path, gate.UnknownText, "*"), true
	}
	r.x.write(t)
}

func rooted(path string) bool {
	return strings.HasPrefix(path, "/") || strings.HasPrefix(path, "~") || strings.HasPrefix(path, `\`) || (len(path) > 2 && path[1] == ':')
}

// outside is the place on this machine of a path in a container.
func (ctx context) outside(path string) (string, bool) {
	for _, m := range ctx.mount {
		rest, ok := strings.CutPrefix(path, strings.TrimSuffix(m.inside, "/"))
		if ok && (rest == "" || rest[0] == '/') {
			return strings.TrimSuffix(m.host, "/") + rest, true
		}
	}
	return "", false
}

// read adds a file that is read on this machine.
func (r *runner) read(path, cwd, source string, ctx context) {
	if ctx.where == "container" {
		host, ok := ctx.outside(path)
		if !ok {
			return
		}
		path = host
	}
	if path == "" || path == "-" || ctx.where == "remote" || strings.HasPrefix(path, gate.UnknownText) {
		return
	}
	if p := r.x.resolve(path, cwd, true); r.files[p.abs].kind == "" && !strings.HasPrefix(path, "/dev/fd/") {
		r.x.read(path, cwd, source)
	}
}
