package author

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/gobwas/glob"
)

// Settings are how an organisation or the user softens what rules say. The
// library gate.lib.settings reads them below data.org.<name>.settings and
// data.user.settings.
type Settings struct {
	Soften []Softening `json:"soften,omitempty"`
	Locked []string    `json:"locked,omitempty"` // globs of ids that the user does not soften

	Approvable []string `json:"approvable,omitempty"` // globs of ids that a person approves although they are locked
}

// Softening makes less of what some rules say.
type Softening struct {
	Rule      string   `json:"rule"`                // an id, or a glob of ids
	To        string   `json:"to"`                  // ask, observe or off
	Reason    string   `json:"reason"`              // why, for who reads the log
	Until     string   `json:"until,omitempty"`     // the last day that it counts, as 2026-12-31; for ever without it
	Paths     []string `json:"paths,omitempty"`     // globs, one of which must meet the finding's path
	Commands  []string `json:"commands,omitempty"`  // globs, one of which each command of that name must match
	Harnesses []string `json:"harnesses,omitempty"` // by name
	Share     *int     `json:"share,omitempty"`     // for how many of a hundred homes; for all without it
}

// check finds what is wrong with settings: each would leave a rule as strict
// as it was, and the person in the belief that it is not.
func (s Settings) check(rules []Rule) error {
	var all []error
	for i, soft := range s.Soften {
		if err := soft.check(rules); err != nil {
			all = append(all, fmt.Errorf("soften[%d]: %w", i, err))
		}
	}
	for _, pattern := range s.Locked {
		if _, err := matching(pattern, rules); err != nil {
			all = append(all, fmt.Errorf("locked: %w", err))
		}
	}
	for _, pattern := range s.Approvable {
		if _, err := matching(pattern, rules); err != nil {
			all = append(all, fmt.Errorf("approvable: %w", err))
		}
	}
	return errors.Join(all...)
}

func (s Softening) check(rules []Rule) error {
	meant, err := matching(s.Rule, rules)
	switch {
	case err != nil:
		return err
	case !slices.Contains([]string{"ask", "observe", "off"}, s.To):
		return fmt.Errorf("to is %q, and must be ask, observe or off", s.To)
	case s.Reason == "":
		return errors.New("it has no reason")
	case s.Share != nil && (*s.Share < 0 || *s.Share > 100):
		return fmt.Errorf("share is %d, and must be between 0 and 100", *s.Share)
	}
	if _, err := s.Ends(); err != nil {
		return err
	}
	for _, pattern := range slices.Concat(s.Paths, s.Commands) {
		if _, err := glob.Compile(pattern); err != nil {
			return fmt.Errorf("%q is no glob: %w", pattern, err)
		}
	}
	if len(meant) == 1 && meant[0].Locked {
		return fmt.Errorf("the rule %s is locked", meant[0].ID)
	}
	return nil
}

// untilMinute is how a softening's end is written that is within a day, in UTC.
// The router compares it as text with the beginning of the input's time.
const untilMinute = "2006-01-02T15:04"

// Ends is when the softening no longer counts, the zero time for never.
func (s Softening) Ends() (time.Time, error) {
	if s.Until == "" {
		return time.Time{}, nil
	}
	if day, err := time.Parse(time.DateOnly, s.Until); err == nil {
		return day.AddDate(0, 0, 1), nil
	}
	minute, err := time.Parse(untilMinute, s.Until)
	if err != nil {
		return time.Time{}, fmt.Errorf("until is %q, and must be a day such as 2026-12-31, or a minute such as 2026-12-31T18:00 (UTC)", s.Until)
	}
	return minute.Add(time.Minute), nil
}

// Until is the text of an end: a day as it is written, or so many days or
// hours from now, as 7d or 12h.
func Until(text string, now time.Time) (string, error) {
	if _, err := time.Parse(time.DateOnly, text); err == nil {
		return text, nil
	}
	if days, ok := strings.CutSuffix(text, "d"); ok {
		if n, err := strconv.Atoi(days); err == nil && n > 0 && n < 10_000 {
			return now.UTC().AddDate(0, 0, n).Format(time.DateOnly), nil
		}
	}
	if d, err := time.ParseDuration(text); err == nil && d >= time.Minute {
		return now.UTC().Add(d).Format(untilMinute), nil
	}
	return "", fmt.Errorf("until is %q, and must be a day such as 2026-12-31, or as long as 7d or 12h", text)
}

// matching are the rules that a glob of ids means, of which there must be one.
func matching(pattern string, rules []Rule) ([]Rule, error) {
	g, err := glob.Compile(pattern)
	if err != nil {
		return nil, fmt.Errorf("%q is no glob of rule ids: %w", pattern, err)
	}
	var meant []Rule
	for _, r := range rules {
		if g.Match(r.ID) {
			meant = append(meant, r)
		}
	}
	if len(meant) == 0 {
		return nil, fmt.Errorf("there is no rule %q%s", pattern, near(pattern, rules))
	}
	return meant, nil
}

// near are rules whose ids have a part in common with one that is not there.
func near(id string, rules []Rule) string {
	var like []string
	for _, part := range strings.FieldsFunc(id, func(r rune) bool { return r == '/' || r == ':' || r == '*' }) {
		for _, r := range rules {
			if len(part) > 2 && strings.Contains(r.ID, part) && !slices.Contains(like, r.ID) {
				like = append(like, r.ID)
			}
		}
	}
	if len(like) == 0 {
		return "\nhint: gate rules lists them"
	}
	return "\nhint: there is " + strings.Join(like[:min(len(like), 6)], ", ")
}

// checkSettings checks the settings of all organisations and of the user.
func (s Sources) checkSettings() error {
	rules, err := s.Rules()
	if err != nil {
		return err
	}
	documents := map[string]any{"user": s.Data["user"]}
	if orgs, ok := s.Data["org"].(map[string]any); ok {
		for name, org := range orgs {
			documents["org."+name] = org
		}
	}
	var all []error
	for name, document := range documents {
		root, _ := document.(map[string]any)
		if root["settings"] == nil {
			continue
		}
		settings, err := readSettings(root["settings"])
		if err == nil {
			err = settings.check(rules)
		}
		if err == nil && strings.HasPrefix(name, "user") && len(settings.Locked) > 0 {
			err = errors.New("locked: only an organisation locks rules")
		}
		if err == nil && strings.HasPrefix(name, "user") && len(settings.Approvable) > 0 {
			err = errors.New("approvable: only an organisation leaves locked rules to the person")
		}
		if err != nil {
			all = append(all, fmt.Errorf("data.%s.settings: %w", name, err))
		}
	}
	return errors.Join(all...)
}

// readSettings reads a document of settings. A name that is none of theirs is
// an error, as it would change nothing.
func readSettings(document any) (s Settings, err error) {
	text, err := json.Marshal(document)
	if err != nil {
		return s, err
	}
	dec := json.NewDecoder(bytes.NewReader(text))
	dec.DisallowUnknownFields()
	return s, dec.Decode(&s)
}
