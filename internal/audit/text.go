package audit

import (
	"fmt"
	"io"
)

// Text is the text of the log in a folder, its files one after the other,
// oldest first, as they are at this moment, and its length in bytes. Hooks go
// on meanwhile; what they add is not in it.
func Text(dir string) (io.ReadCloser, int64, error) {
	_, _, files, err := snapshot(dir)
	if err != nil {
		return nil, 0, fmt.Errorf("read the decision log: %w", err)
	}
	t := text{files: files}
	var size int64
	var all []io.Reader
	for _, f := range files {
		all = append(all, io.NewSectionReader(f, 0, f.size))
		size += f.size
	}
	t.Reader = io.MultiReader(all...)
	return t, size, nil
}

type text struct {
	io.Reader
	files []part
}

func (t text) Close() error {
	closeAll(t.files)
	return nil
}
