package audit

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"time"

	"gate"
)

// Entry is a line of the log, decoded.
type Entry struct {
	DecisionID string            `json:"decision_id"`
	CallID     string            `json:"call_id"` // the decision id of the same call before it ran, "" on that itself
	Timestamp  time.Time         `json:"timestamp"`
	Path       string            `json:"path"`
	Labels     map[string]string `json:"labels"`  // version, harness, event, session, agent when it was known
	Bundles    map[string]Bundle `json:"bundles"` // by name
	Input      json.RawMessage   `json:"input"`   // the input document, nil when there was none
	Result     gate.Verdict      `json:"result"`
	Erased     []string          `json:"erased"`
	Masked     []string          `json:"masked"`
	Reply      gate.Decision     `json:"reply"` // what the harness was told
	Error      string            `json:"error"` // why the gate refused without a rule
	Action     string            `json:"action"`
	Metrics    map[string]int64  `json:"metrics"` // nanoseconds
	Seq        uint64            `json:"seq"`
	Chain      string            `json:"chain"`

	Raw []byte `json:"-"` // the line without its end; it changes after the visit
}

// Bundle is what a line tells of a policy.
type Bundle struct {
	Revision string `json:"revision"`
}

// ErrStop ends a Read without an error.
var ErrStop = errors.New("enough")

// Read visits the lines of the log in a folder from the number from on, oldest
// first over all files. A visit's error ends it, and is its own but for
// ErrStop. What is no whole line is passed over; Verify speaks of that.
func Read(dir string, from uint64, visit func(Entry) error) error {
	return ReadRaw(dir, from, func(seq uint64, line []byte) error {
		e := Entry{Raw: line}
		if err := json.Unmarshal(line, &e); err != nil {
			return nil // one that was edited
		}
		return visit(e)
	})
}

// ReadRaw is Read with lines as they stand, without their end.
func ReadRaw(dir string, from uint64, visit func(seq uint64, line []byte) error) error {
	_, _, files, err := snapshot(dir)
	if err != nil {
		return err
	}
	defer closeAll(files)
	for _, f := range files {
		if f.last != 0 && f.last < from {
			continue
		}
		err := lines(io.LimitReader(f, f.size), func(line []byte) error {
			if place, _, ok := stated(line); ok && place.seq >= from {
				return visit(place.seq, bytes.TrimSuffix(line, []byte{'\n'}))
			}
			return nil
		})
		if errors.Is(err, ErrStop) {
			return nil
		}
		if err != nil {
			return fmt.Errorf("read %s: %w", f.Name(), err)
		}
	}
	return nil
}

// followed is how often Follow looks for new lines.
const followed = 200 * time.Millisecond

// Follow is Read that goes on with the lines to come until the context ends.
func Follow(ctx context.Context, dir string, from uint64, visit func(Entry) error) error {
	for {
		status, err := StatusOf(dir)
		if err == nil && status.Newest >= from {
			err = Read(dir, from, func(e Entry) error {
				from = e.Seq + 1
				return visit(e)
			})
			from = max(from, status.Newest+1)
		}
		if err != nil {
			return err
		}
		select {
		case <-ctx.Done():
			return nil
		case <-time.After(followed):
		}
	}
}
