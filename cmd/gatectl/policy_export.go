package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"gate/bundle/author"
)

func policyExport() *cobra.Command {
	return &cobra.Command{
		Use:   "export [DIR]",
		Short: "Write the embedded policy: rules, libraries, data, schema, capabilities",
		Long: `The folder is DIR, or gate-policy. It is an OPA bundle, for reading, and for stock OPA. Nothing that is there is
written over.`,
		Example: `  gate policy export gate-policy
  gate eval --input payload.json | opa eval -d gate-policy -I data.gate.verdict
  opa test -b . -b gate-policy`,
		Args: arguments(cobra.MaximumNArgs(1)),
		RunE: func(cmd *cobra.Command, args []string) error {
			dir := "gate-policy"
			if len(args) == 1 {
				dir = args[0]
			}
			files, err := author.Export()
			if err != nil {
				return err
			}
			if err := writeNew(dir, files); err != nil {
				return err
			}
			_, err = fmt.Fprintf(cmd.OutOrStdout(), "%s: the embedded policy, %d files\n", dir, len(files))
			return err
		},
	}
}
