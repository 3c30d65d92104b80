package author

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"gate/internal/config"
)

// exemptionsFile holds the user's own softenings, which stay whatever bundle
// comes and goes.
const exemptionsFile = "settings.json"

// Exemptions are the user's own softenings, in the order that they were made.
func (s Store) Exemptions() ([]Softening, error) {
	name := filepath.Join(s.Dir, exemptionsFile)
	text, err := os.ReadFile(name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var settings Settings
	dec := json.NewDecoder(bytes.NewReader(text))
	dec.DisallowUnknownFields()
	if err := dec.Decode(&settings); err != nil {
		return nil, fmt.Errorf("read %s: %w", name, err)
	}
	return settings.Soften, nil
}

// Exempt changes the user's own softenings, and brings them into force with
// what else is. When that cannot be, nothing has changed.
func (s Store) Exempt(ctx context.Context, now time.Time, change func([]Softening) ([]Softening, error)) error {
	_, err := s.locked(func() (Record, error) {
		before, err := s.Exemptions()
		if err != nil {
			return Record{}, err
		}
		after, err := change(before)
		if err != nil {
			return Record{}, err
		}
		if err := s.writeExemptions(after); err != nil {
			return Record{}, err
		}
		if err = s.settle(ctx, now); err != nil {
			err = errors.Join(err, s.writeExemptions(before))
		}
		return Record{}, err
	})
	return err
}

// Settle brings the user's exemptions into force after a bundle is gone.
func (s Store) Settle(ctx context.Context, now time.Time) error {
	_, err := s.locked(func() (Record, error) { return Record{}, s.settle(ctx, now) })
	return err
}

// settle lays what is in force again, with the exemptions as they are now.
func (s Store) settle(ctx context.Context, now time.Time) error {
	list, err := s.Exemptions()
	if err != nil {
		return err
	}
	current, err := s.Current()
	switch {
	case err != nil && !errors.Is(err, ErrNoBundle):
		return err
	case current.Source == "" && len(list) == 0: // nothing is left to say
		return removeIfThere(s.snapshot())
	}
	b, err := s.bundle(current)
	if err != nil {
		return err
	}
	current.Activated = now
	_, err = s.activate(ctx, b, current)
	return err
}

func (s Store) writeExemptions(list []Softening) error {
	name := filepath.Join(s.Dir, exemptionsFile)
	if len(list) == 0 {
		return removeIfThere(name)
	}
	text, err := json.MarshalIndent(Settings{Soften: list}, "", "  ")
	if err != nil {
		return err
	}
	return config.Replace(name, append(text, '\n'))
}

// exempt lays the user's exemptions in. One that no longer fits, because its
// rule is gone or has been locked, counts for nothing, and is no obstacle to
// a new policy.
func (s Store) exempt(all Sources) error {
	if s.Managed == "" {
		return nil
	}
	list, err := s.Exemptions()
	if err != nil || len(list) == 0 {
		return err
	}
	rules, err := all.Rules()
	if err != nil {
		return err
	}
	var fit []any
	for _, soft := range list {
		if soft.check(rules) != nil {
			continue
		}
		text, err := json.Marshal(soft)
		if err != nil {
			return err
		}
		var document any
		if err := unmarshalNumbers(text, &document); err != nil {
			return err
		}
		fit = append(fit, document)
	}
	return merge(all.Data, map[string]any{"user": map[string]any{"settings": map[string]any{"soften": append(softenings(all), fit...)}}})
}

// softenings takes those of the user's bundle out of the data.
func softenings(all Sources) []any {
	user, _ := all.Data["user"].(map[string]any)
	settings, _ := user["settings"].(map[string]any)
	list, _ := settings["soften"].([]any)
	delete(settings, "soften")
	return list
}

// Check says what is wrong with an exemption over the rules that are in force
// for the user now.
func (s Store) Check(soft Softening) error {
	all, _, err := s.under()
	if err != nil {
		return err
	}
	if current, err := s.Current(); err == nil {
		if b, err := s.bundle(current); err == nil && b != nil {
			if err := all.add(userPrefix, b.FS(), roots); err != nil {
				return err
			}
		}
	}
	rules, err := all.Rules()
	if err != nil {
		return err
	}
	if err := soft.check(rules); err != nil {
		return err
	}
	return all.lockedFor(soft, rules)
}

// lockedFor is the error that an organisation has locked what is to be
// softened.
func (s Sources) lockedFor(soft Softening, rules []Rule) error {
	meant, err := matching(soft.Rule, rules)
	if err != nil || len(meant) != 1 {
		return err
	}
	orgs, _ := s.Data["org"].(map[string]any)
	for name, org := range orgs {
		root, _ := org.(map[string]any)
		settings, err := readSettings(root["settings"])
		if root["settings"] == nil || err != nil {
			continue
		}
		for _, pattern := range settings.Locked {
			if locked, err := matching(pattern, meant); err == nil && len(locked) == 1 {
				return fmt.Errorf("the rule %s is locked by %s", meant[0].ID, name)
			}
		}
	}
	return nil
}
