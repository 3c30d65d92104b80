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
	"slices"
	"strconv"
	"time"

	"github.com/gofrs/flock"
	"github.com/rogpeppe/go-internal/lockedfile"

	"gate"
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
		return current, s.replace(filepath.Join(s.numbered(current.Number), "record.json"), append(text, '\n'), nil)
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
	if err := os.Remove(s.snapshot()); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	passed()
	return os.RemoveAll(filepath.Join(s.Dir, "policies"))
}

// Current is the record of the policy in force.
func (s Store) Current() (Record, error) {
	policy, err := bundle.Open(s.snapshot())
	if bundle.Missing(err) {
		return Record{}, ErrNoBundle
	}
	if err != nil {
		return Record{}, err
	}
	for _, n := range s.numbers() {
		if r, err := s.record(n); err == nil && r.Policy == fmt.Sprintf("%x", policy.Digest()) {
			return r, nil
		}
	}
	return Record{}, fmt.Errorf("there is no record of %s\nhint: run gate bundle use again with your policy", s.snapshot())
}

// last is the newest record, an empty one without any.
func (s Store) last() Record {
	for _, n := range s.numbers() {
		if r, err := s.record(n); err == nil {
			return r
		}
	}
	return Record{}
}

// numbers are those of the policies that are kept, newest first.
func (s Store) numbers() []int {
	entries, _ := os.ReadDir(filepath.Join(s.Dir, "policies")) // without it there are none
	var all []int
	for _, e := range entries {
		if n, err := strconv.Atoi(e.Name()); err == nil {
			all = append(all, n)
		}
	}
	slices.Sort(all)
	slices.Reverse(all)
	return all
}

func (s Store) record(n int) (r Record, err error) {
	text, err := os.ReadFile(filepath.Join(s.numbered(n), "record.json"))
	if err == nil {
		err = json.Unmarshal(text, &r)
	}
	return r, err
}

// sources are what a policy was made of.
func (s Store) sources() (Sources, error) {
	r, err := s.Current()
	if err != nil {
		return Sources{}, err
	}
	name := filepath.Join(s.numbered(r.Number), "sources.json")
	text, err := os.ReadFile(name)
	if err != nil {
		return Sources{}, err
	}
	var all Sources
	if err := unmarshalNumbers(text, &all); err != nil {
		return Sources{}, fmt.Errorf("read %s: %w", name, err)
	}
	if fmt.Sprintf("%x", all.Digest()) != r.Policy {
		return Sources{}, fmt.Errorf("%s is not what the policy in force was made of\nhint: run gate bundle refresh", name)
	}
	return all, nil
}

// unmarshalNumbers keeps numbers as they are written.
func unmarshalNumbers(text []byte, into any) error {
	dec := json.NewDecoder(bytes.NewReader(text))
	dec.UseNumber()
	return dec.Decode(into)
}

