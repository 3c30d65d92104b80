package extract

import (
	"encoding/base32"
	"encoding/base64"
	"encoding/hex"
	"path"
	"slices"
	"strconv"
	"strings"

	"gate"
	"gate/internal/table"
)

// setups are the commands that print settings for the shell that evaluates
// them: "ssh-agent", or "PROGRAM WORD".
var setups = []string{
	"ssh-agent", "dircolors", "direnv hook", "direnv export", "brew shellenv", "pyenv init", "pyenv virtualenv-init", "rbenv init", "nodenv init", "goenv init", "jenv init",
	"fnm env", "starship init", "zoxide init", "mise activate", "rtx activate", "conda shell.bash", "conda shell.zsh", "micromamba shell", "opam env", "minikube docker-env",
	"docker-machine env", "kubectl completion", "gh completion", "npm completion", "thefuck --alias", "hub alias", "luarocks path", "resize", "gpgconf", "poetry env", "pdm venv",
	"aws configure", "keychain", "register-python-argcomplete", "lesspipe", "tput", "perlbrew env", "plenv init", "swiftenv init", "atuin init", "fzf", "nvm",
}

// folders are what some tools print of where they keep things.
var folders = table.Of[string]{
	{"npm bin", "node_modules/.bin"}, {"npm root", "node_modules"}, {"pnpm bin", "node_modules/.bin"}, {"yarn bin", "node_modules/.bin"},
	{"go env GOPATH", "~/go"}, {"go env GOROOT", "/usr/local/go"}, {"go env GOBIN", "~/go/bin"}, {"brew --prefix", "/opt/homebrew"}, {"poetry env", ".venv"},
}

// setup says whether a command prints settings for a shell.
func (c *call) setup() bool {
	word := ""
	if len(c.argv) > 1 {
		word = c.name + " " + c.argv[1]
	}
	if c.name == "ssh-agent" && len(c.operands) > 0 {
		return false // it starts a command
	}
	return slices.Contains(setups, c.name) || slices.Contains(setups, word)
}

// textual finds the programs whose output can be known from their words and
// their input: what is decoded into a shell must be read as that shell would.
func textual(name string) do {
	switch name {
	case "cat", "head", "tail", "uniq", "bat", "tac", "rev", "base64", "base32", "xxd", "tr", "cut", "sort":
		return filter
	case "mktemp":
		return mktemp
	case "basename", "dirname", "realpath", "readlink":
		return names
	case "seq":
		return seq
	case "which":
		return which
	case "date", "nproc", "uname", "hostname", "whoami", "id", "wc":
		return plainOutput
	}
	return nil
}

// filter passes a stream through.
func filter(r *runner, c *call, st *state, ctx context) stream {
	in := r.filtered(c, st, ctx)
	from := append([]string{c.name}, in.from...)
	text := in.text
	if !in.known() {
		switch c.name {
		case "cat", "sort", "head", "tail", "uniq", "tac":
			return stream{kind: "pipe", from: from, text: text}
		}
		return stream{kind: "pipe", from: from, text: gate.UnknownText}
	}
	decoded, ok := text, true
	switch c.name {
	case "rev":
		decoded = reverseLines(text)
	case "base64":
		decoded, ok = coded(text, c.has("-d", "-D", "--decode"), base64.StdEncoding.DecodeString, base64.StdEncoding.EncodeToString)
	case "base32":
		decoded, ok = coded(text, c.has("-d", "--decode"), base32.StdEncoding.DecodeString, base32.StdEncoding.EncodeToString)
	case "xxd":
		ok = c.has("-r")
		if ok {
			raw, err := hex.DecodeString(strings.Join(strings.Fields(text), ""))
			decoded, ok = string(raw), err == nil
		}
	case "tr":
		decoded, ok = translate(text, c)
	case "cut":
		ok = strings.Count(text, "\n") <= 1 && len(c.options) == 0
	}
	if !ok {
		decoded = gate.UnknownText
	}
	return stream{kind: "pipe", from: from, text: decoded}
}

// filtered is what a filter reads: the files among its operands, as far as the
// line itself wrote them, or standard input.
func (r *runner) filtered(c *call, st *state, ctx context) stream {
	if len(c.operands) == 0 || c.operands[0] == "-" || c.name == "tr" {
		in := ctx.stdin
		if in.kind == "inherit" {
			in.text = ""
		}
		return in
	}
	out := stream{kind: "pipe"}
	for _, file := range c.operands {
		if s, ok := r.written(file, st); ok {
			out = out.then(s)
		} else {
			out.text += gate.UnknownText
		}
	}
	return out
}

func coded(text string, decode bool, dec func(string) ([]byte, error), enc func([]byte) string) (string, bool) {
	if !decode {
		return enc([]byte(text)) + "\n", true
	}
	raw, err := dec(strings.Join(strings.Fields(text), ""))
	return string(raw), err == nil
}

func reverseLines(text string) string {
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		runes := []rune(line)
		slices.Reverse(runes)
		lines[i] = string(runes)
	}
	return strings.Join(lines, "\n")
}

// translate does tr for sets of equal length, -d, and the letter ranges.
func translate(text string, c *call) (string, bool) {
	if len(c.operands) == 0 {
		return "", false
	}
	from := trSet(c.operands[0])
	if c.has("-d") {
		return strings.Map(func(ch rune) rune {
			if strings.ContainsRune(from, ch) {
				return -1
			}
			return ch
		}, text), true
	}
	if len(c.operands) < 2 || len(c.options) > 0 {
		return "", false
	}
	a, b := []rune(from), []rune(trSet(c.operands[1]))
	if len(b) == 0 {
		return "", false
	}
	return strings.Map(func(ch rune) rune {
		if i := slices.Index(a, ch); i >= 0 {
			return b[min(i, len(b)-1)]
		}
		return ch
	}, text), true
}

