package extract

import (
	"path"
	"slices"
	"strings"

	"gate"
)

// git changes files through many subcommands, and starts programs that its
// settings name.
func git(r *runner, c *call, st *state, ctx context) stream {
	st = st.clone()
	aliases := map[string]string{}
	words, dir := c.argv[1:], ""
	for len(words) > 0 && strings.HasPrefix(words[0], "-") {
		name, value, joined := strings.Cut(words[0], "=")
		takes := slices.Contains([]string{"-C", "-c", "--git-dir", "--work-tree", "--namespace", "--exec-path", "--config-env", "--super-prefix"}, name)
		if takes && !joined && len(words) > 1 {
			value, words = words[1], words[1:]
		}
		switch name {
		case "-C":
			st.cwd = r.x.resolve(value, st.cwd, true).abs
		case "--git-dir":
			dir = value
		case "--work-tree":
			st.cwd = r.x.resolve(value, st.cwd, true).abs
		case "-c":
			if key, text, ok := strings.Cut(value, "="); ok {
				r.gitSetting(key, text, st, ctx)
				if a, ok := strings.CutPrefix(strings.ToLower(key), "alias."); ok {
					aliases[a] = text
				}
			}
		}
		words = words[1:]
	}
	if len(words) == 0 {
		return unknownStream
	}
	if text, ok := aliases[words[0]]; ok {
		rest := ""
		for _, w := range words[1:] {
			rest += " " + quote(w)
		}
		if shell, ok := strings.CutPrefix(text, "!"); ok {
			return r.script(shell+rest, "git alias", st, ctx)
		}
		return r.script("git "+text+rest, "git alias", st, ctx)
	}
	g := &gitCall{r: r, st: st, ctx: ctx, dir: dir, sub: words[0], words: words[1:]}
	g.run()
	return g.prints()
}

// gitCall is one subcommand of git with its words.
type gitCall struct {
	r     *runner
	st    *state
	ctx   context
	dir   string // --git-dir
	sub   string
	words []string
}

// has says whether an option stands before --.
func (g *gitCall) has(names ...string) bool {
	for _, w := range g.words {
		if w == "--" {
			return false
		}
		for _, n := range names {
			if w == n || strings.HasPrefix(n, "--") && strings.HasPrefix(w, n+"=") || len(n) == 2 && len(w) > 2 && w[0] == '-' && w[1] != '-' && strings.Contains(w, n[1:]) {
				return true
			}
		}
	}
	return false
}

// value is that of an option, which may be the next word.
func (g *gitCall) value(names ...string) (string, bool) {
	for i, w := range g.words {
		for _, n := range names {
			if w == n && i+1 < len(g.words) {
				return g.words[i+1], true
			}
			if rest, ok := strings.CutPrefix(w, n+"="); ok {
				return rest, true
			}
			if rest, ok := strings.CutPrefix(w, n); ok && len(n) == 2 && rest != "" {
				return rest, true
			}
		}
	}
	return "", false
}

// operands are the words that are no options; takes lists those options
// whose value is the next word.
func (g *gitCall) operands(takes ...string) []string {
	var out []string
	for i := 0; i < len(g.words); i++ {
		w := g.words[i]
		switch {
		case w == "--":
			return append(out, g.words[i+1:]...)
		case strings.HasPrefix(w, "-") && len(w) > 1:
			if slices.Contains(takes, w) {
				i++
			}
		default:
			out = append(out, w)
		}
	}
	return out
}

// paths are the words after --, if it is there.
func (g *gitCall) paths() ([]string, bool) {
	if i := slices.Index(g.words, "--"); i >= 0 {
		return g.words[i+1:], true
	}
	return nil, false
}

func (g *gitCall) write(op string, paths ...string) {
	for _, p := range paths {
		if p != "" && !strings.HasPrefix(p, ":") {
			g.r.target(target{path: p, cwd: g.st.cwd, op: op, source: "git " + g.sub, glob: true}, g.ctx)
		}
	}
}

