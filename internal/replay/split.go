package replay

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
)

// Log is a log that is read from its beginning.
type Log struct {
	Name string
	io.Reader
}

// piece is a text of whole lines, the first of which has this number.
type piece struct {
	text string
	line int
}

const (
	pieceSize = 1 << 20
	maxLine   = 16 << 20 // of another program's log; the gate's are shorter
)

// split reads logs in pieces.
func split(ctx context.Context, logs []Log, pieces chan<- piece) error {
	line := 1
	for _, l := range logs {
		last := line
		if err := l.split(ctx, &line, pieces); err != nil {
			return fmt.Errorf("read %s, line %d: %w", l.Name, line-last+1, err)
		}
	}
	return nil
}

func (l Log) split(ctx context.Context, line *int, pieces chan<- piece) error {
	var rest []byte // of a line that is not whole yet
	for {
		block := make([]byte, len(rest)+pieceSize)
		n, err := io.ReadFull(l, block[copy(block, rest):])
		block = block[:len(rest)+n]
		ended := errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF)
		if err != nil && !ended {
			return err
		}
		end := bytes.LastIndexByte(block, '\n') + 1
		if ended {
			end = len(block)
		}
		if rest = block[end:]; len(rest) > maxLine {
			return fmt.Errorf("it is longer than %d bytes", maxLine)
		}
		if end > 0 {
			select {
			case pieces <- piece{string(block[:end]), *line}:
			case <-ctx.Done():
				return ctx.Err()
			}
			*line += bytes.Count(block[:end], []byte{'\n'})
		}
		if ended {
			if end > 0 && block[end-1] != '\n' {
				*line++
			}
			return nil
		}
	}
}
