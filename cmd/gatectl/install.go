package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"gate/dialects"
	"gate/internal/config"
	"gate/internal/install"
)

// installation is what install and uninstall are asked for.
type installation struct {
	scope, format string
	dry, detect   bool
}

// wire writes the hooks into harnesses' configuration.
func wire() *cobra.Command {
	var o installation
	cmd := &cobra.Command{
		Use:   "install [HARNESS...]",
		Short: "Wire the gate into agents' configuration",
		Long: `Writes the gate's hooks into the harnesses' own configuration, beside the hooks that are
there; comments, formatting and other settings stay as they are. What is changed is shown
as a diff, and kept, so that "gate uninstall" puts back the very bytes.

Without a harness, lists what can be installed where. A link that leads out of the home
folder or the project is not followed.`,
		Example: "  gate install --detect --dry-run\n  gate install claude-code codex\n  gate install gemini --scope project",
		Args:    arguments(known),
		RunE: func(cmd *cobra.Command, args []string) error {
			scope, err := o.check()
			if err != nil {
				return err
			}
			m, err := machine()
			if err != nil {
				return err
			}
			if o.detect {
				return o.detected(cmd, m, scope)
			}
			if len(args) == 0 {
				return listTargets(cmd.OutOrStdout(), m, o.format)
			}
			plan, err := m.Install(args, scope, o.dry)
			if err != nil {
				return refine(err)
			}
			return o.print(cmd, plan)
		},
	}
	cmd.Flags().StringVar(&o.scope, "scope", "user", "user, project or managed (the machine's)")
	cmd.Flags().BoolVar(&o.detect, "detect", false, "install into every harness that is found on this machine")
	o.shared(cmd)
	return cmd
}

// unwire takes the hooks out again.
func unwire() *cobra.Command {
	var o installation
	cmd := &cobra.Command{
		Use:     "uninstall HARNESS...",
		Short:   "Take the gate out of agents' configuration",
		Long:    `Takes the gate's hooks out of the harnesses' files, in the user's, this project's and the machine's alike.`,
		Example: "  gate uninstall claude-code\n  gate uninstall codex --dry-run",
		Args:    arguments(cobra.MatchAll(cobra.MinimumNArgs(1), known)),
		RunE: func(cmd *cobra.Command, args []string) error {
			o.scope = string(dialects.User)
			if _, err := o.check(); err != nil {
				return err
			}
			m, err := machine()
			if err != nil {
				return err
			}
			plan, err := m.Uninstall(args, o.dry)
			if err != nil {
				return err
			}
			plan.Changes = slices.DeleteFunc(plan.Changes, func(c *install.Change) bool { return c.State == install.Unchanged })
			if len(plan.Changes) == 0 {
				plan.Notes = append(plan.Notes, "the gate is not installed there")
			}
			return o.print(cmd, plan)
		},
	}
	o.shared(cmd)
	return cmd
}

func (o *installation) shared(cmd *cobra.Command) {
	cmd.Flags().BoolVar(&o.dry, "dry-run", false, "show what would change, and write nothing")
	cmd.Flags().StringVar(&o.format, "format", "text", "text or json")
}

func known(_ *cobra.Command, names []string) error {
	for _, name := range names {
		if !dialects.Known(name) {
			return fmt.Errorf("unknown harness %q; known are %s", name, strings.Join(slices.Sorted(slices.Values(dialects.Names())), ", "))
		}
	}
	return nil
}

func (o *installation) check() (dialects.Scope, error) {
	if o.format != "text" && o.format != "json" {
		return "", exit{2, fmt.Errorf("unknown format %q\nhint: text or json", o.format)}
	}
	scope := dialects.Scope(o.scope)
	if scope != dialects.User && scope != dialects.Project && scope != dialects.Managed {
		return "", exit{2, fmt.Errorf("unknown scope %q\nhint: user, project or managed", o.scope)}
	}
	return scope, nil
}

// machine is this one, with the gate that lies beside this program.
func machine() (install.Machine, error) {
	exe, err := os.Executable()
	if err != nil {
		return install.Machine{}, fmt.Errorf("find my own executable: %w", err)
	}
	gate := filepath.Join(filepath.Dir(exe), "gate"+filepath.Ext(exe))
	if _, err := os.Stat(gate); err != nil {
		return install.Machine{}, fmt.Errorf("%s is not there\nhint: install gate and gatectl into the same folder", gate)
	}
	state, err := config.Folder()
	if err != nil {
		return install.Machine{}, err
	}
	cwd, err := os.Getwd()
	if err != nil {
		return install.Machine{}, err
	}
	home := config.Home()
	return install.Machine{OS: runtime.GOOS, Home: home, Project: config.Root(cwd, home), State: state, Gate: gate}, nil
}

// refine adds what to try to an error that has a simple way out.
func refine(err error) error {
	if errors.Is(err, install.ErrScope) {
		return fmt.Errorf("%w\nhint: gate install lists the files of each scope", err)
	}
	return err
}

// detected installs into what is found on this machine.
func (o *installation) detected(cmd *cobra.Command, m install.Machine, scope dialects.Scope) error {
	names, by := m.Detect()
	if len(names) == 0 {
		return errors.New("no known harness is on this machine\nhint: gate install lists them; name one to install all the same")
	}
	for _, name := range names {
		fmt.Fprintf(cmd.ErrOrStderr(), "found %s: %s\n", name, by[name])
	}
	names = slices.DeleteFunc(names, func(name string) bool {
		_, err := m.Usual(name, scope)
		if err != nil {
			fmt.Fprintf(cmd.ErrOrStderr(), "passed over %v\n", err)
		}
		return err != nil
	})
	plan, err := m.Install(names, scope, o.dry)
	if err != nil {
		return err
	}
	return o.print(cmd, plan)
}

func (o *installation) print(cmd *cobra.Command, plan install.Plan) error {
	w := cmd.OutOrStdout()
	if o.format == "json" {
		return printJSON(w, plan)
	}
	for _, c := range plan.Changes {
		io.WriteString(w, c.Diff)
	}
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	for _, c := range plan.Changes {
		state := string(c.State)
		if o.dry && c.State != install.Unchanged {
			state = "would be " + state
		}
		fmt.Fprintln(t, strings.Join([]string{c.Harness, string(c.Scope), state, c.File}, "\t"))
	}
	if err := t.Flush(); err != nil {
		return err
	}
	for _, note := range plan.Notes {
		fmt.Fprintln(cmd.ErrOrStderr(), "note:", note)
	}
	return nil
}

// listTargets lists what can be installed where.
func listTargets(w io.Writer, m install.Machine, format string) error {
	var all []install.Target
	for _, name := range slices.Sorted(slices.Values(dialects.Names())) {
		for _, scope := range []dialects.Scope{dialects.User, dialects.Project, dialects.Managed} {
			if targets, err := m.Usual(name, scope); err == nil {
				all = append(all, targets...)
			}
		}
	}
	if format == "json" {
		return printJSON(w, all)
	}
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, "HARNESS\tSCOPE\tFILE")
	for _, target := range all {
		fmt.Fprintf(t, "%s\t%s\t%s\n", target.Harness, target.Scope, target.File)
	}
	return t.Flush()
}
