package agent

import (
	"bytes"
	"os"
	"strconv"
	"strings"
	"time"

	"gate"
)

// Calling is the nearest agent above this process, the zero Caller where there
// is none that is known.
func Calling() gate.Caller { return calling(os.Getppid(), look) }

// ticks are the units of a process's start time, in a second. It is 100 for
// every program on Linux, whatever the kernel counts in (proc_pid_stat(5),
// sysconf(3) _SC_CLK_TCK).
const ticks = 100

// look reads /proc/PID/stat: number, name in brackets, state, parent, ...
func look(pid int) (process, bool) {
	folder := "/proc/" + strconv.Itoa(pid)
	text, err := os.ReadFile(folder + "/stat")
	if err != nil {
		return process{}, false
	}
	name, rest, ok := stat(string(text))
	if !ok {
		return process{}, false
	}
	parent, err := strconv.Atoi(rest[1])
	return process{
		name:   name,
		parent: parent,
		words:  func() []string { return words(folder + "/cmdline") },
		start:  func() string { return started(rest[19]) },
	}, err == nil
}

// stat takes the text of such a file apart: the name, which may hold brackets
// and blanks itself, and the fields from the state on.
func stat(text string) (name string, rest []string, ok bool) {
	from, to := strings.IndexByte(text, '('), strings.LastIndexByte(text, ')')
	if from < 0 || to < from {
		return "", nil, false
	}
	rest = strings.Fields(text[to+1:])
	return text[from+1 : to], rest, len(rest) > 19
}

// words are those that a process was started with, each ended by a NUL. Node
// and others write their title over them.
func words(file string) []string {
	text, err := os.ReadFile(file)
	if err != nil || len(text) == 0 {
		return nil
	}
	return strings.Split(strings.TrimRight(string(text), "\x00"), "\x00")
}

// started is the time of a number of ticks after the system's start.
func started(after string) string {
	n, err := strconv.ParseInt(after, 10, 64)
	boot, ok := booted()
	if err != nil || !ok {
		return ""
	}
	return time.Unix(boot+n/ticks, 0).UTC().Format(time.RFC3339)
}

// booted is when the system started, in Unix seconds.
func booted() (int64, bool) {
	text, err := os.ReadFile("/proc/stat")
	if err != nil {
		return 0, false
	}
	_, line, ok := bytes.Cut(text, []byte("\nbtime "))
	if !ok {
		return 0, false
	}
	line, _, _ = bytes.Cut(line, []byte("\n"))
	n, err := strconv.ParseInt(string(line), 10, 64)
	return n, err == nil
}
