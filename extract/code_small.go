package extract

import (
	"strings"

	"gate"
)

// sed edits in place, and its script can write files and start commands.
func sed(r *runner, c *call, st *state, ctx context) stream {
	files, globs := c.operands, c.opGlobs
	suffix, inPlace := c.last("-i", "--in-place")
	if inPlace && suffix == "" && len(files) > 0 && files[0] == "" {
		files, globs = files[1:], globs[1:] // BSD: the suffix is a word of its own
	}
	var scripts []string
	for _, o := range c.options {
		if o.name == "-e" || o.name == "--expression" {
			scripts = append(scripts, o.value)
		}
	}
	if len(scripts) == 0 && !c.has("-f", "--file") && len(files) > 0 {
		scripts, files, globs = files[:1], files[1:], globs[1:]
	}
	for _, o := range c.options {
		if o.name == "-f" || o.name == "--file" {
			if s, ok := r.scriptFile(o.value, st, ctx); ok {
				scripts = append(scripts, s)
			}
		}
	}
	if len(files) > 0 { // what e runs are lines of these
		ctx.stdin = stream{kind: "inherit"}
	}
	for _, text := range scripts {
		r.sedScript(text, st, ctx)
	}
	for i, file := range files {
		r.touch('r', file, globs[i], c, st, ctx)
		if !inPlace {
			continue
		}
		r.touch('w', file, globs[i], c, st, ctx)
		if strings.Contains(suffix, "*") {
			r.touch('w', strings.ReplaceAll(suffix, "*", file), false, c, st, ctx)
		} else if suffix != "" {
			r.touch('w', file+suffix, globs[i], c, st, ctx)
		}
	}
	return stream{kind: "pipe", from: append([]string{c.name}, ctx.stdin.upstream()...), text: gate.UnknownText}
}

// sedScript looks through a sed script for the commands w, W and e, and the
// flags of s that do the same.
func (r *runner) sedScript(script string, st *state, ctx context) {
	for _, line := range strings.Split(script, "\n") {
		rest := strings.TrimLeft(line, " \t{;")
		for rest != "" {
			rest = sedAddress(rest)
			if rest == "" {
				break
			}
			cmd := rest[0]
			rest = rest[1:]
			switch cmd {
			case 'w', 'W':
				r.target(target{path: strings.TrimSpace(rest), cwd: st.cwd, op: gate.OpWrite, source: "sed"}, ctx)
				rest = ""
			case 'e':
				if text := strings.TrimSpace(rest); text != "" {
					r.script(text, "sed e", st, ctx)
				} else {
					r.lines("sed", st, ctx)
				}
				rest = ""
			case 's', 'y':
				var parts []string
				parts, rest = sedParts(rest)
				rest = r.sedFlags(cmd, parts, rest, st, ctx)
			case 'a', 'i', 'c', 'r', 'R', 'b', 't', 'T', ':':
				rest = ""
				if cmd == 'b' || cmd == 't' || cmd == 'T' || cmd == ':' {
					_, rest, _ = strings.Cut(line, ";")
					line = rest
				}
			}
			rest = strings.TrimLeft(rest, " \t;}{")
		}
	}
}

// sedFlags reads the flags after s///.
func (r *runner) sedFlags(cmd byte, parts []string, rest string, st *state, ctx context) string {
	for rest != "" && cmd == 's' {
		switch f := rest[0]; {
		case f == 'w':
			r.target(target{path: strings.TrimSpace(rest[1:]), cwd: st.cwd, op: gate.OpWrite, source: "sed"}, ctx)
			return ""
		case f == 'e':
			if len(parts) > 1 {
				r.script(parts[1], "sed e", st, ctx)
			}
			rest = rest[1:]
		case strings.IndexByte("gpiIMm0123456789", f) >= 0:
			rest = rest[1:]
		default:
			return rest
		}
	}
	return rest
}

// sedParts takes the two parts of s and y, and gives what comes after.
func sedParts(s string) (parts []string, rest string) {
	if s == "" {
		return nil, ""
	}
	delim := s[0]
	start := 1
	for i := 1; i < len(s); i++ {
		switch s[i] {
		case '\\':
			i++
		case delim:
			parts = append(parts, s[start:i])
			start = i + 1
			if len(parts) == 2 {
				return parts, s[start:]
			}
		}
	}
	return parts, ""
}

// sedAddress skips the address in front of a command.
func sedAddress(s string) string {
	for s != "" {
		switch {
		case s[0] >= '0' && s[0] <= '9' || strings.IndexByte("$,~+! \tI", s[0]) >= 0:
			s = s[1:]
		case s[0] == '/' || s[0] == '\\' && len(s) > 1:
			if s[0] == '\\' {
				s = s[1:]
			}
			delim := s[0]
			i := 1
			for i < len(s) && s[i] != delim {
				if s[i] == '\\' {
					i++
				}
				i++
			}
			if i >= len(s) {
				return ""
			}
			s = s[i+1:]
		default:
			return s
		}
	}
	return ""
}

// scriptFile is the text of a script that is read from a file, if the line
// itself says what it holds.
func (r *runner) scriptFile(file string, st *state, ctx context) (string, bool) {
	if file == "/dev/stdin" || file == "-" {
		return ctx.stdin.text, ctx.stdin.known()
	}
	s, ok := r.written(file, st)
	return s.text, ok && s.known()
}

// lines runs each line of standard input as a command.
func (r *runner) lines(name string, st *state, ctx context) {
	if ctx.stdin.kind == "inherit" || ctx.stdin.kind == "" || ctx.stdin.kind == "file" {
		ctx.stdin.from = nil
	}
	if ctx.stdin.known() {
		r.script(ctx.stdin.text, name, st, ctx)
		return
	}
	r.unseen(name, ctx.stdin, st, ctx)
}
