// Command gatectl is every command of the gate but the hook. A person types
// gate for all of them, and gate hands them over.
package main

import (
	"errors"
	"fmt"
	"os"
	"strings"
	"unicode"

	"github.com/spf13/cobra"

	"gate"
	"gate/internal/config"
	"gate/internal/hook"
)

func main() {
	if len(os.Args) > 1 && os.Args[1] == "hook" { // gate hook --server
		os.Exit(hook.Run(os.Args[2:], connect, os.Stdin, os.Stdout, os.Stderr))
	}
	err := matched()
	if err == nil {
		err = root().Execute()
	}
	if err != nil {
		fmt.Fprintf(os.Stderr, "gate: %s\n", plain(err.Error()))
		var e exit
		if errors.As(err, &e) {
			os.Exit(e.code)
		}
		os.Exit(1)
	}
}

// plain is text that no terminal takes for a command: an error tells what
// servers, files and other programs said.
func plain(text string) string {
	return strings.Map(func(r rune) rune {
		if r != '\n' && r != '\t' && unicode.In(r, unicode.Cc, unicode.Cf) {
			return -1
		}
		return r
	}, text)
}

// matched says whether the gate that handed over was built together with this.
func matched() error {
	caller, ok := os.LookupEnv(config.CallerVersion)
	os.Unsetenv(config.CallerVersion)
	if ok && caller != gate.Version {
		return fmt.Errorf("gate is version %s and gatectl beside it is %s\nhint: install both from one build", caller, gate.Version)
	}
	return nil
}

// exit is an error with an exit code of its own.
type exit struct {
	code int
	error
}

func root() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "gate",
		Short: "A policy gate for AI coding agents",
		Long: `gate decides whether an AI coding agent's tool call may go on.

Its harness starts "gate hook" before each call; the other commands are for people.
Exit codes: 0 done, 1 it failed, 2 bad arguments.`,
		Version:       gate.Version,
		SilenceErrors: true,
		SilenceUsage:  true,
	}
	cmd.SetFlagErrorFunc(func(c *cobra.Command, err error) error {
		return exit{2, fmt.Errorf("%w\nhint: see %s --help", err, c.CommandPath())}
	})
	cmd.AddCommand(
		hookHelp(),
		wire(),
		unwire(),
		doctors(),
		eval(),
		trying(),
		scans(),
		rules(),
		bundles(),
		policy(),
		logs(),
		explains(),
		replays(),
		reports(),
		captures(),
		wrapping(),
		trust(),
		allow(),
		locking(),
		approving(),
		version(),
		manual(),
	)
	completions(cmd)
	return cmd
}

// hookHelp shows the hook in the list of commands.
func hookHelp() *cobra.Command {
	return &cobra.Command{
		Use:                "hook --stdin",
		Short:              "Answer one hook payload (what a harness starts)",
		DisableFlagParsing: true,
		RunE: func(*cobra.Command, []string) error {
			return errors.New("hook comes first among the arguments\nhint: gate hook --help")
		},
	}
}
