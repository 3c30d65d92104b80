package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"gate/bundle/author"
)

// tokenVariable holds the bearer token for bundle servers.
const tokenVariable = "GATE_BUNDLE_TOKEN"

// remote is a URL with the token of a file, else of the environment.
func remote(url, tokenFile string) (author.Remote, error) {
	if tokenFile == "" {
		return author.Remote{URL: url, Token: os.Getenv(tokenVariable)}, nil
	}
	text, err := os.ReadFile(tokenFile)
	if err != nil {
		return author.Remote{}, fmt.Errorf("read the token: %w", err)
	}
	return author.Remote{URL: url, Token: strings.TrimSpace(string(text))}, nil
}

func tokenFlag(cmd *cobra.Command, file *string) {
	cmd.Flags().StringVar(file, "token-file", "", "the file with the server's bearer token (default: the variable "+tokenVariable+")")
}

// fetched reads a bundle of a server into an offer.
func fetched(ctx context.Context, o author.Offer, etag string) (author.Offer, error) {
	r, err := remote(o.Source, o.TokenFile)
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
	cmd := &cobra.Command{
		Use:   "pull",
		Short: "Ask where the bundle in force comes from for a newer one, and use that",
		Long: `The key and the digest that gate bundle use was given count on. A server is asked with the ETag of the last
answer, so that it sends nothing when nothing has changed. A bundle that cannot be had or used changes nothing.`,
		Example: "  gate bundle pull",
		Args:    arguments(cobra.NoArgs),
		RunE: func(cmd *cobra.Command, _ []string) error {
			s, err := store(scope)
			if err != nil {
				return err
			}
			current, err := s.Current()
			if err != nil {
				return fmt.Errorf("pull: %w", err)
			}
			o, err := again(cmd.Context(), current)
			if err == nil && o.Digest() == current.Digest {
				err = author.ErrUnchanged
			}
			if errors.Is(err, author.ErrUnchanged) {
				fmt.Fprintf(cmd.OutOrStdout(), "unchanged: %s\n", named(current))
				return nil
			}
			if err != nil {
				return inForce(cmd, "pull", author.Record{}, err)
			}
			r, err := s.Use(cmd.Context(), o, time.Now().UTC())
			return inForce(cmd, "pull", r, err)
		},
	}
	scopeFlag(cmd, &scope)
	return cmd
}

// again reads the source of a bundle in force once more.
func again(ctx context.Context, r author.Record) (author.Offer, error) {
	o := author.Offer{Source: r.Source, Pin: r.Pin, TokenFile: r.TokenFile}
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
	var tokenFile string
	cmd := &cobra.Command{
		Use:     "push FILE URL",
		Short:   "Put a bundle on a server, by HTTP PUT",
		Example: "  gate bundle push acme.tar.gz https://bundles.example.com/acme.tar.gz",
		Args:    arguments(cobra.ExactArgs(2)),
		RunE: func(cmd *cobra.Command, args []string) error {
			b, err := readBundle(args[0])
			if err != nil {
				return fmt.Errorf("push %s: %w", args[0], err)
			}
			r, err := remote(args[1], tokenFile)
			if err == nil {
				err = r.Push(cmd.Context(), b.Tarball)
			}
			if err != nil {
				return fmt.Errorf("push %s: %w\nhint: the server must take PUT, and the token be in --token-file or %s", args[0], err, tokenVariable)
			}
			fmt.Fprintf(cmd.OutOrStdout(), "pushed %s to %s\n", args[0], args[1])
			return nil
		},
	}
	tokenFlag(cmd, &tokenFile)
	return cmd
}
