package gate_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// maxStartAllocs is what a package may allocate before main: as much as one
// sync.OnceValues. A map, a regex or a call in a package's variables is more,
// and the hook would pay for it before every tool call.
const maxStartAllocs = 2

// TestStart holds that the hook's own packages cost nothing before main.
func TestStart(t *testing.T) {
	hook := exec.Command(filepath.Join(bin, "gate"), "hook", "--help")
	hook.Env = append(os.Environ(), "GODEBUG=inittrace=1")
	var trace strings.Builder
	hook.Stderr = &trace
	if err := hook.Run(); err != nil {
		t.Fatalf("%v\n%s", err, trace.String())
	}
	lines := regexp.MustCompile(`(?m)^init (\S+) @.* (\d+) allocs$`).FindAllStringSubmatch(trace.String(), -1)
	if len(lines) == 0 {
		t.Fatalf("there is no trace:\n%s", trace.String())
	}
	for _, line := range lines {
		allocs, _ := strconv.Atoi(line[2])
		if strings.HasPrefix(line[1], "gate/") && allocs > maxStartAllocs {
			t.Errorf("%s makes %d allocations before main, want at most %d", line[1], allocs, maxStartAllocs)
		}
	}
}
