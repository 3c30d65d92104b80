//go:build !unix

package config

import (
	"errors"
	"io/fs"
	"os"
)

// Missing says that there is nothing at a path.
func Missing(name string) bool {
	_, err := os.Lstat(name)
	return errors.Is(err, fs.ErrNotExist)
}
