package approval

import (
	"crypto/hmac"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"time"

	"gate/internal/config"
)

// The modes of a grant.
const (
	Once    = "once"    // for one call
	Session = "session" // for the calls of the session that was denied
	For     = "for"     // for all calls, for as long as it lasts
)

// How long a grant lasts at the most, by mode. One for a time may last up to a
// day.
const (
	OnceLasts    = 15 * time.Minute
	SessionLasts = 12 * time.Hour
	MostLasts    = 24 * time.Hour
)

// Grant is what a person has allowed.
type Grant struct {
	Code    string    `json:"code"`
	Action  string    `json:"action"` // audit.ActionHash
	Root    string    `json:"root"`   // of the project
	Rules   []string  `json:"rules"`  // the ids of the rules that denied or asked
	Policy  string    `json:"policy"` // the digest of the policy that they are of
	Mode    string    `json:"mode"`
	Session string    `json:"session"` // id, for the mode session
	Does    string    `json:"does"`    // what the action is, for people
	Created time.Time `json:"created"`
	Expires time.Time `json:"expires"`
	Up      int64     `json:"up"`   // seconds that the system was up when it was created, 0 where that is not known
	Seal    string    `json:"seal"` // HMAC-SHA-256 of all of it, in hexadecimal, without the seal itself
}

// Now is the time by two clocks, one of which nobody sets back.
type Now struct {
	Wall time.Time
	Up   int64 // seconds since the system was started, 0 where that is not known
}

// Clock is the time.
func Clock() Now { return Now{time.Now(), up()} }

// Ask is what a call asks a grant for.
type Ask struct {
	Action, Root, Policy, Session string
	Rules                         []string // all that deny it or ask

	// Question says that the harness is about to ask a person, so that nothing
	// goes through by the grant alone.
	Question bool
}

const maxGrant = 64 << 10 // bytes

func (s Store) file(action string) string { return filepath.Join(s.Dir, action+".json") }

// used is where a grant for one call is put once it was used. The harness may
// still ask a person about that call.
func (s Store) used(action string) string { return filepath.Join(s.Dir, action+".used") }

