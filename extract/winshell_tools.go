package extract

import (
	"slices"
	"strings"

	"gate"
	"gate/internal/table"
)

// winTool is what a program of Windows, or a command of cmd.exe itself, does
// with its words: options begin with a slash, roles are those of program.
type winTool struct {
	roles string
	dest  byte
	only  string // a word that must stand among the words, else the program of the same name from Unix is meant
}

// winTools are the programs of Windows. Those that change nothing stand here
// when a program of Unix has their name, or takes its options with a dash.
var winTools = table.Of[*winTool]{
	{"xcopy", &winTool{roles: "r", dest: 'w'}}, {"expand", &winTool{roles: "r", dest: 'w', only: ".cab"}},
	{"findstr", &winTool{roles: "-r"}}, {"find", &winTool{roles: "-r", only: anyButDash}}, {"more", &winTool{roles: "r"}}, {"fc", &winTool{roles: "r"}}, {"comp", &winTool{roles: "r"}},
	{"timeout", &winTool{only: "/"}}, {"sort", &winTool{only: "/"}}, {"where", &winTool{}}, {"tree", &winTool{}}, {"choice", &winTool{}}, {"clip", &winTool{}}, {"tasklist", &winTool{}}, {"taskkill", &winTool{}}, {"systeminfo", &winTool{}},
	{"robocopy", &winTool{}}, {"attrib", &winTool{}}, {"format", &winTool{}}, {"format.com", &winTool{}}, {"diskpart", &winTool{}}, {"chkdsk", &winTool{}}, {"vssadmin", &winTool{}}, {"bcdedit", &winTool{}}, {"sc", &winTool{}}, {"net", &winTool{}}, {"reg", &winTool{}},
	{"icacls", &winTool{}}, {"cacls", &winTool{}}, {"takeown", &winTool{}}, {"compact", &winTool{}}, {"cipher", &winTool{}}, {"schtasks", &winTool{}}, {"at", &winTool{}}, {"wmic", &winTool{}}, {"certutil", &winTool{}}, {"bitsadmin", &winTool{}}, {"fsutil", &winTool{}},
	{"rundll32", &winTool{}}, {"mshta", &winTool{}}, {"regsvr32", &winTool{}}, {"wscript", &winTool{}}, {"cscript", &winTool{}}, {"msiexec", &winTool{}}, {"explorer", &winTool{}}, {"forfiles", &winTool{}}, {"runas", &winTool{}}, {"psexec", &winTool{}}, {"gsudo", &winTool{}}, {"wsl", &winTool{}},
}

// anyButDash is meant when no word begins with a dash.
const anyButDash = "\x00"

// winDo is what a program of Windows does that its row cannot say.
func winDo(name string) do {
	switch name {
	case "robocopy":
		return robocopy
	case "attrib":
		return attrib
	case "sort":
		return winSort
	case "format", "format.com":
		return formatDrive
	case "reg":
		return registry
	case "icacls", "cacls", "takeown":
		return access
	case "cipher":
		return cipher
	case "schtasks":
		return scheduled
	case "wmic":
		return wmic
	case "certutil":
		return certutil
	case "bitsadmin":
		return bitsadmin
	case "fsutil":
		return fsutil
	case "rundll32":
		return rundll
	case "mshta", "regsvr32", "wscript", "cscript", "msiexec", "explorer":
		return hosted
	case "forfiles":
		return forfiles
	case "runas", "psexec", "gsudo":
		return runas
	case "wsl":
		return wsl
	}
	return nil
}

// meant says whether the words are those of Windows' program, not of the one
// from Unix that has the same name.
func (t *winTool) meant(c *call) bool {
	switch t.only {
	case "":
		return true
	case anyButDash: // find "text" file
		return !slices.ContainsFunc(c.argv[1:], func(w string) bool { return strings.HasPrefix(w, "-") })
	}
	return slices.ContainsFunc(c.argv[1:], func(w string) bool {
		return strings.HasPrefix(w, t.only) || strings.HasSuffix(strings.ToLower(w), t.only)
	})
}

// winTool records a command whose options begin with a slash, and does what
// its row says.
func (r *runner) winTool(c *call, t *winTool, st *state, ctx context) stream {
	c.slashes()
	r.record(c, st, ctx)
	if c.has("/?") {
		return unknownStream
	}
	c.row = &program{roles: t.roles, dest: t.dest}
	if t.roles != "" {
		r.winEffects(c, st, ctx)
	}
	if do := winDo(c.name); do != nil {
		return do(r, c, st, ctx)
	}
	return stream{kind: "pipe", from: distinct(append([]string{c.name}, ctx.stdin.upstream()...)), text: gate.UnknownText}
}

// slashes takes a command's words apart into options, which begin with a
// slash and may stand together (/s/q), and operands.
func (c *call) slashes() {
	c.options, c.operands, c.opGlobs = nil, nil, nil
	for i, w := range c.argv[1:] {
		if len(w) < 2 || w[0] != '/' {
			if w != "" {
				c.operands = append(c.operands, w)
				c.opGlobs = append(c.opGlobs, c.globs[i+1])
			}
			continue
		}
		name, value, _ := strings.Cut(w, ":")
		for _, letter := range strings.Split(strings.ToLower(name[1:]), "/") {
			c.options = append(c.options, option{name: "/" + letter})
		}
		c.options[len(c.options)-1].value = value
	}
}

