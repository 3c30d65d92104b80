package extract

import (
	"path"
	"slices"
	"strings"
)

// matched gives the words of args with each pattern replaced by the files
// that it matches now, where the file system is known and they are few. What
// a command itself is given stays a pattern, so that rules see how wide it is.
func (r *runner) matched(args []arg, st *state) []string {
	var out []string
	for _, a := range args {
		if names := r.glob(a, st); len(names) > 0 {
			out = append(out, names...)
			continue
		}
		out = append(out, a.text)
	}
	return out
}

// glob lists the files that a pattern matches, at most maxLoop, nil when
// there are more, none, or no way to tell.
func (r *runner) glob(a arg, st *state) []string {
	if !a.glob || r.x.fs == nil || st.cwd == "" && !rooted(a.text) {
		return nil
	}
	found := []string{""}
	if strings.HasPrefix(a.text, "/") {
		found[0] = "/"
	}
	for seg := range strings.SplitSeq(strings.Trim(a.text, "/"), "/") {
		var next []string
		for _, dir := range found {
			if !strings.ContainsAny(seg, "*?[") {
				next = append(next, path.Join(dir, seg))
				continue
			}
			next = append(next, r.entries(dir, seg, st)...)
		}
		if found = next; len(found) == 0 || len(found) > maxLoop {
			return nil
		}
	}
	return found
}

// entries lists the names in a folder that one segment of a pattern matches,
// in the order of the shell.
func (r *runner) entries(dir, pattern string, st *state) []string {
	list, err := r.x.fs.ReadDir(r.x.resolve(path.Join(dir, "."), st.cwd, true).abs, maxEntries)
	if err != nil {
		return nil
	}
	var names []string
	for _, e := range list {
		hidden := strings.HasPrefix(e.Name(), ".") && !strings.HasPrefix(pattern, ".")
		if ok, err := path.Match(pattern, e.Name()); err == nil && ok && !hidden {
			names = append(names, path.Join(dir, e.Name()))
		}
	}
	slices.Sort(names)
	return names
}
