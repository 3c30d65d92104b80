package install

import (
	"bytes"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"gate/dialects"
)

func (m Machine) planUninstall(r *record, p *Plan, name string) error {
	s, ok := dialects.SetupOf(name)
	if !ok {
		return fmt.Errorf("unknown harness %q", name)
	}
	files := slices.Clone(s.Files)
	if s.Hashes != "" {
		files = append(files, hashFile(s))
	}
	for _, pin := range s.Pins {
		files = append(files, pin.File)
	}
	for _, f := range files {
		if !m.has(f) {
			continue
		}
		base, rel := m.locate(f)
		for _, rel := range matches(base, rel, name) {
			if err := m.takeOut(r, p, Target{name, f.Scope, filepath.Join(base, rel)}, base, rel, m.stripping(s, f)); err != nil {
				return err
			}
		}
	}
	return nil
}

// matches are the files that a path with a star stands for.
func matches(base, rel, name string) []string {
	found, err := filepath.Glob(filepath.Join(base, rel))
	if err != nil || found == nil {
		return []string{starless(rel, name)}
	}
	for i := range found {
		found[i], _ = filepath.Rel(base, found[i])
	}
	return found
}

// takeOut plans to take our entries out of one file, if there are any.
func (m Machine) takeOut(r *record, p *Plan, target Target, base, rel string, k stripper) error {
	c, err := p.open(target, base, rel)
	if err != nil {
		p.Notes = append(p.Notes, err.Error())
		return nil
	}
	if !c.is.exists || c.exact {
		return nil
	}
	path := c.place.path()
	before, exact, err := m.before(r, path, c.was)
	if err != nil {
		return err
	}
	if exact && slices.Equal(r.Files[path].Harnesses, []string{target.Harness}) {
		if err := c.edit(before.text); err != nil {
			return err
		}
		c.Target, c.leaves = target, true
		c.is.exists, c.exact = before.exists, true
		return nil
	}
	text, err := m.without(c, target.Harness, k)
	if err != nil || bytes.Equal(text, c.is.text) {
		return err
	}
	c.Target, c.leaves = target, true
	if err := c.edit(text); err != nil {
		return err
	}
	t, known := r.Files[path]
	_, whole := k.(script)
	made := whole || known && !t.Existed || strings.HasPrefix(filepath.Base(c.File), starless("*", target.Harness)+".")
	c.is.exists = !made || !k.bare(text)
	return nil
}

// stripping is what takes our entries out of a file, be it one that install
// would write or not.
func (m Machine) stripping(s dialects.Setup, f dialects.File) stripper {
	if s.ShapeOf(f) == dialects.Executables {
		return script{}
	}
	if k := m.kindOf(s, f); k != nil {
		return k
	}
	if filepath.Ext(f.Path) == ".toml" {
		return marked{}
	}
	return shape{}
}

// without is the file's text without the harness's entries.
func (m Machine) without(c *Change, name string, k stripper) ([]byte, error) {
	if !bytes.Contains(c.is.text, []byte("gate")) {
		return c.is.text, nil
	}
	own := slices.Contains(usualFolders(m, name), filepath.Dir(c.File))
	text, err := k.strip(c.is.text, func(line string) bool { return starts(line, name, own) })
	if err != nil {
		if !hookLine.Match(c.is.text) {
			return c.is.text, nil // not ours to mend
		}
		return nil, broken(c.File, err)
	}
	return text, nil
}

func usualFolders(m Machine, name string) (dirs []string) {
	for _, scope := range []dialects.Scope{dialects.Project, dialects.User, dialects.Managed} {
		targets, _ := m.Usual(name, scope) // none where the harness has no such scope
		for _, t := range targets {
			dirs = append(dirs, filepath.Dir(t.File))
		}
	}
	return dirs
}
