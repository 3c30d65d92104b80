package extract

import (
	"slices"
	"strings"

	"gate"
)

// find looks below its start points: it may start commands for what it finds,
// delete it, or write lists of it. What it finds stands for its start points.
func find(r *runner, c *call, st *state, ctx context) stream {
	starts, words := findStarts(c.argv[1:])
	for i := 0; i < len(words); i++ {
		switch words[i] {
		case "-delete":
			for _, s := range starts {
				r.target(target{path: s, cwd: st.cwd, op: gate.OpDelete, source: "find"}, ctx)
			}
		case "-fprint", "-fprintf", "-fprint0", "-fls":
			if i+1 < len(words) {
				r.target(target{path: words[i+1], cwd: st.cwd, op: gate.OpWrite, source: "find"}, ctx)
			}
			i++
		case "-exec", "-execdir", "-ok", "-okdir":
			n := slices.IndexFunc(words[i+1:], func(w string) bool { return w == ";" || w == "+" })
			if n < 0 {
				n = len(words) - i - 1
			}
			for _, s := range starts {
				r.found(words[i+1:i+1+n], "{}", s, "find -exec", st, ctx)
			}
			i += n + 1
		}
	}
	out := below(starts, ctx, "find")
	if i := slices.Index(words, "-name"); i >= 0 && i+1 < len(words) && slices.Index(words[i+1:], "-name") < 0 {
		out.text = strings.ReplaceAll(out.text, gate.UnknownText, gate.UnknownText+"/"+words[i+1])
	}
	return out
}

// findStarts parts find's start points from its expression.
func findStarts(words []string) (starts, expression []string) {
	for len(words) > 0 && (words[0] == "-H" || words[0] == "-L" || words[0] == "-P" || strings.HasPrefix(words[0], "-O") || words[0] == "-D") {
		if words[0] == "-D" && len(words) > 1 {
			words = words[1:]
		}
		words = words[1:]
	}
	n := slices.IndexFunc(words, func(w string) bool { return w != "" && strings.ContainsRune("-(!,", rune(w[0])) })
	if n < 0 {
		n = len(words)
	}
	if n == 0 {
		return []string{"."}, words
	}
	return words[:n], words[n:]
}

// below is what a program prints that lists files under some folders.
func below(dirs []string, ctx context, name string) stream {
	var text strings.Builder
	for _, d := range dirs {
		text.WriteString(strings.TrimSuffix(d, "/") + "/" + gate.UnknownText + "\n")
	}
	return stream{kind: "pipe", from: append([]string{name}, ctx.stdin.upstream()...), text: text.String()}
}

// found starts a command for something that was found, which mark stands for.
func (r *runner) found(words []string, mark, what, name string, st *state, ctx context) stream {
	if len(words) == 0 {
		return unknownStream
	}
	args := make([]arg, len(words))
	for i, w := range words {
		args[i] = arg{text: strings.ReplaceAll(w, mark, what)}
	}
	ctx = ctx.sub(name)
	ctx.slack = true
	first := len(r.x.a.Writes)
	out := r.run(args, st, ctx)
	for i := first; i < len(r.x.a.Writes); i++ { // a rule must see that not the folder itself is meant
		if r.x.a.Writes[i].Op == gate.OpDelete && name == "find -exec" {
			r.x.a.Writes[i].Source = "find"
		}
	}
	return out
}

// fd is find with -x and -X.
func fd(r *runner, c *call, st *state, ctx context) stream {
	dirs := []string{"."}
	if len(c.operands) > 1 {
		dirs = c.operands[1:]
	}
	for i, word := range c.argv {
		switch word {
		case "-x", "--exec", "-X", "--exec-batch":
			words := slices.Clone(c.argv[i+1:])
			if !slices.ContainsFunc(words, func(w string) bool { return strings.Contains(w, "{") }) {
				words = append(words, "{}")
			}
			for _, d := range dirs {
				r.found(words, "{}", d, "find -exec", st, ctx)
			}
			return below(dirs, ctx, c.name)
		}
	}
	return below(dirs, ctx, c.name)
}

