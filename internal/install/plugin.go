package install

import (
	"fmt"
	"path/filepath"

	"gate/dialects"
	"gate/internal/install/plugins"
)

// planPlugin writes the files that make a harness ask the gate where it starts
// no command by itself. They are the gate's alone: what stood in their place is
// kept, and comes back when they go.
func (m Machine) planPlugin(r *record, p *Plan, name string, s dialects.Setup, scope dialects.Scope) error {
	base, folder, err := m.pluginFolder(name, s, scope)
	if err != nil {
		return err
	}
	files, err := plugins.Files(name, m.Gate)
	if err != nil {
		return err
	}
	for _, file := range files {
		rel := filepath.Join(folder, file.Name)
		c, err := p.open(Target{name, scope, filepath.Join(base, rel)}, base, rel)
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

// pluginFolder is where the plugin of a harness lies in a scope.
func (m Machine) pluginFolder(name string, s dialects.Setup, scope dialects.Scope) (base, folder string, err error) {
	for _, f := range s.Files {
		if f.Scope == scope && m.has(f) {
			base, rel := m.locate(f)
			return base, filepath.Dir(rel), nil
		}
	}
	return "", "", fmt.Errorf("%s, scope %s: %w", name, scope, ErrScope)
}
