package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"gate/bundle"
	"gate/bundle/author"
	"gate/internal/config"
)

// bundles is the group of commands about the policy in force.
func bundles() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "bundle",
		Short: "Say which policy is in force: use one, see it, go back to the embedded rules",
		Long: `The hook goes by one compiled policy. Without a snapshot that is the embedded one; gate bundle use
compiles the embedded rules and those of a bundle into a snapshot, which counts from the next call on. The machine's
bundle (--scope managed) is an administrator's, and the user's is laid over it: it adds rules and takes none away.`,
	}
	cmd.AddCommand(bundleBuild(), bundleInspect(), bundleKeygen(), bundleSign(), bundleVerify(), bundleDiff(), bundlePush(), bundlePull(), bundleUse(), bundleRefresh(), bundleRollback(), bundleOff(), bundleStatus())
	return cmd
}

// store is the folder with the policy of a scope.
func store(scope string) (author.Store, error) {
	switch scope {
	case "managed":
		if dir := config.Managed(); dir != "" {
			return author.Store{Dir: dir}, nil
		}
		return author.Store{}, errors.New("this machine has no folder for managed settings\nhint: set ProgramData")
	case "user":
		dir, err := config.Folder()
		if err != nil {
			return author.Store{}, errors.New("there is no folder for settings\nhint: set HOME")
		}
		return author.Store{Dir: dir, Managed: config.Managed()}, nil
	}
	return author.Store{}, exit{2, fmt.Errorf("unknown scope %q\nhint: user or managed", scope)}
}

func scopeFlag(cmd *cobra.Command, scope *string) {
	cmd.Flags().StringVar(scope, "scope", "user", "user, or managed: the whole machine's, which an administrator sets")
}

// inForce tells what a command has brought into force.
func inForce(cmd *cobra.Command, what string, r author.Record, err error) error {
	outcome, err := activated(what, r, err)
	if err == nil {
		fmt.Fprintln(cmd.OutOrStdout(), outcome)
	}
	return err
}

// activated is inForce in words.
func activated(what string, r author.Record, err error) (string, error) {
	if errors.Is(err, fs.ErrPermission) {
		return "", fmt.Errorf("%s: %w\nhint: an administrator changes the managed policy", what, err)
	}
	if err != nil {
		return "", fmt.Errorf("%s: %w\nhint: the policy in force has not changed", what, err)
	}
	return fmt.Sprintf("in force: %d rules of %s, over those beneath them", r.Rules, named(r)), nil
}

// named is a bundle's source with its revision.
func named(r author.Record) string {
	if r.Revision == "" {
		return r.Source
	}
	return r.Source + ", revision " + r.Revision
}

// use is what gate bundle use was asked for.
type use struct {
	key, scope, pin string
	access          author.Access
	older           bool
	every           time.Duration
}

func bundleUse() *cobra.Command {
	var u use
	cmd := &cobra.Command{
		Use:   "use SOURCE",
		Short: "Compile the rules of a bundle with those beneath it, and go by them",
		Long: `SOURCE is a folder, a bundle's file, or where one is: file://, https://, oci:// for a registry, git+https:// or
git+ssh:// for a repository. A bundle must be signed by the key. A folder is packed as gate bundle build packs it, and
needs no signature; in a repository, too, when ?ref= is a whole commit. A bundle whose signature is wrong, that is older
than the one in force by the same key, or whose rules do not compile or break on a first call, changes nothing. The order
of signed bundles goes by metadata.serial in their manifests when both have one, else by their revisions as semantic
versions.`,
		Example: "  gate bundle use policies/\n  gate bundle use acme.tar.gz --key acme.pub.pem\n  gate bundle use oci://ghcr.io/acme/policy:stable --key acme.pub.pem\n  gate bundle use 'git+https://example.com/acme/policies.git//rules?ref=COMMIT'\n  sudo gate bundle use acme.tar.gz --key acme.pub.pem --scope managed",
		Args:    arguments(cobra.ExactArgs(1)),
		RunE: func(cmd *cobra.Command, args []string) error {
			s, err := store(u.scope)
			if err != nil {
				return err
			}
			offer, err := u.offer(cmd.Context(), args[0])
			if err != nil {
				return inForce(cmd, "use "+shown(args[0]), author.Record{}, err)
			}
			now := time.Now().UTC()
			r, err := s.Use(cmd.Context(), offer, now)
			if err == nil {
				err = u.note(s, now)
			}
			return inForce(cmd, "use "+shown(args[0]), r, err)
		},
	}
	f := cmd.Flags()
	f.StringVar(&u.key, "key", "", "the public key that the bundle is signed by, in PEM")
	f.StringVar(&u.pin, "pin", "", "the digest that the bundle must have, sha256:...")
	f.BoolVar(&u.older, "older", false, "take a bundle that is older than the one in force")
	f.DurationVar(&u.every, "every", 0, "when a session begins, ask for a newer one if the last time is so long ago, as 15m (default: never)")
	accessFlags(cmd, &u.access)
	scopeFlag(cmd, &u.scope)
	return cmd
}

