package audit

// Status is what is known of a log without reading its lines.
type Status struct {
	Off    bool   `json:"off"`
	Folder string `json:"folder"`
	Lines  uint64 `json:"lines"` // that are kept
	Newest uint64 `json:"newest"`
	Files  int    `json:"files"`
	Bytes  int64  `json:"bytes"`
}

// StatusOf looks at the log in a folder. One that has not begun is on.
func StatusOf(dir string) (Status, error) {
	state, _, files, err := snapshot(dir)
	defer closeAll(files)
	s := Status{Off: state.off, Folder: dir, Lines: state.newest.seq - state.base.seq, Newest: state.newest.seq, Files: len(files)}
	for _, f := range files {
		s.Bytes += f.size
	}
	return s, err
}
