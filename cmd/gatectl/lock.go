package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"gate/bundle"
	"gate/internal/agent"
	"gate/internal/config"
	"gate/internal/lock"
)

// locker is what gate lock was asked for, and who says that a person asks.
type locker struct {
	update, off, check bool
	person             func() error
}

// locking holds the policy and the harnesses' settings as they are.
func locking() *cobra.Command { return lockCommand(locker{person: byPerson}) }

func lockCommand(l locker) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "lock",
		Short: "Lock the policy in force and the harnesses' hook settings: a change denies the next call",
		Long: `Notes the hash of the policy in force and of every file that tells a harness which hooks to start, the
user's own and those of the project in this folder. From then on a call is denied when one of them has
changed, is new or is gone, and the reason names it. A new version of the gate with other rules counts
as a change, too.

--update and --off want a person: a terminal, and no agent among the processes above.`,
		Example: `  cd project && gate lock
  gate lock --check
  gate lock --update`,
		Args: arguments(cobra.NoArgs),
		RunE: func(cmd *cobra.Command, _ []string) error { return l.run(cmd.OutOrStdout()) },
	}
	f := cmd.Flags()
	f.BoolVar(&l.update, "update", false, "lock things as they are now, in the place of the lock that is there")
	f.BoolVar(&l.off, "off", false, "take the lock away")
	f.BoolVar(&l.check, "check", false, "say what has changed, and fail if anything has")
	cmd.MarkFlagsMutuallyExclusive("update", "off", "check")
	return cmd
}

func (l locker) run(w io.Writer) error {
	if l.update || l.off {
		if err := l.person(); err != nil {
			return err
		}
	}
	if l.off {
		err := lock.Remove()
		if err == nil || errors.Is(err, fs.ErrNotExist) {
			_, err = fmt.Fprintln(w, "there is no lock any more")
		}
		return err
	}
	policy, err := bundle.Active(config.Snapshots())
	if err != nil {
		return err
	}
	before, err := lock.Read()
	switch {
	case err != nil:
		return fmt.Errorf("%w\nhint: gate lock --off, then gate lock", err)
	case before == nil && (l.update || l.check):
		return errors.New("there is no lock\nhint: gate lock")
	case before != nil && !l.update && !l.check:
		return errors.New("there is a lock already\nhint: gate lock --check says what has changed, gate lock --update locks what is there now")
	}
	home := config.Home()
	cwd, err := os.Getwd()
	if err != nil {
		return err
	}
	root := config.Root(cwd, home)
	if l.check {
		return unchanged(w, before.Changes(policy.Digest(), root))
	}
	return take(w, before, policy.Digest(), root, home)
}

// take locks what is there now, and tells what that is.
func take(w io.Writer, before *lock.Lock, policy [32]byte, root, home string) error {
	now, err := lock.Take(before, policy, root, home)
	if err == nil {
		err = now.Write()
	}
	if err != nil {
		return fmt.Errorf("lock %s: %w", root, err)
	}
	_, err = fmt.Fprintf(w, "policy   %s\nuser     %d files\nproject  %d files below %s\n",
		now.Policy, len(now.User.Files), len(now.Project(root).Files), root)
	return err
}

// unchanged tells what has changed, which is a failure.
func unchanged(w io.Writer, changes []string) error {
	if len(changes) == 0 {
		_, err := fmt.Fprintln(w, "nothing has changed")
		return err
	}
	for _, change := range changes {
		if _, err := fmt.Fprintln(w, change); err != nil {
			return err
		}
	}
	return errors.New("calls are denied because of this\nhint: look at what has changed, then run gate lock --update in a terminal")
}

// byPerson says why whoever runs this is not taken for a person.
func byPerson() error {
	if a := agent.Calling(); a.Name != "" {
		return fmt.Errorf("this is a decision of the person, and %s runs it (process %d)\nhint: run it in a terminal outside of the agent", a.Name, a.PID)
	}
	if !term.IsTerminal(int(os.Stdin.Fd())) {
		return errors.New("this is a decision of the person, and there is no terminal\nhint: run it in a terminal, not from a script")
	}
	return nil
}
