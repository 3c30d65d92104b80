package audit

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"
)

// TestMain makes the test's executable a writer, when it is started as one.
func TestMain(m *testing.M) {
	if dir := os.Getenv("AUDIT_WRITER"); dir != "" {
		os.Exit(writer(dir))
	}
	os.Exit(m.Run())
}

// writer appends lines as hooks do: each opens the log anew.
func writer(dir string) int {
	n, _ := strconv.Atoi(os.Getenv("AUDIT_LINES"))
	for i := range n {
		if err := appendLine(dir, patient, fmt.Sprintf(`{"writer":%d,"i":%d,"text":"%s"`, os.Getpid(), i, strings.Repeat("x", i%3000))); err != nil {
			fmt.Fprintln(os.Stderr, err)
			return 1
		}
	}
	return 0
}

// patient is for many writers on a machine that has others to run.
var patient = Limits{Size: 1 << 30, Span: time.Hour, Wait: time.Minute}

func appendLine(dir string, limits Limits, body string) error {
	l, err := Open(dir, limits)
	if err != nil {
		return err
	}
	defer l.Close()
	return l.Append([]byte(body), time.Now())
}

func start(t *testing.T, dir string, lines int) *exec.Cmd {
	t.Helper()
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), "AUDIT_WRITER="+dir, "AUDIT_LINES="+strconv.Itoa(lines))
	cmd.Stderr = os.Stderr
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	return cmd
}

func mustVerify(t *testing.T, dir string) Report {
	t.Helper()
	r, err := Verify(dir)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// TestManyWriters has 64 processes append 1,000 lines each: all are there,
// whole, each once, and the chain holds.
func TestManyWriters(t *testing.T) {
	processes, lines := 64, 1000
	if testing.Short() {
		processes, lines = 8, 100
	}
	dir := filepath.Join(t.TempDir(), "log")
	var all []*exec.Cmd
	for range processes {
		all = append(all, start(t, dir, lines))
	}
	for _, cmd := range all {
		if err := cmd.Wait(); err != nil {
			t.Error(err)
		}
	}
	r := mustVerify(t, dir)
	if r.Lines != uint64(processes*lines) || r.Last != r.Lines || len(r.Faults) > 0 || r.Torn > 0 {
		t.Errorf("%+v, want %d lines", r, processes*lines)
	}
	seen := map[string]bool{}
	for _, line := range readLines(t, dir) {
		seen[line[:strings.Index(line, `,"text"`)]] = true
	}
	if len(seen) != processes*lines {
		t.Errorf("%d different lines, want %d", len(seen), processes*lines)
	}
}

func readLines(t *testing.T, dir string) []string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(dir, current))
	if err != nil {
		t.Fatal(err)
	}
	return strings.Split(strings.TrimSuffix(string(text), "\n"), "\n")
}

// TestKilledWriters kills writers at work, again and again: what is left
// verifies, and the next writer goes on.
func TestKilledWriters(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "log")
	for round := range 20 {
		var wait sync.WaitGroup
		for range 4 {
			cmd := start(t, dir, 1_000_000)
			time.AfterFunc(time.Duration(10+3*round)*time.Millisecond, func() { cmd.Process.Kill() })
			wait.Go(func() { cmd.Wait() })
		}
		wait.Wait()
		if r := mustVerify(t, dir); len(r.Faults) > 0 {
			t.Fatalf("round %d: %+v", round, r)
		}
	}
	before := mustVerify(t, dir)
	if err := appendLine(dir, Usual, `{"text":"the next"`); err != nil {
		t.Fatal(err)
	}
	if r := mustVerify(t, dir); r.Last <= before.Last || before.Last == 0 || len(r.Faults) > 0 {
		t.Errorf("%+v after %+v", r, before)
	}
}

