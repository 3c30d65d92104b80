package main

import (
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"gate/bundle"
	"gate/bundle/author"
	"gate/internal/config"
)

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
