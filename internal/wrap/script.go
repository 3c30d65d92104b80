//go:build unix

package wrap

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"syscall"
)

// maxScript bounds a script, in bytes.
const maxScript = 4 << 20

// errUnreadable says that a script cannot be opened.
var errUnreadable = errors.New("the script cannot be read")

// scriptFile reads the script of that name, which a shell looks for in its
// folder and then on PATH. What is no ordinary file, such as the pipe of <(...),
// is read but once, so its text then lies in the file again.
func scriptFile(name string) (text, again string, err error) {
	file, err := open(name)
	if err != nil {
		return "", "", errUnreadable
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil || info.IsDir() {
		return "", "", errUnreadable
	}
	if text, err = read(file); err != nil || info.Mode().IsRegular() {
		return text, "", err
	}
	fd, err := refill(text)
	return text, fmt.Sprintf("/dev/fd/%d", fd), err
}

func open(name string) (*os.File, error) {
	file, err := os.Open(name)
	if err == nil || strings.Contains(name, "/") {
		return file, err
	}
	for _, dir := range filepath.SplitList(os.Getenv("PATH")) {
		if file, err := os.Open(filepath.Join(dir, name)); err == nil {
			return file, nil
		}
	}
	return nil, err
}

// standardInput reads the script on standard input, and puts it back.
func standardInput() (string, error) {
	at, err := os.Stdin.Seek(0, io.SeekCurrent)
	info, serr := os.Stdin.Stat()
	regular := err == nil && serr == nil && info.Mode().IsRegular()
	text, err := read(os.Stdin)
	if err != nil {
		return "", err
	}
	if regular {
		_, err = os.Stdin.Seek(at, io.SeekStart)
		return text, err
	}
	fd, err := refill(text)
	if err != nil {
		return "", err
	}
	if err := syscall.Close(0); err != nil {
		return "", fmt.Errorf("put the script back: %w", err)
	}
	if _, err := syscall.Dup(fd); err != nil { // takes the lowest number that is free: 0
		return "", fmt.Errorf("put the script back: %w", err)
	}
	return text, syscall.Close(fd)
}

// read is all that f still has, within maxScript.
func read(f *os.File) (string, error) {
	text, err := io.ReadAll(io.LimitReader(f, maxScript+1))
	if err != nil {
		return "", fmt.Errorf("read the script %s: %w", f.Name(), err)
	}
	if len(text) > maxScript {
		return "", fmt.Errorf("the script %s is larger than %d bytes, which the gate does not look through", f.Name(), maxScript)
	}
	return string(text), nil
}

// refill is a descriptor, open across exec, of a nameless file with this text.
func refill(text string) (fd int, err error) {
	file, err := os.CreateTemp("", "gate-script-*")
	if err != nil {
		return 0, fmt.Errorf("put the script back: %w", err)
	}
	defer file.Close()
	if err := os.Remove(file.Name()); err != nil {
		return 0, fmt.Errorf("put the script back: %w", err)
	}
	if _, err := file.WriteString(text); err != nil {
		return 0, fmt.Errorf("put the script back: %w", err)
	}
	if _, err := file.Seek(0, io.SeekStart); err != nil {
		return 0, fmt.Errorf("put the script back: %w", err)
	}
	fd, err = syscall.Dup(int(file.Fd()))
	if err != nil {
		return 0, fmt.Errorf("put the script back: %w", err)
	}
	return fd, nil
}
