//go:build unix

package audit

import (
	"errors"
	"fmt"
	"syscall"
)

// file is an open file. Package os would ask the system whether it can tell
// when there is something to read, which takes as long as writing a line.
type file struct{ fd int }

// open opens an ordinary file. One to write to is made when it is missing.
func open(name string, use use) (file, error) {
	mode := syscall.O_CLOEXEC | syscall.O_NOFOLLOW | syscall.O_NONBLOCK
	switch use {
	case writing:
		mode |= syscall.O_RDWR | syscall.O_CREAT
	case appending:
		mode |= syscall.O_RDWR | syscall.O_CREAT | syscall.O_APPEND
	}
	fd, err := again(func() (int, error) { return syscall.Open(name, mode, 0o600) })
	if err != nil {
		return file{-1}, fmt.Errorf("open %s: %w", name, err)
	}
	var s syscall.Stat_t
	if err = syscall.Fstat(fd, &s); err == nil && s.Mode&syscall.S_IFMT != syscall.S_IFREG {
		err = errors.New("it is no ordinary file")
	}
	if err != nil {
		syscall.Close(fd)
		return file{-1}, fmt.Errorf("open %s: %w", name, err)
	}
	return file{fd}, nil
}

// again does what a signal interrupted.
func again(do func() (int, error)) (n int, err error) {
	for n, err = do(); err == syscall.EINTR; {
		n, err = do()
	}
	return n, err
}

func (f file) close() { syscall.Close(f.fd) }

// lock takes the file's lock, which closing gives back. It is an error that
// another process has it, unless it is to be waited for.
func (f file) lock(wait bool) error {
	how := syscall.LOCK_EX
	if !wait {
		how |= syscall.LOCK_NB
	}
	_, err := again(func() (int, error) { return 0, syscall.Flock(f.fd, how) })
	return err
}

func (f file) size() (int64, error) {
	var s syscall.Stat_t
	err := syscall.Fstat(f.fd, &s)
	return s.Size, err
}

// readAt reads what there is from an offset on, at most len(b) bytes.
func (f file) readAt(b []byte, at int64) (int, error) {
	done := 0
	for done < len(b) {
		n, err := again(func() (int, error) { return syscall.Pread(f.fd, b[done:], at+int64(done)) })
		if n <= 0 || err != nil {
			return done, err
		}
		done += n
	}
	return done, nil
}

// write writes all of b, at an offset or, with a file for appending, at its
// end whatever the offset.
func (f file) write(b []byte, at int64) error {
	n, err := again(func() (int, error) { return syscall.Pwrite(f.fd, b, at) })
	if err == nil && n < len(b) {
		err = errShort
	}
	return err
}

func (f file) truncate(size int64) error { return syscall.Ftruncate(f.fd, size) }
