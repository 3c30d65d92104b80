package extract

import (
	"io/fs"
	"os"

	"gate"
)

// FS is the part of a file system that the extraction looks at. Names are
// absolute and slash-separated. Nothing is opened, so a pipe or a device
// cannot hold the gate up.
type FS interface {
	Lstat(name string) (fs.FileInfo, error)
	Readlink(name string) (string, error)
	ReadDir(name string, limit int) ([]fs.DirEntry, error) // at most limit entries, in no order
}

// machine is the file system of this machine.
type machine struct{}

func (machine) Lstat(name string) (fs.FileInfo, error) { return os.Lstat(name) }

func (machine) Readlink(name string) (string, error) { return os.Readlink(name) }

// ReadDir reads folders only: opening a pipe would wait for its other end.
func (machine) ReadDir(name string, limit int) ([]fs.DirEntry, error) {
	if info, err := os.Stat(name); err != nil || !info.IsDir() {
		return nil, &fs.PathError{Op: "readdir", Path: name, Err: fs.ErrInvalid}
	}
	dir, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer dir.Close()
	return dir.ReadDir(limit)
}

// writeOrCreate is the operation of writing a file that may not exist yet.
// Where the file system is not known it is write, the stricter word.
func (x *extraction) writeOrCreate(abs string) string {
	if x.fs != nil {
		if _, err := x.fs.Lstat(abs); err != nil {
			return gate.OpCreate
		}
	}
	return gate.OpWrite
}

// link is where a link leads, "" for what is no link, and whether anything is
// there at all. Each path is looked up once a call. Windows' junctions are
// links that Lstat calls irregular.
func (x *extraction) link(abs string) (to string, exists bool) {
	if l, ok := x.links[abs]; ok {
		return l.to, l.exists
	}
	if x.fs == nil { // only the links that the call itself makes are known
		return "", false
	}
	var l lookup
	if info, err := x.fs.Lstat(abs); err == nil {
		l.exists = true
		if info.Mode()&(fs.ModeSymlink|fs.ModeIrregular) != 0 {
			l.to, _ = x.fs.Readlink(abs)
		}
	}
	x.links[abs] = l
	return l.to, l.exists
}

// lookup is what the file system said of a path.
type lookup struct {
	to     string
	exists bool
}