// Active are the sources of the policy in force, as bundle.Active finds it.
func Active(managed, user string) (Sources, error) {
	policy, err := bundle.Active(managed, user)
	if err != nil {
		return Sources{}, err
	}
	if policy.File == "" {
		return EmbeddedSources()
	}
	s, err := Store{Dir: filepath.Dir(policy.File)}.sources()
	if err != nil {
		return Sources{}, fmt.Errorf("read the sources of the policy in force: %w", err)
	}
	return s, nil
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
	if err := s.replace(s.snapshot(), image, selfTest); err != nil {
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

// keep writes what a policy is made of, whole or not at all.
func (s Store) keep(b *Bundle, all Sources, r Record) error {
	sources, err := json.Marshal(all)
	if err != nil {
		return err
	}
	record, err := json.MarshalIndent(r, "", "  ")
	if err != nil {
		return err
	}
	dir, err := os.MkdirTemp(filepath.Join(s.Dir, "policies"), unfinished)
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	passed()
	files := map[string][]byte{"sources.json": sources, "record.json": append(record, '\n')}
	if b != nil {
		files["bundle.tar.gz"] = b.Tarball
	}
	for name, text := range files {
		if err := s.replace(filepath.Join(dir, name), text, nil); err != nil {
			return err
		}
		passed()
	}
	if err := os.Chmod(dir, s.folderMode()); err != nil {
		return err
	}
	passed()
	return os.Rename(dir, s.numbered(r.Number))
}

// mode is who may read the files: all for the machine's, which every user's
// hook opens, else this user alone.
func (s Store) mode() fs.FileMode {
	if s.Managed == "" {
		return 0o644
	}
	return 0o600
}

func (s Store) folderMode() fs.FileMode {
	if s.Managed == "" {
		return 0o755
	}
	return 0o700
}

// prune removes what no rollback leads to, and what a killed run left.
func (s Store) prune(current Record) {
	lead := map[string]bool{"lock": true, "pull": true}
	for r, n := current, 0; n < kept; n++ {
		lead[strconv.Itoa(r.Number)] = true
		var err error
		if r, err = s.record(r.Before); err != nil {
			break
		}
	}
	entries, _ := os.ReadDir(filepath.Join(s.Dir, "policies"))
	for _, e := range entries {
		if !lead[e.Name()] {
			passed()
			os.RemoveAll(filepath.Join(s.Dir, "policies", e.Name()))
		}
	}
	left, _ := filepath.Glob(filepath.Join(s.Dir, unfinished)) // the pattern is sound
	for _, name := range left {
		os.Remove(name)
	}
}

// locked runs f while no other process changes the store.
func (s Store) locked(f func() (Record, error)) (Record, error) {
	folder := filepath.Join(s.Dir, "policies")
	if err := os.MkdirAll(folder, s.folderMode()); err != nil {
		return Record{}, err
	}
	if s.Managed == "" { // whatever the administrator's umask, every user's hook reads it
		if err := errors.Join(os.Chmod(s.Dir, s.folderMode()), os.Chmod(folder, s.folderMode())); err != nil {
			return Record{}, err
		}
	}
	unlock, err := lockedfile.MutexAt(filepath.Join(folder, "lock")).Lock()
	if err != nil {
		return Record{}, err
	}
	defer unlock()
	return f()
}

// replace puts a file in the place of another, once it is whole and has passed
// its check.
func (s Store) replace(name string, text []byte, check func(name string) error) error {
	file, err := os.CreateTemp(filepath.Dir(name), unfinished)
	if err != nil {
		return err
	}
	defer os.Remove(file.Name())
	passed()
	_, err = file.Write(text)
	passed()
	if err = errors.Join(err, file.Chmod(s.mode()), file.Sync(), file.Close()); err == nil && check != nil {
		err = check(file.Name())
	}
	if err != nil {
		return err
	}
	passed()
	return os.Rename(file.Name(), name)
}

// selfTest asks a snapshot about a call that says nothing, and one that says
// something of each kind: a policy that breaks on them would refuse all work.
func selfTest(name string) error {
	policy, err := bundle.Open(name)
	if err != nil {
		return err
	}
	none := []string{}
	for _, a := range []gate.Action{{
		Event: gate.Notice, Commands: []gate.Command{}, Writes: []gate.Target{}, Reads: []gate.Source{}, URLs: []gate.URL{}, Unknown: []gate.Unknown{},
		Profile: config.BuiltIn(), Gate: gate.Self{Files: none},
	}, {
		Event: gate.BeforeTool,
		Tool:  gate.Tool{Name: "Bash", Kind: gate.Shell, Args: json.RawMessage("{}")},
		Time:  "2026-01-01T00:00:00Z",
		Cwd:   "/p", Root: "/p", Home: "/home/dev", OS: "linux", Shell: "bash",
		Commands: []gate.Command{{
			Name: "true", Program: "true", Argv: []string{"true"}, Options: none, Operands: none, Via: none, Env: map[string]string{}, Uses: none,
			Cwd: "/p", Stdin: gate.Stdin{Kind: "inherit", From: none}, Where: "local", Exact: true,
		}},
		Writes:  []gate.Target{{Path: "a", Abs: "/p/a", Inside: true, Op: gate.OpWrite, Source: "Write", Flaws: none}},
		Reads:   []gate.Source{{Path: "a", Abs: "/p/a", Inside: true, Source: "Read"}},
		URLs:    []gate.URL{{URL: "https://example.com/", Scheme: "https", Host: "example.com", Method: "GET", Source: "Fetch"}},
		Unknown: []gate.Unknown{},
		Profile: config.BuiltIn(),
		Gate:    gate.Self{Files: none},
	}} {
		if _, err := policy.Decide(a); err != nil {
			return fmt.Errorf("it fails its test: %w", err)
		}
	}
	return nil
}
