package extract

import (
	"strconv"
	"strings"

	"gate"
)

// readDiff takes a unified diff apart, git's extended headers included.
func readDiff(text string) []change {
	d := differ{lines: strings.Split(text, "\n")}
	for d.at < len(d.lines) {
		d.step()
	}
	d.flush()
	return d.changes
}

// differ reads a diff line by line.
type differ struct {
	lines   []string
	at      int
	changes []change

	file     diffFile
	old, new int // lines of the current hunk still to come
}

// diffFile is what the headers of one file have said so far.
type diffFile struct {
	started            bool
	gitOld, gitNew     string // of "diff --git"
	oldPath, newPath   string // of --- and +++
	movedFrom, movedTo string
	copied             bool
	created, deleted   bool
	added              []string
}

func (d *differ) line(i int) string {
	if i >= len(d.lines) {
		return ""
	}
	return strings.TrimSuffix(d.lines[i], "\r")
}

// step reads one line, or the two of a --- and +++ header.
func (d *differ) step() {
	line := d.line(d.at)
	isHeader := strings.HasPrefix(line, "--- ") && strings.HasPrefix(d.line(d.at+1), "+++ ")
	inHunk := d.old > 0 || d.new > 0
	switch {
	case isHeader && (!inHunk || strings.HasPrefix(d.line(d.at+2), "@@")): // a count that is too large hides no file
		if d.file.oldPath != "" || d.file.newPath != "" {
			d.flush()
		}
		d.file.started = true
		d.file.oldPath, d.file.newPath = diffPath(line[4:]), diffPath(d.line(d.at + 1)[4:])
		d.old, d.new = 0, 0
		d.at++
	case strings.HasPrefix(line, "diff --git "):
		d.flush()
		d.file.started = true
		d.file.gitOld, d.file.gitNew = gitPaths(strings.TrimPrefix(line, "diff --git "))
	case strings.HasPrefix(line, "@@"):
		d.old, d.new = hunkSize(line)
	case inHunk:
		d.inHunk(line)
	case strings.HasPrefix(line, "+"): // a hunk without a size
		d.file.added = append(d.file.added, line[1:])
	case d.file.started:
		d.extended(line)
	}
	d.at++
}

