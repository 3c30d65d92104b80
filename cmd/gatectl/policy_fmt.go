package main

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/rogpeppe/go-internal/diff"
	"github.com/spf13/cobra"

	"gate/bundle/author"
)

func policyFmt() *cobra.Command {
	var check bool
	cmd := &cobra.Command{
		Use:     "fmt [DIR]",
		Short:   "Format a policy as opa fmt does",
		Long:    "The names of the files that change are printed. With --check nothing is written, and what would change is shown.",
		Example: "  gate policy fmt\n  gate policy fmt --check policies/",
		Args:    arguments(cobra.MaximumNArgs(1)),
		RunE: func(cmd *cobra.Command, args []string) error {
			dir, files, err := folder(args)
			if err != nil {
				return err
			}
			change := func(name string, _, want []byte) error {
				fmt.Fprintln(cmd.OutOrStdout(), name)
				return os.WriteFile(name, want, 0o644) // the mode of a file that is there stays
			}
			if check {
				change = func(name string, have, want []byte) error {
					_, err := cmd.OutOrStdout().Write(diff.Diff(name, have, name+" formatted", want))
					return err
				}
			}
			changed, err := format(dir, files, change)
			if err == nil && check && changed > 0 {
				err = fmt.Errorf("%s: %s not formatted\nhint: run gate policy fmt %[1]s", dir, counted(changed, "file"))
			}
			return err
		},
	}
	cmd.Flags().BoolVar(&check, "check", false, "write nothing, show what would change, and exit 1 when something would")
	return cmd
}

// format calls change with each file of Rego that the formatter would write
// otherwise, and counts them. Files that do not parse are one error together.
func format(dir string, files fs.FS, change func(name string, have, want []byte) error) (changed int, err error) {
	var broken []error
	err = fs.WalkDir(files, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(name, ".rego") {
			return err
		}
		have, err := fs.ReadFile(files, name)
		if err != nil {
			return err
		}
		path := filepath.Join(dir, filepath.FromSlash(name))
		want, err := author.Format(path, have)
		if err != nil {
			broken = append(broken, err)
			return nil
		}
		if bytes.Equal(have, want) {
			return nil
		}
		changed++
		return change(path, have, want)
	})
	return changed, errors.Join(append(broken, err)...)
}
