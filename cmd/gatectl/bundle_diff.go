package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"gate/bundle/author"
	"gate/internal/config"
)

func bundleDiff() *cobra.Command {
	var format, log string
	var widens bool
	cmd := &cobra.Command{
		Use:   "diff OLD NEW",
		Short: "Say which rules two bundles differ in, and which recorded decisions would change",
		Long: `OLD and NEW are bundles' files or folders. With --log, both are asked about the input of every line of a decision log:
a user's bundle over the managed policy in force, an organisation's over the embedded rules. With --widens as well, it exits 1 when the new one would let through more of anything
recorded: ask where it was denied, no opinion where it was asked, or a grant where there was no opinion.`,
		Example: "  gate bundle diff one.tar.gz two.tar.gz\n  gate bundle diff one.tar.gz policies/ --log decisions.jsonl --widens",
		Args:    arguments(cobra.ExactArgs(2)),
		RunE: func(cmd *cobra.Command, args []string) error {
			if widens && log == "" {
				return exit{2, errors.New("--widens is about recorded decisions\nhint: say --log FILE")}
			}
			d, err := compared(cmd.Context(), args[0], args[1], log)
			if err != nil {
				return err
			}
			if err := show(cmd, format, d, func(w io.Writer) { printDiff(w, d) }); err != nil {
				return err
			}
			if wider := slices.ContainsFunc(d.Decisions, func(d author.Decision) bool { return d.Wider }); widens && wider {
				return errors.New("what was recorded would newly be let through\nhint: the lines marked wider say what")
			}
			return nil
		},
	}
	f := cmd.Flags()
	f.StringVar(&log, "log", "", "a decision log: a JSON object a line, each with an input")
	f.BoolVar(&widens, "widens", false, "exit 1 when the new bundle lets through more of the log")
	formatFlag(cmd, &format)
	return cmd
}

func compared(ctx context.Context, oldName, newName, log string) (author.Diff, error) {
	var both [2]*author.Bundle
	for i, name := range []string{oldName, newName} {
		var err error
		if both[i], err = openBundle(ctx, name); err != nil {
			return author.Diff{}, fmt.Errorf("read %s: %w", name, err)
		}
	}
	d, err := author.Compare(both[0], both[1])
	if err != nil || log == "" {
		return d, err
	}
	file, err := os.Open(log)
	if err != nil {
		return d, fmt.Errorf("read the log: %w", err)
	}
	defer file.Close()
	if d.Decisions, err = author.Replay(ctx, config.Managed(), both[0], both[1], file); err != nil {
		err = fmt.Errorf("replay %s: %w", log, err)
	}
	return d, err
}

func printDiff(w io.Writer, d author.Diff) {
	for _, name := range d.Added {
		row(w, "added", name)
	}
	for _, name := range d.Removed {
		row(w, "removed", name)
	}
	for _, c := range d.Changed {
		row(w, "changed", c.Name, strings.Join(c.What, ", "))
	}
	for _, x := range d.Decisions {
		wider := ""
		if x.Wider {
			wider = "wider"
		}
		row(w, fmt.Sprintf("line %d", x.Line), fmt.Sprintf("%s, was %s", x.New, x.Old), x.Rule, wider)
	}
}
