//go:build unix

package approval

import (
	"errors"
	"fmt"
	"os"
	"syscall"
)

// readOwn reads an ordinary file that is this user's and that nobody else can
// read or change, of at most a number of bytes.
func readOwn(name string, most int) ([]byte, error) {
	fd, err := syscall.Open(name, syscall.O_RDONLY|syscall.O_CLOEXEC|syscall.O_NOFOLLOW|syscall.O_NONBLOCK, 0)
	if err != nil {
		return nil, &os.PathError{Op: "open", Path: name, Err: err}
	}
	defer syscall.Close(fd)
	var s syscall.Stat_t
	if err := syscall.Fstat(fd, &s); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	switch {
	case s.Mode&syscall.S_IFMT != syscall.S_IFREG:
		err = errors.New("it is no ordinary file")
	case s.Uid != uint32(os.Geteuid()):
		err = errors.New("it is another user's")
	case s.Mode&0o077 != 0:
		err = errors.New("others can read or change it")
	case s.Size > int64(most):
		err = errors.New("it is too long")
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	text := make([]byte, most+1)
	n := 0
	for n < len(text) {
		got, err := syscall.Read(fd, text[n:])
		if err == syscall.EINTR {
			continue
		}
		if err != nil {
			return nil, fmt.Errorf("read %s: %w", name, err)
		}
		if got == 0 {
			break
		}
		n += got
	}
	return text[:n], nil
}
