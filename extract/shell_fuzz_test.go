package extract

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"gate"
)

func shellAction(command string) gate.Action {
	args, _ := json.Marshal(map[string]string{"command": command})
	return From(gate.Call{Event: gate.BeforeTool, Tool: gate.Tool{Name: "Bash", Kind: gate.Shell, Args: args}, Cwd: testRoot, Shell: "bash"},
		testScene(fakeFS{}))
}

func FuzzShell(f *testing.F) {
	for _, c := range shellCases(f) {
		if c.Input.Shell == "" || c.Input.Shell == "bash" {
			f.Add(c.Input.Command)
		}
	}
	for _, s := range nasty {
		f.Add(s(20))
	}
	f.Fuzz(func(t *testing.T, command string) {
		if len(command) > 1<<16 {
			return
		}
		begin := time.Now()
		a := shellAction(command)
		if spent := time.Since(begin); spent > 5*time.Second {
			t.Errorf("took %s", spent)
		}
		for _, w := range a.Writes {
			if w.Path == "" || w.Abs == "" {
				t.Errorf("%q: a write without a path: %+v", command, w)
			}
		}
	})
}

// nasty are inputs that grow: each takes a size and gives a command.
var nasty = map[string]func(n int) string{
	"list":       func(n int) string { return strings.Repeat("true && ", n) + "ls" },
	"pipes":      func(n int) string { return strings.Repeat("cat | ", n) + "ls" },
	"nested":     func(n int) string { return strings.Repeat("(", n) + "ls" + strings.Repeat(")", n) },
	"substitute": func(n int) string { return "echo " + strings.Repeat("$(echo ", n) + "x" + strings.Repeat(")", n) },
	"quotes":     func(n int) string { return "echo " + strings.Repeat(`"a'b"`, n) },
	"braces":     func(n int) string { return "rm " + strings.Repeat("{a,b}", n) },
	"double":     func(n int) string { return "x=a" + strings.Repeat("; x=$x$x", n) + "; rm $x" },
	"eval":       func(n int) string { return "a='" + strings.Repeat("rm -rf /x;", n) + "'; eval \"$a\"; eval \"$a\"" },
	"functions": func(n int) string {
		return "f(){ echo a; }; g(){ f; f; f; f; }; h(){ g; g; g; g; }; i(){ h; h; h; h; };" + strings.Repeat("i;", n)
	},
	"loops": func(n int) string {
		return strings.Repeat("for a in 1 2 3 4 5 6 7 8; do ", n) + "rm $a" + strings.Repeat("; done", n)
	},
	"branches": func(n int) string { return strings.Repeat("if a; then x=$x1; else x=$x2; fi; ", n) + "rm $x" },
	"globs":    func(n int) string { return "rm " + strings.Repeat("*/", n) },
	"heredocs": func(n int) string { return strings.Repeat("cat <<E\nrm -rf /\nE\n", n) },
	"suffix":   func(n int) string { return "x=" + strings.Repeat("a", n) + "; echo ${x%%*b} ${x##*b} ${x//a*b/c}" },
	"xargs":    func(n int) string { return "echo " + strings.Repeat("a ", n) + "| xargs -n1 rm" },
	"python":   func(n int) string { return "python3 -c '" + strings.Repeat("f(g(h(", n) + "'" },
	"sed":      func(n int) string { return "sed '" + strings.Repeat("s/a/b/;", n) + "' f" },
	"awk":      func(n int) string { return "awk '" + strings.Repeat("{print > \"f\"}", n) + "' f" },
}

func TestShellGrowth(t *testing.T) { grows(t, nasty, func(s string) { shellAction(s) }) }

// grows holds that the time that f takes for each nasty input is about linear
// in its length: four times the input, about four times the time. What ends
// within a fifth of a second says nothing on a busy machine.
func grows(t *testing.T, nasty map[string]func(int) string, f func(string)) {
	for name, make := range nasty {
		t.Run(name, func(t *testing.T) {
			small, large := sized(make, 16<<10), sized(make, 64<<10)
			spend := func(command string) time.Duration {
				least := time.Hour
				for range 3 {
					begin := time.Now()
					f(command)
					least = min(least, time.Since(begin))
				}
				return least
			}
			a, b := spend(small), spend(large)
			t.Logf("%d bytes %s, %d bytes %s", len(small), a, len(large), b)
			if b > 200*time.Millisecond && b > 10*a {
				t.Errorf("%d bytes take %s, %d take %s", len(small), a, len(large), b)
			}
		})
	}
}

// sized is a nasty input of about the given length.
func sized(make func(int) string, length int) string {
	n := 1
	for len(make(n*2)) < length {
		n *= 2
	}
	for len(make(n+n/8+1)) < length {
		n += n/8 + 1
	}
	return make(n)
}

// BenchmarkShell shows that the time is about linear: four times the input
// takes about four times as long.
func BenchmarkShell(b *testing.B) {
	for _, name := range []string{"list", "substitute", "heredocs", "python"} {
		for _, size := range []int{4 << 10, 16 << 10, 64 << 10} {
			command := sized(nasty[name], size)
			b.Run(fmt.Sprintf("%s/%dKiB", name, size>>10), func(b *testing.B) {
				for b.Loop() {
					shellAction(command)
				}
			})
		}
	}
}