// note says how often to ask again from here on.
func (u use) note(s author.Store, now time.Time) error {
	if u.every == 0 {
		return config.DropUpdate(s.Dir)
	}
	return config.WriteUpdate(s.Dir, config.Update{Every: u.every, Last: now, Outcome: "in force since gate bundle use"})
}

// leastEvery keeps sessions from asking all the time.
const leastEvery = time.Minute

// offer reads a source.
func (u use) offer(ctx context.Context, source string) (author.Offer, error) {
	o := author.Offer{Source: source, Pin: u.pin, Older: u.older}
	if u.every != 0 && u.every < leastEvery {
		return o, exit{2, fmt.Errorf("--every %s is too often\nhint: %s is the least", u.every, leastEvery)}
	}
	var err error
	var folder, unsigned bool
	if o.Source, folder, unsigned, err = origin(source); err != nil {
		return o, err
	}
	switch {
	case folder && u.key != "":
		return o, errors.New("a folder has no signature\nhint: leave out --key, or build and sign a bundle")
	case u.key == "" && !unsigned:
		return o, errors.New("a bundle that is no folder must be signed\nhint: say --key with the public key of whom it comes from")
	case u.key != "":
		key, err := readKey(u.key)
		if err != nil {
			return o, err
		}
		o.Key = &key
	}
	if o.Pin != "" && !strings.HasPrefix(o.Pin, "sha256:") {
		o.Pin = "sha256:" + o.Pin
	}
	if author.IsRemote(source) {
		o.Access = anywhere(u.access)
		return fetched(ctx, o, "")
	}
	o.Bundle, err = openBundle(ctx, o.Source)
	return o, err
}

// origin is a source as it counts from any folder, and says whether it is a
// folder, and whether it may go without a signature.
func origin(source string) (name string, folder, unsigned bool, err error) {
	if author.IsRemote(source) {
		pinned, err := author.Remote{URL: source}.Pinned()
		return source, false, pinned, err
	}
	if name, err = localPath(source); err == nil {
		name, err = filepath.Abs(name)
	}
	if err != nil {
		return "", false, false, err
	}
	info, err := os.Stat(name)
	if err != nil {
		return "", false, false, fmt.Errorf("%w\nhint: name a folder with .rego files, or a bundle's file", err)
	}
	return name, info.IsDir(), info.IsDir(), nil
}

// shown is a source without the password that somebody put into it.
func shown(source string) string {
	scheme, rest, _ := strings.Cut(source, "://")
	host, _, _ := strings.Cut(rest, "/")
	if at := strings.LastIndex(host, "@"); at >= 0 && strings.Contains(host[:at], ":") {
		return scheme + "://...@" + rest[at+1:]
	}
	return source
}

// localPath is the path of a source on this machine.
func localPath(source string) (string, error) {
	if !strings.Contains(source, "://") {
		return source, nil
	}
	u, err := url.Parse(source)
	if err != nil {
		return "", err
	}
	if u.Scheme != "file" || u.Host != "" && u.Host != "localhost" {
		return "", fmt.Errorf("%s is on no file system of this machine\nhint: fetch it first, and name the file", source)
	}
	return filepath.FromSlash(u.Path), nil
}

func bundleRefresh() *cobra.Command {
	var scope string
	cmd := &cobra.Command{
		Use:     "refresh",
		Short:   "Compile the bundle in force again, over the rules beneath it as they are now",
		Long:    "To be run after the managed policy, or the gate itself, has changed.",
		Example: "  gate bundle refresh",
		Args:    arguments(cobra.NoArgs),
		RunE: func(cmd *cobra.Command, _ []string) error {
			s, err := store(scope)
			if err != nil {
				return err
			}
			r, err := s.Refresh(cmd.Context(), time.Now().UTC())
			return inForce(cmd, "refresh", r, err)
		},
	}
	scopeFlag(cmd, &scope)
	return cmd
}

func bundleRollback() *cobra.Command {
	var scope string
	cmd := &cobra.Command{
		Use:     "rollback",
		Short:   "Go back to the bundle that was in force before; the last three are kept",
		Example: "  gate bundle rollback",
		Args:    arguments(cobra.NoArgs),
		RunE: func(cmd *cobra.Command, _ []string) error {
			s, err := store(scope)
			if err != nil {
				return err
			}
			r, err := s.Rollback(cmd.Context(), time.Now().UTC())
			return inForce(cmd, "rollback", r, err)
		},
	}
	scopeFlag(cmd, &scope)
	return cmd
}

