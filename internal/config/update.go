package config

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"time"
)

// Update is how often a bundle in force is asked after, and how that went the
// last time. It lies beside the policy that it is about.
type Update struct {
	Every   time.Duration `json:"every"`   // in nanoseconds
	Last    time.Time     `json:"last"`    // when it was last tried
	Outcome string        `json:"outcome"` // of that; "" while it is on its way
	Failed  bool          `json:"failed"`  // the outcome is an error
}

func updateFile(dir string) string { return filepath.Join(dir, "update.json") }

// ReadUpdate gives what is said in a folder with a policy; its Every is 0 when
// nothing is.
func ReadUpdate(dir string) (Update, error) {
	var u Update
	name := updateFile(dir)
	if Missing(name) {
		return u, nil
	}
	text, err := os.ReadFile(name)
	if err == nil {
		err = json.Unmarshal(text, &u)
	}
	if err != nil {
		return Update{}, fmt.Errorf("read %s: %w; gate bundle use --every writes it anew", name, err)
	}
	return u, nil
}

// WriteUpdate says it.
func WriteUpdate(dir string, u Update) error {
	text, err := json.MarshalIndent(u, "", "  ")
	if err != nil {
		return err
	}
	return Replace(updateFile(dir), append(text, '\n'))
}

// DropUpdate says nothing any more.
func DropUpdate(dir string) error {
	if err := os.Remove(updateFile(dir)); err != nil && !os.IsNotExist(err) {
		return err
	}
	return nil
}

// Due says whether it is time to ask again. A clock that was set back does not
// put it off for ever.
func (u Update) Due(now time.Time) bool {
	since := now.Sub(u.Last)
	return u.Every > 0 && (since >= u.Every || since < 0)
}
