// Package install wires the gate into the configuration of harnesses, and
// takes it out again. What it knows of a harness is its dialects.Setup.
//
// A file is edited where it stands: other hooks, comments, formatting and
// unknown keys keep their bytes. What was there before is remembered, so that
// uninstall puts back the very bytes where nobody has changed the file since,
// and takes out exactly our entries where somebody has.
package install

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"strings"

	"github.com/rogpeppe/go-internal/diff"

	"gate/dialects"
)

// Machine is where to install: all paths are absolute.
type Machine struct {
	OS      string // linux, darwin or windows
	Home    string
	Project string // the root of the repository
	State   string // the gate's own folder, for the record and the backups
	Gate    string // the gate's executable
	Disk    string // before the paths of the managed scope; "" but in tests
}

// ErrScope is that a harness has no file of hooks in the scope that was asked for.
var ErrScope = errors.New("it has no such file on this system")

// Target is a file that install would write, or has written.
type Target struct {
	Harness string         `json:"harness"`
	Scope   dialects.Scope `json:"scope"`
	File    string         `json:"file"`
}

// Change is what became, or would become, of a file.
type Change struct {
	Target
	State State `json:"state"`

	Diff string `json:"diff,omitempty"` // unified, "" where nothing changes

	place   place
	was, is content
	before  content // what was there without the gate
	leaves  bool    // the harness's entries are taken out
	exact   bool    // and the very bytes of before come back
}

// State is the kind of a change.
type State string

// The states.
const (
	Unchanged State = "unchanged"
	Created   State = "created"
	Changed   State = "changed"
	Removed   State = "removed"
)

// Plan is what an installation comes to. Notes are sentences for the person.
type Plan struct {
	Changes []*Change `json:"files"`
	Notes   []string  `json:"notes,omitempty"`
}

// Usual are the files that install writes for a harness and a scope.
func (m Machine) Usual(name string, scope dialects.Scope) ([]Target, error) {
	s, ok := dialects.SetupOf(name)
	if !ok {
		return nil, fmt.Errorf("unknown harness %q", name)
	}
	files, err := m.usual(name, s, scope)
	targets := make([]Target, len(files))
	for i, f := range files {
		targets[i] = Target{name, scope, filepath.Join(f.base, f.rel)}
	}
	return targets, err
}

func (m Machine) has(f dialects.File) bool { return f.OS == "" || f.OS == m.OS }

