package extract

import (
	"strings"
	"unicode/utf8"

	"gate"
)

// Limits of an action. What lies past them is one unknown, never silence.
const (
	maxEntries = 1000 // of each list
	maxExcerpt = 200  // bytes of an unknown's text
)

// target is a place that would be changed, before its path is resolved.
type target struct {
	path     string
	cwd      string // "" is the call's
	op       string // "" is write or create, as the file system says
	source   string
	content  string
	complete bool
	glob     bool // a shell would read the path as a pattern
}

// write resolves a target and adds it. Null devices and standard streams are
// no targets.
func (x *extraction) write(t target) {
	if !x.room(len(x.a.Writes)) {
		return
	}
	p := x.resolve(t.path, t.cwd, !aboutItself(t.op))
	if p.stream && writesInto(t.op) {
		return
	}
	if t.op == "" {
		t.op = x.writeOrCreate(p.abs)
	}
	if t.glob && strings.ContainsAny(t.path, "*?[") {
		p.flaws.add(gate.FlawGlob)
	}
	x.addTarget(gate.Target{
		Path: p.path, Abs: p.abs, Inside: p.inside, Op: t.op, Source: t.source,
		Content: t.content, Complete: t.complete, Flaws: p.flaws.sorted(),
	})
}

// writesInto says whether an operation puts bytes into an open file.
func writesInto(op string) bool {
	return op == "" || op == gate.OpWrite || op == gate.OpCreate || op == gate.OpAppend || op == gate.OpTruncate
}

// aboutItself says whether an operation is about a link, not what it leads to.
func aboutItself(op string) bool {
	return op == gate.OpDelete || op == gate.OpMove || op == gate.OpLink
}

func (x *extraction) addTarget(t gate.Target) {
	type key struct{ abs, op, source, content string }
	if x.admit(key{t.Abs, t.Op, t.Source, t.Content}, len(x.a.Writes)) {
		x.a.Writes = append(x.a.Writes, t)
	}
}

// read adds a file that would be read.
func (x *extraction) read(path, cwd, source string) {
	if !x.room(len(x.a.Reads)) {
		return
	}
	p := x.resolve(path, cwd, true)
	if p.stream {
		return
	}
	s := gate.Source{Path: p.path, Abs: p.abs, Inside: p.inside, Source: source}
	if x.admit(s, len(x.a.Reads)) {
		x.a.Reads = append(x.a.Reads, s)
	}
}

// url adds an address that would be asked. A file: address is a read.
func (x *extraction) url(raw, method, source string) {
	raw = strings.TrimSpace(raw)
	if isFileURI(raw) {
		x.read(raw, "", source)
		return
	}
	a, ok := readAddress(raw)
	if !ok {
		x.unknown(gate.UnknownTarget, raw, "the address cannot be read")
		return
	}
	entry := gate.URL{
		URL: raw, Scheme: a.scheme, Host: a.host, Port: a.port,
		Method: method, Source: source,
	}
	if x.admit(entry, len(x.a.URLs)) {
		x.a.URLs = append(x.a.URLs, entry)
	}
}

// command adds a program that would be started.
func (x *extraction) command(c gate.Command) {
	if !x.room(len(x.a.Commands)) {
		return
	}
	c.Argv, c.Options, c.Operands = listed(c.Argv), listed(c.Options), listed(c.Operands)
	c.Via, c.Stdin.From, c.Uses = listed(c.Via), listed(c.Stdin.From), listed(c.Uses)
	if c.Env == nil {
		c.Env = map[string]string{}
	}
	if c.Stdin.Kind == "" {
		c.Stdin.Kind = "inherit"
	}
	if c.Where == "" {
		c.Where = "local"
	}
	x.a.Commands = append(x.a.Commands, c)
}

// unknown adds something that could not be settled.
func (x *extraction) unknown(what, text, why string) {
	u := gate.Unknown{What: what, Text: excerpt(text), Why: why}
	if x.admit(u, len(x.a.Unknown)) {
		x.a.Unknown = append(x.a.Unknown, u)
	}
}

// admit says whether an entry is new and its list, n long, has room for it.
func (x *extraction) admit(entry any, n int) bool {
	if x.seen[entry] || !x.room(n) {
		return false
	}
	x.seen[entry] = true
	return true
}

// room says whether a list of n entries may grow, and notes once when not.
func (x *extraction) room(n int) bool {
	if n < maxEntries {
		return true
	}
	if !x.full {
		x.full = true
		x.a.Unknown = append(x.a.Unknown, gate.Unknown{
			What: gate.UnknownLimit, Text: excerpt(x.call.Tool.Name), Why: "the call does more than the gate can list",
		})
	}
	return false
}

// excerpt is the start of a text, at most maxExcerpt bytes of whole runes.
func excerpt(text string) string {
	text = strings.ToValidUTF8(text, "\uFFFD")
	if len(text) <= maxExcerpt {
		return text
	}
	end := maxExcerpt
	for !utf8.RuneStart(text[end]) {
		end--
	}
	return text[:end]
}
