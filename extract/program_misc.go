package extract

import (
	"path"
	"slices"
	"strings"

	"gate"
)

// tee passes its input on and writes it into files.
func tee(r *runner, c *call, st *state, ctx context) stream {
	out := stream{kind: "pipe", from: append([]string{c.name}, ctx.stdin.upstream()...), text: ctx.stdin.text}
	if ctx.stdin.kind == "inherit" {
		out.text = gate.UnknownText
	}
	for _, file := range c.operands {
		if strings.Contains(file, gate.UnknownText) || st.cwd == "" && !rooted(file) {
			continue
		}
		abs := r.x.resolve(file, st.cwd, true).abs
		r.files[abs] = stream{kind: "file", from: out.from, text: out.text}
		r.content(abs, out.text)
	}
	return out
}

// dd names its files as operands: if=, of=.
func dd(r *runner, c *call, st *state, ctx context) stream {
	for _, word := range c.operands {
		key, file, _ := strings.Cut(word, "=")
		switch key {
		case "of":
			r.touch('w', file, false, c, st, ctx)
		case "if":
			r.touch('r', file, false, c, st, ctx)
		}
	}
	return unknownStream
}

// compress replaces its files unless it writes to standard output or only
// looks.
func compress(r *runner, c *call, _ *state, _ context) stream {
	if c.has("-c", "--stdout", "-l", "--list", "-t", "--test", "-k", "--keep") {
		r.x.a.Writes = slices.DeleteFunc(r.x.a.Writes, func(t gate.Target) bool { return t.Source == c.name })
	}
	return unknownStream
}

// curl asks URLs; it writes with -o and -O and sends files with -T, -d @file
// and -F.
func curl(r *runner, c *call, st *state, ctx context) stream {
	method := "GET"
	var urls []string
	urls = append(urls, c.operands...)
	remoteName := c.has("-O", "--remote-name", "--remote-name-all")
	outDir, _ := c.last("--output-dir")
	var outs []string
	for _, o := range c.options {
		switch o.name {
		case "-d", "--data", "--data-binary", "--data-ascii", "--data-urlencode", "--json":
			method = "POST"
			if _, file, ok := strings.Cut(o.value, "@"); ok && (strings.HasPrefix(o.value, "@") || o.name == "--data-urlencode") {
				r.touch('r', file, false, c, st, ctx)
			}
		case "--data-raw":
			method = "POST"
		case "-F", "--form":
			method = "POST"
			if _, v, ok := strings.Cut(o.value, "="); ok && len(v) > 1 && (v[0] == '@' || v[0] == '<') {
				file, _, _ := strings.Cut(v[1:], ";")
				r.touch('r', file, false, c, st, ctx)
			}
		case "-T", "--upload-file":
			method = "PUT"
			r.touch('r', o.value, false, c, st, ctx)
		case "-K", "--config", "--netrc-file", "--key", "--cert", "-E":
			r.touch('r', o.value, false, c, st, ctx)
		case "-o", "--output":
			outs = append(outs, o.value)
		case "-D", "--dump-header", "-c", "--cookie-jar", "--trace", "--trace-ascii", "--stderr", "--etag-save":
			if o.value != "-" {
				r.touch('w', o.value, false, c, st, ctx)
			}
		case "--url":
			urls = append(urls, o.value)
		}
	}
	if v, ok := c.last("-X", "--request"); ok {
		method = v
	} else if c.has("-I", "--head") {
		method = "HEAD"
	}
	for _, u := range urls {
		r.address(u, method, c, st, ctx)
		if remoteName {
			outs = append(outs, fileOf(u))
		}
	}
	for _, out := range outs {
		if outDir != "" && !rooted(out) {
			out = path.Join(outDir, out)
		}
		r.fetched(out, c, st, ctx)
	}
	return stream{kind: "pipe", from: append([]string{c.name}, ctx.stdin.upstream()...), text: gate.UnknownText}
}

// address adds a URL as a command line writes it, with or without a scheme.
func (r *runner) address(u, method string, c *call, st *state, ctx context) {
	if u == "" || strings.HasPrefix(u, gate.UnknownText) {
		return
	}
	if file, ok := strings.CutPrefix(u, "file://"); ok {
		r.touch('r', file, false, c, st, ctx)
		return
	}
	if !strings.Contains(u, "://") {
		u = "http://" + u
	}
	r.x.url(u, method, c.name)
}

