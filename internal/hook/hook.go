// Package hook is what a harness starts before each tool call: it reads one
// payload, has it judged, and answers in the harness's own words.
package hook

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"slices"
	"strings"
	"sync"
	"syscall"
	"time"

	"gate"
	"gate/dialects"
	"gate/internal/agent"
	"gate/internal/config"
	"gate/internal/judge"
)

const (
	maxPayload = 4 << 20         // bytes
	readTime   = 2 * time.Second // to read the payload
	totalTime  = 4 * time.Second // to answer: well below every harness's own limit, the shortest of which is 5 s
)

// Run answers one payload and gives the exit code. Connect is called when a
// server is to decide. It does not come back where another program takes over;
// its error is as good as the server's.
func Run(args []string, connect func(Server) (Ask, error), stdin io.Reader, stdout, stderr io.Writer) int {
	f, err := parse(args)
	if errors.Is(err, errHelp) {
		fmt.Fprintf(stdout, usage, strings.Join(dialects.Names(), ", "))
		return 0
	}
	if err != nil {
		fmt.Fprintf(stderr, "GATE ERROR: %v\n\n"+usage, err, strings.Join(dialects.Names(), ", "))
		return 2
	}
	f.Agent, f.Approvals = agent.Calling, true
	if f.server.URL != "" {
		ask, err := connect(f.server)
		if err != nil {
			ask = func(gate.Action) (gate.Verdict, error) { return gate.Verdict{}, err }
		}
		f.Central = f.central(ask, stderr)
	}
	Deepen(-1)
	return answer(f, stdin, stdout, stderr)
}

// Deepen makes the stack as deep at once as judging needs it, given a negative
// number. Else it would double step by step, and be copied at each. That its
// room is not touched keeps it from being cleared.
//
//go:noinline
func Deepen(at int) byte {
	if at < 0 {
		return 0
	}
	var room [24 << 10]byte
	return room[at]
}

// answer judges the payload and writes the reply, all on the calling
// goroutine: another one would cost the hook a thread. Only when time runs out
// another one speaks in its place, and ends the process. Who comes first
// speaks, and the other one holds its tongue.
func answer(f flags, stdin io.Reader, stdout, stderr io.Writer) (code int) {
	var once sync.Once
	speak := func(o judge.Outcome) int {
		first := false
		once.Do(func() { first, code = true, say(o, f, stdout, stderr) })
		if !first {
			select {} // the other one ends the process
		}
		record(&o, f, stderr)
		return code
	}
	within := func(limit time.Duration, payload []byte, why string) *time.Timer {
		return time.AfterFunc(limit, func() {
			o := f.Options
			o.RequireLog = false // it is refused as it is, and the log may be what takes so long
			os.Exit(speak(judge.Refused(payload, fmt.Errorf(why, limit), o)))
		})
	}
	clock := within(readTime, nil, "the payload did not end within %s")
	payload, err := read(stdin)
	if cerr := capture(payload); err == nil {
		err = cerr
	}
	clock.Stop()
	if err != nil {
		return speak(judge.Refused(payload, err, f.Options))
	}
	within(totalTime, payload, "no verdict within %s")
	out := judge.Judge(payload, f.Options)
	speak(out)
	if out.Call.Event == gate.SessionStart {
		update(time.Now())
	}
	return code
}

// record adds the outcome to the decision log. The harness has its answer:
// whether the line can be written changes nothing, and is only told to who asks,
// as some harnesses show what a hook says there.
func record(o *judge.Outcome, f flags, stderr io.Writer) {
	if err := o.Log(); err != nil && f.level >= slices.Index(levels, "info") {
		fmt.Fprintf(stderr, "GATE WARN: %v\n", err)
	}
}

// read takes the payload from r, at most maxPayload bytes. What was read comes
// back with an error too.
func read(r io.Reader) ([]byte, error) {
	payload, err := readAll(r)
	switch {
	case err != nil:
		return payload, fmt.Errorf("read the payload: %w", err)
	case len(payload) > maxPayload:
		return payload, fmt.Errorf("the payload is larger than %d bytes", maxPayload)
	case len(payload) == 0:
		return nil, errors.New("the payload is empty: nothing came on standard input")
	}
	return payload, nil
}

