package scan

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
)

// patch reads git's patch format without context lines, file by file. The
// counts of a hunk say which lines are content, so that no content is taken
// for a header.
type patch struct {
	r   *bufio.Reader
	end bool // nothing follows
}

const fileHeader = "diff --git "

// start goes to the first file.
func (p *patch) start() error {
	_, _, err := p.file()
	if err == errMissing {
		err = nil
	}
	return err
}

var errMissing = errors.New("read git's diff: it has fewer files than names")

// file reads to the next file, and gives the lines that this one gained, each
// at its own number, or that there are too many of them.
func (p *patch) file() (added []byte, over bool, err error) {
	if p.end {
		return nil, false, errMissing
	}
	text := lines{at: 1}
	for {
		line, err := p.line()
		if err == io.EOF {
			p.end = true
			return text.buf, text.over, nil
		}
		if err != nil {
			return nil, false, err
		}
		switch {
		case bytes.HasPrefix(line, []byte(fileHeader)):
			return text.buf, text.over, nil
		case bytes.HasPrefix(line, []byte("@@ ")):
			if err := p.hunk(string(line), &text); err != nil {
				return nil, false, err
			}
		case bytes.HasPrefix(line, []byte(`\ No newline`)) && text.last:
			text.buf = bytes.TrimSuffix(text.buf, []byte("\n"))
		}
	}
}

// hunk reads the lines below "@@ -a,b +c,d @@".
func (p *patch) hunk(header string, text *lines) error {
	words := strings.Fields(header)
	if len(words) < 3 {
		return fmt.Errorf("read git's diff: %q is no head of a hunk", header)
	}
	_, gone, err := span(words[1], "-")
	first, new, err2 := span(words[2], "+")
	if err := errors.Join(err, err2); err != nil {
		return err
	}
	text.last = false
	for gone+new > 0 {
		line, err := p.line()
		if err != nil {
			return fmt.Errorf("read git's diff: %w", io.ErrUnexpectedEOF)
		}
		switch {
		case line[0] == '-' && gone > 0:
			gone--
		case line[0] == '+' && new > 0:
			text.put(first, line[1:])
			first++
			new--
			text.last = new == 0
		case line[0] != '\\':
			return fmt.Errorf("read git's diff: a hunk holds %q", line[:1])
		}
	}
	return nil
}

// span reads "-a,b" or "-a", which is one line.
func span(word, sign string) (first, count int, err error) {
	a, b, listed := strings.Cut(strings.TrimPrefix(word, sign), ",")
	if first, err = strconv.Atoi(a); err == nil && listed {
		count, err = strconv.Atoi(b)
	} else {
		count = 1
	}
	return first, count, err
}

// line reads one line with its end, cut to a little more than is looked at.
func (p *patch) line() ([]byte, error) {
	part, err := p.r.ReadSlice('\n')
	if err != bufio.ErrBufferFull {
		if err == io.EOF && len(part) > 0 {
			err = nil
		}
		return part, err
	}
	line := bytes.Clone(part)
	for err == bufio.ErrBufferFull {
		part, err = p.r.ReadSlice('\n')
		if len(line) <= MaxContent+1 {
			line = append(line, part...)
		}
	}
	if err == io.EOF {
		err = nil
	}
	return line, err
}

// lines is a text in the making.
type lines struct {
	buf  []byte
	at   int  // the number of the line that would be added next
	over bool // there is more than is looked at
	last bool // the last line read is one of these
}

// put adds line n, with empty ones before it for those that are not new.
func (l *lines) put(n int, text []byte) {
	if l.over = l.over || len(l.buf)+n-l.at+len(text) > MaxContent; l.over {
		return
	}
	for ; l.at < n; l.at++ {
		l.buf = append(l.buf, '\n')
	}
	l.buf = append(l.buf, text...)
	l.at++
}
