package audit

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
)

// Fault is something about a log that no writer did.
type Fault struct {
	File string `json:"file"`
	Line int    `json:"line"` // from 1; behind the last one for what is missing at the end
	What string `json:"what"`
}

func (f Fault) String() string { return fmt.Sprintf("%s:%d: %s", f.File, f.Line, f.What) }

// Report is what Verify found.
type Report struct {
	Lines  uint64  `json:"lines"`  // whole ones
	First  uint64  `json:"first"`  // number of the oldest
	Last   uint64  `json:"last"`   // number of the newest
	Files  int     `json:"files"`  // that hold lines
	Torn   int     `json:"torn"`   // lines that a killed writer left unfinished
	Faults []Fault `json:"faults"` // oldest first, at most MaxFaults
}

// MaxFaults is how many faults are told.
const MaxFaults = 100

// Verify goes along the whole chain of the log in a folder. The error is for
// what cannot be read; faults are no error. The log is locked only while its
// state is read, so that hooks go on: what they add meanwhile is not looked at.
func Verify(dir string) (Report, error) {
	v := verifier{report: Report{Faults: []Fault{}}}
	state, known, files, err := snapshot(dir)
	if err != nil {
		return v.report, err
	}
	defer closeAll(files)
	v.at = state.base
	for _, f := range files {
		if err := v.file(f); err != nil {
			return v.report, fmt.Errorf("verify %s: %w", f.Name(), err)
		}
	}
	v.end(state, known)
	return v.report, nil
}

// part is one open file of a log, up to a size.
type part struct {
	*os.File
	size int64
	last uint64 // number of its last line, 0 for the file that is written to
}

func closeAll(files []part) {
	for _, f := range files {
		f.Close()
	}
}

// snapshot is the state of a log and its files, oldest first, at one moment.
// Known is false without an anchor.
func snapshot(dir string) (state anchor, known bool, files []part, err error) {
	if name := filepath.Join(dir, anchorName); !missing(name) {
		f, err := open(name, reading)
		if err != nil {
			return state, false, nil, err
		}
		defer f.close()
		l := Log{dir, Usual, f}
		if err := l.lock(); err != nil {
			return state, false, nil, err
		}
		s, fresh, err := l.state()
		if err != nil {
			return state, false, nil, err
		}
		state, known = s, !fresh
	}
	old, err := keptFiles(dir)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return state, known, nil, err
	}
	for _, k := range append(old, kept{name: current}) {
		if k.name != current && k.last <= state.base.seq {
			continue // about to be removed
		}
		p, err := openPart(filepath.Join(dir, k.name), k.last)
		if errors.Is(err, os.ErrNotExist) {
			continue // no line yet, or between two files
		}
		if err != nil {
			closeAll(files)
			return state, known, nil, err
		}
		files = append(files, p)
	}
	return state, known, files, nil
}

func openPart(name string, last uint64) (part, error) {
	f, err := os.Open(name)
	if err != nil {
		return part{}, err
	}
	info, err := f.Stat()
	if err != nil {
		f.Close()
		return part{}, err
	}
	return part{f, info.Size(), last}, nil
}

type verifier struct {
	report Report
	at     link // of the last line
	name   string
	line   int
	torn   []byte // what stands behind that line and is none
	tornAt int    // the first line of it
}

func (v *verifier) fault(line int, format string, args ...any) {
	if len(v.report.Faults) < MaxFaults {
		v.report.Faults = append(v.report.Faults, Fault{v.name, line, fmt.Sprintf(format, args...)})
	}
}

func (v *verifier) file(p part) error {
	v.name, v.line = p.Name(), 0
	v.report.Files++
	return lines(io.LimitReader(p, p.size), func(line []byte) error {
		v.line++
		v.next(line)
		return nil
	})
}

// lines calls visit with each line and its end, which may be missing on the
// last one. Of a line that is too long the caller gets pieces.
func lines(r io.Reader, visit func([]byte) error) error {
	in := bufio.NewReaderSize(r, 2*MaxLine)
	for {
		line, err := in.ReadSlice('\n')
		if len(line) > 0 {
			if err := visit(line); err != nil {
				return err
			}
		}
		switch {
		case err == io.EOF:
			return nil
		case err != nil && !errors.Is(err, bufio.ErrBufferFull):
			return err
		}
	}
}

// next takes a line.
func (v *verifier) next(line []byte) {
	place, left, ok := stated(line)
	if !ok {
		if v.torn == nil {
			v.tornAt = v.line
		}
		if len(v.torn) < 32*MaxLine {
			v.torn = append(v.torn, line...)
		}
		return
	}
	_, holds := v.at.holds(line, v.torn)
	if len(v.torn) > 0 {
		if left != len(v.torn) {
			v.fault(v.tornAt, "this is no line of the log: it was edited or put there")
			holds = v.at.over(nil, line[:len(line)-chainLen]) == place.hash
		} else {
			v.report.Torn++
		}
	}
	v.torn = nil
	switch {
	case place.seq > v.at.seq+1:
		v.fault(v.line, "%s missing before this one", span(v.at.seq+1, place.seq-1))
	case place.seq <= v.at.seq:
		v.fault(v.line, "line %d comes after line %d: it was copied or moved", place.seq, v.at.seq)
	case !holds:
		v.fault(v.line, "line %d was edited: its hash is another", place.seq)
	}
	if bytes.Contains(line[max(0, len(line)-chainLen-128):], []byte(lostKey)) {
		v.fault(v.line, "the anchor was gone before line %d was written: lines before it may have been cut off", place.seq)
	}
	if v.report.Lines == 0 {
		v.report.First = place.seq
	}
	v.report.Lines++
	v.at, v.report.Last = place, place.seq
}

// end compares the end of the chain with what the anchor says.
func (v *verifier) end(state anchor, known bool) {
	v.line++
	newest := state.newest
	switch {
	case !known && v.report.Lines > 0:
		v.fault(v.line, "the anchor is gone: a cut at the end would not be seen")
	case v.at.seq < newest.seq:
		v.fault(v.line, "%s missing at the end: cut off, or lost as the machine went down", span(v.at.seq+1, newest.seq))
	case v.at.seq == newest.seq && v.at.hash != newest.hash:
		v.fault(v.line-1, "line %d was edited: its hash is not the one that was noted", newest.seq)
	}
	if len(v.torn) > 0 {
		v.report.Torn++
	}
}

func span(from, to uint64) string {
	if from == to {
		return fmt.Sprintf("line %d is", from)
	}
	return fmt.Sprintf("lines %d to %d are", from, to)
}