func (g *gitCall) script(text string) { g.r.script(text, "git "+g.sub, g.st, g.ctx) }

// run adds what a subcommand does to files, and what it starts.
func (g *gitCall) run() {
	if file, ok := g.value("--output"); ok && g.sub != "ls-remote" {
		g.write(gate.OpWrite, file)
	}
	for _, name := range []string{"--upload-pack", "--receive-pack", "--exec"} {
		if text, ok := g.value(name); ok && slices.Contains([]string{"fetch", "pull", "push", "clone", "ls-remote", "archive", "fetch-pack"}, g.sub) {
			g.script(text)
		}
	}
	switch g.sub {
	case "checkout":
		g.checkout()
	case "restore":
		if !g.has("--staged", "-S") || g.has("--worktree", "-W") {
			g.write(gate.OpWrite, g.operands("-s", "--source", "--pathspec-from-file")...)
		}
	case "rm":
		if !g.has("--cached", "-n", "--dry-run") {
			g.write(gate.OpDelete, g.operands("--pathspec-from-file")...)
		}
	case "mv":
		if list := g.operands(); len(list) > 1 {
			g.write(gate.OpMove, list[:len(list)-1]...)
			g.write(gate.OpWrite, list[len(list)-1])
		}
	case "clean":
		if !g.has("-n", "--dry-run") {
			g.write(gate.OpDelete, g.operands("-e", "--exclude")...)
		}
	case "worktree":
		g.worktree()
	case "clone":
		g.clone()
	case "init":
		g.write(gate.OpCreate, g.operands("-b", "--initial-branch", "--template")...)
	case "config":
		g.config()
	case "apply", "am":
		g.apply()
	case "archive", "format-patch":
		if file, ok := g.value("-o", "--output-directory"); ok {
			g.write(gate.OpWrite, file)
		}
	case "bundle":
		if list := g.operands(); len(list) > 1 && list[0] == "create" {
			g.write(gate.OpWrite, list[1])
		}
	default:
		g.starts()
	}
}

// starts runs the commands that some subcommands take as words.
func (g *gitCall) starts() {
	switch g.sub {
	case "rebase":
		for i, w := range g.words {
			if (w == "-x" || w == "--exec") && i+1 < len(g.words) {
				g.script(g.words[i+1])
			} else if text, ok := strings.CutPrefix(w, "--exec="); ok {
				g.script(text)
			}
		}
	case "bisect":
		if len(g.words) > 1 && g.words[0] == "run" {
			g.nested(g.words[1:])
		}
	case "submodule":
		if list := g.operands("-b", "--branch", "--name", "--reference", "--depth"); len(list) > 2 && list[0] == "add" {
			g.write(gate.OpCreate, list[2])
		}
		if i := slices.Index(g.words, "foreach"); i >= 0 {
			rest := slices.DeleteFunc(slices.Clone(g.words[i+1:]), func(w string) bool { return w == "--recursive" || w == "-q" || w == "--quiet" })
			if len(rest) == 1 {
				g.script(rest[0])
			} else {
				g.nested(rest)
			}
		}
	case "filter-branch":
		for i, w := range g.words {
			if strings.HasSuffix(w, "-filter") && i+1 < len(g.words) {
				g.script(g.words[i+1])
			}
		}
	case "difftool", "mergetool":
		if text, ok := g.value("-x", "--extcmd"); ok {
			g.script(text)
		}
	case "grep":
		for _, w := range g.words {
			for _, name := range []string{"--open-files-in-pager=", "-O"} {
				if text, ok := strings.CutPrefix(w, name); ok && text != "" {
					g.script(text)
				}
			}
		}
	}
}

func (g *gitCall) nested(words []string) {
	args := make([]arg, len(words))
	for i, w := range words {
		args[i] = arg{text: w}
	}
	if len(args) > 0 {
		ctx := g.ctx.sub("git " + g.sub)
		ctx.slack = true
		g.r.run(args, g.st, ctx)
	}
}

