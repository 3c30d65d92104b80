//go:build unix

package bundle

import (
	"errors"
	"fmt"
	"path/filepath"
	"runtime/debug"
	"syscall"
	"unsafe"
)

// readSnapshot maps a compiled policy, or reads its first bytes when fewer are
// asked for than it has. Who else could write it is not
// believed: the file and its folder must be this user's or root's, and nobody
// else may write there. A new policy is another file put in its place, so one
// that is mapped does not change; should it be cut short all the same, the
// fault is a panic, which the caller's recovery turns into a refusal.
func readSnapshot(name string, most int) (string, error) {
	if name == "" {
		return "", errNone
	}
	fd, err := syscall.Open(name, syscall.O_RDONLY|syscall.O_NOFOLLOW|syscall.O_CLOEXEC|syscall.O_NONBLOCK, 0)
	if err == syscall.ENOENT || err == syscall.ENOTDIR {
		return "", errNone
	}
	if err != nil {
		return "", err
	}
	defer syscall.Close(fd)
	var file, folder syscall.Stat_t
	if err := syscall.Fstat(fd, &file); err != nil {
		return "", err
	}
	if err := syscall.Stat(filepath.Dir(name), &folder); err != nil {
		return "", err
	}
	switch {
	case file.Mode&syscall.S_IFMT != syscall.S_IFREG:
		return "", errors.New("it is no ordinary file")
	case file.Size == 0:
		return "", errors.New("it is empty")
	}
	if err := errors.Join(tooLarge(file.Size), ours("it", &file), ours("its folder", &folder)); err != nil {
		return "", err
	}
	if int64(most) < file.Size {
		header := make([]byte, most)
		n, err := syscall.Pread(fd, header, 0)
		return string(header[:max(n, 0)]), err
	}
	debug.SetPanicOnFault(true)
	image, err := syscall.Mmap(fd, 0, int(file.Size), syscall.PROT_READ, syscall.MAP_PRIVATE|populate)
	if err != nil {
		return "", fmt.Errorf("map it: %w", err)
	}
	return unsafe.String(&image[0], len(image)), nil
}

// ours says whether nobody but this user and root can change a file.
func ours(what string, s *syscall.Stat_t) error {
	switch {
	case s.Uid != 0 && int(s.Uid) != syscall.Geteuid():
		return fmt.Errorf("%s belongs to user %d, and not to this one or root", what, s.Uid)
	case s.Mode&0o022 != 0:
		return fmt.Errorf("others may write %s: take that away with chmod go-w", what)
	}
	return nil
}
