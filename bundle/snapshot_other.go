//go:build !unix

package bundle

import (
	"errors"
	"io"
	"io/fs"
	"os"
)

// readSnapshot reads a compiled policy, no more of it than is asked for. The user's and the machine's folder
// are protected by what they inherit; there is no mode to look at.
func readSnapshot(name string, most int) (string, error) {
	if name == "" {
		return "", errNone
	}
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
	file, err := os.Open(name)
	if err != nil {
		return "", err
	}
	defer file.Close()
	image, err := io.ReadAll(io.LimitReader(file, int64(most)))
	return string(image), err
}
