package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"gate/internal/approval"
)

// approver is what gate approve was asked for, and who says that a person asks,
// and what the person answers.
type approver struct {
	once, session, list, revoke, all bool
	lasts                            time.Duration
	format                           string

	person func() error
	answer func(question string) (bool, error)
}

// approving lets through what a rule denies, on a person's word.
func approving() *cobra.Command {
	return approveCommand(&approver{person: byPerson, answer: atTerminal})
}

func approveCommand(a *approver) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "approve CODE",
		Short: "Let exactly the call through that was denied with this code, once or for a while",
		Long: `A call that is denied, or asked about, comes with a code. gate approve shows what the call would do and why it was denied,
and on your yes lets it through: that call alone, to the character, in that project, as long as the policy is the same.
The agent then makes the call again, and its harness's own permissions go on as usual.

Without more it counts for one call within 15 minutes; with --session for that session, up to 12 hours; with --for as long
as that says, up to 24 hours. Approving wants a person: a terminal, and no agent among the processes above. What the gate
locks, such as self/tamper, has no code unless the organisation leaves it to you.`,
		Example: `  gate approve 7K3M9QX2
  gate approve 7K3M9QX2 --for 1h
  gate approve --list
  gate approve --revoke 7K3M9QX2`,
		Args: arguments(cobra.MaximumNArgs(1)),
		RunE: func(cmd *cobra.Command, args []string) error { return a.run(cmd, args) },
	}
	f := cmd.Flags()
	f.BoolVar(&a.once, "once", false, "for one call, within 15 minutes (what is meant without a flag)")
	f.BoolVar(&a.session, "session", false, "for the session in which it was denied")
	f.DurationVar(&a.lasts, "for", 0, "for this long, such as 30m or 1h")
	f.BoolVar(&a.list, "list", false, "show what is approved now")
	f.BoolVar(&a.revoke, "revoke", false, "take the approval of this code back")
	f.BoolVar(&a.all, "all", false, "with --revoke: take all of them back")
	formatFlag(cmd, &a.format)
	cmd.MarkFlagsMutuallyExclusive("once", "session", "for", "list", "revoke")
	return cmd
}

func (a *approver) run(cmd *cobra.Command, args []string) error {
	wants := 1
	if a.list || a.all {
		wants = 0
	}
	if len(args) != wants || a.all && !a.revoke {
		return exit{2, errors.New("approve takes a code, or --list, or --revoke with a code or --all\nhint: see gate approve --help")}
	}
	if cmd.Flags().Changed("for") && (a.lasts <= 0 || a.lasts > approval.MostLasts) {
		return exit{2, fmt.Errorf("--for %s is not between 1s and %s", a.lasts, approval.MostLasts)}
	}
	code := ""
	if wants == 1 {
		var err error
		if code, err = approval.ParseCode(args[0]); err != nil {
			return exit{2, err}
		}
	}
	dir, err := approval.Folder()
	if err != nil {
		return fmt.Errorf("%w\nhint: set HOME", err)
	}
	store, err := approval.Open(dir)
	if err != nil {
		return err
	}
	switch {
	case a.list:
		return a.show(cmd, store)
	case a.revoke:
		return a.take(cmd.OutOrStdout(), store, code)
	}
	return a.approve(cmd.OutOrStdout(), store, code)
}

