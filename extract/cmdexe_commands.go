package extract

import (
	"path"
	"strings"

	"gate"
)

// cmdBuiltin is what a command of cmd.exe itself does: its row, and what the
// row cannot say. Rest is the text behind the command's name.
type cmdBuiltin struct {
	winTool
	own func(c *cmdShell, call *call, rest string, st *state, ctx context) stream
}

func cmdBuiltins(name string) *cmdBuiltin {
	switch name {
	case "del", "erase", "rd", "rmdir":
		return &cmdBuiltin{winTool: winTool{roles: "d"}}
	case "md", "mkdir":
		return &cmdBuiltin{winTool: winTool{roles: "c"}}
	case "type":
		return &cmdBuiltin{winTool: winTool{roles: "r"}, own: cmdType}
	case "copy":
		return &cmdBuiltin{own: cmdCopy}
	case "move":
		return &cmdBuiltin{winTool: winTool{roles: "m", dest: 'w'}}
	case "ren", "rename":
		return &cmdBuiltin{own: cmdRename}
	case "mklink":
		return &cmdBuiltin{own: cmdLink}
	case "cd", "chdir":
		return &cmdBuiltin{own: cmdChdir}
	case "pushd":
		return &cmdBuiltin{own: cmdPushd}
	case "popd":
		return &cmdBuiltin{own: cmdPopd}
	case "set":
		return &cmdBuiltin{own: cmdSet}
	case "echo":
		return &cmdBuiltin{own: cmdEcho}
	case "call":
		return &cmdBuiltin{own: cmdCall}
	case "start":
		return &cmdBuiltin{own: cmdStart}
	case "goto":
		return &cmdBuiltin{own: cmdGoto}
	case "dir":
		return &cmdBuiltin{own: cmdDir}
	case "assoc", "break", "cls", "color", "date", "endlocal", "exit", "ftype", "path", "pause", "prompt", "rem",
		"setlocal", "shift", "time", "title", "ver", "verify", "vol":
		return &cmdBuiltin{own: func(*cmdShell, *call, string, *state, context) stream { return stream{kind: "pipe"} }}
	}
	return nil
}

// simple starts one command.
func (c *cmdShell) simple(text string, st *state, ctx context) stream {
	if !c.r.step() || !c.r.enter() {
		return unknownStream
	}
	defer c.r.leave()
	text = strings.TrimLeft(c.late(text, st), " \t,;=@")
	if text == "" || strings.HasPrefix(text, ":") || text == "rem" {
		return stream{kind: "pipe"}
	}
	name, rest := cmdName(text)
	if b := cmdBuiltins(name); b != nil {
		return c.builtin(b, name, rest, st, ctx)
	}
	if drive, ok := driveOf(strings.TrimSpace(text)); ok && strings.HasSuffix(strings.TrimSpace(text), ":") {
		if own, _, _ := cutDrive(st.cwd); !strings.HasPrefix(drive, own+"/") || own == "" {
			st.cwd = drive
		}
		return stream{kind: "pipe"}
	}
	words := winWords(text)
	if len(words) == 0 {
		return stream{kind: "pipe"}
	}
	if baseName(words[0], "windows") == "cmd" { // what is behind /c goes on as text, with its quotes
		return c.inner(words, text, st, ctx)
	}
	return c.r.winStart(words, st, ctx)
}

// inner starts another cmd.exe.
func (c *cmdShell) inner(words []string, text string, st *state, ctx context) stream {
	for i := 1; i+1 < len(text); i++ {
		if text[i] == '/' && strings.IndexByte("ckrCKR", text[i+1]) >= 0 && strings.IndexByte(" \t\"", text[i-1]) >= 0 {
			words = append(winWords(text[:i]), text[i:i+2], strings.TrimLeft(text[i+2:], " \t"))
			break
		}
	}
	return c.r.winStart(words, st, ctx)
}

