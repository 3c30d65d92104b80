package extract

import (
	"slices"
	"strings"

	"gate"
	"gate/internal/table"
)

// launched are the Python modules that are programs of the same name.
var launched = table.Of[string]{
	{"pip", "pip"}, {"twine", "twine"}, {"poetry", "poetry"}, {"pipenv", "pipenv"}, {"pdm", "pdm"}, {"hatch", "hatch"}, {"pipx", "pipx"}, {"uv", "uv"},
	{"awscli", "aws"}, {"ansible", "ansible"}, {"base64", "base64"},
}

// module is python -m NAME.
func (r *runner) module(c *call, st *state, ctx context) stream {
	name, _ := c.last("-m")
	words := moduleWords(c.argv, name)
	if program, ok := launched.Find(name); ok {
		return r.found(append([]string{program}, words...), "\x00", "", "python -m", st, ctx)
	}
	var plain []string
	for _, w := range words {
		if !strings.HasPrefix(w, "-") {
			plain = append(plain, w)
		}
	}
	after := func(options ...string) string {
		i := slices.IndexFunc(words, func(w string) bool { return slices.Contains(options, w) })
		if i < 0 || i+1 >= len(words) {
			return ""
		}
		return words[i+1]
	}
	switch name {
	case "venv", "virtualenv":
		for _, dir := range plain {
			r.touch('c', dir, false, c, st, ctx)
		}
	case "zipfile", "tarfile":
		archive := after("-e", "--extract")
		if archive == "" {
			break
		}
		r.touch('r', archive, false, c, st, ctx)
		dir := "."
		if len(plain) > 1 {
			dir = plain[1]
		}
		r.touch('w', dir, false, c, st, ctx)
	case "http.server":
		dir := after("-d", "--directory")
		for _, w := range words {
			if value, ok := strings.CutPrefix(w, "--directory="); ok {
				dir = value
			}
		}
		if dir != "" {
			r.touch('r', dir, false, c, st, ctx)
		}
	}
	return stream{kind: "pipe", from: append([]string{c.name}, ctx.stdin.upstream()...), text: gate.UnknownText}
}

// moduleWords are the words that go to the module that -m names.
func moduleWords(argv []string, name string) []string {
	for i, w := range argv[1:] {
		if strings.HasPrefix(w, "-") && !strings.HasPrefix(w, "--") && (strings.HasSuffix(w, "m"+name) || strings.HasSuffix(w, "m") && i+2 < len(argv) && argv[i+2] == name) {
			if strings.HasSuffix(w, "m"+name) {
				return argv[i+2:]
			}
			return argv[i+3:]
		}
	}
	return nil
}
