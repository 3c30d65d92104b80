package main

import (
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"time"
)

const mib = 1 << 20

// target is what a row should cost at most, by the median; 0 means no matter.
type target struct {
	cpu  float64 // times what the bare program takes
	wall time.Duration
	peak int64 // bytes
}

// maxSize is how large the hook's executable should be at most.
const maxSize = 12 * mib

func (s setup) target(c call) target {
	switch {
	case c.large:
		return target{wall: 150 * time.Millisecond, peak: 150 * mib}
	case s.logs:
		return target{cpu: 1.1, peak: 12e6}
	case s.rules > 0:
		return target{cpu: 2, peak: 12e6}
	}
	return target{cpu: 1.5, peak: 12e6}
}

// show prints the rows as a table, each least and median beside how often the
// bare program's goes into it.
func show(w io.Writer, rows []*row) {
	fmt.Fprintf(w, "%-54s%18s%16s%18s%16s%10s\n", "", "cpu ms", "x bare", "wall ms", "x bare", "peak MiB")
	fmt.Fprintf(w, "%-54s%9s%9s%8s%8s%9s%9s%8s%8s%10s  %s\n", "", "least", "median", "least", "median", "least", "median", "least", "median", "", "target, by the median")
	for _, r := range rows {
		if r == r.base {
			fmt.Fprintln(w)
		}
		cpu, wall := r.cpu(), r.wall()
		fmt.Fprintf(w, "%-54s%s%s%10s  %s\n", r.name, cpu.times(r.base.cpu()), wall.times(r.base.wall()), r.memory(), r.held())
	}
}

// span is the least and the median of a row's times.
type span struct{ least, median time.Duration }

func (r *row) cpu() span  { return r.span(func(c cost) time.Duration { return c.CPU }) }
func (r *row) wall() span { return r.span(func(c cost) time.Duration { return c.Wall }) }

func (r *row) span(of func(cost) time.Duration) span {
	var all []time.Duration
	for _, c := range r.costs {
		all = append(all, of(c))
	}
	slices.Sort(all)
	return span{all[0], all[len(all)/2]}
}

func (s span) times(base span) string {
	return fmt.Sprintf("%9.1f%9.1f%8.2f%8.2f", ms(s.least), ms(s.median), ratio(s.least, base.least), ratio(s.median, base.median))
}

func ms(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }

func ratio(a, b time.Duration) float64 { return float64(a) / float64(max(b, 1)) }

// peak is the largest memory of all runs.
func (r *row) peak() int64 {
	return slices.MaxFunc(r.costs, func(a, b cost) int { return int(a.Peak - b.Peak) }).Peak
}

func (r *row) memory() string {
	if r.peak() == 0 {
		return "-"
	}
	return fmt.Sprintf("%.1f", float64(r.peak())/mib)
}

// held says whether the row holds its target.
func (r *row) held() string {
	t := r.target
	if t == (target{}) {
		return ""
	}
	var missed []string
	if x := ratio(r.cpu().median, r.base.cpu().median); t.cpu > 0 && x > t.cpu {
		missed = append(missed, fmt.Sprintf("cpu %.2f x > %.1f x", x, t.cpu))
	}
	if wall := r.wall().median; t.wall > 0 && wall > t.wall {
		missed = append(missed, fmt.Sprintf("wall %.0f > %.0f ms", ms(wall), ms(t.wall)))
	}
	if r.peak() > t.peak {
		missed = append(missed, fmt.Sprintf("peak %.1f > %.1f MB", float64(r.peak())/1e6, float64(t.peak)/1e6))
	}
	return verdict(missed)
}

func verdict(missed []string) string {
	if len(missed) == 0 {
		return "held"
	}
	return "missed: " + strings.Join(missed, ", ")
}

// showSize prints the size of the hook's executable.
func (p executables) showSize(w io.Writer) error {
	info, err := os.Stat(p.gate)
	if err != nil {
		return err
	}
	var missed []string
	if info.Size() > maxSize {
		missed = append(missed, fmt.Sprintf("> %d MiB", maxSize/mib))
	}
	fmt.Fprintf(w, "\n%-40s%.1f MiB  %s\n", "size of gate", float64(info.Size())/mib, verdict(missed))
	return nil
}

// maxActivation is how long a bundle may take to come into force.
const maxActivation = 5 * time.Second

// showActivation prints how long a bundle took to be laid over the embedded
// policy, compiled, tested and put in the place of the one before.
func showActivation(w io.Writer, rules int, took time.Duration) {
	var missed []string
	if took > maxActivation {
		missed = append(missed, fmt.Sprintf("> %s", maxActivation))
	}
	fmt.Fprintf(w, "%-40s%.2f s  %s\n", fmt.Sprintf("activation of %d rules", rules), took.Seconds(), verdict(missed))
}
