package extract

import (
	"path"
	"slices"
	"strings"

	"gate"
	"gate/internal/table"
)

// What cmd.exe and PowerShell have in common: the environment of Windows, its
// command lines, and its own programs.

// winEnv is a variable of the environment: what the line has set, or what
// Windows sets for every process.
func (r *runner) winEnv(name string, st *state) (string, bool) {
	name = strings.ToUpper(name)
	if v, ok := st.vars[name]; ok {
		if len(v.values) == 1 && !v.isList {
			return v.values[0], true
		}
		return gate.UnknownText, true
	}
	if r.x.a.OS != "windows" {
		return r.get(name, st), true
	}
	home := r.x.a.Home
	if below, ok := homeFolders.Find(name); ok && home != "" {
		return home + below, true
	}
	if text, ok := fixedFolders.Find(name); ok {
		return text, true
	}
	switch name {
	case "CD":
		return st.cwd, st.cwd != ""
	case "USERNAME", "USER":
		return path.Base(home), home != ""
	case "HOMEPATH":
		_, rest, ok := cutDrive(home)
		return rest, ok
	}
	return gate.UnknownText, false
}

var homeFolders = table.Of[string]{
	{"USERPROFILE", ""}, {"HOME", ""}, {"TEMP", "/AppData/Local/Temp"}, {"TMP", "/AppData/Local/Temp"}, {"APPDATA", "/AppData/Roaming"},
	{"LOCALAPPDATA", "/AppData/Local"}, {"ONEDRIVE", "/OneDrive"},
}

var fixedFolders = table.Of[string]{
	{"SYSTEMROOT", "C:/Windows"}, {"WINDIR", "C:/Windows"}, {"SYSTEMDRIVE", "C:"}, {"HOMEDRIVE", "C:"}, {"PROGRAMFILES", "C:/Program Files"},
	{"PROGRAMFILES(X86)", "C:/Program Files (x86)"}, {"PROGRAMW6432", "C:/Program Files"}, {"PROGRAMDATA", "C:/ProgramData"}, {"ALLUSERSPROFILE", "C:/ProgramData"},
	{"PUBLIC", "C:/Users/Public"}, {"COMSPEC", "C:/Windows/System32/cmd.exe"}, {"OS", "Windows_NT"}, {"PROCESSOR_ARCHITECTURE", "AMD64"},
	{"NUMBER_OF_PROCESSORS", "1"}, {"RANDOM", "1"}, {"DATE", "1"}, {"TIME", "1"}, {"ERRORLEVEL", "0"}, {"COMPUTERNAME", "localhost"}, {"USERDOMAIN", "localhost"},
}

// output collects what commands print one after another.
type output struct {
	text strings.Builder
	from []string
	lost bool // there is more than maxValue of it
}

func (o *output) add(s stream) {
	if !o.lost && o.text.Len()+len(s.text) <= maxValue {
		o.text.WriteString(s.text)
	} else {
		o.lost = true
	}
	for _, name := range s.from {
		if !slices.Contains(o.from, name) {
			o.from = append(o.from, name)
		}
	}
}

func (o *output) stream() stream {
	s := stream{kind: "pipe", from: o.from, text: o.text.String()}
	if o.lost {
		s.text = gate.UnknownText
	}
	return s
}

// winWords takes a command line apart as programs on Windows do: quotes group,
// and a backslash is one of its own unless quotes follow. Single quotes group
// nothing.
func winWords(text string) []string {
	var words []string
	var word strings.Builder
	some, quoted := false, false
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case c == '\\':
			n := i
			for n < len(text) && text[n] == '\\' {
				n++
			}
			some = true
			if n == len(text) || text[n] != '"' {
				word.WriteString(text[i:n])
			} else {
				word.WriteString(text[i : i+(n-i)/2])
				if (n-i)%2 == 1 {
					word.WriteByte('"')
					n++
				}
			}
			i = n - 1
		case c == '"':
			some, quoted = true, !quoted
		case (c == ' ' || c == '\t' || c == '\n' || c == '\r') && !quoted:
			if some {
				words = append(words, word.String())
			}
			word.Reset()
			some = false
		default:
			some = true
			word.WriteByte(c)
		}
	}
	if some {
		words = append(words, word.String())
	}
	return words
}

// winLine starts the program that a command line names, as CreateProcess does.
func (r *runner) winLine(text, name string, st *state, ctx context) stream {
	if words := winWords(text); len(words) > 0 {
		return r.winStart(words, st.clone(), ctx.sub(name))
	}
	return stream{kind: "pipe"}
}

