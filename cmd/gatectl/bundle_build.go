package main

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"gate/bundle/author"
)

func bundleBuild() *cobra.Command {
	var out string
	var complete bool
	var p author.Packing
	cmd := &cobra.Command{
		Use:   "build DIR -o FILE",
		Short: "Make an OPA bundle of a folder of rules; the same folder makes the same bytes",
		Long: `The folder is laid out as an OPA bundle. Its modules, data files and .manifest go in, and nothing else; without
a .manifest it gets one with the roots that its packages need. The rules are held to what the gate demands: packages that
are heard, OPA's strict compiler, the builtins of the gate's capabilities. OPA reads the file as well.

With --complete the embedded policy lies under the rules, and OPA answers data.gate.verdict by the file alone. That is for
OPA's servers: the gate brings its own policy, and takes such a file from nobody.`,
		Example: "  gate bundle build policies/ -o acme.tar.gz --revision 1.4.0\n  gate bundle build policies/ -o complete.tar.gz --complete && opa run --server -b complete.tar.gz",
		Args:    arguments(cobra.ExactArgs(1)),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := required("output", out); err != nil {
				return err
			}
			if err := build(cmd, args[0], out, p, complete); err != nil {
				return fmt.Errorf("build %s: %w", args[0], err)
			}
			return nil
		},
	}
	f := cmd.Flags()
	f.StringVarP(&out, "output", "o", "", "the file to write")
	f.StringVar(&p.Revision, "revision", "", "the bundle's revision, 1.4.0 (default: the manifest's)")
	f.BoolVar(&complete, "complete", false, "lay the embedded policy under it, for OPA to answer by")
	f.BoolVar(&p.Tests, "with-tests", false, "put the files that end in _test.rego in, too")
	return cmd
}

func build(cmd *cobra.Command, dir, out string, p author.Packing, complete bool) error {
	b, err := packFolder(cmd.Context(), dir, p)
	if err != nil {
		return err
	}
	i, err := b.Info()
	if err != nil {
		return err
	}
	tarball, under := b.Tarball, ""
	if complete {
		if tarball, err = b.Complete(); err != nil {
			return err
		}
		under = " over the embedded ones"
	}
	if err := writeWhole(out, tarball, 0o644); err != nil {
		return err
	}
	fmt.Fprintf(cmd.OutOrStdout(), "built %s: %d rules%s, %d bytes, sha256:%x\n", out, len(i.Rules), under, len(tarball), sha256.Sum256(tarball))
	return nil
}

func bundleInspect() *cobra.Command {
	var format string
	cmd := &cobra.Command{
		Use:     "inspect FILE|DIR",
		Short:   "Show what is in a bundle: revision, roots, rules, data, signature, digest",
		Example: "  gate bundle inspect acme.tar.gz\n  gate bundle inspect policies/ --format json",
		Args:    arguments(cobra.ExactArgs(1)),
		RunE: func(cmd *cobra.Command, args []string) error {
			b, err := openBundle(cmd.Context(), args[0])
			if err != nil {
				return fmt.Errorf("inspect %s: %w", args[0], err)
			}
			i, err := b.Info()
			if err != nil {
				return fmt.Errorf("inspect %s: %w", args[0], err)
			}
			return show(cmd, format, i, func(w io.Writer) { printInfo(w, i) })
		},
	}
	formatFlag(cmd, &format)
	return cmd
}

func printInfo(w io.Writer, i author.Info) {
	row(w, "revision", i.Revision)
	row(w, "roots", strings.Join(i.Roots, " "))
	row(w, "digest", i.Digest)
	row(w, "size", fmt.Sprintf("%d bytes, %d files", i.Size, i.Files))
	for _, s := range i.Signatures {
		row(w, "signed", s.Algorithm, "key "+s.KeyID)
	}
	if len(i.Signatures) == 0 {
		row(w, "signed", "no")
	}
	for _, d := range i.Data {
		row(w, "data", d.Name, fmt.Sprintf("%d bytes", d.Size))
	}
	for _, r := range i.Rules {
		row(w, "rule", r.ID, r.Severity, r.Title)
	}
}

// openBundle reads a tarball, or packs a folder.
func openBundle(ctx context.Context, name string) (*author.Bundle, error) {
	info, err := os.Stat(name)
	switch {
	case err != nil:
		return nil, fmt.Errorf("%w\nhint: name a bundle's file or folder", err)
	case info.IsDir():
		return packFolder(ctx, name, author.Packing{})
	}
	return readBundle(name)
}

func packFolder(ctx context.Context, name string, p author.Packing) (*author.Bundle, error) {
	folder := os.DirFS(name)
	if _, err := fs.Stat(folder, "."); err != nil {
		return nil, fmt.Errorf("%w\nhint: name a folder with .rego files", err)
	}
	return author.Pack(ctx, folder, p)
}

func readBundle(name string) (*author.Bundle, error) {
	file, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	text, err := io.ReadAll(io.LimitReader(file, author.MaxTarball+1))
	if err != nil {
		return nil, err
	}
	return author.ReadBundle(text)
}

// writeWhole puts a file in the place of another once it is whole.
func writeWhole(name string, text []byte, mode fs.FileMode) error {
	file, err := os.CreateTemp(filepath.Dir(name), ".new-*")
	if err != nil {
		return err
	}
	defer os.Remove(file.Name())
	_, err = file.Write(text)
	if err = errors.Join(err, file.Chmod(mode), file.Close()); err != nil {
		return err
	}
	return os.Rename(file.Name(), name)
}

// formatFlag gives a command --format.
func formatFlag(cmd *cobra.Command, format *string) {
	cmd.Flags().StringVar(format, "format", "text", "text or json")
}

// show prints a document in the format that was asked for.
func show(cmd *cobra.Command, format string, doc any, text func(w io.Writer)) error {
	switch format {
	case "json":
		return printJSON(cmd.OutOrStdout(), doc)
	case "text":
		t := tabwriter.NewWriter(cmd.OutOrStdout(), 0, 0, 2, ' ', 0)
		text(t)
		return t.Flush()
	}
	return exit{2, fmt.Errorf("unknown format %q\nhint: text or json", format)}
}