// winEffects is effects for words as Windows writes paths.
func (r *runner) winEffects(c *call, st *state, ctx context) {
	var operands []string
	var globs []bool
	for i, w := range c.operands {
		switch {
		case isConsole(w):
		case driveRelative(w):
			r.x.unknown(gate.UnknownTarget, w, "the path depends on the folder that its drive was last used with")
		default:
			operands, globs = append(operands, slashed(w)), append(globs, c.opGlobs[i])
		}
	}
	inner := *c
	inner.operands, inner.opGlobs = operands, globs
	r.effects(&inner, st, ctx)
}

func (r *runner) winTouch(role byte, word string, c *call, st *state, ctx context) {
	if role == 'r' {
		r.winRead(word, c.name, st, ctx)
		return
	}
	r.winTarget(target{path: word, cwd: st.cwd, op: operation[role], source: c.name, glob: strings.ContainsAny(word, "*?")}, ctx)
}

// word gives an operand, "" where there is none.
func (c *call) word(i int) string {
	if i < len(c.operands) {
		return c.operands[i]
	}
	return ""
}

// robocopy makes a folder like another; some options delete what is not in
// the source, or the source.
func robocopy(r *runner, c *call, st *state, ctx context) stream {
	if len(c.operands) < 2 || c.has("/l") {
		return unknownStream
	}
	r.winTouch('r', c.operands[0], c, st, ctx)
	r.winTouch('w', c.operands[1], c, st, ctx)
	if c.has("/mir", "/purge") {
		r.winTouch('d', c.operands[1], c, st, ctx)
	}
	if c.has("/mov", "/move") {
		r.winTouch('m', c.operands[0], c, st, ctx)
	}
	return unknownStream
}

func attrib(r *runner, c *call, st *state, ctx context) stream {
	changes := slices.ContainsFunc(c.operands, func(w string) bool { return w[0] == '+' || w[0] == '-' })
	for _, w := range c.operands {
		if changes && w[0] != '+' && w[0] != '-' {
			r.winTouch('x', w, c, st, ctx)
		}
	}
	return unknownStream
}

func winSort(r *runner, c *call, st *state, ctx context) stream {
	files := c.operands
	if c.has("/o", "/output") && len(files) > 0 {
		r.winTouch('w', files[len(files)-1], c, st, ctx)
		files = files[:len(files)-1]
	}
	for _, w := range files {
		r.winTouch('r', w, c, st, ctx)
	}
	return unknownStream
}

func formatDrive(r *runner, c *call, st *state, ctx context) stream {
	if drive, ok := driveOf(c.word(0)); ok {
		r.winTouch('w', drive, c, st, ctx)
	}
	return unknownStream
}

// access changes who may use files: icacls FILE /grant ..., takeown /f FILE.
func access(r *runner, c *call, st *state, ctx context) stream {
	if len(c.operands) > 0 && len(c.options) > 0 {
		r.winTouch('x', c.operands[0], c, st, ctx)
	}
	return unknownStream
}

// cipher /w overwrites what is free on a drive.
func cipher(r *runner, c *call, st *state, ctx context) stream {
	if dir, ok := c.last("/w"); ok {
		r.winTouch('w', firstOf(dir, c.word(0)), c, st, ctx)
	}
	return unknownStream
}

// registry is reg.exe, whose export and import name files.
func registry(r *runner, c *call, st *state, ctx context) stream {
	switch strings.ToLower(c.word(0)) {
	case "export", "save":
		r.winTouch('w', c.word(2), c, st, ctx)
	case "import", "restore":
		r.winTouch('r', c.word(1), c, st, ctx)
	}
	return unknownStream
}

// certutil downloads, decodes and encodes files.
func certutil(r *runner, c *call, st *state, ctx context) stream {
	var files []string
	does := map[string]bool{}
	for _, w := range c.argv[1:] {
		if low := strings.ToLower(w); len(w) > 1 && (w[0] == '-' || w[0] == '/') {
			does[low[1:]] = true
		} else {
			files = append(files, w)
		}
	}
	switch {
	case does["urlcache"] || does["verifyctl"]:
		for _, f := range files {
			if hasScheme(f) {
				r.x.url(f, "GET", c.name)
			} else {
				r.winFetched(f, c.name, st, ctx)
			}
		}
	case (does["decode"] || does["encode"] || does["decodehex"] || does["encodehex"]) && len(files) > 1:
		r.winTouch('r', files[0], c, st, ctx)
		r.winFetched(files[1], c.name, st, ctx)
	}
	return unknownStream
}

// winFetched is a file that holds what a program got elsewhere.
func (r *runner) winFetched(file, name string, st *state, ctx context) {
	r.winTarget(target{path: file, cwd: st.cwd, op: gate.OpWrite, source: name}, ctx)
	if st.cwd != "" || rooted(file) {
		r.files[r.x.resolve(slashed(file), st.cwd, true).abs] = stream{kind: "file", from: []string{name}, text: gate.UnknownText}
	}
}

// bitsadmin /transfer JOB URL FILE downloads.
func bitsadmin(r *runner, c *call, st *state, ctx context) stream {
	for i, w := range c.argv {
		if hasScheme(w) {
			r.x.url(w, "GET", c.name)
			if i+1 < len(c.argv) && !c.has("/upload") {
				r.winFetched(c.argv[i+1], c.name, st, ctx)
			}
		}
	}
	return unknownStream
}

func fsutil(r *runner, c *call, st *state, ctx context) stream {
	if strings.EqualFold(c.word(0), "file") {
		switch strings.ToLower(c.word(1)) {
		case "createnew", "setzerodata", "setvaliddata", "seteof":
			r.winTouch('w', c.word(2), c, st, ctx)
		}
	}
	return unknownStream
}