// winStart starts a program from one of Windows' shells.
func (r *runner) winStart(words []string, st *state, ctx context) stream {
	if !r.step() || !r.enter() {
		return unknownStream
	}
	defer r.leave()
	args := make([]arg, len(words))
	for i, w := range words {
		args[i] = arg{text: w, glob: i > 0 && strings.ContainsAny(w, "*?")}
	}
	c := r.parse(args)
	if strings.Contains(words[0], gate.UnknownText) || words[0] == "" {
		return r.start(c, false, st, ctx)
	}
	if tool := winTools.Get(c.name); tool != nil && tool.meant(c) && (r.x.a.OS == "windows" || c.row == nil) {
		return r.winTool(c, tool, st, ctx)
	}
	file, written := r.winWritten(words[0], st)
	if kind := scriptKind(file); kind != "" {
		return r.winScript(kind, file, words, st, ctx)
	}
	out := r.start(c, false, st, ctx)
	if s := r.files[written]; s.kind != "" && !s.known() { // a program that the line itself fetched
		r.unseen(c.name, s, st, ctx)
	}
	return out
}

// winWritten finds the file that a program's name stands for among those that
// the line itself has made, with its ending and its place.
func (r *runner) winWritten(name string, st *state) (file, abs string) {
	if driveRelative(name) || st.cwd == "" && !rooted(name) || len(r.files) == 0 {
		return name, ""
	}
	for _, ending := range []string{"", ".exe", ".bat", ".cmd", ".com"} {
		abs = r.x.resolve(slashed(name)+ending, st.cwd, true).abs
		if _, ok := r.files[abs]; ok {
			return name + ending, abs
		}
	}
	return name, ""
}

// scriptKind is the shell that reads a script file.
func scriptKind(file string) string {
	switch strings.ToLower(path.Ext(slashed(file))) {
	case ".ps1", ".psm1":
		return "powershell"
	case ".bat", ".cmd":
		return "cmd"
	}
	return ""
}

// slashed is a path with the separators that the rest of the package builds
// paths with.
func slashed(p string) string { return strings.ReplaceAll(p, `\`, "/") }

// winScript starts a script file. What the line itself has put into it is
// known; any other is the project's own and not looked into.
func (r *runner) winScript(kind, file string, words []string, st *state, ctx context) stream {
	name := path.Base(slashed(words[0]))
	r.record(&call{name: name, argv: words, operands: words[1:]}, st, ctx)
	_, abs := r.winWritten(file, st)
	s, ok := r.files[abs]
	if !ok {
		return unknownStream
	}
	return r.winText(kind, s, name, st.clone(), ctx)
}

// winText runs what is known of a script's text. Of one that is not known
// policy sees a shell behind the programs that it comes from.
func (r *runner) winText(kind string, s stream, name string, st *state, ctx context) stream {
	if !s.known() {
		r.unseen(name, s, st, ctx)
		return unknownStream
	}
	ctx.stdin = stream{kind: "inherit"}
	if kind == "cmd" {
		return (&cmdShell{r: r, loop: map[byte]string{}, batch: true}).text(s.text, st, ctx.sub(name))
	}
	return r.powershellText(s.text, st, ctx.sub(name))
}

// driveRelative says whether a path depends on the folder that a drive was
// last used with: C:x.
func driveRelative(p string) bool {
	_, rest, ok := cutDrive(p)
	return ok && rest != "" && rest[0] != '/' && rest[0] != '\\'
}

// winTarget adds a write in the words of Windows.
func (r *runner) winTarget(t target, ctx context) {
	if driveRelative(t.path) {
		r.x.unknown(gate.UnknownTarget, t.path, "the path depends on the folder that its drive was last used with")
		return
	}
	t.path = slashed(t.path)
	r.target(t, ctx)
}

// winRead adds a read in the words of Windows.
func (r *runner) winRead(file, source string, st *state, ctx context) {
	if driveRelative(file) || st.cwd == "" && !rooted(file) || isConsole(file) {
		return
	}
	r.read(slashed(file), st.cwd, source, ctx)
}

func isConsole(file string) bool {
	return strings.EqualFold(file, "con") || strings.EqualFold(file, "con:")
}

// driveOf is the root of a drive that is named by its letter or as C:.
func driveOf(word string) (string, bool) {
	letter := strings.TrimSuffix(strings.TrimRight(word, `\/`), ":")
	if len(letter) != 1 || !isLetter(letter[0]) {
		return "", false
	}
	return strings.ToUpper(letter) + ":/", true
}