func (d *differ) inHunk(line string) {
	switch {
	case strings.HasPrefix(line, "+"):
		d.file.added = append(d.file.added, line[1:])
		d.new--
	case strings.HasPrefix(line, "-"):
		d.old--
	case !strings.HasPrefix(line, `\`):
		d.old--
		d.new--
	}
}

// extended reads one of git's extended headers.
func (d *differ) extended(line string) {
	for _, h := range extendedHeaders {
		if rest, ok := strings.CutPrefix(line, h.prefix); ok {
			h.note(&d.file, unquotePath(rest))
		}
	}
}

var extendedHeaders = []struct {
	prefix string
	note   func(f *diffFile, rest string)
}{
	{"rename from ", func(f *diffFile, rest string) { f.movedFrom = rest }},
	{"rename to ", func(f *diffFile, rest string) { f.movedTo = rest }},
	{"copy from ", func(f *diffFile, rest string) { f.movedFrom, f.copied = rest, true }},
	{"copy to ", func(f *diffFile, rest string) { f.movedTo = rest }},
	{"new file mode ", func(f *diffFile, _ string) { f.created = true }},
	{"deleted file mode ", func(f *diffFile, _ string) { f.deleted = true }},
}

// flush adds what the current file's headers say, and starts the next.
func (d *differ) flush() {
	f := d.file
	d.file, d.old, d.new = diffFile{}, 0, 0
	if !f.started {
		return
	}
	oldPath, newPath := stripPrefixes(firstOf(f.oldPath, f.gitOld), firstOf(f.newPath, f.gitNew))
	add := func(op, path string, added []string) {
		d.changes = append(d.changes, change{op: op, path: path, added: added})
	}
	switch {
	case f.movedFrom != "" || f.movedTo != "":
		op := gate.OpMove
		if f.copied {
			op = gate.OpCopy
		}
		add(op, firstOf(f.movedFrom, oldPath), nil)
		add(gate.OpWrite, firstOf(f.movedTo, newPath), f.added)
	case f.deleted || newPath == "/dev/null":
		add(gate.OpDelete, oldPath, nil)
	case f.created || oldPath == "/dev/null":
		add(gate.OpCreate, newPath, f.added)
	default:
		add(gate.OpWrite, newPath, f.added)
		if oldPath != newPath { // patch(1) takes the one that exists
			add(gate.OpWrite, oldPath, f.added)
		}
	}
}

// diffPath is the path of a --- or +++ line, without the time behind a tab.
func diffPath(s string) string {
	if strings.HasPrefix(s, `"`) {
		return unquotePath(s)
	}
	s, _, _ = strings.Cut(s, "\t")
	return strings.TrimSpace(s)
}

// gitPaths splits the two paths of a "diff --git" line. Unquoted paths hold
// spaces too, but the two are the same but for their prefixes.
func gitPaths(s string) (oldPath, newPath string) {
	if strings.HasPrefix(s, `"`) {
		if end := strings.Index(s[1:], `" `); end >= 0 {
			return unquotePath(s[:end+2]), unquotePath(s[end+3:])
		}
	}
	if half := len(s) / 2; len(s)%2 == 1 && s[half] == ' ' {
		return s[:half], s[half+1:]
	}
	oldPath, newPath, _ = strings.Cut(s, " b/")
	if newPath != "" {
		return oldPath, "b/" + newPath
	}
	oldPath, newPath, _ = strings.Cut(s, " ")
	return oldPath, unquotePath(newPath)
}

// unquotePath undoes git's quoting: "a/\303\251.txt".
func unquotePath(s string) string {
	s = strings.TrimSpace(s)
	if plain, err := strconv.Unquote(s); err == nil && strings.HasPrefix(s, `"`) {
		return plain
	}
	return s
}

// prefixes are the pairs that git puts before the paths of a diff.
var prefixes = []struct{ old, new string }{{"a/", "b/"}, {"i/", "w/"}, {"c/", "i/"}, {"c/", "w/"}, {"o/", "w/"}, {"1/", "2/"}}

// stripPrefixes takes git's prefixes off, where both sides have theirs. Some
// harnesses write /dev/null with a prefix.
func stripPrefixes(oldPath, newPath string) (string, string) {
	for _, p := range prefixes {
		o, okOld := strings.CutPrefix(oldPath, p.old)
		n, okNew := strings.CutPrefix(newPath, p.new)
		switch {
		case okOld && (okNew || newPath == "/dev/null"), okNew && oldPath == "/dev/null":
			return nullPath(o), nullPath(n)
		}
	}
	return oldPath, newPath
}

func nullPath(path string) string {
	if path == "dev/null" {
		return "/dev/null"
	}
	return path
}

// hunkSize reads how many old and new lines "@@ -1,3 +1,4 @@" announces, none
// when it says nothing.
func hunkSize(line string) (old, new int) {
	fields := strings.Fields(line)
	if len(fields) < 3 {
		return 0, 0
	}
	return rangeSize(fields[1], "-"), rangeSize(fields[2], "+")
}

func rangeSize(s, sign string) int {
	s, ok := strings.CutPrefix(s, sign)
	if !ok {
		return 0
	}
	_, count, ok := strings.Cut(s, ",")
	if !ok {
		return 1
	}
	n, _ := strconv.Atoi(count)
	return max(n, 0)
}

// newText is the new text in a diff that names no file: the added lines of its
// hunks, or what stands in its REPLACE blocks.
func newText(text string) string {
	var added []string
	taking, blocks := false, false
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, "\r\n")
		switch {
		case strings.HasPrefix(line, "======="):
			taking, blocks = true, true
		case strings.HasPrefix(line, "+++++++") || strings.HasPrefix(line, ">>>>>>>"):
			taking = false
		case taking:
			added = append(added, line)
		case !blocks && strings.HasPrefix(line, "+") && !strings.HasPrefix(line, "+++ "):
			added = append(added, line[1:])
		}
	}
	return strings.Join(added, "\n")
}
