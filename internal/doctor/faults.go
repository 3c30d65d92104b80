package doctor

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"gate"
	"gate/dialects"
	"gate/internal/install"
)

// malformed finds what is wrong with an entry itself.
func (x *examination) malformed(d document, w *wiring) []fault {
	var all []fault
	say := func(format string, args ...any) {
		why := fmt.Sprintf("%s in %s: ", w.event, x.short(w.file.path)) + fmt.Sprintf(format, args...)
		all = append(all, fault{"wired", why, x.install()})
	}
	if x.setup.Alone && filepath.Ext(d.path) == ".json" && len(d.top) > 1 {
		all = append(all, fault{"enabled", x.short(d.path) + ` has another key beside "hooks": the whole file is ignored`, "leave nothing but hooks in it"})
	}
	if w.Type != "command" && (w.Type != "" || typed(w.file.shape)) {
		say("its type is %q, want command", w.Type)
	}
	if w.Async {
		say("it is async, so its answer decides nothing")
	}
	if _, err := w.limit(x.setup); err != nil {
		say("%v", err)
	}
	if dialects.EventOf(x.name, w.event) == gate.BeforeTool && w.matcher != nil && !x.all(*w.matcher) {
		say("its matcher is %q, so other tools run unjudged", *w.matcher)
	}
	if missing(w.program) {
		say("%s is not there, or is no executable", w.program)
	}
	return all
}

// typed says whether an entry without a type is passed over.
func typed(s dialects.Shape) bool {
	return s == dialects.Groups || s == dialects.Numbered || s == dialects.Bare
}

// all says whether a matcher matches every tool. A star is none of Copilot's
// regular expressions, and never matches there (observed).
func (x *examination) all(matcher string) bool {
	return matcher == "" || matcher == ".*" || matcher == "*" && x.setup.Shape != dialects.Shells
}

// missing says whether an executable that is named by its path is not there.
func missing(program string) bool {
	if !filepath.IsAbs(program) {
		return false
	}
	_, err := exec.LookPath(program)
	return err != nil
}

// disabled finds settings that switch an entry off.
func (x *examination) disabled(w *wiring) []fault {
	var all []fault
	for _, s := range x.setup.OffBy {
		if slices.Contains(s.Spared, w.file.scope) || x.pinned(s.Key) {
			continue
		}
		path := x.place(s.File)
		top, err := readTop(path)
		if err != nil {
			continue // it is not there, or the harness cannot read it either
		}
		if value := at(top, s.Key); s.Value != "" && string(value) == s.Value || s.Value == "" && slices.Contains(texts(value), w.command) {
			all = append(all, fault{"enabled", fmt.Sprintf("%s is %s in %s: the %s's hooks do not run", strings.Join(s.Key, "."), value, x.short(path), w.file.scope), "remove it from " + x.short(path)})
		}
	}
	return all
}

// pinned says whether a file out of the user's reach holds a setting on.
func (x *examination) pinned(keys []string) bool {
	return slices.ContainsFunc(x.setup.Pins, func(p dialects.Pin) bool {
		path := []string{p.Table, p.Key}
		if p.OS != "" && p.OS != x.OS || !slices.Equal(path, keys) {
			return false
		}
		top, err := readTop(x.place(p.Path))
		return err == nil && string(at(top, path)) == p.Value
	})
}

// at is the value that keys lead to, nil where there is none.
func at(top map[string]json.RawMessage, keys []string) json.RawMessage {
	for _, key := range keys[:len(keys)-1] {
		var next map[string]json.RawMessage
		if json.Unmarshal(top[key], &next) != nil {
			return nil
		}
		top = next
	}
	return top[keys[len(keys)-1]]
}

// texts is a list of strings, empty where the value is none.
func texts(value json.RawMessage) []string {
	var list []string
	if json.Unmarshal(value, &list) != nil {
		return nil
	}
	return list
}

// untrusted finds out whether a person has trusted the entry, where the
// harness asks for that. Nobody has to trust the machine's own files.
func (x *examination) untrusted(d document, w *wiring) []fault {
	if w.file.scope == dialects.Managed {
		return nil
	}
	var all []fault
	if x.setup.Hashes != "" {
		all = append(all, x.unhashed(d, w)...)
	}
	if list := x.setup.Folders; list.File != "" && w.file.scope == dialects.Project && !x.listed(list) {
		all = append(all, fault{"trusted", fmt.Sprintf("%s is not among %s in %s: the project's hooks are skipped without a word", x.Root, list.Key[0], list.File), "trust the folder in " + x.setup.Title + ", or wire the gate for the user: " + x.install() + " --scope user"})
	}
	return all
}

// listed says whether the project lies in a folder of the list.
func (x *examination) listed(list dialects.Setting) bool {
	top, err := readTop(x.place(list.File))
	if err != nil {
		return false
	}
	return slices.ContainsFunc(texts(at(top, list.Key)), func(folder string) bool {
		rel, err := filepath.Rel(folder, x.Root)
		return err == nil && filepath.IsLocal(rel)
	})
}

// unhashed compares the hash of an entry with the one that was trusted.
func (x *examination) unhashed(d document, w *wiring) []fault {
	file := x.place(x.setup.Hashes)
	trusts, err := readTop(file)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return []fault{{"trusted", fmt.Sprintf("%s cannot be read: %v", x.short(file), err), "repair it"}}
	}
	place := fmt.Sprintf("%s in %s", w.event, x.short(w.file.path))
	key, hash, err := install.Hash(d.path, d.top, w.event, w.group, w.index)
	if err != nil {
		return []fault{{"trusted", place + " cannot be trusted: " + err.Error(), x.install()}}
	}
	var state struct {
		Hash    string `json:"trusted_hash"`
		Enabled *bool  `json:"enabled"`
	}
	entry := at(trusts, []string{"hooks", "state", key})
	again := x.install() + ", or trust it with /hooks in a session"
	switch err := json.Unmarshal(entry, &state); {
	case err != nil || state.Hash == "":
		return []fault{{"trusted", place + " was never trusted: it is skipped without a word", again}}
	case state.Hash != hash:
		return []fault{{"trusted", place + " has changed since it was trusted: it is skipped without a word", again}}
	case state.Enabled != nil && !*state.Enabled:
		return []fault{{"enabled", place + " is switched off under hooks.state in " + x.short(file), "switch it on with /hooks in a session"}}
	}
	return nil
}
