package main

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"gate/bundle/author"
	"gate/dialects"
)

// allow makes, lists and removes the user's exemptions from rules.
func allow() *cobra.Command {
	var soft author.Softening
	var until, remove, format string
	var list bool
	cmd := &cobra.Command{
		Use:   "allow RULE --until DATE --reason TEXT [--path GLOB]",
		Short: "Exempt what you name from a rule, until a day",
		Long: `An exemption is yours, counts from the next call on, and stays whatever bundle comes and goes. The rule still speaks
where it applies; what it says then decides nothing (observe), is asked instead of denied (ask), or is not even told (off).
RULE is an id or a glob of ids, as gate rules lists them. A locked rule, and one that your organisation has locked, takes none;
a project's rules neither, as gate trust is what makes them count. --path is a glob that the finding's path must meet,
--command one that each command line of that program must match, --harness a harness's name; given more than once, one of
them is enough. An agent that runs this is denied.`,
		Example: "  gate allow profile/deny --path 'docs/**' --until 2026-12-31 --reason 'the docs are generated'\n  gate allow git/discard --command 'git reset --hard*' --until 7d --to ask --reason 'a bisect'\n  gate allow --list\n  gate allow --remove 1",
		Args:    arguments(cobra.MaximumNArgs(1)),
		RunE: func(cmd *cobra.Command, args []string) error {
			s, err := store("user")
			if err != nil {
				return err
			}
			switch {
			case (list || remove != "") && len(args) > 0, list && remove != "":
				return exit{2, errors.New("--list and --remove stand alone")}
			case list:
				return listExemptions(cmd, s, format)
			case remove != "":
				return removeExemption(cmd, s, remove)
			case len(args) == 0:
				return exit{2, errors.New("which rule?\nhint: gate rules lists them, gate allow --list the exemptions")}
			}
			soft.Rule = args[0]
			return addExemption(cmd, s, soft, until)
		},
	}
	f := cmd.Flags()
	f.StringArrayVar(&soft.Paths, "path", nil, "a glob of paths that are meant (default: all)")
	f.StringArrayVar(&soft.Commands, "command", nil, "a glob of command lines that are meant (default: all)")
	f.StringArrayVar(&soft.Harnesses, "harness", nil, "a harness that is meant (default: all)")
	f.StringVar(&soft.To, "to", "observe", "ask, observe or off")
	f.StringVar(&until, "until", "", "the last day that it counts, 2026-12-31, or as long as 7d or 12h")
	f.StringVar(&soft.Reason, "reason", "", "why, for who reads the log")
	f.BoolVar(&list, "list", false, "list the exemptions")
	f.StringVar(&remove, "remove", "", "remove the exemption of this number, or all from this rule")
	formatFlag(cmd, &format)
	return cmd
}

func addExemption(cmd *cobra.Command, s author.Store, soft author.Softening, until string) error {
	for _, name := range soft.Harnesses {
		if !dialects.Known(name) {
			return exit{2, fmt.Errorf("unknown harness %q\nhint: one of %s", name, strings.Join(dialects.Names(), ", "))}
		}
	}
	now := time.Now().UTC()
	if until == "" || soft.Reason == "" {
		return exit{2, errors.New("an exemption has an end and a reason\nhint: say --until 7d and --reason TEXT")}
	}
	var err error
	if soft.Until, err = author.Until(until, now); err != nil {
		return exit{2, fmt.Errorf("allow %s: %w", soft.Rule, err)}
	}
	if ends, err := soft.Ends(); err != nil || !now.Before(ends) {
		return exit{2, fmt.Errorf("allow %s: %s is over", soft.Rule, soft.Until)}
	}
	if err := s.Check(soft); err != nil {
		return fmt.Errorf("allow %s: %w", soft.Rule, err)
	}
	err = s.Exempt(cmd.Context(), now, func(list []author.Softening) ([]author.Softening, error) { return append(list, soft), nil })
	if err != nil {
		return fmt.Errorf("allow %s: %w\nhint: nothing has changed", soft.Rule, err)
	}
	fmt.Fprintf(cmd.OutOrStdout(), "exempt from %s until %s: %s\n", soft.Rule, soft.Until, meant(soft))
	return nil
}

// meant says in words what is exempt.
func meant(s author.Softening) string {
	var parts []string
	for _, part := range []struct {
		name string
		list []string
	}{{"path", s.Paths}, {"command", s.Commands}, {"harness", s.Harnesses}} {
		if len(part.list) > 0 {
			parts = append(parts, part.name+" "+strings.Join(part.list, " or "))
		}
	}
	if len(parts) == 0 {
		return "everything"
	}
	return strings.Join(parts, ", ")
}

// exemption is one as gate allow --list tells it.
type exemption struct {
	Number int `json:"number"`
	author.Softening
	Expired bool   `json:"expired"`
	Problem string `json:"problem"` // why it counts for nothing now, "" when it counts
}

func exemptions(s author.Store, now time.Time) ([]exemption, error) {
	list, err := s.Exemptions()
	all := []exemption{}
	for i, soft := range list {
		e := exemption{Number: i + 1, Softening: soft}
		if ends, err := soft.Ends(); err == nil && !ends.IsZero() {
			e.Expired = !now.Before(ends)
		}
		if err := s.Check(soft); err != nil {
			e.Problem, _, _ = strings.Cut(err.Error(), "\n")
		}
		all = append(all, e)
	}
	return all, err
}

func listExemptions(cmd *cobra.Command, s author.Store, format string) error {
	all, err := exemptions(s, time.Now())
	if err != nil {
		return err
	}
	return show(cmd, format, all, func(w io.Writer) {
		if len(all) == 0 {
			fmt.Fprintln(w, "there are no exemptions")
			return
		}
		fmt.Fprintln(w, "N\tRULE\tTO\tMEANT\tUNTIL\tREASON")
		for _, e := range all {
			until := e.Until
			if e.Expired {
				until += " (over)"
			}
			reason := e.Reason
			if e.Problem != "" {
				reason += " (counts for nothing: " + e.Problem + ")"
			}
			fmt.Fprintf(w, "%d\t%s\t%s\t%s\t%s\t%s\n", e.Number, e.Rule, e.To, meant(e.Softening), until, reason)
		}
	})
}

func removeExemption(cmd *cobra.Command, s author.Store, which string) error {
	removed := 0
	err := s.Exempt(cmd.Context(), time.Now().UTC(), func(list []author.Softening) ([]author.Softening, error) {
		number, err := strconv.Atoi(which)
		var left []author.Softening
		for i, soft := range list {
			if soft.Rule != which && (err != nil || number != i+1) {
				left = append(left, soft)
			}
		}
		if removed = len(list) - len(left); removed == 0 {
			return nil, fmt.Errorf("there is no exemption %q\nhint: gate allow --list numbers them", which)
		}
		return slices.Clip(left), nil
	})
	if err != nil {
		return fmt.Errorf("remove: %w", err)
	}
	fmt.Fprintf(cmd.OutOrStdout(), "removed %s\n", counted(removed, "exemption"))
	return nil
}
