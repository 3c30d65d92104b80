package scan

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"time"
)

// maxNames is how many bytes git may list names in.
const maxNames = 256 << 20

// diffTime is how long git may take.
const diffTime = 5 * time.Minute

// diffFlags make a diff that no setting of the person or the repository
// changes. Without --text an attribute in the repository would hide a file.
var diffFlags = []string{
	"diff", "--text", "--no-ext-diff", "--no-textconv", "--no-color", "--no-relative", "--find-renames",
	"--submodule=short", "--ignore-submodules=none", "--no-abbrev",
}

// Repository is a working tree of git's.
type Repository struct{ Top string }

// Open finds the repository that dir is in.
func Open(ctx context.Context, dir string) (Repository, error) {
	out, err := output(ctx, dir, "rev-parse", "--show-toplevel")
	return Repository{strings.TrimSuffix(string(out), "\n")}, err
}

// Diff gives each file that differs in a range such as main...HEAD to yield,
// whose error ends it.
func (r Repository) Diff(ctx context.Context, span string, yield func(Change) error) error {
	if strings.HasPrefix(span, "-") || !strings.Contains(span, "..") {
		return fmt.Errorf("%q is no range of commits", span)
	}
	return r.diff(ctx, []string{span}, yield)
}

// Staged is Diff for what the next commit would hold.
func (r Repository) Staged(ctx context.Context, yield func(Change) error) error {
	return r.diff(ctx, []string{"--cached"}, yield)
}

// diff takes the names from one run of git, where no name can be mistaken, and
// the lines from another, in the same order.
func (r Repository) diff(ctx context.Context, what []string, yield func(Change) error) error {
	ctx, cancel := context.WithTimeout(ctx, diffTime)
	defer cancel()
	names, err := output(ctx, r.Top, with(what, "--raw", "-z")...)
	if err != nil {
		return err
	}
	entries, err := parseRaw(names)
	if err != nil {
		return err
	}
	git := command(ctx, r.Top, with(what, "--patch", "--unified=0", "--inter-hunk-context=0")...)
	var stderr bytes.Buffer
	git.Stderr = &stderr
	out, err := git.StdoutPipe()
	if err != nil {
		return err
	}
	if err := git.Start(); err != nil {
		return failed(err, "")
	}
	p := patch{r: bufio.NewReaderSize(out, 64<<10)}
	err = p.start()
	for i := 0; err == nil && i < len(entries); i++ {
		err = entries[i].changes(&p, yield)
	}
	if err == nil && !p.end {
		err = errors.New("read git's diff: it has more files than names")
	}
	if err != nil {
		cancel()
		git.Wait()
		return err
	}
	if err := git.Wait(); err != nil {
		return failed(err, stderr.String())
	}
	return nil
}

func with(what []string, flags ...string) []string {
	return append(append(append(append([]string{}, diffFlags...), flags...), what...), "--")
}

// entry is one file of git's raw format.
type entry struct {
	oldMode, newMode string
	status           byte
	name, was        string // was is the old name of what was renamed or copied
}

// parseRaw reads ":100644 100644 <old> <new> R090\0was\0name\0" again and again.
func parseRaw(out []byte) ([]entry, error) {
	fields := strings.Split(strings.TrimSuffix(string(out), "\x00"), "\x00")
	var entries []entry
	for len(fields) > 1 {
		words := strings.Fields(fields[0])
		if len(words) != 5 || words[0][0] != ':' {
			return nil, fmt.Errorf("read git's names: %q is none of its lines", fields[0])
		}
		e := entry{oldMode: words[0][1:], newMode: words[1], status: words[4][0], name: fields[1]}
		fields = fields[2:]
		if e.status == 'R' || e.status == 'C' {
			if len(fields) == 0 {
				return nil, errors.New("read git's names: the last one is cut off")
			}
			e.was, e.name, fields = e.name, fields[0], fields[1:]
		}
		entries = append(entries, e)
	}
	return entries, nil
}

// changes gives what became of one file, with its lines from the patch.
func (e entry) changes(p *patch, yield func(Change) error) error {
	if e.status == 'U' {
		return yield(Change{Name: e.name, Note: noteUnmerged})
	}
	added, over, err := p.file()
	if err == nil && e.status == 'T' { // told as a deletion and a new file
		added, over, err = p.file()
	}
	if err != nil {
		return err
	}
	if e.status == 'R' {
		if err := yield(Change{Name: e.was, Op: Delete}); err != nil {
			return err
		}
	}
	return yield(e.change(added, over))
}

func (e entry) change(added []byte, over bool) Change {
	c := Change{Name: e.name, Op: Edit}
	switch {
	case e.status == 'D':
		c.Op = Delete
	case e.newMode == "160000":
		c.Note = noteSubmodule
	case e.newMode == "120000":
		c.Op, c.Target = Link, string(added)
	default:
		if e.status == 'A' || e.status == 'T' {
			c.Op = Write
		}
		c.set(added, over)
	}
	return c
}

// Files lists the files in a folder that git knows or would take.
func (r Repository) Files(ctx context.Context, dir string) ([]string, error) {
	out, err := output(ctx, dir, "ls-files", "-z", "--cached", "--others", "--exclude-standard", "--deduplicate", "--", ".")
	if err != nil || len(out) == 0 {
		return nil, err
	}
	return strings.Split(strings.TrimSuffix(string(out), "\x00"), "\x00"), nil
}

// output is what git says, up to a limit.
func output(ctx context.Context, dir string, args ...string) ([]byte, error) {
	git := command(ctx, dir, args...)
	var stderr bytes.Buffer
	git.Stderr = &stderr
	pipe, err := git.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := git.Start(); err != nil {
		return nil, failed(err, "")
	}
	out, err := io.ReadAll(io.LimitReader(pipe, maxNames+1))
	pipe.Close()
	if waited := git.Wait(); len(out) <= maxNames && waited != nil {
		return nil, failed(waited, stderr.String())
	}
	if len(out) > maxNames {
		return nil, fmt.Errorf("git %s: it says more than %d bytes", args[0], maxNames)
	}
	return out, err
}

// command is git in a folder. A file system monitor is a program that the
// repository's settings name, and is not started.
func command(ctx context.Context, dir string, args ...string) *exec.Cmd {
	git := exec.CommandContext(ctx, "git", append([]string{"--no-pager", "-c", "core.fsmonitor=false"}, args...)...)
	git.Dir = dir
	git.Env = append(os.Environ(), "LC_ALL=C", "GIT_OPTIONAL_LOCKS=0")
	git.WaitDelay = time.Second
	return git
}

// failed is git's own word on what went wrong, and what to do.
func failed(err error, stderr string) error {
	stderr = strings.TrimSpace(stderr)
	said, _, _ := strings.Cut(stderr, "\n")
	said = strings.TrimPrefix(said, "fatal: ")
	switch {
	case errors.Is(err, exec.ErrNotFound):
		return errors.New("git is not there\nhint: install it, or name files instead of a range")
	case strings.Contains(said, "no merge base"):
		return fmt.Errorf("git: %s\nhint: the clone is too shallow: fetch more (fetch-depth: 0), or say BASE..HEAD with two dots", said)
	case strings.Contains(said, "unknown revision"), strings.Contains(said, "bad revision"), strings.Contains(said, "bad object"), strings.Contains(said, "Invalid "):
		return fmt.Errorf("git: %s\nhint: a shallow clone lacks commits: git fetch origin BASE, or fetch-depth: 0", said)
	case said == "":
		return fmt.Errorf("git: %w", err)
	}
	return fmt.Errorf("git: %s", said)
}
