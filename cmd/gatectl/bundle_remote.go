package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"gate/bundle/author"
	"gate/internal/config"
)

// tokenVariable holds the bearer token for bundle servers.
const tokenVariable = "GATE_BUNDLE_TOKEN"

// remote is a URL with the token of a file, else of the environment, and the
// certificates.
func remote(url string, a author.Access) (author.Remote, error) {
	config, err := a.TLS()
	r := author.Remote{URL: url, TLS: config}
	switch {
	case err != nil:
		return r, err
	case a.TokenFile != "" && !author.IsHTTP(url):
		return r, errors.New("a bearer token is for an https server\nhint: a registry is entered by what docker login keeps, a repository by git's own settings")
	case a.TokenFile != "":
		text, err := os.ReadFile(a.TokenFile)
		if err != nil {
			return r, fmt.Errorf("read the token: %w", err)
		}
		r.Token = strings.TrimSpace(string(text))
	case author.IsHTTP(url):
		r.Token = os.Getenv(tokenVariable)
	}
	return r, nil
}

func accessFlags(cmd *cobra.Command, a *author.Access) {
	f := cmd.Flags()
	f.StringVar(&a.TokenFile, "token-file", "", "the file with the server's bearer token (default: the variable "+tokenVariable+")")
	f.StringVar(&a.ClientCert, "client-cert", "", "the certificate to show to the server, in PEM")
	f.StringVar(&a.ClientKey, "client-key", "", "the certificate's key, in PEM")
	f.StringVar(&a.CA, "ca", "", "the certificates that the server's is to come from, in PEM (default: the machine's)")
}

// anywhere is the access from whatever folder the gate runs in later.
func anywhere(a author.Access) author.Access {
	for _, name := range []*string{&a.TokenFile, &a.ClientCert, &a.ClientKey, &a.CA} {
		if *name != "" {
			*name, _ = filepath.Abs(*name) // it fails where there is no folder to be in
		}
	}
	return a
}

// fetched reads a bundle of a server into an offer.
func fetched(ctx context.Context, o author.Offer, etag string) (author.Offer, error) {
	r, err := remote(o.Source, o.Access)
	if err != nil {
		return o, err
	}
	tarball, newETag, err := r.Fetch(ctx, etag)
	if err != nil {
		return o, err
	}
	o.ETag = newETag
	o.Bundle, err = author.ReadBundle(tarball)
	return o, err
}

func bundlePull() *cobra.Command {
	var scope string
	var background bool
	cmd := &cobra.Command{
		Use:   "pull",
		Short: "Ask where the bundle in force comes from for a newer one, and use that",
		Long: `The key and the digest that gate bundle use was given count on. A server is asked with the ETag of the last
answer, a registry for its manifest's digest and a repository for its commit, so that nothing is sent when nothing has
changed. A bundle that cannot be had or used changes nothing. With gate bundle use --every it is done by itself when a
session begins; a scheduler may run it as well. One pull runs at a time.`,
		Example: "  gate bundle pull",
		Args:    arguments(cobra.NoArgs),
		RunE: func(cmd *cobra.Command, _ []string) error {
			s, err := store(scope)
			if err != nil {
				return err
			}
			return pulled(cmd, s, background)
		},
	}
	cmd.Flags().BoolVar(&background, "background", false, "do nothing when it is not time yet, or when another pull is under way")
	cmd.Flags().MarkHidden("background")
	scopeFlag(cmd, &scope)
	return cmd
}

