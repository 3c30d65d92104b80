package main

import (
	"errors"
	"fmt"
	"io/fs"
	"time"

	"github.com/spf13/cobra"

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
