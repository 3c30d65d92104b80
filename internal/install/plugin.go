package install

import (
	"path/filepath"

	"gate/dialects"
	"gate/internal/install/plugins"
)

// planPlugin writes the files that make a harness ask the gate where it starts
// no command by itself. They are the gate's alone: what stood in their place is
// kept, and comes back when they go.
func (m Machine) planPlugin(r *record, p *Plan, target Target, f dialects.File) error {
	files, err := plugins.Files(target.Harness, m.Gate)
	if err != nil {
		return err
	}
	base, rel := m.locate(f)
	for _, file := range files {
		rel := filepath.Join(filepath.Dir(rel), file.Name)
		target.File = filepath.Join(base, rel)
		c, err := p.open(target, base, rel)
		if err != nil {
			return err
		}
		before, exact, err := m.before(r, c.place.path(), c.was)
		if err != nil {
			return err
		}
		if c.before = c.was; exact {
			c.before = before
		}
		if err := c.edit(file.Text); err != nil {
			return err
		}
	}
	return nil
}
