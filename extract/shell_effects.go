package extract

import (
	"path"
	"strings"

	"gate"
)

// operation is what a role of the table does to a file, "" for a read.
var operation = [1 << 8]string{
	'w': gate.OpWrite, 'a': gate.OpAppend, 'c': gate.OpCreate, 't': gate.OpTruncate,
	'd': gate.OpDelete, 'm': gate.OpMove, 'x': gate.OpChmod, 'l': gate.OpLink,
}

// effects adds what a command's row says of its words.
func (r *runner) effects(c *call, st *state, ctx context) {
	if c.has("--help", "--version") {
		return
	}
	for _, o := range c.options {
		if role := c.row.role(strings.TrimLeft(o.name, "-")); role != 0 && role != '-' {
			r.touch(role, o.value, false, c, st, ctx)
		}
	}
	if c.row.dest != 0 {
		r.transfer(c, st, ctx)
		return
	}
	if c.row.roles == "" {
		return
	}
	n := 0
	for i, word := range c.operands {
		role := c.row.roles[min(n, len(c.row.roles)-1)]
		n++
		if n == 1 && role == '-' && c.patternGiven() && len(c.row.roles) > 1 {
			role = c.row.roles[1] // grep -e PATTERN FILE
		}
		if role != '-' {
			r.touch(role, word, c.opGlobs[i], c, st, ctx)
		}
	}
}

// patternGiven says whether an option has already given the first operand.
func (c *call) patternGiven() bool {
	switch c.name {
	case "grep", "rg", "jq", "ag":
		return c.has("-e", "-f", "--regexp", "--file", "--from-file", "--files")
	case "chmod", "chown", "chgrp":
		return c.has("--reference")
	}
	return false
}

// touch adds one word that plays a role.
func (r *runner) touch(role byte, word string, glob bool, c *call, st *state, ctx context) {
	if role == '!' {
		if word != "" && word != "ssh" {
			r.script(word, c.name, st, ctx)
		}
		return
	}
	if role == 'r' {
		if st.cwd != "" || rooted(word) {
			r.read(word, st.cwd, c.name, ctx)
		}
		return
	}
	if word == "-" {
		return
	}
	r.target(target{path: word, cwd: st.cwd, op: operation[role], source: c.name, glob: glob}, ctx)
}

// transfer adds what cp, mv, ln and their kin do: all operands but the last
// to the last, or all to the folder that -t names.
func (r *runner) transfer(c *call, st *state, ctx context) {
	sources, globs := c.operands, c.opGlobs
	dest, into := c.last("-t", "--target-directory")
	if !into {
		switch {
		case len(sources) == 0:
			return
		case c.name == "install" && c.has("-d", "--directory"):
			for i, s := range sources {
				r.touch('c', s, globs[i], c, st, ctx)
			}
			return
		case len(sources) == 1 && c.name == "ln":
			dest = path.Base(sources[0])
		case len(sources) == 1:
			return
		default:
			dest = sources[len(sources)-1]
			sources, globs = sources[:len(sources)-1], globs[:len(globs)-1]
			into = c.intoFolder(r, dest, len(sources), st)
		}
	}
	if remote(dest) {
		dest = ""
	}
	for i, s := range sources {
		if remote(s) {
			continue
		}
		role := c.row.roles[0]
		if c.name == "rsync" && c.has("--remove-source-files") {
			role = 'd'
		}
		if role != '-' {
			r.touch(role, s, globs[i], c, st, ctx)
		}
		if c.name == "ln" || c.name == "link" {
			r.linked(s, dest, c.has("-s", "--symbolic"), st)
		}
	}
	if dest == "" {
		return
	}
	if !into {
		r.touch(c.row.dest, dest, false, c, st, ctx)
		r.copied(sources, dest, st)
		return
	}
	for i, s := range sources {
		r.touch(c.row.dest, strings.TrimSuffix(dest, "/")+"/"+path.Base(s), globs[i], c, st, ctx)
	}
}

// intoFolder says whether a destination is a folder that the sources go into.
func (c *call) intoFolder(r *runner, dest string, sources int, st *state) bool {
	if c.has("-T", "--no-target-directory", "-n") && c.name == "ln" || c.name == "rsync" {
		return false
	}
	if sources > 1 {
		return true
	}
	if strings.HasSuffix(dest, "/") {
		return !strings.HasSuffix(c.operands[0], "/")
	}
	if r.x.fs == nil || strings.Contains(dest, gate.UnknownText) {
		return false
	}
	info, err := r.x.fs.Lstat(r.x.resolve(dest, st.cwd, true).abs)
	return err == nil && info.IsDir()
}

// copied remembers that dest now holds what the line itself wrote elsewhere.
func (r *runner) copied(sources []string, dest string, st *state) {
	if len(sources) != 1 {
		return
	}
	if name := path.Base(sources[0]); programs.Has(name) && strings.Contains(sources[0], "/") {
		r.copies[r.x.resolve(dest, st.cwd, false).abs] = name
	}
	if s, ok := r.written(sources[0], st); ok {
		r.files[r.x.resolve(dest, st.cwd, true).abs] = s
	}
}

// remote says whether a word of scp or rsync is host:path.
func remote(word string) bool {
	host, _, ok := strings.Cut(word, ":")
	return ok && len(host) > 1 && !strings.ContainsAny(host, "/\\")
}
