package audit

import (
	"encoding/hex"
	"time"
)

// anchor is the state of a log, in a file of its own of fixed size: where the
// chain has come to, so that a cut at its end is found, and where the oldest
// line that is kept comes after. Who holds its lock may write to the log.
type anchor struct {
	off    bool
	newest link
	size   int64     // of the file that is written to
	began  time.Time // when that file was begun, to the second
	base   link      // of the line before the oldest one that is kept
}

const anchorMark = "gate log 1 "

// anchorLen is the size of the file: the mark, on or off, three numbers, and
// two links, with blanks between them and an end of line.
const anchorLen = len(anchorMark) + 4 + 3*(width+1) + 2*(64+1) + (width + 1)

// bytes are the file.
func (a anchor) bytes() []byte {
	out := make([]byte, 0, anchorLen)
	out = append(out, anchorMark...)
	if a.off {
		out = append(out, "off "...)
	} else {
		out = append(out, "on  "...)
	}
	for _, n := range [...]uint64{uint64(a.size), uint64(a.began.Unix())} {
		out = append(appendPadded(out, n), ' ')
	}
	for _, l := range [...]link{a.newest, a.base} {
		out = append(appendPadded(out, l.seq), ' ')
		out = append(hex.AppendEncode(out, l.hash[:]), ' ')
	}
	out[len(out)-1] = '\n'
	return out
}

// parseAnchor reads the file; ok is false when it is none.
func parseAnchor(text []byte) (a anchor, ok bool) {
	if len(text) != anchorLen || string(text[:len(anchorMark)]) != anchorMark {
		return a, false
	}
	text = text[len(anchorMark):]
	a.off = string(text[:4]) == "off "
	text = text[4:]
	good := true
	number := func() uint64 {
		n, ok := padded(text[:width])
		good = good && ok && n < 1<<63
		text = text[width+1:]
		return n
	}
	a.size, a.began = int64(number()), time.Unix(int64(number()), 0)
	for _, l := range [...]*link{&a.newest, &a.base} {
		l.seq = number()
		_, err := hex.Decode(l.hash[:], text[:64])
		good = good && err == nil
		text = text[65:]
	}
	return a, good
}
