package main

import (
	"github.com/spf13/cobra"
)

// wrapping runs an agent that has no hooks with the gate in the place of its
// shells.
func wrapping() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "wrap -- AGENT [ARGUMENT...]",
		Short: "Run an agent without hooks, with the gate in the place of its shells (Unix)",
		Long: `A private folder with links named sh, bash and zsh comes first on the agent's PATH and into SHELL and
CLAUDE_CODE_SHELL. Each link is the gate. It asks the policy about the text of -c, a script file, or a
script on standard input, and then becomes the real shell. A denied one exits with 126 and says why
on standard error. What needs a person is asked on the terminal, and denied where there is none.

The exit code and the signals are the agent's own. See docs/wrap.md for what this cannot see: files
that the agent writes by itself, programs that it starts without a shell, and a shell that it starts
by an absolute path, as Codex does. A harness with hooks is better wired by its hooks.`,
		Example: `  gate wrap -- aider --yes
  gate wrap -- bash -c 'rm -rf ~'`,
		Args: arguments(cobra.MinimumNArgs(1)),
		RunE: func(_ *cobra.Command, args []string) error { return wrapped(args) },
	}
	cmd.Flags().SetInterspersed(false)
	return cmd
}