// readAll is io.ReadAll up to one byte more than maxPayload. The buffer has the
// file's size, or grows fast: what is not used of it costs nothing, while
// each copy of a large payload costs a millisecond.
func readAll(r io.Reader) ([]byte, error) {
	payload := make([]byte, 0, expected(r)+1)
	for len(payload) <= maxPayload {
		if len(payload) == cap(payload) {
			payload = append(make([]byte, 0, min(4*cap(payload), maxPayload+1)), payload...)
		}
		n, err := r.Read(payload[len(payload):cap(payload)])
		payload = payload[:len(payload)+n]
		if err == io.EOF {
			break
		}
		if err != nil {
			return payload, err
		}
	}
	return payload, nil
}

// expected is how many bytes r is likely to have: the size of a file, else
// more than most payloads are long.
func expected(r io.Reader) int {
	if file, ok := r.(*os.File); ok {
		if info, err := file.Stat(); err == nil && info.Mode().IsRegular() {
			return int(min(info.Size(), maxPayload))
		}
	}
	return 4 << 10
}

// capture appends the payload, verbatim, to the file that gate capture on or
// GATE_CAPTURE names, until that is full.
func capture(payload []byte) error {
	name, err := config.CaptureFile(time.Now())
	if err != nil || name == "" || len(payload) == 0 {
		return err
	}
	file, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o600)
	if err != nil {
		return fmt.Errorf("capture the payload: %w", err)
	}
	defer file.Close()
	if info, err := file.Stat(); err == nil && info.Size()+int64(len(payload)) > config.MaxCapture {
		return nil // gate capture show says so
	}
	if err := write(file, payload); err != nil {
		return fmt.Errorf("capture the payload: %w", err)
	}
	return nil
}

// say writes an outcome's reply and gives the exit code. A reply that nobody
// can hear is turned into the exit code that blocks.
func say(o judge.Outcome, f flags, stdout, stderr io.Writer) int {
	if f.level >= slices.Index(levels, "info") {
		fmt.Fprintf(stderr, "GATE INFO: %s %s %s: %s\n", o.Call.Harness, o.Call.NativeEvent, o.Call.Tool.Name, o.Verdict.Decision)
	}
	if f.level >= slices.Index(levels, "debug") {
		action, _ := json.Marshal(o.Action)
		fmt.Fprintf(stderr, "GATE DEBUG: %s\n", action)
	}
	if f.level > 0 || o.Verdict.Decision == gate.Deny {
		write(stderr, []byte(o.Reply.Stderr))
	}
	if err := reply(stdout, o.Reply.Stdout); err != nil && o.Verdict.Decision <= gate.Ask {
		fmt.Fprintf(stderr, "GATE DENY %s: the reply could not be written: %v\n", gate.ErrInternal, err)
		return 2
	}
	return o.Reply.Exit
}

// reply writes the document, or says why nobody hears it. A harness that went
// away must not end the hook by a signal: that is no denial.
func reply(stdout io.Writer, document []byte) error {
	if len(document) == 0 {
		return nil
	}
	signal.Ignore(syscall.SIGPIPE)
	if file, ok := stdout.(*os.File); ok && null(file) {
		return errors.New("standard output is closed")
	}
	return write(stdout, document)
}

// write sends all of b, or says why not. A harness reads a cut document as
// none, so the caller must know.
func write(w io.Writer, b []byte) error {
	if len(b) == 0 {
		return nil
	}
	n, err := w.Write(b)
	if err == nil && n < len(b) {
		err = errors.New("short write")
	}
	return err
}

// null says whether a file is the null device, which Go opens in the place of
// a standard output that was closed when the process began.
func null(file *os.File) bool {
	info, err := file.Stat()
	if err != nil || info.Mode()&os.ModeDevice == 0 {
		return false
	}
	device, err := os.Stat(os.DevNull)
	return err == nil && os.SameFile(info, device)
}
