package extract

import (
	"slices"
	"strings"

	"gate"
)

// tarCall is what the words of tar say: old-style letters, options of one
// letter whose values come later, and long options.
type tarCall struct {
	r       *runner
	st      *state
	ctx     context
	words   []string
	mode    byte   // x, c, t, r, u, A
	archive string // -f
	dir     string // -C, "" when it is not given
	members []string

	absolute bool // -P
}

// tar reads or writes an archive; taking one apart writes below its folder,
// and some options start programs.
func tar(r *runner, c *call, st *state, ctx context) stream {
	t := &tarCall{r: r, st: st, ctx: ctx, words: c.argv[1:]}
	if len(t.words) > 0 && t.words[0] != "" && t.words[0][0] != '-' {
		t.letters(t.next(), true)
	}
	for len(t.words) > 0 {
		switch w := t.next(); {
		case strings.HasPrefix(w, "--"):
			t.long(w)
		case strings.HasPrefix(w, "-") && len(w) > 1:
			t.letters(w[1:], false)
		default:
			t.members = append(t.members, w)
		}
	}
	switch t.mode {
	case 'c', 'r', 'u', 'A':
		r.touch('w', t.archive, false, c, st, ctx)
		for _, m := range t.members {
			r.touch('r', m, false, c, st, ctx)
		}
	case 'x':
		t.unpacked()
		r.touch('r', t.archive, false, c, st, ctx)
		if t.dir != "" {
			r.touch('w', t.dir, false, c, st, ctx)
		}
		for _, m := range t.members {
			if !rooted(m) && t.dir != "" {
				m = t.dir + "/" + m
			}
			r.touch('w', m, false, c, st, ctx)
		}
	}
	return unknownStream
}

// unpacked remembers where an archive from the network goes, and says that
// absolute names go anywhere.
func (t *tarCall) unpacked() {
	source := t.ctx.stdin
	if t.archive != "" && t.archive != "-" {
		source, _ = t.r.written(t.archive, t.st)
	}
	if len(source.from) > 0 && !source.known() && source.kind != "inherit" {
		dir := t.r.x.resolve(t.dir+"/.", t.st.cwd, true).abs
		if t.dir == "" {
			dir = t.r.x.resolve(".", t.st.cwd, true).abs
		}
		t.r.trees[dir] = stream{kind: "file", text: gate.UnknownText} // a person looks at what is run from it
	}
	if t.absolute {
		t.r.x.unknown(gate.UnknownTarget, "tar -P", "the archive's own absolute names say where it is unpacked")
	}
}

// next takes the next word, "" when there is none.
func (t *tarCall) next() string {
	if len(t.words) == 0 {
		return ""
	}
	w := t.words[0]
	t.words = t.words[1:]
	return w
}

// letters takes one-letter options. A value is the rest of its word, or the
// next word; in the old style always the next.
func (t *tarCall) letters(s string, old bool) {
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case 'x', 'c', 't', 'r', 'u', 'A':
			t.mode = s[i]
		case 'P':
			t.absolute = true
		case 'f', 'C', 'I', 'X', 'T', 'b', 'H', 'g':
			if rest := s[i+1:]; rest != "" && !old {
				t.letter(s[i], rest)
				return
			}
			t.letter(s[i], t.next())
		}
	}
}

func (t *tarCall) letter(name byte, value string) {
	switch name {
	case 'f':
		t.archive = value
	case 'C':
		t.dir = value
	case 'I':
		t.r.script(value, "tar -I", t.st, t.ctx)
	}
}

// tarValued are the long options whose value may be the next word.
var tarValued = []string{
	"--checkpoint-action", "--to-command", "--use-compress-program", "--rsh-command", "--info-script", "--new-volume-script",
	"--directory", "--file", "--exclude", "--transform", "--strip-components", "--exclude-from", "--owner", "--group", "--mtime",
}

func (t *tarCall) long(w string) {
	name, value, joined := strings.Cut(w, "=")
	if !joined && slices.Contains(tarValued, name) {
		value = t.next()
	}
	switch name {
	case "--directory":
		t.dir = value
	case "--file":
		t.archive = value
	case "--extract", "--get":
		t.mode = 'x'
	case "--absolute-names":
		t.absolute = true
	case "--create", "--append", "--update":
		t.mode = 'c'
	case "--checkpoint-action":
		if text, ok := strings.CutPrefix(value, "exec="); ok {
			t.r.script(text, "tar "+name, t.st, t.ctx)
		}
	case "--to-command", "--use-compress-program", "--rsh-command", "--info-script", "--new-volume-script":
		t.r.script(value, "tar "+name, t.st, t.ctx)
	}
}
