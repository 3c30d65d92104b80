//go:build !unix

package bundle

import (
	"errors"
	"io/fs"
	"os"
)

// readSnapshot reads a compiled policy. The user's and the machine's folder
// are protected by what they inherit; there is no mode to look at.
func readSnapshot(name string) (string, error) {
	info, err := os.Lstat(name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return "", errNone
	case err != nil:
		return "", err
	case !info.Mode().IsRegular():
		return "", errors.New("it is no ordinary file")
	}
	if err := tooLarge(info.Size()); err != nil {
		return "", err
	}
	image, err := os.ReadFile(name)
	return string(image), err
}
