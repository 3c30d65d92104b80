package audit

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"
)

var errShort = errors.New("short write")

// use is what a file is opened for.
type use int

const (
	reading   use = iota
	writing       // anywhere, and reading
	appending     // at the end, and reading
)

// Log is a log that is open for writing, by one goroutine.
type Log struct {
	dir    string
	limits Limits
	anchor file
}

// Open opens the log in a folder, which is made when it is missing. It is
// cheap, and locks nothing.
func Open(dir string, limits Limits) (*Log, error) {
	name := filepath.Join(dir, anchorName)
	f, err := open(name, writing)
	if errors.Is(err, os.ErrNotExist) {
		if err := os.MkdirAll(dir, 0o700); err != nil {
			return nil, err
		}
		f, err = open(name, writing)
	}
	return &Log{dir, limits, f}, err
}

// Close closes the log, and gives back its lock.
func (l *Log) Close() { l.anchor.close() }

// Off says whether a person wishes that nothing is written.
func (l *Log) Off() bool {
	a, _, _ := l.state()
	return a.off
}

// Switch switches the log on or off.
func (l *Log) Switch(on bool, now time.Time) error {
	if err := l.lock(); err != nil {
		return err
	}
	a, _, err := l.begun(now)
	if err != nil {
		return err
	}
	a.off = !on
	return l.anchor.write(a.bytes(), 0)
}

var errBusy = errors.New("another process does not let go of it")

// lock waits for the log's lock, but not for ever: a process that was stopped
// may hold it. Mostly it is free.
func (l *Log) lock() error {
	if l.anchor.lock(false) == nil {
		return nil
	}
	done := make(chan error, 1)
	go func() { done <- l.anchor.lock(true) }()
	select {
	case err := <-done:
		return err
	case <-time.After(l.limits.Wait):
		return fmt.Errorf("lock %s: %w", filepath.Join(l.dir, anchorName), errBusy)
	}
}

// state reads the anchor. It is fresh when it says nothing.
func (l *Log) state() (a anchor, fresh bool, err error) {
	text := make([]byte, anchorLen+1)
	n, err := l.anchor.readAt(text, 0)
	if err != nil {
		return a, true, err
	}
	a, ok := parseAnchor(text[:n])
	return a, !ok, nil
}

// Append writes one line: body is its JSON object without the closing brace.
// Other processes may do so at the same time. After it the log can only be
// closed, which is what ends the wait of others.
func (l *Log) Append(body []byte, now time.Time) error {
	if err := l.lock(); err != nil {
		return err
	}
	a, lost, err := l.begun(now)
	if err != nil {
		return err
	}
	if lost {
		body = append(body, lostKey...)
	}
	f, err := open(filepath.Join(l.dir, current), appending)
	if err != nil {
		return err
	}
	defer func() { f.close() }()
	size, err := f.size()
	if err != nil {
		return err
	}
	var torn []byte
	if size != a.size {
		if torn, size, err = l.resume(&a, f, size); err != nil {
			return err
		}
	}
	if size > 0 && len(torn) == 0 && l.full(a, size, now) && l.rotate(&a, now) {
		f.close()
		if f, err = open(filepath.Join(l.dir, current), appending); err != nil {
			return err
		}
		size = 0
	}
	return l.add(a, f, size, body, torn)
}

// add writes a line at the end of the file. What a full disk lets through of
// it is taken back.
func (l *Log) add(a anchor, f file, size int64, body, torn []byte) error {
	line, next := a.newest.seal(body, torn)
	if err := f.write(line, size); err != nil {
		return errors.Join(fmt.Errorf("write to %s: %w", filepath.Join(l.dir, current), err), f.truncate(size))
	}
	a.newest, a.size = next, size+int64(len(line))
	return l.anchor.write(a.bytes(), 0)
}

// begun is the state of a log that may only now begin. Lost says that there
// are lines and no anchor: the chain then goes on after the last whole one.
func (l *Log) begun(now time.Time) (a anchor, lost bool, err error) {
	a, fresh, err := l.state()
	if err != nil || !fresh {
		return a, false, err
	}
	a = anchor{began: now}
	name := filepath.Join(l.dir, current)
	if files, _ := keptFiles(l.dir); missing(name) && len(files) > 0 {
		name = filepath.Join(l.dir, files[len(files)-1].name)
	}
	if !missing(name) {
		if a.newest, a.size, err = endOf(name); err != nil {
			return a, false, err
		}
		lost = true
	}
	return a, lost, l.anchor.write(a.bytes(), 0)
}

func missing(name string) bool {
	_, err := os.Lstat(name)
	return errors.Is(err, os.ErrNotExist)
}