// TestEveryEndOfAWriter leaves what a writer leaves that was killed after any
// number of bytes of its line, whether or not the next one is killed as well.
func TestEveryEndOfAWriter(t *testing.T) {
	dir := t.TempDir()
	check(t, appendLine(dir, Usual, `{"n":1`))
	name, note := filepath.Join(dir, current), filepath.Join(dir, anchorName)
	first, anchored := read(t, name), read(t, note)
	check(t, appendLine(dir, Usual, `{"n":2`))
	second := read(t, name)[len(first):]
	for n := range len(second) + 1 {
		for _, again := range []int{0, 1, 7} {
			check(t, os.WriteFile(name, append(bytes.Clone(first), second[:n]...), 0o600))
			check(t, os.WriteFile(note, anchored, 0o600))
			torn := 0
			if n > 0 && n < len(second) {
				torn++
			}
			if r := mustVerify(t, dir); len(r.Faults) > 0 || r.Torn != torn {
				t.Fatalf("%d bytes: %+v", n, r)
			}
			if again > 0 { // another one is killed
				check(t, appendText(name, "\n{\"n\":3 and so on"[:again]))
			}
			check(t, appendLine(dir, Usual, `{"n":4`))
			check(t, appendLine(dir, Usual, `{"n":5`))
			whole := uint64(3)
			if n >= len(second)-1 { // only its end is missing
				whole = 4
			}
			if r := mustVerify(t, dir); len(r.Faults) > 0 || r.Lines != whole {
				t.Fatalf("%d bytes and %d more, then two lines: %+v\n%s", n, again, r, read(t, name))
			}
		}
	}
}

func appendText(name, text string) error {
	f, err := os.OpenFile(name, os.O_WRONLY|os.O_APPEND, 0)
	if err != nil {
		return err
	}
	defer f.Close()
	_, err = f.WriteString(text)
	return err
}