// approve shows the call of a code, and grants it when the person says yes.
func (a *approver) approve(w io.Writer, store approval.Store, code string) error {
	if err := a.person(); err != nil {
		return err
	}
	d, err := deniedBy(code)
	if err != nil {
		return err
	}
	g := d.grant()
	if store.Code(g.Root, g.Action) != code {
		return errors.New("the decision log tells of another call than this code is for\nhint: gate log verify; have the agent make the call again for a new code")
	}
	now := approval.Clock()
	g.Mode, g.Created, g.Up = approval.Once, now.Wall, now.Up
	lasts := approval.OnceLasts
	switch {
	case a.session && g.Session == "":
		return errors.New("the harness did not say which session this was\nhint: use --for 1h instead")
	case a.session:
		g.Mode, lasts = approval.Session, approval.SessionLasts
	case a.lasts > 0:
		g.Mode, lasts = approval.For, a.lasts
	}
	g.Expires = now.Wall.Add(lasts)
	yes, err := a.answer(d.tell(g, now.Wall) + "Allow exactly this? [y/N] ")
	if err != nil {
		return err
	}
	if !yes {
		return errors.New("not approved")
	}
	if err := store.Put(g); err != nil {
		return fmt.Errorf("approve %s: %w", code, err)
	}
	noted(w, "approve", g)
	fmt.Fprintf(w, "approved %s: %s\nThe agent can make the call again. To take it back: gate approve --revoke %s\n", code, g.Covers(), code)
	return nil
}

// show lists the approvals that count now.
func (a *approver) show(cmd *cobra.Command, store approval.Store) error {
	grants, err := store.All(approval.Clock())
	doc := make([]map[string]any, 0, len(grants))
	for _, g := range grants {
		doc = append(doc, map[string]any{
			"code": g.Code, "mode": g.Mode, "session": g.Session, "root": g.Root, "rules": g.Rules, "does": g.Does,
			"created": g.Created, "expires": g.Expires, "action": g.Action,
		})
	}
	shown := show(cmd, a.format, doc, func(w io.Writer) {
		if len(grants) == 0 {
			row(w, "nothing is approved")
		}
		for _, g := range grants {
			row(w, g.Code, g.Covers(), strings.Join(g.Rules, ", "), filepath.Base(g.Root), g.Does)
		}
	})
	return errors.Join(shown, err)
}

// take takes approvals back: that of a code, or all for "".
func (a *approver) take(w io.Writer, store approval.Store, code string) error {
	grants, err := store.All(approval.Clock())
	taken := 0
	for _, g := range grants {
		if code != "" && g.Code != code {
			continue
		}
		if err := store.Revoke(g); err != nil {
			return fmt.Errorf("revoke %s: %w", g.Code, err)
		}
		taken++
		noted(w, "revoke", g)
	}
	if err == nil && code != "" && taken == 0 {
		err = fmt.Errorf("%s is not approved\nhint: gate approve --list shows what is", code)
	}
	if code == "" && err != nil { // what nobody can read goes as well
		err = store.Clear()
	}
	if err == nil {
		_, err = fmt.Fprintf(w, "%s taken back\n", counted(taken, "approval"))
	}
	return err
}

// atTerminal puts a question to the person at the terminal, wherever standard
// output goes.
func atTerminal(question string) (bool, error) {
	tty, err := os.OpenFile("/dev/tty", os.O_RDWR, 0)
	if errors.Is(err, os.ErrNotExist) { // on Windows
		return answered(os.Stdin, os.Stderr, question)
	}
	if err != nil {
		return false, fmt.Errorf("ask at the terminal: %w\nhint: run it in a terminal, not from a script", err)
	}
	defer tty.Close()
	return answered(tty, tty, question)
}

func answered(r *os.File, w *os.File, question string) (bool, error) {
	if !term.IsTerminal(int(r.Fd())) || !term.IsTerminal(int(w.Fd())) {
		return false, errors.New("there is no terminal to ask at\nhint: run it in a terminal, not from a script")
	}
	if _, err := io.WriteString(w, question); err != nil {
		return false, err
	}
	var line []byte
	for b := make([]byte, 1); len(line) < 16; {
		if n, err := r.Read(b); err != nil || n == 0 || b[0] == '\n' || b[0] == '\r' {
			break
		}
		line = append(line, b[0])
	}
	answer := strings.ToLower(strings.TrimSpace(string(line)))
	return answer == "y" || answer == "yes", nil
}