// trSet writes out the ranges of a tr set.
func trSet(s string) string {
	runes := []rune(ansi(s))
	var out strings.Builder
	for i := 0; i < len(runes); i++ {
		if i+2 < len(runes) && runes[i+1] == '-' && runes[i] <= runes[i+2] && runes[i+2]-runes[i] < 256 {
			for c := runes[i]; c <= runes[i+2]; c++ {
				out.WriteRune(c)
			}
			i += 2
			continue
		}
		out.WriteRune(runes[i])
	}
	return out.String()
}

// mktemp prints a fresh place in a temporary folder.
func mktemp(r *runner, c *call, st *state, ctx context) stream {
	name := "tmp.XXXXXXXXXX"
	if len(c.operands) > 0 {
		name = c.operands[0]
	}
	dir := r.get("TMPDIR", st)
	if v, ok := c.last("-p", "--tmpdir"); ok && v != "" {
		dir = v
	}
	if len(c.operands) > 0 && !c.has("-t", "-p", "--tmpdir") && !strings.HasPrefix(name, "/") {
		dir = st.cwd
	}
	file := path.Join(dir, name)
	if strings.HasPrefix(name, "/") || len(c.operands) > 0 && strings.Contains(name, "/") {
		file = name
	}
	if len(c.operands) > 0 || c.has("-p", "--tmpdir") {
		r.target(target{path: file, cwd: st.cwd, op: gate.OpCreate, source: c.name}, ctx)
	}
	return printed(file + "\n")
}

func names(r *runner, c *call, st *state, _ context) stream {
	var out strings.Builder
	for i, word := range c.operands {
		switch {
		case strings.Contains(word, gate.UnknownText) && c.name != "dirname":
			word = gate.UnknownText
		case c.name == "basename":
			if i == 1 && !c.has("-a", "-s") {
				continue
			}
			word = path.Base(word)
			if len(c.operands) == 2 && !c.has("-a") {
				word = strings.TrimSuffix(word, c.operands[1])
			}
		case c.name == "dirname":
			word = path.Dir(word)
		default:
			if st.cwd == "" && !rooted(word) {
				word = gate.UnknownText
			} else {
				word = r.x.resolve(word, st.cwd, true).abs
			}
		}
		out.WriteString(word + "\n")
	}
	return printed(out.String())
}

func seq(_ *runner, c *call, _ *state, _ context) stream {
	from, step, to := 1, 1, 0
	nums := make([]int, len(c.operands))
	for i, w := range c.operands {
		n, err := strconv.Atoi(w)
		if err != nil {
			return printed("1\n")
		}
		nums[i] = n
	}
	switch len(nums) {
	case 1:
		to = nums[0]
	case 2:
		from, to = nums[0], nums[1]
	case 3:
		from, step, to = nums[0], nums[1], nums[2]
	}
	var out strings.Builder
	for n, i := from, 0; step > 0 && n <= to && i < maxLoop; n, i = n+step, i+1 {
		out.WriteString(strconv.Itoa(n) + "\n")
	}
	return printed(out.String())
}

func which(_ *runner, c *call, _ *state, _ context) stream {
	var out strings.Builder
	for _, name := range c.operands {
		out.WriteString("/usr/bin/" + name + "\n")
	}
	return printed(out.String())
}

// plainOutput is a number, a name or a date: text that is not known, but
// cannot move a path out of its folder or start another command.
func plainOutput(*runner, *call, *state, context) stream { return printed("1\n") }

// list prints names of files below its operands.
func list(_ *runner, c *call, _ *state, ctx context) stream {
	from := append([]string{c.name}, ctx.stdin.upstream()...)
	if len(c.operands) == 0 {
		return stream{kind: "pipe", from: from, text: "./" + gate.UnknownText + "\n"}
	}
	var out strings.Builder
	for i, word := range c.operands {
		if !c.opGlobs[i] {
			word = strings.TrimSuffix(word, "/") + "/" + gate.UnknownText
		}
		out.WriteString(word + "\n")
	}
	return stream{kind: "pipe", from: from, text: out.String()}
}

// grep with -l prints names of files below the folders it searches.
func grep(_ *runner, c *call, _ *state, ctx context) stream {
	if !c.has("-l", "-L", "--files-with-matches", "--files-without-match", "--files") {
		text := gate.UnknownText
		if len(c.operands) <= 1 && !c.has("-o", "-c", "--only-matching", "--count") && ctx.stdin.kind == "pipe" && !ctx.stdin.known() && ctx.stdin.text != "" {
			text = ctx.stdin.text // some of the lines it reads
		}
		return stream{kind: "pipe", from: append([]string{c.name}, ctx.stdin.upstream()...), text: text}
	}
	dirs := c.operands
	if !c.patternGiven() && len(dirs) > 0 {
		dirs = dirs[1:]
	}
	if len(dirs) == 0 {
		dirs = []string{"."}
	}
	return below(dirs, ctx, c.name)
}

// ripgrep can start a program for each file.
func ripgrep(r *runner, c *call, st *state, ctx context) stream {
	for _, name := range []string{"--pre", "--hostname-bin"} {
		if program, ok := c.last(name); ok && program != "" {
			if strings.Contains(program, " ") {
				r.script(program, "rg --pre", st, ctx)
			} else {
				r.found([]string{program, gate.UnknownText}, "\x00", "", "rg --pre", st, ctx)
			}
			r.x.unknown(gate.UnknownCommand, "rg "+name+" "+program, "rg starts a program for each file it searches")
		}
	}
	return grep(r, c, st, ctx)
}