func check(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func read(t *testing.T, name string) []byte {
	t.Helper()
	text, err := os.ReadFile(name)
	check(t, err)
	return text
}

// TestFaults tampers with a log of ten lines in three files, and holds what is
// said of it.
func TestFaults(t *testing.T) {
	replace := func(name, old, new string) func(t *testing.T, dir string) {
		return func(t *testing.T, dir string) {
			name := filepath.Join(dir, name)
			text := read(t, name)
			if !bytes.Contains(text, []byte(old)) {
				t.Fatalf("%s has no %s", name, old)
			}
			check(t, os.WriteFile(name, bytes.Replace(text, []byte(old), []byte(new), 1), 0o600))
		}
	}
	edit := func(name string, change func(lines []string) []string) func(t *testing.T, dir string) {
		return func(t *testing.T, dir string) {
			name := filepath.Join(dir, name)
			lines := strings.SplitAfter(string(read(t, name)), "\n")
			check(t, os.WriteFile(name, []byte(strings.Join(change(lines), "")), 0o600))
		}
	}
	second := keptName(8)
	for name, tt := range map[string]struct {
		do   func(t *testing.T, dir string)
		want []string
	}{
		"nothing":             {func(*testing.T, string) {}, nil},
		"an edit":             {replace(current, `"n":10`, `"n":11`), []string{current + ":2: line 10 was edited"}},
		"an edit that breaks": {replace(second, `,"seq":6`, `,"seq":x`), []string{second + ":2: this is no line", second + ":3: line 6 is missing"}},
		"a number":            {replace(second, `,"seq":7`, `,"seq":6`), []string{second + ":3: line 6 comes after line 6", second + ":4: line 7 is missing"}},
		"a line less":         {edit(second, func(l []string) []string { return append(l[:1], l[2:]...) }), []string{second + ":2: line 6 is missing"}},
		"two lines less":      {edit(second, func(l []string) []string { return append(l[:1], l[3:]...) }), []string{second + ":2: lines 6 to 7 are missing"}},
		"a line twice":        {edit(second, func(l []string) []string { return append([]string{l[0], l[0]}, l[1:]...) }), []string{second + ":2: line 5 comes after line 5"}},
		"a line more":         {edit(current, func(l []string) []string { return append([]string{"{}\n"}, l...) }), []string{current + ":1: this is no line"}},
		"a blank line":        {edit(current, func(l []string) []string { return append([]string{"\n"}, l...) }), []string{current + ":1: this is no line"}},
		"the end":             {edit(current, func(l []string) []string { return l[:1] }), []string{current + ":2: line 10 is missing at the end"}},
		"half a line":         {edit(current, func(l []string) []string { return []string{l[0], l[1][:9]} }), []string{current + ":3: line 10 is missing at the end"}},
		"the newest file":     {remove(current), []string{second + ":5: lines 9 to 10 are missing at the end"}},
		"a file":              {remove(second), []string{current + ":1: lines 5 to 8 are missing before"}},
		"the oldest file":     {remove(keptName(4)), []string{second + ":1: lines 1 to 4 are missing before"}},
		"the anchor":          {remove(anchorName), []string{current + ":3: the anchor is gone"}},
		"all":                 {func(t *testing.T, dir string) { check(t, os.RemoveAll(dir)) }, nil},
	} {
		t.Run(name, func(t *testing.T) {
			dir := filepath.Join(t.TempDir(), "log")
			fill(t, dir, 10)
			tt.do(t, dir)
			holdFaults(t, dir, tt.want)
			if name == "all" || len(tt.want) == 0 {
				return
			}
			check(t, appendLine(dir, four, `{"n":"more"`)) // does not hide it
			if r := mustVerify(t, dir); len(r.Faults) == 0 {
				t.Errorf("the next line hides it: %s", read(t, filepath.Join(dir, current)))
			}
		})
	}
}

// four puts four lines of fill into a file.
var four = Limits{Size: 350, Span: time.Hour, Files: 8, Age: time.Hour, Wait: 50 * time.Millisecond}

func fill(t *testing.T, dir string, n int) {
	t.Helper()
	for i := range n {
		check(t, appendLine(dir, four, fmt.Sprintf(`{"n":%d`, i+1)))
	}
}

func remove(name string) func(t *testing.T, dir string) {
	return func(t *testing.T, dir string) { check(t, os.Remove(filepath.Join(dir, name))) }
}

func holdFaults(t *testing.T, dir string, want []string) {
	t.Helper()
	r := mustVerify(t, dir)
	for i, f := range r.Faults {
		if i >= len(want) || !strings.HasPrefix(f.String(), filepath.Join(dir, want[i])) {
			t.Errorf("unexpected: %s", f)
		}
	}
	if len(r.Faults) < len(want) {
		t.Errorf("%v, want %q", r.Faults, want)
	}
}

// TestRotation keeps few files: that the oldest go is no gap.
func TestRotation(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "log")
	limits := four
	limits.Files = 2
	for i := range 30 {
		check(t, appendLine(dir, limits, fmt.Sprintf(`{"n":%d`, i+1)))
		if r := mustVerify(t, dir); len(r.Faults) > 0 || r.Last != uint64(i+1) || r.Files > 3 {
			t.Fatalf("line %d: %+v", i+1, r)
		}
	}
	if r := mustVerify(t, dir); r.First != 21 || r.Lines != 10 {
		t.Errorf("%+v, want the lines from 21 on", r)
	}
}

// TestBusy has a process that does not let go of the log: the next one gives up
// in time.
func TestBusy(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "log")
	stuck, err := Open(dir, four)
	check(t, err)
	check(t, stuck.lock())
	if err := appendLine(dir, four, `{"n":1`); !errors.Is(err, errBusy) {
		t.Errorf("%v, want %v", err, errBusy)
	}
	stuck.Close()
	check(t, appendLine(dir, four, `{"n":2`))
	if r := mustVerify(t, dir); r.Lines != 1 || len(r.Faults) > 0 {
		t.Errorf("%+v", r)
	}
}