// pulled asks for a newer bundle, alone, and notes how that went.
func pulled(cmd *cobra.Command, s author.Store, background bool) error {
	free, err := s.Alone()
	if errors.Is(err, author.ErrBusy) && background {
		return nil
	}
	if err != nil {
		return fmt.Errorf("pull: %w", err)
	}
	defer free()
	u, err := config.ReadUpdate(s.Dir)
	now := time.Now().UTC()
	if background && (err != nil || !u.Due(now)) {
		return err
	}
	if err == nil && u.Every > 0 { // the time counts from here, however it ends
		err = config.WriteUpdate(s.Dir, config.Update{Every: u.Every, Last: now})
	}
	if err != nil {
		return fmt.Errorf("pull: %w", err)
	}
	outcome, err := pull(cmd.Context(), s)
	if u.Every > 0 {
		u = config.Update{Every: u.Every, Last: now, Outcome: outcome}
		if err != nil {
			u.Outcome, u.Failed = plain(err.Error()), true
		}
		err = errors.Join(err, config.WriteUpdate(s.Dir, u))
	}
	if err != nil {
		return err
	}
	fmt.Fprintln(cmd.OutOrStdout(), outcome)
	return nil
}

// pull brings a newer bundle into force, and says what is in force then.
func pull(ctx context.Context, s author.Store) (outcome string, err error) {
	current, err := s.Current()
	if err == nil && current.Source == "" {
		err = author.ErrNoBundle
	}
	if err != nil {
		return "", fmt.Errorf("pull: %w", err)
	}
	o, err := again(ctx, current)
	if err == nil && o.Digest() == current.Digest { // sent again, under another name
		err = author.ErrUnchanged
		if noted := s.Seen(current, o.ETag); noted != nil {
			err = noted
		}
	}
	now := time.Now().UTC()
	var r author.Record
	switch outdated, stale := s.Outdated(); {
	case stale != nil:
		err = stale
	case !errors.Is(err, author.ErrUnchanged):
		if err == nil {
			r, err = s.Use(ctx, o, now)
		}
	case outdated: // what is beneath it has changed
		r, err = s.Refresh(ctx, now)
	default:
		return "unchanged: " + named(current), nil
	}
	return activated("pull", r, err)
}

// again reads the source of a bundle in force once more.
func again(ctx context.Context, r author.Record) (author.Offer, error) {
	o := author.Offer{Source: r.Source, Pin: r.Pin, Access: r.Access}
	if r.KeyPEM != "" {
		key, err := author.ReadKey([]byte(r.KeyPEM))
		if err != nil {
			return o, fmt.Errorf("read the key: %w", err)
		}
		o.Key = &key
	}
	if author.IsRemote(r.Source) {
		return fetched(ctx, o, r.ETag)
	}
	var err error
	o.Bundle, err = openBundle(ctx, r.Source)
	return o, err
}

func bundlePush() *cobra.Command {
	var access author.Access
	cmd := &cobra.Command{
		Use:   "push FILE URL",
		Short: "Put a bundle on a server by HTTP PUT, or into an OCI registry",
		Long: `A registry is entered by what docker login keeps in ~/.docker/config.json, or by the credential helper named there.
The artifact is laid out as OPA has it, so that services of the type oci get it as well.`,
		Example: "  gate bundle push acme.tar.gz https://bundles.example.com/acme.tar.gz\n  gate bundle push acme.tar.gz oci://ghcr.io/acme/policy:1.4.0",
		Args:    arguments(cobra.ExactArgs(2)),
		RunE: func(cmd *cobra.Command, args []string) error {
			b, err := readBundle(args[0])
			if err != nil {
				return fmt.Errorf("push %s: %w", args[0], err)
			}
			r, err := remote(args[1], access)
			if err != nil {
				return fmt.Errorf("push %s: %w", args[0], err)
			}
			digest, err := r.Push(cmd.Context(), b.Tarball)
			if err != nil && author.IsHTTP(args[1]) {
				err = fmt.Errorf("%w\nhint: the server must take PUT, and the token be in --token-file or %s", err, tokenVariable)
			}
			if err != nil {
				return fmt.Errorf("push %s: %w", args[0], err)
			}
			if digest != "" {
				digest = ", manifest " + digest
			}
			fmt.Fprintf(cmd.OutOrStdout(), "pushed %s to %s%s\n", args[0], shown(args[1]), digest)
			return nil
		},
	}
	accessFlags(cmd, &access)
	return cmd
}
