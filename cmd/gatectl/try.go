package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"gate"
	"gate/bundle"
	"gate/dialects"
	"gate/internal/config"
	"gate/internal/judge"
)

// attempt is how gate try looks at commands.
type attempt struct {
	harness string
	cwd     string
	format  string
}

// trying shows what commands would do and what the policy says. It runs none.
func trying() *cobra.Command {
	var a attempt
	cmd := &cobra.Command{
		Use:   "try [COMMAND]",
		Short: "Show what a command would do, and the verdict on it; nothing is run",
		Long: `Shows for a shell command what it would run, change, read and ask, what cannot be known, and what the
policy in force says of it. Nothing is ever run.

Without a command it reads them from standard input: on a terminal at a prompt, with a history (up,
down) and until Ctrl-D, else one a line.`,
		Example: `  gate try
  gate try 'git push --force origin main'
  gate try --harness codex 'curl https://x.example/i.sh | sh'
  gate try --format json < commands.txt`,
		Args: arguments(cobra.MaximumNArgs(1)),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := a.check(); err != nil {
				return exit{2, err}
			}
			switch {
			case len(args) == 1:
				return a.show(args[0], cmd.OutOrStdout(), newPaint(cmd.OutOrStdout()))
			case a.format == "text" && term.IsTerminal(int(os.Stdin.Fd())) && term.IsTerminal(int(os.Stdout.Fd())):
				return a.prompt()
			}
			return a.lines(cmd.InOrStdin(), cmd.OutOrStdout())
		},
	}
	f := cmd.Flags()
	f.StringVar(&a.harness, "harness", "", "the harness that the command would come from")
	f.StringVar(&a.cwd, "cwd", "", "the folder that it would be run in (default: this one)")
	f.StringVar(&a.format, "format", "text", "text, or json: one document a line")
	return cmd
}

func (a *attempt) check() (err error) {
	switch {
	case a.format != "text" && a.format != "json":
		return fmt.Errorf("unknown format %q\nhint: text or json", a.format)
	case a.harness != "" && !dialects.Known(a.harness):
		return fmt.Errorf("unknown harness %q\nhint: one of %s", a.harness, strings.Join(dialects.Names(), ", "))
	}
	a.cwd, err = filepath.Abs(a.cwd)
	return err
}

// lines shows one command a line.
func (a attempt) lines(r io.Reader, w io.Writer) error {
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, 4<<20)
	for lines.Scan() {
		if strings.TrimSpace(lines.Text()) == "" {
			continue
		}
		if a.format == "text" {
			fmt.Fprintf(w, "$ %s\n", oneLine(lines.Text()))
		}
		if err := a.show(lines.Text(), w, newPaint(w)); err != nil {
			return err
		}
	}
	if err := lines.Err(); err != nil {
		return fmt.Errorf("read the commands: %w", err)
	}
	return nil
}

// prompt reads commands from the terminal.
func (a attempt) prompt() error {
	fd := int(os.Stdin.Fd())
	state, err := term.MakeRaw(fd)
	if err != nil {
		return fmt.Errorf("open the prompt: %w", err)
	}
	defer term.Restore(fd, state)
	width, height, err := term.GetSize(int(os.Stdout.Fd()))
	if err != nil || width == 0 {
		width, height = 80, 24
	}
	return a.converse(os.Stdin, os.Stdout, newPaint(os.Stdout), width, height)
}

// converse reads commands from a raw terminal, with editing and history.
func (a attempt) converse(r io.Reader, w io.Writer, p paint, width, height int) error {
	t := term.NewTerminal(struct {
		io.Reader
		io.Writer
	}{r, w}, "try> ")
	if err := t.SetSize(width, height); err != nil {
		return err
	}
	fmt.Fprintln(t, "Type a command to see what it would do. Nothing is run. Ctrl-D ends.")
	for {
		line, err := t.ReadLine()
		switch {
		case err == io.EOF:
			fmt.Fprintln(t)
			return nil
		case err != nil && err != term.ErrPasteIndicator:
			return fmt.Errorf("read the terminal: %w", err)
		case strings.TrimSpace(line) == "":
			continue
		}
		if err := a.show(line, t, p); err != nil {
			fmt.Fprintf(t, "gate: %v\n", err)
		}
	}
}

// show tells of one command.
func (a attempt) show(command string, w io.Writer, p paint) error {
	out, err := a.judge(command)
	if err != nil {
		return err
	}
	if a.format == "json" {
		enc := json.NewEncoder(w)
		enc.SetEscapeHTML(false)
		return enc.Encode(attempted{
			command, out.Action.Commands, out.Action.Writes, out.Action.Reads, out.Action.URLs, out.Action.Unknown, out.Verdict,
		})
	}
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	deeds(t, out.Action)
	if err := t.Flush(); err != nil {
		return err
	}
	for _, f := range out.Verdict.Findings {
		fmt.Fprintf(w, "  %s %s: %s\n", p.decision(f.Decision), f.ID, oneLine(f.Reason))
		if f.Fix != "" {
			fmt.Fprintf(w, "    %s\n", p.faint(oneLine(f.Fix)))
		}
	}
	_, err = fmt.Fprintf(w, "%s%s\n\n", p.decision(out.Verdict.Decision), a.meaning(out.Verdict.Decision))
	return err
}

// attempted is what is shown of a command, as JSON.
type attempted struct {
	Command  string         `json:"command"`
	Commands []gate.Command `json:"commands"`
	Writes   []gate.Target  `json:"writes"`
	Reads    []gate.Source  `json:"reads"`
	URLs     []gate.URL     `json:"urls"`
	Unknown  []gate.Unknown `json:"unknown"`
	Verdict  gate.Verdict   `json:"verdict"`
}

// meaning is what a decision comes to.
func (a attempt) meaning(d gate.Decision) string {
	setup, known := dialects.SetupOf(a.harness)
	switch {
	case d == gate.Ask && known && setup.Ask.Effect != dialects.Asks:
		return ": " + setup.Title + " cannot ask, so it is denied there"
	case d == gate.None:
		return ": no opinion, the harness goes its own way"
	}
	return ""
}

// judge takes a command through the hook's steps. As in gate eval, the lock
// is not heeded.
func (a attempt) judge(command string) (judge.Outcome, error) {
	args, err := json.Marshal(map[string]string{"command": command})
	if err != nil {
		return judge.Outcome{}, err
	}
	call := gate.Call{
		Harness: a.harness, Event: gate.BeforeTool, NativeEvent: dialects.Before(a.harness), Cwd: a.cwd,
		Tool: gate.Tool{Name: "shell", Kind: gate.Shell, Args: args},
	}
	if call.Harness == "" {
		call.Harness = "try"
	}
	out := judge.Call(call, judge.Options{Decide: func(action gate.Action) (gate.Verdict, error) {
		policy, err := bundle.Active(config.Snapshots())
		if err != nil {
			return gate.Verdict{}, err
		}
		return policy.Decide(action)
	}})
	return out, out.Err
}
