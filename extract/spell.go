package extract

import (
	"slices"
	"strings"

	"gate"
	"gate/internal/table"
)

// Limits on a path, in bytes. One past maxPath is more than a system takes as
// it stands, and is folded before its links are looked up. One past
// maxSpelling is not read to its end.
const (
	maxPath     = 4096
	maxSpelling = 64 << 10
)

// spelling is an absolute path, taken apart but not yet folded: segs may hold
// "..", which means something else after a link than before it.
type spelling struct {
	volume string // "", "C:" or "//server/share"
	segs   []string
	folder bool // ends in a slash: a link at its end is followed
	flaws  flaws
}

func (s spelling) String() string { return s.volume + "/" + strings.Join(s.segs, "/") }

// spell reads a path as the call's system, the shells on it and the harnesses
// would, all at once: backslashes separate everywhere, file addresses and ~
// are opened. A relative path is one of cwd, "" being the call's.
func (x *extraction) spell(path, cwd string) spelling {
	var s spelling
	path, _, cut := strings.Cut(openFileURI(path), "\x00") // what the system sees ends here
	if cut {
		s.flaws.add(gate.FlawInvalidChar)
	}
	path = x.openTilde(strings.ReplaceAll(path, `\`, "/"))
	if len(path) > maxSpelling {
		path = path[:maxSpelling]
		s.flaws.add(gate.FlawBadSegment)
		x.unknown(gate.UnknownLimit, path, "the path is too long to follow")
	}
	if path == "" {
		s.flaws.add(gate.FlawBadSegment)
	}
	s.folder = strings.HasSuffix(path, "/") || strings.HasSuffix(path, "/.")
	rest, rooted := path, strings.HasPrefix(path, "/")
	if x.os == "windows" {
		rest, rooted = x.openVolume(path, cwd, &s)
	}
	if !rooted {
		base := x.base(cwd)
		if s.volume == "" || strings.EqualFold(s.volume, base.volume) {
			s.volume, s.segs = base.volume, slices.Clone(base.segs)
		}
	}
	s.segs = slices.Grow(s.segs, strings.Count(rest, "/")+1)
	for seg := range strings.SplitSeq(rest, "/") {
		if seg != "" && seg != "." {
			s.segs = append(s.segs, seg)
		}
	}
	if len(rest) > maxPath {
		s = s.fold()
	}
	return s
}

// base is the folder that a relative path starts from.
func (x *extraction) base(cwd string) spelling {
	if cwd == "" || cwd == x.a.Cwd {
		return x.here
	}
	return x.spell(cwd, "")
}

// fold takes ".." out by the text alone.
func (s spelling) fold() spelling {
	segs := make([]string, 0, len(s.segs))
	for _, seg := range s.segs {
		switch {
		case seg != "..":
			segs = append(segs, seg)
		case len(segs) > 0:
			segs = segs[:len(segs)-1]
		}
	}
	s.segs = segs
	return s
}

// below is the part of s under dir, compared segment by segment.
func (s spelling) below(dir spelling, foldCase bool) ([]string, bool) {
	same := func(a, b string) bool { return a == b || foldCase && strings.EqualFold(a, b) }
	n := len(dir.segs)
	if len(s.segs) < n || !same(s.volume, dir.volume) || !slices.EqualFunc(s.segs[:n], dir.segs, same) {
		return nil, false
	}
	return s.segs[n:], true
}

func isFileURI(path string) bool {
	return len(path) >= 5 && strings.EqualFold(path[:5], "file:")
}

// openFileURI is the path that a file address names; its escapes are undone.
func openFileURI(path string) string {
	if !isFileURI(path) {
		return path
	}
	rest := path[5:]
	if after, ok := strings.CutPrefix(rest, "//"); ok {
		host, _, _ := strings.Cut(after, "/")
		if rest = after[len(host):]; host != "" && !strings.EqualFold(host, "localhost") {
			rest = "//" + after
		}
	}
	return unescapeURL(rest)
}

// rootHomes are root's home folders, which are nobody's siblings.
var rootHomes = table.Of[string]{{"linux", "/root"}, {"darwin", "/var/root"}}

// openTilde puts home folders in the place of ~ and ~user.
func (x *extraction) openTilde(path string) string {
	if !strings.HasPrefix(path, "~") || x.a.Home == "" {
		return path
	}
	user, rest, _ := strings.Cut(path[1:], "/")
	home := x.a.Home
	switch {
	case user == "":
	case !isUserName(user):
		return path
	case user == "root" && rootHomes.Get(x.os) != "":
		home = rootHomes.Get(x.os)
	default:
		home = home[:strings.LastIndex(home, "/")+1] + user
	}
	return home + "/" + rest
}

// isUserName tells ~user from names such as ~$letter.docx.
func isUserName(s string) bool {
	return !strings.ContainsFunc(s, func(c rune) bool {
		return c != '_' && c != '-' && c != '.' && (c < '0' || c > '9') && (c|0x20 < 'a' || c|0x20 > 'z')
	})
}
