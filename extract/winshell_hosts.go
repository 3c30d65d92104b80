package extract

import (
	"path"
	"slices"
	"strings"

	"gate"
)

// scheduled is schtasks, which runs /tr COMMAND at a time to come.
func scheduled(r *runner, c *call, st *state, ctx context) stream {
	for i, w := range c.argv {
		if strings.EqualFold(w, "/tr") && i+1 < len(c.argv) {
			r.winLine(c.argv[i+1], c.name, st, ctx)
		}
	}
	return unknownStream
}

// wmic process call create "COMMAND" starts a process.
func wmic(r *runner, c *call, st *state, ctx context) stream {
	at := slices.IndexFunc(c.argv, func(w string) bool { return strings.EqualFold(w, "create") })
	if at > 0 && strings.EqualFold(c.argv[at-1], "call") && at+1 < len(c.argv) {
		text, _, _ := strings.Cut(c.argv[at+1], `",`)
		return r.winLine(strings.Trim(text, `"'`), c.name, st, ctx)
	}
	return unknownStream
}

// rundll starts a function of a library with text of its own.
func rundll(r *runner, c *call, st *state, ctx context) stream {
	if strings.Contains(strings.ToLower(strings.Join(c.argv[1:], " ")), "javascript:") {
		r.x.unknown(gate.UnknownCommand, strings.Join(c.argv, " "), c.name+" runs code that the gate does not read")
	}
	return unknownStream
}

// hosted are programs that run what an address or a file holds.
func hosted(r *runner, c *call, st *state, ctx context) stream {
	for _, w := range c.argv[1:] {
		low := strings.ToLower(w)
		switch at := strings.Index(low, "http"); {
		case at >= 0 && hasScheme(w[at:]):
			r.x.url(w[at:], "GET", c.name)
			if c.name != "explorer" {
				r.x.unknown(gate.UnknownCommand, w, c.name+" runs what it gets from the network")
			}
		case strings.HasPrefix(low, "vbscript:") || strings.HasPrefix(low, "javascript:"):
			r.x.unknown(gate.UnknownCommand, w, c.name+" runs code that the gate does not read")
		}
	}
	return unknownStream
}

// forfiles runs /c COMMAND for each file below /p FOLDER.
func forfiles(r *runner, c *call, st *state, ctx context) stream {
	dir, mask, text := ".", "*", ""
	for i, w := range c.argv[:len(c.argv)-1] {
		switch strings.ToLower(w) {
		case "/p":
			dir = c.argv[i+1]
		case "/m":
			mask = c.argv[i+1]
		case "/c":
			text = c.argv[i+1]
		}
	}
	found := strings.TrimRight(slashed(dir), "/") + "/" + mask
	for _, name := range []string{"@path", "@file", "@relpath", "@PATH", "@FILE", "@fname"} {
		text = strings.ReplaceAll(text, name, found)
	}
	return r.winLine(text, c.name, st, ctx)
}

// runas starts its last words as somebody else.
func runas(r *runner, c *call, st *state, ctx context) stream {
	words := c.argv[1:]
	for len(words) > 0 && (strings.HasPrefix(words[0], "/") || strings.HasPrefix(words[0], "-")) {
		words = words[1:]
	}
	if c.name == "psexec" && len(words) > 1 && strings.HasPrefix(words[0], `\\`) {
		ctx.where, words = "remote", words[1:]
	}
	if len(words) == 1 {
		return r.winLine(words[0], c.name, st, ctx)
	}
	if len(words) > 1 {
		return r.winStart(words, st.clone(), ctx.sub(c.name))
	}
	return unknownStream
}

// wsl hands its words to a shell of Linux on the same machine.
func wsl(r *runner, c *call, st *state, ctx context) stream {
	words := c.argv[1:]
	for len(words) > 0 && strings.HasPrefix(words[0], "-") {
		switch words[0] {
		case "-d", "--distribution", "-u", "--user", "--cd":
			words = words[min(1, len(words)-1):]
		case "--list", "-l", "--shutdown", "--status", "--update", "--install", "--version", "--unregister", "--terminate", "-t":
			return unknownStream
		}
		words = words[1:]
	}
	for i, w := range words {
		if rest, ok := strings.CutPrefix(w, "/mnt/"); ok && rest != "" && isLetter(rest[0]) && (len(rest) == 1 || rest[1] == '/') {
			words[i] = rest[:1] + ":/" + strings.TrimPrefix(rest[1:], "/")
		}
	}
	if len(words) == 0 {
		return unknownStream
	}
	quoted := make([]string, len(words))
	for i, w := range words {
		quoted[i] = quote(w)
		if !strings.ContainsAny(w, " '\"") {
			quoted[i] = w
		}
	}
	return r.script(strings.Join(quoted, " "), path.Base(c.name), st, ctx)
}