// fetched is a file that a download is written to.
func (r *runner) fetched(out string, c *call, st *state, ctx context) {
	if out == "-" || out == "" {
		return
	}
	r.touch('w', out, false, c, st, ctx)
	if st.cwd != "" || rooted(out) {
		r.files[r.x.resolve(out, st.cwd, true).abs] = stream{kind: "file", from: []string{c.name}, text: gate.UnknownText}
	}
}

// fileOf is the name that a download of u is saved under.
func fileOf(u string) string {
	u, _, _ = strings.Cut(u, "?")
	u, _, _ = strings.Cut(u, "#")
	_, rest, ok := strings.Cut(u, "://")
	if !ok {
		rest = u
	}
	if _, file, ok := strings.Cut(rest, "/"); ok && path.Base("/"+file) != "/" {
		return path.Base("/" + file)
	}
	return "index.html"
}

func wget(r *runner, c *call, st *state, ctx context) stream {
	out, given := c.last("-O", "--output-document", "-o", "--out")
	if c.name == "wget" {
		out, given = c.last("-O", "--output-document")
	}
	dir, _ := c.last("-P", "--directory-prefix", "-d", "--dir")
	for _, u := range c.operands {
		method := "GET"
		if c.has("--post-file", "--post-data", "--body-file", "--body-data") {
			method = "POST"
		}
		r.address(u, method, c, st, ctx)
		if !given && !c.has("--spider") {
			r.fetched(path.Join(dir, fileOf(u)), c, st, ctx)
		}
	}
	if given && out != "-" {
		r.files[r.x.resolve(out, st.cwd, true).abs] = stream{kind: "file", from: []string{c.name}, text: gate.UnknownText}
	}
	return stream{kind: "pipe", from: append([]string{c.name}, ctx.stdin.upstream()...), text: gate.UnknownText}
}

// netcat connects, and with -e or -c starts a program on the connection.
func netcat(r *runner, c *call, st *state, ctx context) stream {
	ctx.stdin = stream{kind: "pipe", from: []string{c.name}, text: gate.UnknownText}
	if program, ok := c.last("-e"); ok && program != "" {
		r.found([]string{program}, "\x00", "", c.name+" -e", st, ctx)
	}
	if text, ok := c.last("-c", "--sh-exec", "--exec"); ok && text != "" {
		r.script(text, c.name+" -c", st, ctx)
	}
	if len(c.operands) > 1 && !strings.Contains(c.operands[0], gate.UnknownText) {
		r.x.url("tcp://"+c.operands[0]+":"+c.operands[1], "CONNECT", c.name)
	}
	return stream{kind: "pipe", from: []string{c.name}, text: gate.UnknownText}
}

// patchCommand changes what its patch names.
func patchCommand(r *runner, c *call, st *state, ctx context) stream {
	if c.has("--dry-run", "-C") {
		return unknownStream
	}
	inner := st.cwd
	if dir, ok := c.last("-d", "--directory"); ok {
		inner = r.x.resolve(dir, st.cwd, true).abs
	}
	if ctx.stdin.known() {
		r.x.patch(ctx.stdin.text, inner, c.name)
	}
	return unknownStream
}

// applyPatch is the patch tool of some agents, typed as a command: the patch
// is a word or standard input.
func applyPatch(r *runner, c *call, st *state, ctx context) stream {
	text := ctx.stdin
	if len(c.operands) > 0 {
		text = stream{kind: "text", text: c.operands[0]}
	}
	if !text.known() || !r.x.patch(text.text, st.cwd, c.name) {
		r.x.unknown(gate.UnknownTarget, c.name, "the patch cannot be read")
	}
	return unknownStream
}

// crontab installs a table whose lines are commands; at takes a script.
func crontab(r *runner, c *call, st *state, ctx context) stream {
	if s, ok := r.table(c, st); ok {
		ctx.stdin = s
	} else if c.name == "crontab" && !slices.Contains(c.operands, "-") {
		return unknownStream
	}
	if !ctx.stdin.known() {
		if ctx.stdin.kind == "pipe" {
			r.unseen(c.name, ctx.stdin, st, ctx)
		}
		return unknownStream
	}
	if c.name != "crontab" {
		return r.script(ctx.stdin.text, c.name, st, ctx)
	}
	text := ctx.stdin.text
	ctx.stdin = stream{kind: "inherit"}
	for _, line := range strings.Split(text, "\n") {
		fields := strings.Fields(line)
		n := 5
		if len(fields) > 0 && strings.HasPrefix(fields[0], "@") {
			n = 1
		}
		if len(fields) <= n || strings.HasPrefix(fields[0], "#") || strings.Contains(fields[0], "=") {
			continue
		}
		r.script(strings.Join(fields[n:], " "), c.name, st, ctx)
	}
	return unknownStream
}

