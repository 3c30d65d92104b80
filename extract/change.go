package extract

import (
	"slices"
	"strings"

	"gate"
)

// change reads a tool that writes, edits, deletes or patches. Where it does so
// must be found, else that is unknown.
func (x *extraction) change(t tool) {
	if len(t.args.kids) == 0 {
		x.unknown(gate.UnknownArgs, t.name, "the tool was sent no arguments")
		return
	}
	patched := x.patched(t, t.args)
	placed := x.apply(t, collect(t.args))
	if patched || placed || !t.given && t.about(notFiles) {
		return
	}
	x.unknown(gate.UnknownTarget, t.name, "the tool changes something, and its arguments do not say where")
}

// apply adds what a tool does to the places that its arguments name. It says
// whether there was any.
func (x *extraction) apply(t tool, spots []spot) bool {
	spots = slices.DeleteFunc(spots, func(s spot) bool { return !t.means(s) })
	ends := 0
	for _, s := range spots {
		if s.role == to {
			ends++
		}
	}
	for _, s := range spots {
		switch e := t.effectOn(s, ends > 0); {
		case s.bad && e.changes():
			x.unknown(gate.UnknownTarget, t.name+" "+s.key, "the place to change is no path")
		case s.bad:
		case e.changes():
			x.write(t.target(s, e))
		default:
			x.read(s.path, "", t.name)
		}
	}
	return len(spots) > 0
}

// means says whether a spot is a path that the tool deals with, and not
// another thing under a name that paths have too.
func (t tool) means(s spot) bool {
	if isAddress(s.path) {
		return false
	}
	files := t.kind != gate.MCP && t.kind != gate.Other && t.effect.changes()
	switch {
	case s.role == from && files:
		return t.effect == moves || t.effect == copies || t.effect == deletes || slices.ContainsFunc(collect(t.args), func(o spot) bool { return o.role == to })
	case loosePaths.Has(s.key) && !files:
		aboutFiles := t.effect == moves || t.effect == copies || t.effect.changes() && t.about(fileNouns)
		return aboutFiles || looksLikePath(s.path)
	}
	return true
}

// effectOn is what a tool does to one of its places. A tool that also names
// where something goes moves or copies what it names besides.
func (t tool) effectOn(s spot, hasEnd bool) effect {
	e := t.effect
	if t.given && (t.kind == gate.Read || t.kind == gate.Search) {
		return reads // the dialect knows the tool
	}
	switch {
	case s.effect.changes() && e != deletes && e != moves && e != copies:
		e = s.effect
	case s.effect != unsure && len(s.content) == 0 && (e == edits || e == unsure):
		e = reads // one tool for looking and editing: its command says which
	}
	switch {
	case e == deletes:
		return deletes
	case s.role == to || e == fetches && t.about(saving):
		return writes
	case e == copies && (hasEnd || s.role == from):
		return reads
	case s.role == from && hasEnd:
		return moves
	case e.changes():
		return e
	case s.edit || len(s.content) > 0 && (e == unsure || e == runs || e == asks):
		return edits
	}
	return reads
}

// ops are the operations of the effects; that of writes depends on whether
// the file is there.
var ops = [asks + 1]string{
	appends: gate.OpAppend, edits: gate.OpWrite, makes: gate.OpCreate, deletes: gate.OpDelete,
	moves: gate.OpMove, copies: gate.OpCopy, patches: gate.OpWrite,
}

func (t tool) target(s spot, e effect) target {
	whole := e == writes && !s.part && len(s.content) == 1 && !slices.Contains(t.words, "notebook")
	return target{
		path: s.path, op: ops[e], source: t.name,
		content: strings.Join(s.content, "\n"), complete: whole,
	}
}

// patched reads the patches in a tool's arguments: a patch tool's in whatever
// argument holds it, others' only where the text is not the content of a path
// beside it.
func (x *extraction) patched(t tool, n node) bool {
	placed := t.effect != patches && namesPaths(n)
	found := false
	for _, kid := range n.kids {
		if placed && contentKeys.Has(kid.key) && kid.key != "patch" {
			continue
		}
		if kid.kind == formText {
			found = x.patchIn(t, kid) || found
		} else {
			found = x.patched(t, kid) || found
		}
	}
	return found
}

// patchIn reads one text as a patch if it is one. Outside patch tools a diff
// is one only where its argument's name says so.
func (x *extraction) patchIn(t tool, n node) bool {
	if t.effect == patches || n.key == "patch" || n.key == "diff" || hasEnvelope(n.text) {
		return x.patch(n.text, "", t.name)
	}
	return false
}

// consult reads a tool that looks at files or searches in folders.
func (x *extraction) consult(t tool) { x.apply(t, collect(t.args)) }

// looksLikePath tells a path from a word that only sits under a path's key.
func looksLikePath(s string) bool {
	return strings.ContainsAny(s, `/\.~`) && !strings.ContainsAny(s, "\n")
}