// cmdName takes the name off a command. Cmd.exe's own commands need nothing
// behind them: cd.., echo., rd/s.
func cmdName(text string) (name, rest string) {
	end := 0
	for end < len(text) && isLetter(text[end]) {
		end++
	}
	if end < len(text) && strings.IndexByte(` 	,;=/.:\+([]"&<>|`, text[end]) < 0 {
		return "", text
	}
	name = strings.ToLower(text[:end])
	rest = text[end:]
	if rest != "" && rest[0] == '.' && len(rest) > 1 && isLetter(rest[1]) && name != "echo" && name != "cd" {
		return "", text // type.exe
	}
	return name, rest
}

func (c *cmdShell) builtin(b *cmdBuiltin, name, rest string, st *state, ctx context) stream {
	words := append([]string{name}, cmdWords(rest)...)
	k := &call{name: name, argv: words, globs: make([]bool, len(words))}
	for i, w := range words {
		k.globs[i] = i > 0 && strings.ContainsAny(w, "*?")
	}
	if b.own == nil {
		return c.r.winTool(k, &b.winTool, st, ctx)
	}
	k.slashes()
	if name == "echo" {
		k.options, k.operands = nil, words[1:]
	}
	c.r.record(k, st, ctx)
	if k.has("/?") {
		return stream{kind: "pipe"}
	}
	return b.own(c, k, rest, st, ctx)
}

func cmdType(c *cmdShell, k *call, _ string, st *state, ctx context) stream {
	c.r.winEffects(&call{name: k.name, row: &program{roles: "r"}, operands: k.operands, opGlobs: k.opGlobs}, st, ctx)
	if len(k.operands) == 1 && !driveRelative(k.operands[0]) {
		if s, ok := c.r.files[c.r.x.resolve(k.operands[0], st.cwd, true).abs]; ok {
			return stream{kind: "pipe", from: append([]string{k.name}, s.from...), text: s.text}
		}
	}
	return stream{kind: "pipe", from: []string{k.name}, text: gate.UnknownText}
}

// cmdCopy copies a file, or several into one: copy a+b c.
func cmdCopy(c *cmdShell, k *call, _ string, st *state, ctx context) stream {
	var words []string
	for _, w := range k.operands {
		words = append(words, strings.Split(strings.Trim(w, "+"), "+")...)
	}
	if len(words) == 1 && !isConsole(words[0]) { // into the present folder
		words = append(words, path.Base(slashed(words[0])))
	}
	inner := &call{name: k.name, row: &program{roles: "r", dest: 'w'}, operands: words}
	for _, w := range words {
		inner.opGlobs = append(inner.opGlobs, strings.ContainsAny(w, "*?"))
	}
	if len(words) > 1 && isConsole(words[0]) {
		c.r.winTouch('w', words[len(words)-1], k, st, ctx)
		return unknownStream
	}
	if len(words) > 2 { // several sources make one file
		for _, w := range words[:len(words)-1] {
			c.r.winTouch('r', w, k, st, ctx)
		}
		c.r.winTouch('w', words[len(words)-1], k, st, ctx)
		return unknownStream
	}
	c.r.winEffects(inner, st, ctx)
	return unknownStream
}

// cmdRename gives a file another name in its own folder.
func cmdRename(c *cmdShell, k *call, _ string, st *state, ctx context) stream {
	if len(k.operands) > 1 {
		from := slashed(k.operands[0])
		c.r.winTouch('m', from, k, st, ctx)
		c.r.winTouch('w', path.Join(path.Dir(from), path.Base(slashed(k.operands[1]))), k, st, ctx)
	}
	return stream{kind: "pipe"}
}

func cmdLink(c *cmdShell, k *call, _ string, st *state, ctx context) stream {
	if len(k.operands) > 1 && !driveRelative(k.operands[0]) {
		c.r.winTouch('l', k.operands[0], k, st, ctx)
		c.r.linked(slashed(k.operands[1]), slashed(k.operands[0]), true, st)
	}
	return stream{kind: "pipe"}
}