func bundleOff() *cobra.Command {
	var scope string
	cmd := &cobra.Command{
		Use:     "off",
		Short:   "Go by the rules beneath the bundle alone",
		Example: "  gate bundle off",
		Args:    arguments(cobra.NoArgs),
		RunE: func(cmd *cobra.Command, _ []string) error {
			s, err := store(scope)
			if err != nil {
				return err
			}
			if err := errors.Join(s.Off(), config.DropUpdate(s.Dir)); err != nil {
				return inForce(cmd, "off", author.Record{}, err)
			}
			kept, err := s.Exemptions()
			if err == nil && len(kept) > 0 && scope == "user" {
				err = s.Settle(cmd.Context(), time.Now().UTC())
			}
			if err != nil {
				return inForce(cmd, "off", author.Record{}, err)
			}
			beneath := "the embedded rules"
			if m, err := (author.Store{Dir: s.Managed}).Current(); s.Managed != "" && err == nil {
				beneath = "the managed policy, " + named(m)
			}
			if len(kept) > 0 && scope == "user" {
				beneath += ", with " + counted(len(kept), "exemption") + " of yours"
			}
			fmt.Fprintf(cmd.OutOrStdout(), "in force: %s\n", beneath)
			return nil
		},
	}
	scopeFlag(cmd, &scope)
	return cmd
}

// status is what gate bundle status tells.
type status struct {
	Policy   string         `json:"policy"` // the snapshot's file, "embedded" without one
	SHA256   string         `json:"sha256"` // of what the policy is made of
	Revision string         `json:"revision"`
	Managed  *author.Record `json:"managed"` // null without one, like User
	User     *author.Record `json:"user"`
	Updates  []updates      `json:"updates"` // of those that are asked after
	Problem  string         `json:"problem"`
}

// updates tells how a scope's bundle is kept up to date.
type updates struct {
	Scope string `json:"scope"`
	config.Update
}

func newStatus() (status, error) {
	s := status{Policy: "embedded", Updates: []updates{}}
	policy, err := bundle.Active(config.Snapshots())
	if err != nil {
		s.Policy, s.Problem = "", err.Error()
	} else {
		s.SHA256, s.Revision = fmt.Sprintf("%x", policy.Digest()), policy.Revision()
		if policy.File != "" {
			s.Policy = policy.File
		}
	}
	for scope, record := range map[string]**author.Record{"managed": &s.Managed, "user": &s.User} {
		if folder, err := store(scope); err == nil {
			if r, err := folder.Current(); err == nil {
				*record = &r
			}
			if u, err := config.ReadUpdate(folder.Dir); err == nil && u.Every > 0 {
				s.Updates = append(s.Updates, updates{scope, u})
			}
		}
	}
	return s, err
}

func bundleStatus() *cobra.Command {
	var format string
	cmd := &cobra.Command{
		Use:     "status",
		Short:   "Say which policy the hook goes by; exits 1 when it cannot be used",
		Example: "  gate bundle status\n  gate bundle status --format json",
		Args:    arguments(cobra.NoArgs),
		RunE: func(cmd *cobra.Command, _ []string) error {
			s, problem := newStatus()
			err := show(cmd, format, s, s.print)
			if err == nil {
				err = problem
			}
			return err
		},
	}
	formatFlag(cmd, &format)
	return cmd
}

func (s status) print(w io.Writer) {
	if s.Problem == "" {
		row(w, "policy", s.Policy)
		row(w, "sha256", s.SHA256)
	}
	printRecord(w, "managed", s.Managed)
	printRecord(w, "user", s.User)
	for _, u := range s.Updates {
		row(w, "asked after", fmt.Sprintf("the %s bundle, every %s, last %s", u.Scope, u.Every, u.Last.Format(time.RFC3339)))
		outcome, _, _ := strings.Cut(u.Outcome, "\n")
		switch {
		case u.Failed:
			row(w, "  failed", outcome)
		case outcome == "":
			row(w, "  outcome", "it has not ended")
		default:
			row(w, "  outcome", outcome)
		}
	}
}

func printRecord(w io.Writer, scope string, r *author.Record) {
	if r == nil {
		return
	}
	key := r.Key
	if key == "" {
		key = "not signed"
	}
	if r.Source == "" {
		row(w, scope, "your exemptions, which gate allow --list tells")
		return
	}
	row(w, scope, r.Source)
	row(w, "  revision", r.Revision)
	row(w, "  rules", fmt.Sprint(r.Rules))
	row(w, "  digest", r.Digest)
	if r.Pin != "" {
		row(w, "  pinned", r.Pin)
	}
	row(w, "  key", key)
	row(w, "  since", r.Activated.Format(time.RFC3339))
}
