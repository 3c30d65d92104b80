package extract

import (
	"slices"
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
					r.x.unknown(gate.UnknownCommand, "sed e", "sed runs the lines of its input as commands")
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

// awk can write files, start commands, and edit in place.
func awk(r *runner, c *call, st *state, ctx context) stream {
	program, files := "", c.operands
	if !c.has("-f", "--file") && len(files) > 0 {
		program, files = files[0], files[1:]
	}
	if v, ok := c.last("-i", "--include"); ok && v == "inplace" {
		for _, f := range files {
			r.touch('w', f, false, c, st, ctx)
		}
	}
	for _, f := range files {
		if !strings.Contains(f, "=") {
			r.touch('r', f, false, c, st, ctx)
		}
	}
	r.awkProgram(program, st, ctx)
	return stream{kind: "pipe", from: append([]string{c.name}, ctx.stdin.upstream()...), text: gate.UnknownText}
}

// awkProgram looks for system("..."), print > "file", print | "command" and
// "command" | getline.
func (r *runner) awkProgram(program string, st *state, ctx context) {
	tokens := lex(program, syntaxOf{hash: true})
	printing := false
	for i, t := range tokens {
		next := token{}
		if i+1 < len(tokens) {
			next = tokens[i+1]
		}
		switch {
		case t.kind == 'i' && (t.text == "print" || t.text == "printf"):
			printing = true
		case t.text == ";" || t.text == "}" || t.text == "{":
			printing = false
		case t.kind == 'i' && t.text == "system" && next.text == "(":
			r.awkCommand(tokens, i+2, st, ctx)
		case t.text == ">" && printing && (i == 0 || tokens[i-1].text != ">"):
			for next.text == ">" && i+2 < len(tokens) {
				i++
				next = tokens[i+1]
			}
			if next.kind == 's' {
				r.target(target{path: next.text, cwd: st.cwd, op: gate.OpWrite, source: "awk"}, ctx)
			}
		case t.text == "|" && next.kind == 's':
			r.awkCommand(tokens, i+1, st, ctx)
		case t.text == "|" && next.text == "getline" && i > 0 && tokens[i-1].kind == 's':
			r.awkCommand(tokens, i-1, st, ctx)
		}
	}
}

// awkCommand runs the command that begins at a token: a literal, or one that
// is put together when it runs.
func (r *runner) awkCommand(tokens []token, at int, st *state, ctx context) {
	if at >= len(tokens) {
		return
	}
	text := ""
	for _, t := range tokens[at:] {
		if t.kind == 'p' && slices.Contains([]string{")", ";", "}", "|", ","}, t.text) {
			break
		}
		if t.kind == 's' {
			text += t.text
		} else {
			text += gate.UnknownText
		}
	}
	if strings.HasPrefix(text, gate.UnknownText) {
		r.x.unknown(gate.UnknownCommand, "awk", "awk starts a command whose text is made when it runs")
		return
	}
	r.script(text, "awk", st, ctx)
}
