package extract

import (
	"slices"
	"strings"

	"gate"
)

// psOptions are the options of powershell.exe and pwsh that a value follows,
// besides those that name the code.
var psOptions = []string{
	"executionpolicy", "ep", "ex", "windowstyle", "inputformat", "outputformat", "version", "workingdirectory", "wd", "configurationname", "configurationfile",
	"custompipename", "settingsfile", "psconsolefile",
}

// powershellProcess is PowerShell as a program: -Command, -EncodedCommand and
// -File, any of them abbreviated. A word without an option is the command of
// powershell.exe, and the file of pwsh.
func (r *runner) powershellProcess(c *call, st *state, ctx context) {
	inner := st.child(ctx)
	words := c.argv[1:]
	for i := 0; i < len(words); i++ {
		w := words[i]
		low := strings.ToLower(strings.TrimLeft(w, "-/"))
		rest := words[i+1:]
		if w == "" || w[0] != '-' && w[0] != '/' || low == "" {
			if c.name == "pwsh" && w != "-" {
				r.powershellFile(words[i:], c, inner, ctx)
			} else {
				r.powershellCommand(words[i:], c, inner, ctx)
			}
			return
		}
		switch {
		case strings.HasPrefix("command", low) || low == "commandwithargs" || low == "cwa":
			r.powershellCommand(rest, c, inner, ctx.sub(c.name+" -Command"))
			return
		case strings.HasPrefix("encodedcommand", low) || low == "ec":
			r.powershellEncoded(rest, c, inner, ctx.sub(c.name+" -EncodedCommand"))
			return
		case strings.HasPrefix("file", low):
			r.powershellFile(rest, c, inner, ctx)
			return
		case strings.HasPrefix("workingdirectory", low) && len(low) > 1 || low == "wd":
			if len(rest) > 0 {
				r.enterFolder(rest[0], inner)
			}
			i++
		case slices.ContainsFunc(psOptions, func(o string) bool { return strings.HasPrefix(o, low) }):
			i++
		}
	}
	if in := ctx.stdin; in.kind == "pipe" || in.kind == "text" {
		r.powershellCommand([]string{"-"}, c, inner, ctx)
	}
}

// powershellCommand runs words as one text; a dash stands for standard input.
func (r *runner) powershellCommand(words []string, c *call, st *state, ctx context) {
	text := strings.Join(words, " ")
	if text == "-" {
		switch in := ctx.stdin; {
		case in.known():
			ctx.stdin = stream{kind: "inherit"}
			r.powershellText(in.text, st, ctx)
		case in.kind == "pipe" || in.kind == "text":
			r.x.unknown(gate.UnknownCommand, c.name, c.name+" runs what another program prints")
		}
		return
	}
	if strings.Contains(text, gate.UnknownText) {
		r.unseen(c.name, stream{from: r.origin}, st, ctx)
		if strings.Trim(text, gate.UnknownText+" \n") == "" {
			return
		}
	}
	r.powershellText(text, st, ctx)
}

// powershellEncoded runs base64 of UTF-16.
func (r *runner) powershellEncoded(words []string, c *call, st *state, ctx context) {
	if len(words) == 0 {
		return
	}
	raw := decoded(words[0])
	if raw.text == gate.UnknownText {
		r.x.unknown(gate.UnknownCommand, words[0], c.name+" runs encoded text that cannot be decoded")
		return
	}
	r.powershellText(utf16Text(raw.text), st, ctx)
}

// powershellFile runs a script file.
func (r *runner) powershellFile(words []string, c *call, st *state, ctx context) {
	switch {
	case len(words) == 0:
	case words[0] == "-":
		r.powershellCommand(words, c, st, ctx)
	case strings.Contains(words[0], gate.UnknownText):
		r.x.unknown(gate.UnknownProgram, strings.Join(c.argv, " "), c.name+" runs a file that is only known when it runs")
	case !driveRelative(words[0]):
		if s, ok := r.files[r.x.resolve(slashed(words[0]), st.cwd, true).abs]; ok {
			r.winText("powershell", s, c.name, st, ctx)
			return
		}
		r.winRead(words[0], c.name, st, ctx)
	}
}
