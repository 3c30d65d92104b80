package extract

import (
	"path"
	"slices"
	"strings"

	"gate"
)

// cmdCall runs a command whose variables are put in once more.
func cmdCall(c *cmdShell, k *call, rest string, st *state, ctx context) stream {
	text := strings.TrimSpace(rest)
	switch {
	case strings.HasPrefix(text, ":"):
		if !strings.EqualFold(text, ":eof") {
			c.r.x.unknown(gate.UnknownSyntax, "call "+text, "the command jumps to a label, which the gate does not follow")
		}
	case strings.Contains(text, "%") || strings.HasPrefix(text, gate.UnknownText):
		c.r.x.unknown(gate.UnknownCommand, strings.ReplaceAll("call "+text, gate.UnknownText, "?"), "call reads variables a second time, which is only known when it runs")
	case text != "":
		return c.simple(text, st, ctx.sub(k.name))
	}
	return unknownStream
}

// cmdStart starts a program in a window of its own. Quoted text in front is
// the window's title.
func cmdStart(c *cmdShell, k *call, rest string, st *state, ctx context) stream {
	text := strings.TrimLeft(rest, " \t")
	if strings.HasPrefix(text, `"`) {
		_, after, _ := strings.Cut(text[1:], `"`)
		text = strings.TrimLeft(after, " \t")
	}
	inner := st.clone()
	for strings.HasPrefix(text, "/") {
		option, after, _ := strings.Cut(text, " ")
		text = strings.TrimLeft(after, " \t")
		switch low := strings.ToLower(option); {
		case low == "/d":
			words := winWords(text)
			if len(words) > 0 {
				c.r.enterFolder(words[0], inner)
				text = strings.TrimLeft(strings.TrimPrefix(strings.TrimLeft(text, `"`), words[0]), `" `)
			}
		case slices.Contains([]string{"/node", "/affinity", "/machine"}, low):
			_, text, _ = strings.Cut(text, " ")
		}
	}
	words := winWords(text)
	switch {
	case len(words) == 0:
	case hasScheme(words[0]):
		c.r.x.url(words[0], "GET", k.name)
	case cmdBuiltins(strings.ToLower(words[0])) != nil:
		return c.simple(text, inner, ctx.sub(k.name))
	case opens(words[0]):
		return c.simple(text, inner, ctx.sub(k.name))
	}
	return stream{kind: "pipe"}
}

// opens says whether a file is a program, not a document or folder that a
// program is found for.
func opens(file string) bool {
	switch ext := strings.ToLower(path.Ext(slashed(file))); ext {
	case ".exe", ".com", ".bat", ".cmd", ".ps1", ".msi", ".vbs", ".js", ".hta", ".scr":
		return true
	case "":
		return strings.Trim(slashed(file), "./") != ""
	default:
		return strings.Contains(file, gate.UnknownText)
	}
}
