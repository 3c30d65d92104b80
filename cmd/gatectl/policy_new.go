package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"gate/bundle/author"
)

func policyNew() *cobra.Command {
	return &cobra.Command{
		Use:   "new NAME [DIR]",
		Short: "Begin a policy: a folder with a rule, its tests, and all that is needed to check it",
		Long: `NAME is the organisation's, as Rego spells names: the rules are packages org.NAME.rules.<category>.<rule>.
The folder is DIR, or NAME. Nothing that is there is written over.`,
		Example: "  gate policy new acme\n  gate policy new acme policies/",
		Args:    arguments(cobra.RangeArgs(1, 2)),
		RunE: func(cmd *cobra.Command, args []string) error {
			files, err := author.New(args[0])
			if err != nil {
				return exit{2, err}
			}
			dir := args[len(args)-1]
			if err := writeNew(dir, files); err != nil {
				return err
			}
			_, err = fmt.Fprintf(cmd.OutOrStdout(), "%s: a policy with one rule, %s:ops/deploy; its README.md tells how to go on\n", dir, args[0])
			return err
		},
	}
}
