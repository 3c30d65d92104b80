package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime/debug"

	"github.com/spf13/cobra"

	"gate/bundle"
	"gate/bundle/author"
	"gate/internal/audit"
	"gate/internal/config"
	"gate/internal/replay"
)

// replaying is what gate replay was asked for.
type replaying struct {
	bundle, scope   string
	widens, changes bool
	format          string
}

func replays() *cobra.Command {
	var r replaying
	cmd := &cobra.Command{
		Use:   "replay [LOG...]",
		Short: "Ask the policy again about recorded decisions, and say which would come out otherwise",
		Long: `LOG is a file with a decision log, a log's folder, or - for standard input; without one it is the user's own log.
Each recorded input is asked about again: to the policy in force, or with --bundle to the one that would be in force after
gate bundle use. What a project's own policy said stands as it was recorded.

A decision whose line lacks something of the call, as the log's mask leaves it out, and that comes out otherwise, is told
as uncertain, unless the policy in force still says of the line what was recorded. Uncertain ones count for no exit code.
Exit codes: 0 done; 1 it failed, or with --widens something recorded would newly be let through, or with --changes
anything would come out otherwise; 2 bad arguments.`,
		Example: "  gate replay\n  gate replay --bundle policies/ --widens\n  gate replay --bundle acme.tar.gz --changes --format json decisions.jsonl",
		RunE: func(cmd *cobra.Command, args []string) error {
			if r.format != "text" && r.format != "json" {
				return exit{2, fmt.Errorf("unknown format %q\nhint: text or json", r.format)}
			}
			report, err := r.run(cmd, args)
			if err != nil {
				return err
			}
			if err := show(cmd, r.format, report, func(w io.Writer) { printReplay(w, report) }); err != nil {
				return err
			}
			return r.outcome(report)
		},
	}
	f := cmd.Flags()
	f.StringVar(&r.bundle, "bundle", "", "a bundle's file or folder to ask instead of the policy in force")
	f.BoolVar(&r.widens, "widens", false, "exit 1 when something recorded would newly be let through")
	f.BoolVar(&r.changes, "changes", false, "exit 1 when anything recorded would come out otherwise")
	scopeFlag(cmd, &r.scope)
	formatFlag(cmd, &r.format)
	return cmd
}

func (r replaying) run(cmd *cobra.Command, args []string) (replay.Report, error) {
	policy, err := bundle.Active(config.Snapshots())
	if err != nil {
		return replay.Report{}, err
	}
	var o replay.Options
	if r.bundle != "" {
		o.InForce = policy
		if policy, err = r.candidate(cmd.Context()); err != nil {
			return replay.Report{}, fmt.Errorf("compile %s: %w", r.bundle, err)
		}
	}
	logs, size, err := openLogs(cmd.InOrStdin(), args)
	defer closeLogs(logs)
	if err != nil {
		return replay.Report{}, err
	}
	bar := newProgress(cmd.ErrOrStderr(), size)
	defer bar.end()
	o.Progress = bar.add
	defer debug.SetGCPercent(debug.SetGCPercent(400)) // each decision leaves garbage, and little stays
	return replay.Run(cmd.Context(), logs, policy, o)
}

// candidate is the policy that the bundle would lead to.
func (r replaying) candidate(ctx context.Context) (*bundle.Policy, error) {
	s, err := store(r.scope)
	if err != nil {
		return nil, err
	}
	var b *author.Bundle
	if b, err = openBundle(ctx, r.bundle); err != nil {
		return nil, err
	}
	return s.Candidate(ctx, b)
}

// openLogs opens the logs of these names, the user's without any, and gives
// their size in bytes, 0 when it is not known.
func openLogs(stdin io.Reader, names []string) (logs []replay.Log, size int64, err error) {
	if len(names) == 0 {
		dir, err := audit.Folder()
		if err != nil {
			return nil, 0, err
		}
		names = []string{dir}
	}
	known := true
	for _, name := range names {
		if name == "-" {
			logs, known = append(logs, replay.Log{Name: "standard input", Reader: stdin}), false
			continue
		}
		r, n, err := openLog(name)
		if err != nil {
			return logs, 0, err
		}
		logs, size = append(logs, replay.Log{Name: name, Reader: r}), size+n
	}
	if !known {
		size = 0
	}
	return logs, size, nil
}

func openLog(name string) (io.Reader, int64, error) {
	if info, err := os.Stat(name); err == nil && info.IsDir() || errors.Is(err, os.ErrNotExist) && isOwnLog(name) {
		return audit.Text(name)
	}
	file, err := os.Open(name)
	if err != nil {
		return nil, 0, fmt.Errorf("read the log: %w\nhint: name a file or folder with a decision log, or - for standard input", err)
	}
	info, err := file.Stat()
	if err != nil {
		return file, 0, err
	}
	return file, info.Size(), nil
}

// isOwnLog says whether a name is that of the user's log, which may not have
// begun yet.
func isOwnLog(name string) bool {
	dir, err := audit.Folder()
	return err == nil && name == dir
}

func closeLogs(logs []replay.Log) {
	for _, l := range logs {
		if c, ok := l.Reader.(io.Closer); ok && l.Reader != os.Stdin {
			c.Close()
		}
	}
}

// outcome is the exit code that a pipeline asked for.
func (r replaying) outcome(report replay.Report) error {
	switch {
	case r.widens && report.Wider > 0:
		return errors.New("what was recorded would newly be let through\nhint: the lines marked wider say what")
	case r.changes && report.Wider+report.Stricter > 0:
		return errors.New("what was recorded would come out otherwise\nhint: leave out --changes where that is wanted")
	}
	return nil
}

func printReplay(w io.Writer, r replay.Report) {
	fmt.Fprintf(w, "%d decisions asked about again: %d the same, %d wider, %d stricter, %d uncertain\n", r.Asked, r.Same, r.Wider, r.Stricter, r.Uncertain)
	if apart := r.Apart + r.Broken; apart > 0 {
		fmt.Fprintf(w, "%d lines were not: %d that no policy decided, %d that are broken\n", apart, r.Apart, r.Broken)
	}
	for _, c := range r.Changes {
		kind := "stricter"
		switch {
		case c.Uncertain:
			kind = "uncertain"
		case c.Wider:
			kind = "wider"
		}
		row(w, kind, fmt.Sprint(c.Count), fmt.Sprintf("%s, was %s", c.New, c.Old), c.Rule, exampleAt(c.Example), c.Example.What)
	}
}

// exampleAt names a line by the beginning of its id, which gate explain takes.
func exampleAt(e replay.Example) string {
	if e.ID == "" {
		return fmt.Sprintf("line %d", e.Line)
	}
	return shortID(e.ID)
}

// shortID is the beginning of an id that tells it apart from most.
func shortID(id string) string { return id[:min(len(id), 13)] }