// locate is the folder that a file is not to leave, and its path below.
func (m Machine) locate(f dialects.File) (base, rel string) {
	path := filepath.FromSlash(f.Path)
	if rest, ok := strings.CutPrefix(f.Path, "~/"); ok {
		return m.Home, filepath.FromSlash(rest)
	}
	if f.Scope == dialects.Project {
		return m.Project, path
	}
	volume := filepath.VolumeName(path)
	top, rest, _ := strings.Cut(strings.TrimLeft(path[len(volume):], `/\`), string(filepath.Separator))
	return filepath.Join(m.Disk, volume+string(filepath.Separator), top), rest
}

// starless is a path with our file's name where any name would do.
func starless(path, harness string) string {
	return strings.ReplaceAll(path, "*", "gate-"+harness)
}

// entries are the hooks of a harness, one for each event.
func (m Machine) entries(name string, s dialects.Setup) ([]entry, error) {
	var all []entry
	for _, event := range s.Hooks {
		line, err := m.command(name, event, s)
		if err != nil {
			return nil, err
		}
		e := entry{event: event, command: line, windows: m.OS == "windows", tool: dialects.OfTool(name, event)}
		if s.Timeout.Unit > 0 {
			e.timeout = int64(patience / s.Timeout.Unit)
		}
		if dialects.Stops(name, event) {
			e.closed = s.Closed
		}
		all = append(all, e)
	}
	return all, nil
}

// Install wires the gate into the harnesses. Nothing is written when any of
// them cannot be, nor in a dry run.
func (m Machine) Install(names []string, scope dialects.Scope, dry bool) (Plan, error) {
	return m.run(dry, func(r *record, p *Plan) error {
		for _, name := range names {
			if err := m.planInstall(r, p, name, scope); err != nil {
				return err
			}
		}
		return nil
	})
}

// Uninstall takes the gate out of the harnesses' files in all scopes.
func (m Machine) Uninstall(names []string, dry bool) (Plan, error) {
	return m.run(dry, func(r *record, p *Plan) error {
		for _, name := range names {
			if err := m.planUninstall(r, p, name); err != nil {
				return err
			}
		}
		return nil
	})
}

func (m Machine) run(dry bool, plan func(*record, *Plan) error) (p Plan, err error) {
	p.Changes = []*Change{}
	var folders []string
	if !dry {
		unlock, made, err := m.lock()
		if err != nil {
			return p, err
		}
		folders = made
		defer func() { unlock(folders) }()
	}
	r, err := m.loadRecord()
	if err != nil {
		return p, err
	}
	r.Folders = append(folders, r.Folders...)
	defer func() { folders = r.Folders }()
	if err := plan(r, &p); err != nil {
		return p, err
	}
	for _, c := range p.Changes {
		c.judge()
	}
	if dry {
		return p, nil
	}
	return p, m.apply(r, p.Changes)
}

func (c *Change) judge() {
	c.Diff = string(diff.Diff(c.File, c.was.text, c.File, c.is.text))
	switch {
	case c.was.equal(c.is):
		c.State = Unchanged
	case !c.was.exists:
		c.State = Created
	case !c.is.exists:
		c.State = Removed
	default:
		c.State = Changed
	}
}

// apply writes the changes, and the record with them.
func (m Machine) apply(r *record, changes []*Change) error {
	for _, c := range changes {
		if c.State == Unchanged {
			continue
		}
		if err := m.write(r, c); err != nil {
			return errors.Join(err, m.saveRecord(r))
		}
	}
	return m.saveRecord(r)
}

func (m Machine) write(r *record, c *Change) error {
	if now, err := c.place.read(); err != nil || !now.equal(c.was) {
		return errors.Join(err, fmt.Errorf("%s was changed by somebody else just now\nhint: try again", c.File))
	}
	path := c.place.path()
	if !c.is.exists {
		if err := c.place.remove(); err != nil {
			return fmt.Errorf("remove %s: %w", path, err)
		}
		r.Folders = removeFolders(r.Folders)
		return m.forget(r, path)
	}
	made, err := c.place.write(c.is, folderMode(c.Scope))
	if err != nil {
		return err
	}
	r.Folders = append(r.Folders, made...)
	switch {
	case c.exact:
		return m.forget(r, path)
	case c.leaves:
		return m.leave(r, path, c.Harness, c.is.text)
	}
	return m.note(r, path, c.Harness, c.before, c.is.text)
}

func folderMode(scope dialects.Scope) fs.FileMode {
	if scope == dialects.User {
		return 0o700
	}
	return 0o755
}

func fileMode(scope dialects.Scope) fs.FileMode {
	if scope == dialects.User {
		return 0o600
	}
	return 0o644
}

// open finds the change of a file in the plan, or begins one.
func (p *Plan) open(target Target, base, rel string) (*Change, error) {
	where, err := resolve(base, rel)
	if err != nil {
		return nil, err
	}
	for _, c := range p.Changes {
		if c.place == where {
			return c, nil
		}
	}
	now, err := where.read()
	if err != nil {
		return nil, err
	}
	c := &Change{Target: target, place: where, was: now, is: now}
	p.Changes = append(p.Changes, c)
	return c, nil
}

// edit makes the content of a change new text.
func (c *Change) edit(text []byte) error {
	if bytes.Equal(text, c.is.text) && c.is.exists {
		return nil
	}
	if c.was.exists && c.was.mode&0o200 == 0 {
		return fmt.Errorf("%s is read-only; nothing was changed\nhint: chmod u+w it, or install in another scope", c.File)
	}
	if !c.is.exists {
		c.is.mode = fileMode(c.Scope)
	}
	c.is.exists, c.is.text = true, text
	return nil
}

func (m Machine) planInstall(r *record, p *Plan, name string, scope dialects.Scope) error {
	s, _ := dialects.SetupOf(name)
	if s.Shape == dialects.Plugin {
		return m.planPlugin(r, p, name, s, scope)
	}
	files, err := m.usual(name, s, scope)
	if err != nil {
		return err
	}
	entries, err := m.entries(name, s)
	if err != nil {
		return err
	}
	for _, f := range files {
		c, err := m.put(r, p, f, name, entries)
		if err != nil {
			return err
		}
		if s.Alone {
			p.Notes = append(p.Notes, others(c.File, c.is.text)...)
		}
		if scope == dialects.Project && !c.was.equal(c.is) {
			p.Notes = append(p.Notes, c.File+" names the gate of this machine: elsewhere it will not be found, so do not commit it without thought")
		}
		if err := m.planBeside(r, p, name, s, scope, c.place.path(), c.is.text); err != nil {
			return err
		}
	}
	return nil
}

// put plans to write our entries into one file.
func (m Machine) put(r *record, p *Plan, f wired, name string, entries []entry) (*Change, error) {
	c, err := p.open(Target{name, f.scope, filepath.Join(f.base, f.rel)}, f.base, f.rel)
	if err != nil {
		return nil, err
	}
	ours := func(line string) bool { return starts(line, name, true) }
	if err := m.remember(r, c, f.kind, ours); err != nil {
		return nil, err
	}
	text, err := f.kind.put(c.is.text, entries, ours)
	if err != nil {
		return nil, broken(c.File, err)
	}
	if err := c.edit(text); err != nil {
		return nil, err
	}
	if f.mode != 0 {
		c.is.mode = f.mode
	}
	return c, nil
}

// broken says that a file cannot be edited.
func broken(file string, err error) error {
	return fmt.Errorf("%s: %w; nothing was changed\nhint: mend the file, and try again", file, err)
}

// others warns of what makes a harness ignore a file that holds anything
// beside hooks.
func others(file string, text []byte) (notes []string) {
	d, err := parse(text)
	if err != nil {
		return nil
	}
	for _, name := range d.names() {
		if name != "hooks" {
			notes = append(notes, fmt.Sprintf("%s has %q beside \"hooks\": the whole file is ignored until it is taken out", file, name))
		}
	}
	return notes
}

// remember works out what the file held before the gate came.
func (m Machine) remember(r *record, c *Change, k kind, ours func(string) bool) error {
	before, exact, err := m.before(r, c.place.path(), c.was)
	if err != nil || exact {
		c.before = before
		return err
	}
	c.before = c.was
	if c.was.exists {
		if c.before.text, err = k.strip(c.was.text, ours); err != nil {
			return broken(c.File, err)
		}
	}
	if t, ok := r.Files[c.place.path()]; ok && !t.Existed && k.bare(c.before.text) {
		c.before = content{}
	}
	return nil
}

// planBeside edits what a harness needs beside its hooks: the hashes of
// trusted ones, and settings that keep hooks switched on.
func (m Machine) planBeside(r *record, p *Plan, name string, s dialects.Setup, scope dialects.Scope, file string, hooks []byte) error {
	if s.Hashes != "" && scope != dialects.Managed {
		hashes, err := trusted(file, hooks, func(line string) bool { return starts(line, name, true) })
		if err != nil {
			return broken(file, err)
		}
		if err := m.planTOML(r, p, name, hashFile(s), func(text []byte) ([]byte, error) { return trust(text, file, hashes) }); err != nil {
			return err
		}
	}
	for _, pin := range s.Pins {
		if pin.Scope != scope || !m.has(pin.File) {
			continue
		}
		if err := m.planTOML(r, p, name, pin.File, func(text []byte) ([]byte, error) {
			return setTOML(text, []string{pin.Table}, pin.Key, pin.Value, false)
		}); err != nil {
			return err
		}
	}
	return nil
}

func hashFile(s dialects.Setup) dialects.File {
	return dialects.File{Scope: dialects.User, Path: s.Hashes}
}

func (m Machine) planTOML(r *record, p *Plan, name string, f dialects.File, edit func([]byte) ([]byte, error)) error {
	base, rel := m.locate(f)
	c, err := p.open(Target{name, f.Scope, filepath.Join(base, rel)}, base, rel)
	if err != nil {
		return err
	}
	before, exact, err := m.before(r, c.place.path(), c.was)
	switch {
	case err != nil:
		return err
	case exact:
		c.before = before
	default:
		c.before = c.was
		c.before.text = stripTOML(c.was.text)
	}
	text, err := edit(c.is.text)
	if err != nil {
		return broken(c.File, err)
	}
	return c.edit(text)
}