// endOf is the place of a file's last whole line, and the offset behind it.
func endOf(name string) (link, int64, error) {
	f, err := open(name, reading)
	if err != nil {
		return link{}, 0, err
	}
	defer f.close()
	size, err := f.size()
	if err != nil {
		return link{}, 0, err
	}
	return lastLine(f, size)
}

// lastLine finds the last whole line of a file: its place in the chain, and
// the offset behind it.
func lastLine(f file, size int64) (link, int64, error) {
	from := max(size-2*MaxLine, 0)
	text := make([]byte, size-from)
	n, err := f.readAt(text, from)
	if err != nil {
		return link{}, 0, err
	}
	for text = text[:n]; len(text) > 0; {
		end := bytes.LastIndexByte(text, '\n') + 1
		start := bytes.LastIndexByte(text[:max(end-1, 0)], '\n') + 1
		if place, _, ok := stated(text[start:end]); ok {
			return place, from + int64(end), nil
		}
		text = text[:start]
	}
	return link{}, 0, nil
}

// resume brings an anchor up to date whose file has another size than it says:
// a writer was killed before it could note its line, or in the middle of it.
// It gives what is left of a line that is not whole, and the file's new size.
// When the file is shorter, it was cut, or a new one was about to be begun; the
// chain goes on where the anchor says, so that a cut is found.
func (l *Log) resume(a *anchor, f file, size int64) (torn []byte, end int64, err error) {
	if size == 0 && !missing(filepath.Join(l.dir, keptName(a.newest.seq))) {
		return nil, 0, nil
	}
	if size, err = closeLine(f, size); err != nil || size < a.size {
		return nil, size, err
	}
	if size-a.size > 16*MaxLine { // another file than the anchor speaks of
		if a.newest, a.size, err = lastLine(f, size); err != nil {
			return nil, size, err
		}
	}
	left := make([]byte, size-a.size)
	n, err := f.readAt(left, a.size)
	if err != nil {
		return nil, size, err
	}
	a.newest, torn = a.newest.follow(left[:n])
	return torn, size, nil
}

// closeLine ends the file's last line, and gives the file's size.
func closeLine(f file, size int64) (int64, error) {
	var last [1]byte
	if size == 0 {
		return 0, nil
	}
	if _, err := f.readAt(last[:], size-1); err != nil || last[0] == '\n' {
		return size, err
	}
	return size + 1, f.write([]byte{'\n'}, size)
}

// follow goes along the lines of a text, as far as they hold, and gives what
// is left of it.
func (l link) follow(text []byte) (link, []byte) {
	var torn []byte
	for rest := text; len(rest) > 0; {
		end := bytes.IndexByte(rest, '\n') + 1
		if end == 0 {
			break
		}
		torn = text[:len(text)-len(rest)]
		line := rest[:end]
		rest = rest[end:]
		if next, ok := l.holds(line, torn); ok {
			l, text = next, rest
		}
	}
	return l, text
}

// full says whether the next line goes to a new file.
func (l *Log) full(a anchor, size int64, now time.Time) bool {
	return size >= l.limits.Size || now.Sub(a.began) >= l.limits.Span
}

// rotate puts the file away under its kept name, and removes the oldest ones.
// Each step can be the last one that a killed writer took. Where the file
// cannot be moved, as on Windows while somebody reads it, it grows until it can.
func (l *Log) rotate(a *anchor, now time.Time) bool {
	if os.Rename(filepath.Join(l.dir, current), filepath.Join(l.dir, keptName(a.newest.seq))) != nil {
		return false
	}
	a.size, a.began = 0, now
	if l.anchor.write(a.bytes(), 0) == nil {
		l.prune(a, now) // what cannot be removed now is removed the next time
	}
	return true
}

// prune removes full files that are too many or too old. The anchor knows of it
// first.
func (l *Log) prune(a *anchor, now time.Time) error {
	files, err := keptFiles(l.dir)
	if err != nil {
		return err
	}
	for i, k := range files {
		info, err := os.Stat(filepath.Join(l.dir, k.name))
		if err != nil || len(files)-i <= l.limits.Files && now.Sub(info.ModTime()) < l.limits.Age {
			break
		}
		if k.last > a.base.seq {
			if a.base, _, err = endOf(filepath.Join(l.dir, k.name)); err != nil {
				return err
			}
			a.base.seq = k.last
			if err := l.anchor.write(a.bytes(), 0); err != nil {
				return err
			}
		}
		if err := os.Remove(filepath.Join(l.dir, k.name)); err != nil {
			return err
		}
	}
	return nil
}

// kept is a full file.
type kept struct {
	name string
	last uint64 // number of its last line
}

// keptFiles are the full files of a folder, oldest first.
func keptFiles(dir string) (files []kept, err error) {
	entries, err := os.ReadDir(dir)
	for _, e := range entries {
		if last, ok := lastOf(e.Name()); ok {
			files = append(files, kept{e.Name(), last})
		}
	}
	return files, err
}
