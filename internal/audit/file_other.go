//go:build !unix

package audit

import (
	"errors"
	"fmt"
	"io"
	"os"
)

// file is an open file.
type file struct{ *os.File }

// open opens an ordinary file. One to write to is made when it is missing; who
// appends gives the offset of the end.
func open(name string, use use) (file, error) {
	mode := os.O_RDONLY
	if use != reading {
		mode = os.O_RDWR | os.O_CREATE
	}
	f, err := os.OpenFile(name, mode, 0o600)
	if err != nil {
		return file{}, err
	}
	info, err := f.Stat()
	if err == nil && !info.Mode().IsRegular() {
		err = fmt.Errorf("open %s: it is no ordinary file", name)
	}
	if err != nil {
		f.Close()
	}
	return file{f}, err
}

func (f file) close() { f.Close() }

func (f file) size() (int64, error) {
	info, err := f.Stat()
	if err != nil {
		return 0, err
	}
	return info.Size(), nil
}

// readAt reads what there is from an offset on, at most len(b) bytes.
func (f file) readAt(b []byte, at int64) (int, error) {
	n, err := f.ReadAt(b, at)
	if errors.Is(err, io.EOF) {
		err = nil
	}
	return n, err
}

// write writes all of b at an offset.
func (f file) write(b []byte, at int64) error {
	_, err := f.WriteAt(b, at)
	return err
}

func (f file) truncate(size int64) error { return f.Truncate(size) }
