package extract

import (
	"strings"

	"gate"
	"gate/internal/table"
)

// patch reads a text as a patch, an envelope ("*** Begin Patch") or a unified
// diff, and adds what it would change. It says whether it understood any
// header.
func (x *extraction) patch(text, cwd, source string) bool {
	changes := readEnvelope(text)
	if len(changes) == 0 {
		changes = readDiff(text)
	}
	for _, c := range changes {
		if c.path == "" {
			x.unknown(gate.UnknownTarget, source, "a header of the patch names no file")
			continue
		}
		if c.op == gate.OpCopy {
			x.read(c.path, cwd, source)
			continue
		}
		x.write(target{
			path: c.path, cwd: cwd, op: c.op, source: source,
			content: strings.Join(c.added, "\n"), complete: c.op == gate.OpCreate,
		})
	}
	return len(changes) > 0
}

// change is what a patch does to one file.
type change struct {
	op    string // copy is the file that is copied from
	path  string
	added []string
}

// hasEnvelope says whether a text holds the envelope of a patch.
func hasEnvelope(text string) bool {
	for line := range strings.Lines(text) {
		if strings.EqualFold(strings.TrimSpace(line), "*** Begin Patch") {
			return true
		}
	}
	return false
}

// headerOps are the first words of an envelope's headers, and what they do to
// the file they name. Codex' grammar has add, update, delete and move to; the
// others are those of tools that took it over.
var headerOps = table.Of[string]{
	{"add", gate.OpCreate}, {"create", gate.OpCreate}, {"update", gate.OpWrite}, {"edit", gate.OpWrite}, {"modify", gate.OpWrite},
	{"delete", gate.OpDelete}, {"remove", gate.OpDelete}, {"move", gate.OpMove}, {"rename", gate.OpMove}, {"copy", gate.OpCopy},
}

// readEnvelope takes a patch envelope apart by its headers. Where the tools
// differ in what they take for a header, it is one.
func readEnvelope(text string) []change {
	var changes []change
	inHunk := false
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, "\r\n")
		if words, path, ok := header(line, inHunk); ok {
			changes = applyHeader(changes, words, path)
			inHunk = words[1] == "to" || headerOps.Get(words[0]) == gate.OpWrite // Codex lets the first @@ be left out
			continue
		}
		if added, ok := strings.CutPrefix(line, "+"); ok && len(changes) > 0 {
			last := &changes[len(changes)-1]
			last.added = append(last.added, added)
		}
		inHunk = inHunk || strings.HasPrefix(line, "@@")
	}
	return changes
}

// header reads "*** Update File: path" into its words before and the text
// after the colon. Its line may be indented, as Codex trims it; in a hunk one
// space before it makes it a line of the file.
func header(line string, inHunk bool) (words []string, path string, ok bool) {
	if strings.HasPrefix(line, "+") || strings.HasPrefix(line, "-") {
		return nil, "", false
	}
	if inHunk && strings.HasPrefix(line, " *") {
		return nil, "", false
	}
	rest, ok := strings.CutPrefix(strings.TrimSpace(line), "***")
	if !ok {
		return nil, "", false
	}
	before, path, ok := strings.Cut(rest, ":")
	words = strings.Fields(strings.ToLower(before))
	if !ok || len(words) != 2 {
		return nil, "", false
	}
	names := words[1] == "file" || words[1] == "directory" || words[1] == "to" && headerOps.Get(words[0]) == gate.OpMove
	return words, strings.TrimSpace(path), names
}

// applyHeader adds what one header says. A move is the file moved away and a
// write where it goes; the lines that follow are the latter's.
func applyHeader(changes []change, words []string, path string) []change {
	op, ok := headerOps.Find(words[0])
	switch {
	case words[1] == "to":
		if n := len(changes); n > 0 {
			changes[n-1].op = gate.OpMove
		}
		return append(changes, change{op: gate.OpWrite, path: path})
	case !ok:
		return append(changes, change{op: gate.OpWrite, path: path})
	case op == gate.OpMove || op == gate.OpCopy:
		if old, name, found := cutArrow(path); found {
			return append(changes, change{op: op, path: old}, change{op: gate.OpWrite, path: name})
		}
	}
	return append(changes, change{op: op, path: path})
}

func cutArrow(path string) (old, name string, ok bool) {
	for _, arrow := range []string{"->", "=>", "→"} {
		if old, name, ok := strings.Cut(path, arrow); ok {
			return strings.TrimSpace(old), strings.TrimSpace(name), true
		}
	}
	return "", "", false
}
