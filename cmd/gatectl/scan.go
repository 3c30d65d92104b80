package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"unicode"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"gate"
	"gate/internal/config"
	"gate/internal/scan"
)

// scanning is what gate scan was asked for.
type scanning struct {
	diff    string
	staged  bool
	paths   []string
	format  string
	failOn  string
	profile string
}

// scans asks about changes that no hook has seen.
func scans() *cobra.Command {
	var s scanning
	cmd := &cobra.Command{
		Use:   "scan [--diff BASE...HEAD | --staged | PATH...]",
		Short: "Ask about a git diff, what is staged, or files: for CI and pre-commit",
		Long: `Each file that changed becomes the write that an agent would have announced, and the policy in force is asked.
Of a diff only new lines count. See docs/scan.md for what differs from the hook.

Exit codes: 0 nothing found, or only questions; 1 something is denied (with --fail-on ask, or asked about);
2 bad arguments, or it could not be scanned.`,
		Example: `  gate scan --diff origin/main...HEAD
  gate scan --diff HEAD^1...HEAD --format sarif > gate.sarif
  gate scan --staged --fail-on ask
  gate scan src/ config.yaml`,
		Args: cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			s.paths = args
			if err := s.check(); err != nil {
				return exit{2, err}
			}
			report, err := s.run(cmd.Context())
			if err != nil {
				return exit{2, err}
			}
			if err := s.print(cmd.OutOrStdout(), report); err != nil {
				return exit{2, err}
			}
			return s.verdict(report)
		},
	}
	f := cmd.Flags()
	f.StringVar(&s.diff, "diff", "", "the commits to look at: BASE...HEAD, or BASE..HEAD")
	f.BoolVar(&s.staged, "staged", false, "look at what the next commit would hold")
	f.StringVar(&s.format, "format", "text", "text, json or sarif")
	cmd.RegisterFlagCompletionFunc("format", oneOf(func() []string { return []string{"text", "json", "sarif"} }))
	f.StringVar(&s.failOn, "fail-on", "deny", "what makes it exit 1: deny, or ask for both")
	f.StringVar(&s.profile, "profile", "", "the profile to use")
	return cmd
}

func (s scanning) check() error {
	ways := len(s.paths)
	if s.diff != "" {
		ways++
	}
	if s.staged {
		ways++
	}
	switch {
	case ways == 0:
		return errors.New("nothing to scan\nhint: say --diff BASE...HEAD, --staged, or name files or folders")
	case ways > max(1, len(s.paths)):
		return errors.New("--diff, --staged and paths exclude one another\nhint: see gate scan --help")
	case s.format != "text" && s.format != "json" && s.format != "sarif":
		return fmt.Errorf("unknown format %q\nhint: text, json or sarif", s.format)
	case s.failOn != "deny" && s.failOn != "ask":
		return fmt.Errorf("--fail-on is %q\nhint: deny or ask", s.failOn)
	case s.diff != "" && (strings.HasPrefix(s.diff, "-") || !strings.Contains(s.diff, "..")):
		return fmt.Errorf("--diff %s is no range of commits\nhint: BASE...HEAD, such as origin/main...HEAD", s.diff)
	}
	return nil
}

func (s scanning) run(ctx context.Context) (scan.Report, error) {
	cwd, err := os.Getwd()
	if err == nil {
		cwd, err = filepath.EvalSymlinks(cwd)
	}
	if err != nil {
		return scan.Report{}, err
	}
	if len(s.paths) > 0 {
		scanner, err := scan.New(config.Root(cwd, config.Home()), s.profile)
		if err != nil {
			return scan.Report{}, err
		}
		err = scanner.Paths(ctx, s.paths)
		return scanner.Report, err
	}
	repository, err := scan.Open(ctx, cwd)
	if err != nil {
		return scan.Report{}, err
	}
	scanner, err := scan.New(repository.Top, s.profile)
	if err != nil {
		return scan.Report{}, err
	}
	if s.staged {
		err = repository.Staged(ctx, scanner.Change)
	} else {
		err = repository.Diff(ctx, s.diff, scanner.Change)
	}
	return scanner.Report, err
}

func (s scanning) print(w io.Writer, r scan.Report) error {
	switch s.format {
	case "json":
		return printJSON(w, r)
	case "sarif":
		doc, err := sarif(r)
		if err != nil {
			return err
		}
		return printJSON(w, doc)
	}
	return printScan(w, r)
}

// verdict is the error that something was found.
func (s scanning) verdict(r scan.Report) error {
	worst := r.Worst()
	if worst == gate.Deny || worst == gate.Ask && s.failOn == "ask" {
		return exit{1, fmt.Errorf("%s in %s", counted(len(r.Findings), "finding"), counted(r.Files, "file"))}
	}
	return nil
}

// printScan is the report for a person.
func printScan(w io.Writer, r scan.Report) error {
	p := newPaint(w)
	for _, f := range r.Findings {
		fmt.Fprintf(w, "%s:%d: %s %s: %s\n", spelled(f.File), f.Line, p.decision(f.Decision), f.Rule, oneLine(f.Reason))
		if f.Fix != "" {
			fmt.Fprintf(w, "    %s\n", p.faint(oneLine(f.Fix)))
		}
	}
	for _, n := range r.Notes {
		fmt.Fprintf(w, "%s: note: %s\n", spelled(n.File), n.Note)
	}
	if len(r.Findings) > 0 {
		return nil
	}
	_, err := fmt.Fprintf(w, "%s, nothing found\n", counted(r.Files, "file"))
	return err
}

// spelled is a name on one line, quoted where it would not be plain.
func spelled(name string) string {
	if quoted := strconv.Quote(name); quoted != `"`+name+`"` {
		return quoted
	}
	return name
}

// oneLine is text on one line, its control characters as escapes: a name in it
// could otherwise move a terminal's cursor, or give orders to a CI's log.
func oneLine(text string) string {
	var b strings.Builder
	for _, r := range text {
		if unicode.IsPrint(r) {
			b.WriteRune(r)
		} else {
			b.WriteString(strings.Trim(strconv.QuoteRune(r), "'"))
		}
	}
	return b.String()
}

// paint colours words on a terminal, and nowhere else.
type paint bool

func newPaint(w io.Writer) paint {
	f, ok := w.(*os.File)
	return paint(ok && os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb" && term.IsTerminal(int(f.Fd())))
}

func (p paint) in(code, text string) string {
	if !p {
		return text
	}
	return "\x1b[" + code + "m" + text + "\x1b[0m"
}

func (p paint) faint(text string) string { return p.in("2", text) }

func (p paint) decision(d gate.Decision) string {
	return p.in([...]string{gate.Deny: "1;31", gate.Ask: "1;33", gate.Allow: "1;32", gate.None: "32"}[d], d.String())
}
