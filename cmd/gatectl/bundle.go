package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"gate/bundle"
	"gate/bundle/author"
	"gate/internal/config"
)

// bundles is the group of commands about the policy in force.
func bundles() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "bundle",
		Short: "Say which policy is in force: use one, see it, go back to the embedded rules",
		Long: `The hook goes by one compiled policy. Without a snapshot that is the embedded one; gate bundle use
compiles the embedded rules and those of a folder into a snapshot, which counts from the next call on.`,
	}
	cmd.AddCommand(bundleBuild(), bundleInspect(), bundleKeygen(), bundleSign(), bundleVerify(), bundleUse(), bundleOff(), bundleStatus())
	return cmd
}

// userSnapshot is the file of the user's compiled policy.
func userSnapshot() (string, error) {
	files := config.Snapshots()
	if len(files) == 0 {
		return "", errors.New("there is no folder for settings\nhint: set HOME")
	}
	return files[len(files)-1], nil
}

func bundleUse() *cobra.Command {
	return &cobra.Command{
		Use:   "use DIR",
		Short: "Compile the rules of a folder with the embedded ones, and go by them",
		Long: `The folder is laid out as an OPA bundle: Rego in packages org.<name>.rules.<category>.<rule> or
user.rules.<category>.<rule>, lists in data.json files. Files that end in _test.rego are left out.`,
		Example: "  gate bundle use policies/",
		Args:    arguments(cobra.ExactArgs(1)),
		RunE: func(cmd *cobra.Command, args []string) error {
			file, err := userSnapshot()
			if err != nil {
				return err
			}
			layer := os.DirFS(args[0])
			if _, err := fs.Stat(layer, "."); err != nil {
				return fmt.Errorf("use %s: %w\nhint: name a folder with .rego files", args[0], err)
			}
			sources, err := author.Layered(layer)
			if err == nil {
				err = author.Activate(cmd.Context(), sources, file)
			}
			if err != nil {
				return fmt.Errorf("use %s: %w\nhint: the policy in force has not changed", args[0], err)
			}
			rules, err := author.Rules(layer)
			if err != nil {
				return err
			}
			fmt.Fprintf(cmd.OutOrStdout(), "in force: %d rules of %s, over the embedded ones\n", len(rules), args[0])
			return nil
		},
	}
}

func bundleOff() *cobra.Command {
	return &cobra.Command{
		Use:     "off",
		Short:   "Go by the embedded rules alone",
		Example: "  gate bundle off",
		Args:    arguments(cobra.NoArgs),
		RunE: func(cmd *cobra.Command, _ []string) error {
			file, err := userSnapshot()
			if err != nil {
				return err
			}
			if err := author.Deactivate(file); err != nil {
				return err
			}
			fmt.Fprintln(cmd.OutOrStdout(), "in force: the embedded rules")
			return nil
		},
	}
}

// status is what gate bundle status tells.
type status struct {
	Policy  string `json:"policy"` // the snapshot's file, "embedded" without one
	SHA256  string `json:"sha256"` // of what the policy is made of
	Problem string `json:"problem"`
}

func bundleStatus() *cobra.Command {
	var format string
	cmd := &cobra.Command{
		Use:     "status",
		Short:   "Say which policy the hook goes by; exits 1 when it cannot be used",
		Example: "  gate bundle status\n  gate bundle status --format json",
		Args:    arguments(cobra.NoArgs),
		RunE: func(cmd *cobra.Command, _ []string) error {
			s := status{Policy: "embedded"}
			policy, err := bundle.Active(config.Snapshots()...)
			if err == nil {
				s.SHA256 = fmt.Sprintf("%x", policy.Digest())
				if policy.File != "" {
					s.Policy = policy.File
				}
			} else {
				s.Policy, s.Problem = "", err.Error()
			}
			switch format {
			case "json":
				if err := printJSON(cmd.OutOrStdout(), s); err != nil {
					return err
				}
			case "text":
				if err == nil {
					t := tabwriter.NewWriter(cmd.OutOrStdout(), 0, 0, 2, ' ', 0)
					fmt.Fprintf(t, "policy\t%s\nsha256\t%s\n", s.Policy, s.SHA256)
					t.Flush()
				}
			default:
				return exit{2, fmt.Errorf("unknown format %q\nhint: text or json", format)}
			}
			return err
		},
	}
	cmd.Flags().StringVar(&format, "format", "text", "text or json")
	return cmd
}