// table is the file that crontab installs or at runs, where the line itself
// has written it.
func (r *runner) table(c *call, st *state) (stream, bool) {
	file, _ := c.last("-f")
	if c.name == "crontab" && len(c.operands) > 0 {
		file = c.operands[0]
	}
	if file == "" || file == "-" {
		return stream{}, false
	}
	return r.written(file, st)
}

// man starts the program that shows its pages.
func man(r *runner, c *call, st *state, ctx context) stream {
	for _, o := range c.options {
		if (o.name == "-P" || o.name == "--pager" || o.name == "-H" || o.name == "--html") && o.value != "" {
			r.script(o.value, "man "+o.name, st, ctx)
		}
	}
	return unknownStream
}

// makeCommand runs the recipes of a makefile that comes on standard input.
func makeCommand(r *runner, c *call, st *state, ctx context) stream {
	inner := st
	if dir, ok := c.last("-C", "--directory"); ok {
		inner = st.clone()
		inner.cwd = r.x.resolve(dir, st.cwd, true).abs
	}
	for _, word := range c.operands { // variables that its recipes start
		name, text, ok := strings.Cut(word, "=")
		if ok && (name == "SHELL" && text != "/bin/bash" && text != "/bin/sh" && text != "bash" || strings.ContainsAny(text, ";|&`")) {
			r.script(text, "make "+name, inner, ctx)
		}
	}
	if text, ok := c.last("--eval", "-E"); ok {
		r.recipes(text, c, inner, ctx)
	}
	file, ok := c.last("-f", "--file", "--makefile")
	if !ok {
		return unknownStream
	}
	in, written := r.written(file, inner)
	if file == "-" {
		in, written = ctx.stdin, true
	}
	switch {
	case !written:
	case in.known():
		ctx.stdin = stream{kind: "inherit"}
		r.recipes(in.text, c, inner, ctx)
	default:
		r.unseen("make", in, st, ctx)
	}
	return unknownStream
}

// recipes are the lines of a makefile that begin with a tab, or stand after
// a rule's semicolon.
func (r *runner) recipes(text string, c *call, st *state, ctx context) {
	for _, line := range strings.Split(text, "\n") {
		command, ok := strings.CutPrefix(line, "\t")
		if !ok {
			var rule bool
			if _, command, rule = strings.Cut(line, ";"); !rule {
				continue
			}
		}
		r.script(strings.TrimLeft(strings.ReplaceAll(command, "$$", "$"), "@-+ "), c.name, st, ctx)
	}
}

func goCommand(r *runner, c *call, st *state, ctx context) stream {
	for i, w := range c.argv {
		value := ""
		if i+1 < len(c.argv) {
			value = c.argv[i+1]
		}
		if name, v, ok := strings.Cut(w, "="); ok {
			w, value = name, v
		}
		switch strings.TrimPrefix(w, "-") {
		case "-o", "-coverprofile", "-cpuprofile", "-memprofile":
			r.touch('w', value, false, c, st, ctx)
		case "o", "coverprofile", "cpuprofile", "memprofile":
			if strings.HasPrefix(w, "-") {
				r.touch('w', value, false, c, st, ctx)
			}
		case "exec", "toolexec":
			if strings.HasPrefix(w, "-") {
				r.script(value, "go "+w, st, ctx)
			}
		}
	}
	return unknownStream
}

func cmake(r *runner, c *call, st *state, ctx context) stream {
	if i := slices.Index(c.argv, "-E"); i > 0 && i+1 < len(c.argv) {
		words := c.argv[i+1:]
		switch words[0] {
		case "rm", "remove", "remove_directory", "rm -rf":
			for _, w := range words[1:] {
				if !strings.HasPrefix(w, "-") {
					r.touch('d', w, false, c, st, ctx)
				}
			}
		case "env", "time", "chdir":
			r.found(words[1:], "\x00", "", "cmake -E", st, ctx)
		}
	}
	return unknownStream
}
