package install

import (
	"bytes"
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// place is a file below a folder that it is not to leave: links inside are
// followed, one that leads out is an error.
type place struct {
	base string // without links
	rel  string // without links
}

func (p place) path() string { return filepath.Join(p.base, p.rel) }

// resolve finds the place of a file that need not exist. Base has to.
func resolve(base, rel string) (place, error) {
	real, err := filepath.EvalSymlinks(base)
	if err != nil {
		return place{}, fmt.Errorf("%s: %w", base, errors.Unwrap(err))
	}
	at, segments := "", strings.Split(filepath.Clean(rel), string(filepath.Separator))
	for i, segment := range segments {
		next := filepath.Join(at, segment)
		info, err := os.Lstat(filepath.Join(real, next))
		switch {
		case errors.Is(err, fs.ErrNotExist):
			return place{real, filepath.Join(append([]string{at}, segments[i:]...)...)}, nil
		case err != nil:
			return place{}, err
		case info.Mode()&fs.ModeSymlink == 0:
			at = next
			continue
		}
		if at, err = follow(real, next); err != nil {
			return place{}, err
		}
	}
	return place{real, at}, nil
}

func follow(base, link string) (string, error) {
	full := filepath.Join(base, link)
	target, err := filepath.EvalSymlinks(full)
	if err != nil {
		return "", fmt.Errorf("%s is a link that leads nowhere\nhint: remove the link, or make what it points to", full)
	}
	rel, err := filepath.Rel(base, target)
	if err != nil || !filepath.IsLocal(rel) {
		return "", fmt.Errorf("%s is a link to %s, outside %s, and is not followed\nhint: put a file of its own there, or edit %s by hand", full, target, base, target)
	}
	return rel, nil
}

// content is what a file holds. The zero content is no file.
type content struct {
	exists bool
	text   []byte
	mode   fs.FileMode
}

func (c content) equal(other content) bool {
	return c.exists == other.exists && bytes.Equal(c.text, other.text)
}

const maxConfig = 16 << 20 // bytes

// read takes the file's content; no file is no error.
func (p place) read() (content, error) {
	info, err := os.Lstat(p.path())
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return content{}, nil
	case err != nil:
		return content{}, err
	case !info.Mode().IsRegular():
		return content{}, fmt.Errorf("%s is not a regular file", p.path())
	case info.Size() > maxConfig:
		return content{}, fmt.Errorf("%s is larger than %d bytes", p.path(), maxConfig)
	}
	root, err := os.OpenRoot(p.base)
	if err != nil {
		return content{}, err
	}
	defer root.Close()
	text, err := root.ReadFile(p.rel)
	if err != nil {
		return content{}, fmt.Errorf("%s: %w", p.path(), errors.Unwrap(err))
	}
	return content{true, text, info.Mode().Perm()}, nil
}

// write puts the content there in one step, and gives the folders that had to
// be made for it, the outermost first.
func (p place) write(c content, folder fs.FileMode) (made []string, err error) {
	root, err := os.OpenRoot(p.base)
	if err != nil {
		return nil, err
	}
	defer root.Close()
	if made, err = p.folders(root, folder); err != nil {
		return made, err
	}
	temp := filepath.Join(filepath.Dir(p.rel), ".gate-"+rand.Text())
	if err = fill(root, temp, c); err == nil {
		err = root.Rename(temp, p.rel)
	}
	if err != nil {
		root.Remove(temp)
		removeFolders(made)
		return nil, fmt.Errorf("write %s: %w", p.path(), err)
	}
	return made, nil
}

func fill(root *os.Root, name string, c content) error {
	file, err := root.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, c.mode)
	if err != nil {
		return err
	}
	_, err = file.Write(c.text)
	return errors.Join(err, file.Chmod(c.mode), file.Sync(), file.Close())
}

func (p place) folders(root *os.Root, mode fs.FileMode) (made []string, err error) {
	dir := ""
	for _, segment := range strings.Split(filepath.Dir(p.rel), string(filepath.Separator)) {
		dir = filepath.Join(dir, segment)
		switch err := root.Mkdir(dir, mode); {
		case err == nil:
			made = append(made, filepath.Join(p.base, dir))
		case !errors.Is(err, fs.ErrExist):
			return made, fmt.Errorf("make %s: %w", filepath.Join(p.base, dir), err)
		}
	}
	return made, nil
}

// removeFolders takes away those that are empty, and gives the others.
func removeFolders(folders []string) (left []string) {
	slices.SortFunc(folders, func(a, b string) int { return len(b) - len(a) }) // what lies inside first
	return slices.DeleteFunc(folders, func(dir string) bool {
		err := os.Remove(dir)
		return err == nil || errors.Is(err, fs.ErrNotExist)
	})
}

// remove deletes the file.
func (p place) remove() error {
	root, err := os.OpenRoot(p.base)
	if err != nil {
		return err
	}
	defer root.Close()
	return root.Remove(p.rel)
}
