// Command bench times whole hook processes beside a bare Go program that
// reads the same payload: interleaved runs, CPU and wall, least and median,
// and the ratio to the bare program.
package main

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"text/tabwriter"
	"time"
)

func main() {
	gate := flag.String("gate", "bin/gate", "the hook's executable")
	rounds := flag.Int("n", 30, "rounds; each runs every row once")
	flag.Parse()
	if err := run(*gate, *rounds); err != nil {
		fmt.Fprintf(os.Stderr, "bench: %v\n", err)
		os.Exit(1)
	}
}

// row is one command line on one payload, and its times.
type row struct {
	name    string
	argv    []string
	payload []byte
	cpu     []time.Duration
	wall    []time.Duration
	memory  int64
}

func payload(tool, key, value string) []byte {
	text, _ := json.Marshal(map[string]any{
		"session_id": "s", "transcript_path": "/home/dev/t.jsonl", "cwd": "/home/dev/project", "hook_event_name": "PreToolUse",
		"permission_mode": "default", "tool_name": tool, "tool_use_id": "t", "tool_input": map[string]string{"file_path": "/home/dev/project/a.txt", key: value},
	})
	return text
}

func run(gate string, rounds int) error {
	dir, err := os.MkdirTemp("", "bench")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	bare := filepath.Join(dir, "bare")
	if out, err := exec.Command("go", "build", "-o", bare, "./internal/bench/bare").CombinedOutput(); err != nil {
		return fmt.Errorf("build the bare program: %w\n%s", err, out)
	}
	payloads := []struct {
		name string
		text []byte
	}{
		{"Write", payload("Write", "content", "hello\n")},
		{"git status && ls", payload("Bash", "command", "git status && ls")},
		{"rm -rf /", payload("Bash", "command", "rm -rf /")},
		{"Write, 4 MiB", payload("Write", "content", strings.Repeat("line of text\n", (4<<20-1000)/len(`line of text\n`)))},
	}
	var rows []*row
	for _, p := range payloads {
		rows = append(rows,
			&row{name: "bare  " + p.name, argv: []string{bare}, payload: p.text},
			&row{name: "gate  " + p.name, argv: []string{gate, "hook", "--stdin"}, payload: p.text})
	}
	for i := range rounds + 1 {
		for _, r := range rows {
			if err := r.once(i > 0); err != nil {
				return err
			}
		}
	}
	return show(rows)
}

// once runs the row's command; the first, cold run does not count.
func (r *row) once(count bool) error {
	cmd := exec.Command(r.argv[0], r.argv[1:]...)
	cmd.Stdin = bytes.NewReader(r.payload)
	begin := time.Now()
	err := cmd.Run()
	wall := time.Since(begin)
	if cmd.ProcessState == nil {
		return err
	}
	if count {
		r.cpu = append(r.cpu, cmd.ProcessState.SystemTime()+cmd.ProcessState.UserTime())
		r.wall = append(r.wall, wall)
		r.memory = max(r.memory, peak(cmd.ProcessState))
	}
	return nil
}

func show(rows []*row) error {
	t := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(t, "\tcpu ms least\tmedian\twall ms least\tmedian\tpeak MiB\tcpu x bare (least)\t(median)\t")
	var base *row
	for _, r := range rows {
		slices.Sort(r.cpu)
		slices.Sort(r.wall)
		if strings.HasPrefix(r.name, "bare") {
			base = r
		}
		ratio := func(i int) float64 { return float64(r.cpu[i]) / float64(base.cpu[i]) }
		mid := len(r.cpu) / 2
		fmt.Fprintf(t, "%s\t%.1f\t%.1f\t%.1f\t%.1f\t%.1f\t%.2f\t%.2f\t\n", r.name,
			ms(r.cpu[0]), ms(r.cpu[mid]), ms(r.wall[0]), ms(r.wall[mid]), float64(r.memory)/(1<<20), ratio(0), ratio(mid))
	}
	return t.Flush()
}

func ms(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }
