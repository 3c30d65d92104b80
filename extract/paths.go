package extract

import (
	"slices"
	"strings"

	"gate"
)

// maxLinks is how many links one path may lead through, as in Linux.
const maxLinks = 40

// place is a path that has been resolved.
type place struct {
	path   string // relative to the root when inside it, else absolute
	abs    string
	inside bool
	stream bool // the null device or a standard stream, which are no targets
	flaws  flaws
}

// resolve finds the place that a path names. With followLast a link at its
// end is followed too; without, only when the path ends in a slash. A path is
// resolved once a call.
func (x *extraction) resolve(path, cwd string, followLast bool) place {
	key := pathKey{path, cwd, followLast}
	p, ok := x.places[key]
	if !ok {
		p = x.find(key)
		x.places[key] = p
	}
	p.flaws = slices.Clone(p.flaws)
	return p
}

// pathKey is what a place depends on.
type pathKey struct {
	path, cwd  string
	followLast bool
}

func (x *extraction) find(key pathKey) place {
	s := x.spell(key.path, key.cwd)
	stream := x.isStream(key.path, s.fold())
	x.judge(&s)
	s = x.openProc(s)
	to, linked, ok := x.walk(s, key.followLast || s.folder)
	p := place{abs: to.String(), path: x.relative(to), flaws: s.flaws, inside: ok && x.inside(to), stream: stream}
	if linked {
		p.flaws.add(gate.FlawSymlink)
	}
	if x.isDevice(to) {
		p.flaws.add(gate.FlawDevice)
	}
	if x.posesAsSelf(p.abs) {
		p.flaws.add(gate.FlawCaseCollision)
	}
	p.inside = p.inside && !slices.Contains(p.flaws, gate.FlawDevice)
	return p
}

// walk follows a spelling as the kernel would: a link leads to its target
// before the ".." behind it is taken. It says whether a link was on the way
// that is no part of the folders the machine or the person chose, and whether
// the walk came to an end.
func (x *extraction) walk(s spelling, followLast bool) (to spelling, linked, ok bool) {
	to, todo := spelling{volume: s.volume}, s.segs
	missing := maxPath // how deep the first folder is that does not exist; nothing below it is looked up
	for links := 0; len(todo) > 0; {
		seg := todo[0]
		todo = todo[1:]
		if seg == ".." {
			to.segs = to.segs[:max(0, len(to.segs)-1)]
			continue
		}
		to.segs = append(to.segs, seg)
		if !x.forged && (x.fs == nil || len(to.segs) > missing) || len(todo) == 0 && !followLast {
			continue
		}
		target, exists := x.link(to.String())
		missing = maxPath
		if !exists {
			missing = len(to.segs)
		}
		if target == "" {
			continue
		}
		linked = linked || !x.chosen(to.String())
		if links++; links > maxLinks {
			to.segs = append(to.segs, todo...)
			return to.fold(), true, false
		}
		next := x.spell(x.linkText(target), spelling{volume: to.volume, segs: to.segs[:len(to.segs)-1]}.String())
		to, todo = spelling{volume: next.volume}, append(next.segs, todo...)
	}
	return to, linked, true
}

// linkText keeps a link's target from being read as more than a path: no ~,
// no file address.
func (x *extraction) linkText(target string) string {
	if strings.HasPrefix(target, "/") || x.os == "windows" && windowsPath(target) {
		return target
	}
	return "./" + target
}

// chosen says whether a link is on the way to the root, home or a temporary
// folder: /tmp of macOS is a link, and so may be the project's folder. While
// those are looked up, every link is.
func (x *extraction) chosen(link string) bool {
	if x.foldsCase() {
		link = strings.ToLower(link)
	}
	if x.learning {
		x.passed[link] = true
	}
	return x.passed[link]
}

// inside says whether a resolved path is in a folder that counts as inside.
func (x *extraction) inside(s spelling) bool {
	home := x.spell(x.a.Home, "")
	_, atHome := s.below(home, x.foldsCase())
	atHome = atHome && x.a.Home != ""
	return slices.ContainsFunc(x.safe, func(dir spelling) bool {
		_, ok := s.below(dir, x.foldsCase())
		above, around := home.below(dir, x.foldsCase())
		return ok && !(atHome && around && len(above) > 0) // a home in a temporary folder is a home all the same
	})
}

// relative is a resolved path as rules and people read it.
func (x *extraction) relative(s spelling) string {
	if x.a.Root == "" {
		return s.String()
	}
	rest, ok := s.below(x.spell(x.a.Root, ""), x.foldsCase())
	switch {
	case !ok:
		return s.String()
	case len(rest) == 0:
		return "."
	}
	return strings.Join(rest, "/")
}

// openProc leads Linux's links into processes on by their meaning: the gate's
// own /proc/self is not that of the call.
func (x *extraction) openProc(s spelling) spelling {
	if x.os != "linux" || len(s.segs) < 3 || s.segs[0] != "proc" {
		return s
	}
	own := s.segs[1] == "self" || s.segs[1] == "thread-self"
	switch {
	case s.segs[2] == "root":
		s.segs = s.segs[3:]
	case s.segs[2] == "cwd" && own:
		s.segs = append(slices.Clone(x.here.segs), s.segs[3:]...)
	default:
		return s
	}
	s.flaws.add(gate.FlawSymlink)
	return s
}

// isDevice says whether a resolved path is a device of Unix. Windows' are told
// by their spelling.
func (x *extraction) isDevice(s spelling) bool {
	return x.os != "windows" && len(s.segs) > 1 && s.segs[0] == "dev" && s.segs[1] != "shm"
}

// streams are the places that swallow or pass on what is written.
var streams = []string{"/dev/null", "/dev/stdin", "/dev/stdout", "/dev/stderr", "/dev/tty", "/dev/zero", "/dev/full"}

// isStream says whether a path, spelled so, is the null device or a standard
// stream.
func (x *extraction) isStream(path string, s spelling) bool {
	name := "/" + strings.Join(s.segs, "/")
	if x.os == "windows" {
		last := strings.TrimSuffix(name[strings.LastIndex(name, "/")+1:], ":")
		return strings.EqualFold(last, "nul") || slices.Contains(streams, path)
	}
	for _, dir := range []string{"/dev/fd/", "/proc/self/fd/"} {
		if fd, ok := strings.CutPrefix(name, dir); ok && fd != "" && strings.Trim(fd, "0123456789") == "" {
			return true
		}
	}
	return slices.Contains(streams, name)
}

// posesAsSelf says whether a path names one of the gate's own files in other
// letters, or what lies in one of its folders.
func (x *extraction) posesAsSelf(abs string) bool {
	return slices.ContainsFunc(x.a.Gate.Files, func(f string) bool {
		if len(abs) < len(f) || len(abs) > len(f) && abs[len(f)] != '/' {
			return false
		}
		return abs[:len(f)] != f && strings.EqualFold(abs[:len(f)], f)
	})
}
