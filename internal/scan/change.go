// Package scan asks the policy in force about changes that are already made:
// a git diff, what is staged, or files. Each becomes the write that a harness
// would have announced, so that the same rules hold where no hook ran.
package scan

import (
	"bytes"
	"errors"
	"io"
	"os"
)

// MaxContent is how many bytes of one file are looked at, as of a payload.
const MaxContent = 4 << 20

// Change is one file that changed.
type Change struct {
	Name    string // slash-separated, as git or the caller names it; need not be UTF-8
	Op      Op
	Content string // the new text, each line at its own number: lines that were there before are empty
	Target  string // where a new link leads
	Note    string // why the content was not looked at; "" when it was
}

// Op is what was done to a file.
type Op int

// The operations.
const (
	Write  Op = iota // a new file, or one that is looked at whole
	Edit             // some lines are new
	Delete           // it is gone, or has another name now
	Link             // a symbolic link
)

// The notes on a change.
const (
	noteBinary    = "it is binary: only its name was looked at"
	noteLarge     = "it is larger than 4 MiB: only its name was looked at"
	noteSubmodule = "it is a submodule: only its name was looked at"
	noteOther     = "it is neither a file nor a link: it was not looked at"
	noteUnmerged  = "it is not merged yet: it was not looked at"
)

// set takes content that is text and not too large.
func (c *Change) set(content []byte, over bool) {
	switch {
	case over || len(content) > MaxContent:
		c.Note = noteLarge
	case bytes.IndexByte(content, 0) >= 0:
		c.Note = noteBinary
	default:
		c.Content = string(content)
	}
}

// file reads a file as it is. Nothing but a regular file is opened, so that a
// pipe or a device cannot hold the scan up.
func file(path, name string) (Change, error) {
	c := Change{Name: name}
	info, err := os.Lstat(path)
	if err != nil {
		return c, err
	}
	switch {
	case info.Mode()&os.ModeSymlink != 0:
		c.Op = Link
		c.Target, err = os.Readlink(path)
		return c, err
	case !info.Mode().IsRegular():
		c.Note = noteOther
		return c, nil
	}
	f, err := os.Open(path)
	if err != nil {
		return c, err
	}
	content, err := io.ReadAll(io.LimitReader(f, MaxContent+1))
	c.set(content, false)
	return c, errors.Join(err, f.Close())
}
