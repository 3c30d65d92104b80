package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"time"

	"github.com/spf13/cobra"

	"gate/bundle/author"
	"gate/internal/config"
)

// trust notes that a person trusts this project's profile and policy as they
// stand.
func trust() *cobra.Command {
	var off, status bool
	var format string
	cmd := &cobra.Command{
		Use:   "trust",
		Short: "Trust this project's own profile and rules as they stand now",
		Long: `A project may bring a profile, .gate/profile.json, and rules, .gate/policies, for everybody who works in it. An agent
can write there, so:

Until a person trusts it, the profile can only tighten what the user's or the built-in profile says, and the rules do not
count. Trust is kept outside the project, by what the files hold: when the profile changes, it has to be trusted again, and
when the rules change, those that were trusted count until the new ones are. Rules of a project deny and ask; they never
allow, and take nothing away from the other rules. Their packages are project.rules.<category>.<rule>.`,
		Example: "  cd project && cat .gate/profile.json && ls -R .gate/policies && gate trust\n  gate trust --status",
		Args:    arguments(cobra.NoArgs),
		RunE: func(cmd *cobra.Command, _ []string) error {
			p, err := project()
			if err != nil {
				return err
			}
			switch {
			case off && status:
				return exit{2, errors.New("--off and --status\nhint: one of them")}
			case off:
				if err := errors.Join(config.Distrust(p.Root), p.Distrust()); err != nil {
					return err
				}
				fmt.Fprintf(cmd.OutOrStdout(), "not trusted: %s\n", p.Root)
				return nil
			case status:
				s, err := trustOf(p)
				if err != nil {
					return err
				}
				return show(cmd, format, s, s.print)
			}
			return trusted(cmd.Context(), cmd.OutOrStdout(), p)
		},
	}
	f := cmd.Flags()
	f.BoolVar(&off, "off", false, "trust them no longer")
	f.BoolVar(&status, "status", false, "tell what is trusted, and whether it has changed since")
	formatFlag(cmd, &format)
	return cmd
}

// project is the one that this process runs in.
func project() (author.Project, error) {
	cwd, err := os.Getwd()
	if err != nil {
		return author.Project{}, err
	}
	root := config.Root(cwd, config.Home())
	dir := config.ProjectFolder(root)
	if dir == "" {
		return author.Project{}, errors.New("there is no folder for settings\nhint: set HOME")
	}
	return author.Project{Root: root, Dir: dir}, nil
}

// trusted trusts what there is of a profile and of rules. Neither counts when
// the other is broken.
func trusted(ctx context.Context, w io.Writer, p author.Project) error {
	r, err := p.Trust(ctx, time.Now().UTC())
	hasRules := !errors.Is(err, author.ErrNoProjectPolicy)
	if hasRules && err != nil {
		return fmt.Errorf("trust %s: %w\nhint: gate policy check %s tells all that is wrong", p.Root, err, config.ProjectPolicies(p.Root))
	}
	sum, err := config.Trust(p.Root, config.Home())
	if errors.Is(err, fs.ErrNotExist) {
		if !hasRules {
			return fmt.Errorf("trust %s: it has neither a profile nor rules\nhint: run this in a project with .gate/profile.json or .gate/policies", p.Root)
		}
	} else if err != nil {
		return fmt.Errorf("trust %s: %w\nhint: correct .gate/profile.json, and run gate trust again", p.Root, err)
	} else {
		fmt.Fprintf(w, "trusted %s\nsha256  %s\n", config.ProjectProfile(p.Root), sum)
	}
	if hasRules {
		fmt.Fprintf(w, "trusted %s: %s\n%s\n", config.ProjectPolicies(p.Root), counted(r.Rules, "rule"), r.Digest)
	}
	return nil
}

// trustStatus is what gate trust --status tells.
type trustStatus struct {
	Root    string                `json:"root"`
	Profile string                `json:"profile"` // none, trusted, or not trusted
	Rules   string                `json:"rules"`   // none, trusted, not trusted, changed, or gone
	Trusted *author.ProjectRecord `json:"trusted"` // of the rules; null without
}

func trustOf(p author.Project) (trustStatus, error) {
	s := trustStatus{Root: p.Root, Profile: "none", Rules: "none"}
	if !config.Missing(config.ProjectProfile(p.Root)) {
		known, err := config.Trusted(p.Root)
		if err != nil {
			return s, err
		}
		s.Profile = "not trusted"
		if known {
			s.Profile = "trusted"
		}
	}
	var err error
	if s.Trusted, err = p.Trusted(); err != nil {
		return s, err
	}
	_, digest, err := p.Files()
	switch {
	case errors.Is(err, author.ErrNoProjectPolicy) && s.Trusted != nil:
		s.Rules = "gone"
	case errors.Is(err, author.ErrNoProjectPolicy):
	case err != nil:
		return s, err
	case s.Trusted == nil:
		s.Rules = "not trusted"
	case s.Trusted.Digest == digest:
		s.Rules = "trusted"
	default:
		s.Rules = "changed"
	}
	return s, nil
}

// rulesStates says what each state of a project's rules means.
var rulesStates = map[string]string{
	"not trusted": "not trusted: they do not count, gate trust makes them",
	"changed":     "changed since they were trusted: those count, gate trust takes the new ones",
	"gone":        "gone from the project: those that were trusted count, gate trust --off ends that",
}

func (s trustStatus) print(w io.Writer) {
	row(w, "project", s.Root)
	row(w, "profile", s.Profile)
	rules := s.Rules
	if text, ok := rulesStates[rules]; ok {
		rules = text
	}
	row(w, "rules", rules)
	if s.Trusted != nil {
		row(w, "  trusted", fmt.Sprintf("%s, %s", counted(s.Trusted.Rules, "rule"), s.Trusted.Trusted.Format(time.RFC3339)))
		row(w, "  digest", s.Trusted.Digest)
	}
}