// cmdChdir changes the folder, on another drive only with /d.
func cmdChdir(c *cmdShell, k *call, rest string, st *state, _ context) stream {
	to := strings.TrimSpace(rest)
	drive := k.has("/d")
	if drive && len(to) > 1 {
		to = strings.TrimSpace(to[strings.IndexByte(strings.ToLower(to), 'd')+1:])
	}
	to = strings.ReplaceAll(to, `"`, "")
	if to == "" {
		return printed(st.cwd + "\n")
	}
	volume, _, named := cutDrive(slashed(to))
	if own, _, _ := cutDrive(st.cwd); named && !drive && own != "" && own != volume {
		return stream{kind: "pipe"}
	}
	c.r.enterFolder(to, st)
	return stream{kind: "pipe"}
}

// enterFolder makes a folder the current one.
func (r *runner) enterFolder(to string, st *state) {
	to, before := slashed(to), st.cwd
	switch {
	case driveRelative(to):
		st.cwd = ""
	case strings.Contains(to, gate.UnknownText):
		st.cwd = r.below(to, st)
	case st.cwd == "" && !rooted(to):
	default:
		st.cwd = r.x.resolve(to, st.cwd, true).abs
	}
	st.old = before
}

func cmdPushd(c *cmdShell, k *call, _ string, st *state, _ context) stream {
	c.dirs = append(c.dirs, st.cwd)
	if to := k.word(0); to != "" {
		c.r.enterFolder(to, st)
	}
	return stream{kind: "pipe"}
}

func cmdPopd(c *cmdShell, _ *call, _ string, st *state, _ context) stream {
	if n := len(c.dirs); n > 0 {
		st.cwd, c.dirs = c.dirs[n-1], c.dirs[:n-1]
	}
	return stream{kind: "pipe"}
}

func cmdSet(c *cmdShell, k *call, rest string, st *state, _ context) stream {
	text := strings.TrimLeft(rest, " \t")
	unknown := false
	if low := strings.ToLower(text); strings.HasPrefix(low, "/a") || strings.HasPrefix(low, "/p") {
		unknown = true
		text = strings.TrimLeft(text[2:], " \t")
	}
	if strings.HasPrefix(text, `"`) {
		text = text[1:]
		if last := strings.LastIndexByte(text, '"'); last >= 0 {
			text = text[:last]
		}
	}
	name, value, ok := strings.Cut(text, "=")
	if !ok || name == "" {
		return stream{kind: "pipe", from: []string{k.name}, text: gate.UnknownText}
	}
	if unknown || len(value) > maxValue {
		value = gate.UnknownText
	}
	name = strings.ToUpper(name)
	value = bounded(value)
	st.vars[name] = variable{values: []string{value}}
	st.export[name] = true
	return stream{kind: "pipe"}
}

func cmdEcho(_ *cmdShell, k *call, rest string, _ *state, _ context) stream {
	if rest == "" || len(k.argv) == 2 && (strings.EqualFold(k.argv[1], "off") || strings.EqualFold(k.argv[1], "on")) {
		return stream{kind: "pipe"}
	}
	return printed(rest[1:] + "\n")
}

func cmdGoto(c *cmdShell, k *call, _ string, _ *state, _ context) stream {
	if !strings.EqualFold(strings.TrimPrefix(k.word(0), ":"), "eof") {
		c.r.x.unknown(gate.UnknownSyntax, strings.Join(k.argv, " "), "the command jumps to a label, which the gate does not follow")
	}
	return stream{kind: "pipe"}
}

// cmdDir lists files; with /s their whole paths, with /b nothing else.
func cmdDir(_ *cmdShell, k *call, _ string, _ *state, _ context) stream {
	out := stream{kind: "pipe", from: []string{k.name}, text: gate.UnknownText}
	if !k.has("/b") || len(k.operands) > 1 {
		return out
	}
	what := slashed(firstOf(k.word(0), "."))
	switch pattern := strings.ContainsAny(what, "*?"); {
	case k.has("/s") && pattern:
		out.text = path.Join(path.Dir(what), path.Base(what)) + "\n"
	case k.has("/s"):
		out.text = strings.TrimSuffix(what, "/") + "/" + gate.UnknownText + "\n"
	case pattern:
		out.text = path.Base(what) + "\n"
	}
	return out
}
