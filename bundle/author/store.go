package author

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"time"

	"github.com/gofrs/flock"

	"gate/bundle"
	"gate/internal/config"
)

// Store is a folder of the gate that holds the policy of one scope: the
// compiled snapshot that the hook opens, and in policies/<number>/ what the
// last ones were made of: the bundle, all sources, and a record.
type Store struct {
	Dir     string
	Managed string // the folder with the machine's policy, that the user's is laid over; "" for the machine's own
}

// Record tells where a policy comes from.
type Record struct {
	Source    string    `json:"source"`    // a folder, file or URL; "" for the user's exemptions alone
	Revision  string    `json:"revision"`  // the bundle's
	Serial    int64     `json:"serial"`    // the manifest's metadata.serial, 0 without one
	Digest    string    `json:"digest"`    // of the bundle's tarball, "sha256:..."
	Key       string    `json:"key"`       // the fingerprint of the key that it is signed with, "" for none
	KeyPEM    string    `json:"key_pem"`   // that key
	Pin       string    `json:"pin"`       // the digest that the bundle must have, "" for any
	ETag      string    `json:"etag"`      // of the server's last answer: a registry's manifest, a repository's commit
	Rules     int       `json:"rules"`     // in the bundle
	Policy    string    `json:"policy"`    // SHA-256 of the sources, as bundle.Policy.Digest
	Activated time.Time `json:"activated"` // when it came into force
	Number    int       `json:"number"`    // its own
	Before    int       `json:"before"`    // the number of the one before, 0 for none

	Access // to the server that it is from
}

// passed is called between the changes that activation makes to the file system.
// Tests end the process in it.
var passed = func() {}

// unfinished is how files and folders are called until they are whole.
const unfinished = ".new-*"

// kept is how many policies are kept, with the one in force.
const kept = 3

// ErrNoBundle says that no bundle is in force.
var ErrNoBundle = errors.New("no bundle is in force\nhint: gate bundle use takes one")

// Offer is a bundle that is to come into force.
type Offer struct {
	Bundle *Bundle
	Source string
	Key    *Key   // it must be signed by it; nil for a bundle that need not be
	Pin    string // its digest must be this one; "" for any
	Older  bool   // take one that is older than the one in force

	Access
	ETag string // as in Record
}

// Digest is the digest of the bundle's tarball, as in Record.
func (o Offer) Digest() string { return digestText(o.Bundle.Digest()) }

func (s Store) snapshot() string { return filepath.Join(s.Dir, config.SnapshotFile) }

func (s Store) numbered(n int) string { return filepath.Join(s.Dir, "policies", strconv.Itoa(n)) }

// Use brings a bundle into force, in one step: who opens the snapshot finds
// the old policy or the new one. The bundle is verified, held to be no older
// than the one in force, laid over the rules beneath it, compiled and asked;
// whatever is wrong is an error, and changes nothing.
func (s Store) Use(ctx context.Context, o Offer, now time.Time) (Record, error) {
	return s.locked(func() (Record, error) {
		current, err := s.Current()
		if err != nil && !errors.Is(err, ErrNoBundle) {
			current = s.last() // it is to be replaced, for it cannot be used
		}
		r, err := o.check(current)
		if err != nil {
			return Record{}, err
		}
		r.Before, r.Activated = current.Number, now
		return s.activate(ctx, o.Bundle, r)
	})
}

// check holds that an offer may follow what is in force, and records it.
func (o Offer) check(current Record) (Record, error) {
	r := Record{Source: o.Source, Revision: o.Bundle.Manifest.Revision, Serial: o.Bundle.serial(), Digest: o.Digest(), Pin: o.Pin, Access: o.Access, ETag: o.ETag}
	if o.Pin != "" && o.Pin != r.Digest {
		return Record{}, fmt.Errorf("its digest is %s, and %s is pinned", r.Digest, o.Pin)
	}
	if o.Key == nil {
		return r, nil
	}
	if err := o.Bundle.Verify(*o.Key); err != nil {
		return Record{}, err
	}
	r.Key, r.KeyPEM = o.Key.Fingerprint, o.Key.PEM
	if o.Older {
		return r, nil
	}
	return r, r.follows(current)
}

// Rollback brings back the policy before the one in force.
func (s Store) Rollback(ctx context.Context, now time.Time) (Record, error) {
	return s.again(ctx, now, func(current Record) (Record, error) {
		before, err := s.record(current.Before)
		if err != nil {
			return Record{}, errors.New("there is no policy before the one in force\nhint: gate bundle off goes by the policy beneath it alone")
		}
		return before, nil
	})
}

// Refresh lays the bundle in force over the rules beneath it as they are now.
func (s Store) Refresh(ctx context.Context, now time.Time) (Record, error) {
	return s.again(ctx, now, func(current Record) (Record, error) { return current, nil })
}

// again brings a policy into force that was so before.
func (s Store) again(ctx context.Context, now time.Time, which func(Record) (Record, error)) (Record, error) {
	return s.locked(func() (Record, error) {
		current, err := s.Current()
		if err != nil {
			return Record{}, err
		}
		r, err := which(current)
		if err != nil {
			return Record{}, err
		}
		b, err := s.bundle(r)
		if err != nil {
			return Record{}, err
		}
		r.Activated = now
		return s.activate(ctx, b, r)
	})
}