// xargs starts a command with words from its standard input.
func xargs(r *runner, c *call, st *state, ctx context) stream {
	words := append([]string{}, c.operands...)
	if len(words) == 0 {
		words = []string{"echo"}
	}
	in := ctx.stdin.text
	if ctx.stdin.kind == "inherit" || ctx.stdin.kind == "file" || in == "" && ctx.stdin.kind == "pipe" && len(ctx.stdin.from) > 0 && !ctx.stdin.known() {
		in = gate.UnknownText
	}
	if strings.Contains(in, gate.UnknownText) {
		r.origin = append(r.origin, ctx.stdin.upstream()...)
	}
	ctx.stdin = stream{kind: "inherit"}
	if mark, ok := replaceMark(c); ok {
		for i, line := range strings.Split(strings.TrimSuffix(in, "\n"), "\n") {
			if i >= maxLoop {
				r.limit("xargs has too many lines to follow")
				break
			}
			r.found(words, mark, strings.TrimSpace(line), "xargs", st, ctx)
		}
		return unknownStream
	}
	items := xargsWords(in)
	if len(items) > maxEntries {
		r.limit("xargs has too many words to follow")
		items = items[:maxEntries]
	}
	return r.found(append(words, items...), "\x00", "", "xargs", st, ctx)
}

// replaceMark is the word that -I, -i or --replace stand for.
func replaceMark(c *call) (string, bool) {
	if v, ok := c.last("-I", "--replace-str"); ok {
		return v, true
	}
	if v, ok := c.last("-i", "--replace", "-J"); ok {
		if v == "" {
			v = "{}"
		}
		return v, true
	}
	return "", false
}

// xargsWords splits as xargs does: white space, quotes, backslashes.
func xargsWords(text string) []string {
	var out []string
	var word strings.Builder
	some, quoted := false, rune(0)
	for _, c := range strings.ReplaceAll(text, "\x00", "\n") {
		switch {
		case quoted != 0 && c == quoted:
			quoted = 0
		case quoted != 0:
			word.WriteRune(c)
		case c == '\'' || c == '"':
			quoted, some = c, true
		case c == ' ' || c == '\t' || c == '\n':
			if some {
				out = append(out, word.String())
			}
			word.Reset()
			some = false
		default:
			word.WriteRune(c)
			some = true
		}
	}
	if some {
		out = append(out, word.String())
	}
	return out
}

// parallel starts a command for each of its inputs: after :::, or from
// standard input.
func parallel(r *runner, c *call, st *state, ctx context) stream {
	words, inputs := c.operands, []string{}
	for i, w := range c.operands {
		if w == ":::" || w == ":::+" || w == "::::" {
			words = c.operands[:i]
			inputs = c.operands[i+1:]
			if w == "::::" {
				inputs = []string{gate.UnknownText}
			}
			break
		}
	}
	if len(inputs) == 0 {
		inputs = []string{gate.UnknownText}
		if ctx.stdin.kind == "pipe" || ctx.stdin.kind == "text" {
			inputs = strings.Split(strings.TrimSuffix(ctx.stdin.text, "\n"), "\n")
		}
	}
	line := strings.Join(words, " ")
	if line == "" { // the inputs themselves are the command lines
		r.origin = append(r.origin, ctx.stdin.upstream()...)
		for _, in := range inputs[:min(len(inputs), maxLoop)] {
			r.script(in, c.name, st, ctx)
		}
		return unknownStream
	}
	if !strings.Contains(line, "{") {
		line += " {}"
	}
	for i, in := range inputs {
		if i >= maxLoop {
			r.limit("parallel has too many inputs to follow")
			break
		}
		if !strings.Contains(in, gate.UnknownText) {
			in = quote(in)
		}
		r.script(strings.NewReplacer("{}", in, "{.}", in, "{/}", in, "{1}", in).Replace(line), c.name, st, ctx)
	}
	return unknownStream
}
