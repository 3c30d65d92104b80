package main

import (
	"fmt"
	"io"
	"os"
	"strings"
	"sync"
	"time"

	"golang.org/x/term"
)

// progress shows on a terminal how far a long run is, and nothing elsewhere.
type progress struct {
	w     io.Writer // nil when nothing is shown
	size  int64
	start time.Time

	mu    sync.Mutex
	done  int64
	shown time.Time // the last time; zero before the first
}

// newProgress is for a run over so many bytes, 0 when that is not known.
func newProgress(w io.Writer, size int64) *progress {
	p := &progress{size: size, start: time.Now()}
	if f, ok := w.(*os.File); ok && size > 0 && os.Getenv("TERM") != "dumb" && term.IsTerminal(int(f.Fd())) {
		p.w = w
	}
	return p
}

// What is over within patience needs no bar.
const (
	patience = time.Second
	between  = 100 * time.Millisecond
)

func (p *progress) add(bytes int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.done += int64(bytes)
	now := time.Now()
	if p.w == nil || now.Sub(p.start) < patience || now.Sub(p.shown) < between {
		return
	}
	p.shown = now
	fmt.Fprintf(p.w, "\r%s", p.bar(now))
}

// bar is the line that is shown.
func (p *progress) bar(now time.Time) string {
	const width = 30
	share := min(float64(p.done)/float64(p.size), 1)
	full := int(share * width)
	left := time.Duration(float64(now.Sub(p.start)) * (1 - share) / max(share, 0.001)).Round(time.Second)
	return fmt.Sprintf("[%s%s] %3d %%, %s left  ", strings.Repeat("#", full), strings.Repeat(" ", width-full), int(share*100), left)
}

// end takes the bar away.
func (p *progress) end() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if !p.shown.IsZero() {
		fmt.Fprintf(p.w, "\r%s\r", strings.Repeat(" ", 70))
	}
}