// bundle is the one that a record is of, nil for exemptions alone.
func (s Store) bundle(r Record) (*Bundle, error) {
	if r.Source == "" {
		return nil, nil
	}
	text, err := os.ReadFile(filepath.Join(s.numbered(r.Number), "bundle.tar.gz"))
	if err != nil {
		return nil, err
	}
	return ReadBundle(text)
}

// ErrBusy says that another process asks for a bundle.
var ErrBusy = errors.New("another pull is under way")

// Alone holds other processes off that ask for a bundle of this scope, until
// free is called or the process ends. It is ErrBusy when one is there already.
func (s Store) Alone() (free func() error, err error) {
	folder := filepath.Join(s.Dir, "policies")
	if _, err := os.Stat(folder); err != nil {
		return nil, ErrNoBundle
	}
	lock := flock.New(filepath.Join(folder, "pull"))
	switch got, err := lock.TryLock(); {
	case err != nil:
		return nil, err
	case !got:
		return nil, ErrBusy
	}
	return lock.Unlock, nil
}

// Seen notes that the server's last answer named the bundle in force anew, so
// that it is not sent the next time.
func (s Store) Seen(current Record, etag string) error {
	_, err := s.locked(func() (Record, error) {
		current.ETag = etag
		text, err := json.MarshalIndent(current, "", "  ")
		if err != nil {
			return Record{}, err
		}
		return current, replace(filepath.Join(s.numbered(current.Number), "record.json"), append(text, '\n'), s.mode(), nil)
	})
	return err
}

// Outdated says whether the policy in force is laid over another managed one
// than there is now.
func (s Store) Outdated() (bool, error) {
	policy, err := bundle.Open(s.snapshot())
	if err != nil {
		return false, err
	}
	beneath, _, err := s.under()
	return policy.Base() != beneath.Base, err
}

// Off takes the policy of the scope away, with all that is kept of it.
func (s Store) Off() error {
	if err := removeIfThere(s.snapshot()); err != nil {
		return err
	}
	passed()
	return os.RemoveAll(filepath.Join(s.Dir, "policies"))
}

// under are the sources that the scope's policy is laid over, and the roots
// that are left to it.
func (s Store) under() (Sources, []string, error) {
	if s.Managed == "" {
		embedded, err := EmbeddedSources()
		return embedded, []string{"org"}, err
	}
	managed, err := Store{Dir: s.Managed}.sources()
	if errors.Is(err, ErrNoBundle) {
		embedded, err := EmbeddedSources()
		return embedded, roots, err
	}
	if err != nil {
		return Sources{}, nil, fmt.Errorf("read the managed policy: %w", err)
	}
	managed.Base = managed.Digest()
	return managed, []string{"user"}, nil
}

// laid is the bundle, which may be nil, over what is beneath it, with the
// user's exemptions.
func (s Store) laid(b *Bundle) (Sources, error) {
	all, free, err := s.under()
	if err != nil {
		return Sources{}, err
	}
	if b == nil {
		if err := s.exempt(all); err != nil {
			return Sources{}, err
		}
		return all, all.checkSettings()
	}
	prefix := managedPrefix
	if s.Managed != "" {
		prefix = userPrefix
	}
	if err := b.claims(free); err != nil {
		return Sources{}, err
	}
	if err := all.add(prefix, b.FS(), roots); err != nil {
		return Sources{}, err
	}
	if err := s.exempt(all); err != nil {
		return Sources{}, err
	}
	all.Revision = layeredRevision(all.Revision, b.Manifest.Revision)
	return all, all.checkSettings()
}

// activate writes all of a policy beside the others, then puts its snapshot in
// the place of the one in force.
func (s Store) activate(ctx context.Context, b *Bundle, r Record) (Record, error) {
	all, err := s.laid(b)
	if err != nil {
		return Record{}, err
	}
	image, err := Compile(ctx, all)
	if err != nil {
		return Record{}, err
	}
	var rules []Rule
	if b != nil {
		if rules, err = Rules(b.FS()); err != nil {
			return Record{}, err
		}
	}
	r.Rules, r.Policy, r.Number = len(rules), fmt.Sprintf("%x", all.Digest()), 1
	if have := s.numbers(); len(have) > 0 {
		r.Number = have[0] + 1
	}
	if err := s.keep(b, all, r); err != nil {
		return Record{}, fmt.Errorf("keep the policy: %w", err)
	}
	passed()
	if err := replace(s.snapshot(), image, s.mode(), selfTest); err != nil {
		os.RemoveAll(s.numbered(r.Number))
		return Record{}, fmt.Errorf("write the compiled policy: %w", err)
	}
	passed()
	s.prune(r)
	return r, nil
}

// Candidate is the policy that would be in force if the bundle were brought
// into force, which this does not do.
func (s Store) Candidate(ctx context.Context, b *Bundle) (*bundle.Policy, error) {
	all, err := s.laid(b)
	if err != nil {
		return nil, err
	}
	image, err := Compile(ctx, all)
	if err != nil {
		return nil, err
	}
	return bundle.Compiled(string(image))
}
