package main

import (
	"fmt"
	"os"

	"github.com/spf13/cobra"

	"gate/internal/config"
)

// trust notes that a person trusts this project's profile as it stands.
func trust() *cobra.Command {
	return &cobra.Command{
		Use:   "trust",
		Short: "Trust this project's profile as it stands now",
		Long: `Until a person trusts it, a project's .gate/profile.json can only tighten what the
user's or the built-in profile says. Trust is kept by the file's hash, outside the
project: when the file changes, it has to be trusted again.`,
		Example: "  cd project && cat .gate/profile.json && gate trust",
		Args:    arguments(cobra.NoArgs),
		RunE: func(cmd *cobra.Command, _ []string) error {
			cwd, err := os.Getwd()
			if err != nil {
				return err
			}
			home := config.Home()
			root := config.Root(cwd, home)
			sum, err := config.Trust(root, home)
			if err != nil {
				return fmt.Errorf("trust %s: %w\nhint: run this in a project with a valid .gate/profile.json", root, err)
			}
			fmt.Fprintf(cmd.OutOrStdout(), "trusted %s\nsha256  %s\n", config.ProjectProfile(root), sum)
			return nil
		},
	}
}
