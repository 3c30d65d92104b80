package main

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"github.com/spf13/cobra"
)

// policy is the group of commands for those who write rules.
func policy() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "policy",
		Short: "Write rules: begin a policy, check, test and format it, read the embedded one",
		Long: `A policy is a folder of Rego, laid out as an OPA bundle, over the embedded rules. docs/policies.md tells how to
write, test and ship one.`,
	}
	cmd.AddCommand(policyNew(), policyCheck(), policyTest(), policyFmt(), policyExport())
	return cmd
}

// folder is the folder that a command was given as its only argument, or this
// one.
func folder(args []string) (string, fs.FS, error) {
	dir := "."
	if len(args) == 1 {
		dir = args[0]
	}
	info, err := os.Stat(dir)
	if err == nil && !info.IsDir() {
		err = errors.New("it is no folder")
	}
	if err != nil {
		return "", nil, fmt.Errorf("read the policy %s: %w\nhint: name a folder with .rego files, or make one with gate policy new", dir, err)
	}
	return dir, os.DirFS(dir), nil
}

// writeNew writes files below a folder, by slash-separated path. When one of
// them is there already, nothing is written.
func writeNew(dir string, files map[string][]byte) error {
	names := slices.Sorted(maps.Keys(files))
	for _, name := range names {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if _, err := os.Lstat(path); !errors.Is(err, fs.ErrNotExist) {
			if err == nil {
				err = fs.ErrExist
			}
			return fmt.Errorf("write %s: %w\nhint: nothing has been written; name another folder", path, err)
		}
	}
	for _, name := range names {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return err
		}
		file, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
		if err != nil {
			return err
		}
		if _, err = file.Write(files[name]); err != nil {
			file.Close()
			return err
		}
		if err := file.Close(); err != nil {
			return err
		}
	}
	return nil
}
