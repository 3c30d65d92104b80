package main

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"gate/bundle/author"
	"gate/internal/config"
)

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