// checkout lists what it overwrites: the paths after --, or a lone ".".
func (g *gitCall) checkout() {
	if g.has("-b", "-B", "--orphan", "-t", "--track", "--detach") {
		return
	}
	paths, ok := g.paths()
	if !ok {
		list := g.operands("--pathspec-from-file", "--conflict")
		switch {
		case len(list) == 1 && (list[0] == "." || g.isFile(list[0])):
			paths = list
		case len(list) > 1:
			paths = list[1:]
		}
	}
	g.write(gate.OpWrite, paths...)
}

// isFile says whether a word names a file rather than a branch.
func (g *gitCall) isFile(word string) bool {
	if g.r.x.fs == nil {
		return false
	}
	_, err := g.r.x.fs.Lstat(g.r.x.resolve(word, g.st.cwd, false).abs)
	return err == nil
}

func (g *gitCall) worktree() {
	list := g.operands("-b", "-B", "--reason")
	if len(list) < 2 {
		return
	}
	switch list[0] {
	case "add":
		g.write(gate.OpCreate, list[1])
	case "remove":
		g.write(gate.OpDelete, list[1])
	case "move":
		if len(list) > 2 {
			g.write(gate.OpMove, list[1])
			g.write(gate.OpWrite, list[2])
		}
	}
}

func (g *gitCall) clone() {
	list := g.operands("-b", "--branch", "-o", "--origin", "--depth", "-c", "--config", "--reference", "-j", "--jobs", "-u", "--separate-git-dir", "--template", "--filter")
	for i, w := range g.words {
		if (w == "-c" || w == "--config") && i+1 < len(g.words) {
			if key, text, ok := strings.Cut(g.words[i+1], "="); ok {
				g.r.gitSetting(key, text, g.st, g.ctx)
			}
		}
	}
	if len(list) == 0 {
		return
	}
	source := list[0]
	if text, ok := strings.CutPrefix(source, "ext::"); ok {
		g.script(text)
	} else if strings.Contains(source, "://") {
		g.r.x.url(source, "GET", "git")
	}
	if text, ok := g.value("-u"); ok {
		g.script(text)
	}
	dir := strings.TrimSuffix(path.Base(strings.TrimSuffix(source, "/")), ".git")
	if _, last, ok := strings.Cut(dir, ":"); ok {
		dir = last
	}
	if len(list) > 1 {
		dir = list[1]
	}
	if !strings.Contains(dir, gate.UnknownText) && g.st.cwd != "" {
		g.r.trees[g.r.x.resolve(dir, g.st.cwd, true).abs] = stream{kind: "file", text: gate.UnknownText}
	}
	g.write(gate.OpCreate, dir)
}

// apply changes what its patch names, when the patch is known.
func (g *gitCall) apply() {
	if g.has("--check", "--stat", "--numstat", "--summary") {
		return
	}
	for _, file := range g.operands("-p", "--directory", "--exclude", "--include", "-C") {
		g.r.read(file, g.st.cwd, "git "+g.sub, g.ctx)
	}
	if g.ctx.stdin.known() {
		g.r.x.patch(g.ctx.stdin.text, g.st.cwd, "git "+g.sub)
	}
}

// prints is what a subcommand prints where that is known.
func (g *gitCall) prints() stream {
	from := append([]string{"git"}, g.ctx.stdin.upstream()...)
	switch g.sub {
	case "rev-parse":
		if g.has("--show-toplevel") {
			return stream{kind: "pipe", from: from, text: g.r.x.a.Root + "\n"}
		}
	case "ls-files", "diff", "grep", "status":
		if g.sub == "ls-files" || g.has("--name-only", "-l", "--files-with-matches") {
			return stream{kind: "pipe", from: from, text: "./" + gate.UnknownText + "\n"}
		}
	}
	return stream{kind: "pipe", from: from, text: gate.UnknownText}
}
