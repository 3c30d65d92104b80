package extract

import (
	"path"
	"strings"

	"gate"
)

// cmdProcess is cmd.exe as a program: /c and /k run the rest of the line, else
// standard input is the script.
func cmdProcess(r *runner, c *call, st *state, ctx context) stream {
	inner := st.clone()
	for i, w := range c.argv[1:] {
		low := strings.ToLower(strings.TrimLeft(w, "/"))
		if !strings.HasPrefix(w, "/") || low == "" || !strings.Contains("ckr", low[:1]) {
			continue
		}
		words := c.argv[i+2:]
		if rest := strings.TrimLeft(w, "/")[1:]; rest != "" {
			words = append([]string{rest}, words...)
		}
		return r.cmdText(cmdLine(words), inner, ctx.sub(c.name+" /"+low[:1]))
	}
	switch in := ctx.stdin; {
	case in.kind == "inherit" || in.kind == "" || in.kind == "file":
	case in.known():
		ctx.stdin = stream{kind: "inherit"}
		return r.cmdText(in.text, inner, ctx.sub(c.name))
	default:
		r.x.unknown(gate.UnknownCommand, c.name, c.name+" runs what another program prints")
	}
	return unknownStream
}

// cmdLine is the text that words make after /c: a single one is the text as
// it stands, because its quotes were for the outer shell.
func cmdLine(words []string) string {
	if len(words) == 1 {
		return unquoteLine(words[0])
	}
	parts := make([]string, len(words))
	for i, w := range words {
		if parts[i] = w; strings.ContainsAny(w, " \t") {
			parts[i] = `"` + w + `"`
		}
	}
	return strings.Join(parts, " ")
}

// unquoteLine strips the outer quotes of the text after /c, as cmd.exe does
// unless they are around the name of a program.
func unquoteLine(text string) string {
	trimmed := strings.TrimSpace(text)
	if len(trimmed) < 2 || trimmed[0] != '"' {
		return text
	}
	last := strings.LastIndexByte(trimmed, '"')
	if last == 0 {
		return trimmed[1:]
	}
	if ending := strings.ToLower(path.Ext(trimmed[1:last])); strings.Count(trimmed, `"`) == 2 && strings.Contains(" .exe .bat .cmd .com ", " "+ending+" ") && ending != "" {
		return text
	}
	return trimmed[1:last] + trimmed[last+1:]
}