// Use gives the grant that lets a call through, and uses it up when it was for
// one call. It is nil where there is none; the error says why one that is there
// does not count. Of several processes that use a grant for one call at the
// same time, one gets it.
func (s Store) Use(a Ask, now Now) (*Grant, error) {
	name := s.file(a.Action)
	if a.Question && config.Missing(name) {
		name = s.used(a.Action)
	}
	if config.Missing(name) {
		return nil, nil
	}
	g, err := s.read(name)
	if errors.Is(err, fs.ErrNotExist) { // just used
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	if err := g.lasts(now); err != nil {
		os.Remove(name) // so that no clock makes it last again
		return nil, err
	}
	if err := g.covers(a); err != nil {
		return nil, err
	}
	if g.Mode != Once || a.Question {
		return g, nil
	}
	return s.consume(g)
}

// consume puts a grant for one call away. Of two processes that do so, the
// system tells the second that there is nothing. One that was put back in its
// place is known by the seal.
func (s Store) consume(g *Grant) (*Grant, error) {
	name, used := s.file(g.Action), s.used(g.Action)
	if before, err := s.read(used); err == nil && before.Seal == g.Seal {
		return nil, fmt.Errorf("the approval %s was used already", g.Code)
	}
	switch err := os.Rename(name, used); {
	case errors.Is(err, fs.ErrNotExist):
		return nil, nil
	case err != nil:
		return nil, fmt.Errorf("use up the approval %s: %w", g.Code, err)
	}
	return g, nil
}

// read reads a grant that this gate has sealed.
func (s Store) read(name string) (*Grant, error) {
	text, err := readOwn(name, maxGrant)
	if err != nil {
		return nil, fmt.Errorf("read an approval: %w", err)
	}
	var g Grant
	if err := json.Unmarshal(text, &g); err != nil {
		return nil, fmt.Errorf("read the approval %s: %w", name, err)
	}
	seal, err := s.sealOf(g)
	switch {
	case err != nil:
		return nil, err
	case !hmac.Equal([]byte(seal), []byte(g.Seal)):
		return nil, fmt.Errorf("the approval %s was not written by gate approve", name)
	case s.file(g.Action) != name && s.used(g.Action) != name, s.Code(g.Root, g.Action) != g.Code:
		return nil, fmt.Errorf("the approval %s is of another action", name)
	}
	return &g, nil
}

func (s Store) sealOf(g Grant) (string, error) {
	g.Seal = ""
	text, err := json.Marshal(g)
	return hex.EncodeToString(s.seal("grant", string(text))), err
}

// lasts says why a grant does not count now.
func (g *Grant) lasts(now Now) error {
	lasts := g.Expires.Sub(g.Created)
	switch {
	case now.Wall.Before(g.Created):
		return fmt.Errorf("the approval %s is from the future: the clock was set back", g.Code)
	case !now.Wall.Before(g.Expires):
		return fmt.Errorf("the approval %s has expired", g.Code)
	case g.Up == 0 || now.Up == 0:
		return nil
	case now.Up < g.Up:
		return fmt.Errorf("the approval %s is from before the system was started", g.Code)
	case time.Duration(now.Up-g.Up)*time.Second > lasts:
		return fmt.Errorf("the approval %s has expired: the clock was set back", g.Code)
	}
	return nil
}

// covers says why a grant is not one for a call.
func (g *Grant) covers(a Ask) error {
	switch {
	case g.Action != a.Action || g.Root != a.Root:
		return fmt.Errorf("the approval %s is of another action", g.Code)
	case g.Policy != a.Policy:
		return fmt.Errorf("the policy has changed since the approval %s", g.Code)
	case g.Mode == Session && (g.Session == "" || g.Session != a.Session):
		return fmt.Errorf("the approval %s is for another session", g.Code)
	case g.Mode != Once && g.Mode != Session && g.Mode != For:
		return fmt.Errorf("the approval %s is for %q", g.Code, g.Mode)
	}
	for _, rule := range a.Rules {
		if !slices.Contains(g.Rules, rule) {
			return fmt.Errorf("the approval %s says nothing of %s", g.Code, rule)
		}
	}
	return nil
}

// Put seals a grant and puts it in its place, where it takes the place of one
// for the same action.
func (s Store) Put(g Grant) (err error) {
	if g.Code != s.Code(g.Root, g.Action) {
		return fmt.Errorf("the code %s is of another action", g.Code)
	}
	if g.Seal, err = s.sealOf(g); err != nil {
		return err
	}
	text, err := json.MarshalIndent(g, "", "  ")
	if err != nil {
		return err
	}
	if err := s.Revoke(g); err != nil {
		return err
	}
	return config.Replace(s.file(g.Action), append(text, '\n'))
}

// All are the grants that count now, by the time they were made. Those that do
// not last are removed; the error names those that nobody can read.
func (s Store) All(now Now) (grants []Grant, err error) {
	names, err := s.names()
	if err != nil {
		return nil, err
	}
	var all []error
	for _, name := range names {
		g, err := s.read(name)
		switch {
		case errors.Is(err, fs.ErrNotExist):
		case err != nil:
			all = append(all, err)
		case g.lasts(now) != nil:
			os.Remove(name)
		case filepath.Ext(name) == ".json":
			grants = append(grants, *g)
		}
	}
	slices.SortFunc(grants, func(a, b Grant) int { return a.Created.Compare(b.Created) })
	return grants, errors.Join(all...)
}

// Revoke takes a grant back.
func (s Store) Revoke(g Grant) error {
	for _, name := range [...]string{s.file(g.Action), s.used(g.Action)} {
		if err := os.Remove(name); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	return nil
}

// Clear takes all grants back, also those that nobody can read.
func (s Store) Clear() error {
	names, err := s.names()
	for _, name := range names {
		err = errors.Join(err, os.Remove(name))
	}
	return err
}

// names are the files of grants, used ones included.
func (s Store) names() ([]string, error) {
	return filepath.Glob(filepath.Join(s.Dir, "*.[ju]s*"))
}

// Covers tells what a grant covers, in a few words.
func (g Grant) Covers() string {
	until := g.Expires.Local().Format("15:04")
	switch g.Mode {
	case Once:
		return "once, until " + until
	case Session:
		return "in this session, until " + until
	}
	return "until " + until
}
