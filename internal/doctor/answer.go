package doctor

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/user"
	"reflect"
	"slices"
	"strings"
	"time"

	"gate"
	"gate/dialects"
)

const (
	harmful  = "rm -rf /" // what the embedded rules surely deny; nobody runs it
	harmless = "ls"

	runs    = 20
	patient = 10 * time.Second // how long an answer is waited for at most
	own     = 4 * time.Second  // the gate's own limit, which the harness should outwait
	most    = 1 << 20          // bytes of output that are read
)

// answers starts the sound command lines on events before a tool call, and
// holds what they say to what the harness has to hear.
func (x *examination) answers(ctx context.Context) ([]Check, *Timing) {
	var checks []Check
	var timing *Timing
	if before := dialects.Before(x.name); dialects.Canary(x.name, before, harmful, x.Root) == nil && len(x.sound(before)) > 0 {
		checks = append(checks, Check{"answer", Warn, "not tried: how its payloads look is not known well enough to make one", ""})
	}
	for _, event := range x.setup.Hooks {
		if dialects.Canary(x.name, event, harmful, x.Root) == nil {
			continue
		}
		for _, w := range x.sound(event) {
			if why := x.wrong(ctx, w); why != "" {
				checks = append(checks, Check{"answer", Fail, fmt.Sprintf("%s in %s: %s", event, x.short(w.file.path), why), x.install()})
				continue
			}
			checks = append(checks, Check{"answer", OK, fmt.Sprintf("%s in %s denies %q and has no opinion on %q", event, x.short(w.file.path), harmful, harmless), ""})
			if timing == nil {
				t := x.measure(ctx, w)
				timing = &t
				checks = append(checks, x.time(t)...)
			}
		}
	}
	return checks, timing
}

// wrong is what is wrong with the answers of an entry, "" for nothing.
func (x *examination) wrong(ctx context.Context, w *wiring) string {
	deny := gate.Verdict{Findings: []gate.Finding{{Decision: gate.Deny, ID: "canary", Reason: "some reason"}}}
	for _, ask := range []struct {
		command string
		verdict gate.Verdict
	}{{harmful, deny}, {harmless, gate.Verdict{Decision: gate.None}}} {
		payload := dialects.Canary(x.name, w.event, ask.command, x.Root)
		call, err := dialects.Decode(payload, dialects.Hint{Dialect: x.name, Event: w.event})
		if err != nil {
			return err.Error()
		}
		got, want := x.ask(ctx, w, payload), dialects.Encode(call, ask.verdict)
		if !got.says(want) {
			return fmt.Sprintf("on %q it %s; want exit %d and %q", ask.command, got, want.Exit, strings.TrimSpace(string(want.Stdout)))
		}
	}
	return ""
}

// measure is how long a denial takes, from start to end of the process.
func (x *examination) measure(ctx context.Context, w *wiring) Timing {
	payload := dialects.Canary(x.name, w.event, harmful, x.Root)
	took := make([]time.Duration, runs)
	for i := range took {
		took[i] = x.ask(ctx, w, payload).took
	}
	slices.Sort(took)
	limit, _ := w.limit(x.setup) // a wrong one is a fault
	return Timing{Runs: runs, P50: took[runs/2], P95: took[runs*95/100], Timeout: limit}
}

// time holds the time that an answer takes to the time that the harness waits.
func (x *examination) time(t Timing) []Check {
	detail := fmt.Sprintf("p50 %s, p95 %s of %d runs", t.P50.Round(time.Millisecond/10), t.P95.Round(time.Millisecond/10), t.Runs)
	if t.Timeout == 0 {
		return []Check{{"time", OK, detail + "; how long the harness waits is not known", ""}}
	}
	detail += fmt.Sprintf("; the harness waits %s", t.Timeout)
	switch {
	case t.P95 >= t.Timeout:
		return []Check{{"time", Fail, detail + ": calls run before the answer", "give the hook a longer timeout: " + x.install()}}
	case t.P95*2 >= t.Timeout, t.Timeout <= own:
		return []Check{{"time", Warn, fmt.Sprintf("%s, and the gate itself may take %s", detail, own), "give the hook a longer timeout: " + x.install()}}
	}
	return []Check{{"time", OK, detail, ""}}
}

// ask starts an entry as the harness does, and gives it a payload.
func (x *examination) ask(ctx context.Context, w *wiring, payload []byte) answer {
	limit, _ := w.limit(x.setup)
	if limit == 0 || limit > patient {
		limit = patient
	}
	cmd := x.start(w.hook)
	cmd.Dir = x.Root
	cmd.Env = slices.DeleteFunc(os.Environ(), func(s string) bool { return strings.HasPrefix(s, "GATE_CAPTURE=") })
	if x.setup.Folder != "" {
		cmd.Env = append(cmd.Env, x.setup.Folder+"="+x.Root)
	}
	return run(ctx, cmd, payload, limit)
}

// start is the command that the harness makes of an entry. Where nobody knows
// it is what most do.
func (x *examination) start(h hook) *exec.Cmd {
	how := x.setup.Unix.How
	if x.OS == "windows" {
		how = x.setup.Windows.How
	}
	switch {
	case h.argv != nil:
		return exec.Command(h.argv[0], h.argv[1:]...)
	case how == dialects.Bash:
		return exec.Command("bash", "-c", h.command)
	case how == dialects.Login:
		return exec.Command(loginShell(), "-c", h.command)
	case how == dialects.PowerShell:
		return exec.Command("powershell", "-NoProfile", "-Command", h.command)
	case how == dialects.Cmd, how == dialects.Unclear && x.OS == "windows":
		return exec.Command("cmd", "/C", h.command)
	}
	return exec.Command("sh", "-c", h.command)
}

// loginShell is the account's own shell as /etc/passwd has it, else $SHELL,
// else sh.
func loginShell() string {
	if me, err := user.Current(); err == nil {
		if file, err := os.Open("/etc/passwd"); err == nil {
			defer file.Close()
			for lines := bufio.NewScanner(file); lines.Scan(); {
				if f := strings.Split(lines.Text(), ":"); len(f) == 7 && f[2] == me.Uid && f[6] != "" {
					return f[6]
				}
			}
		}
	}
	if shell := os.Getenv("SHELL"); shell != "" {
		return shell
	}
	return "sh"
}

// answer is what a process said.
type answer struct {
	stdout, stderr string
	exit           int
	took           time.Duration
	err            error // why there is none; an exit status is none
}

// run runs a command for at most limit, with a bound on what is read of it.
func run(ctx context.Context, cmd *exec.Cmd, stdin []byte, limit time.Duration) answer {
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	bound := exec.CommandContext(ctx, cmd.Path, cmd.Args[1:]...)
	bound.Dir, bound.Env, bound.Err = cmd.Dir, cmd.Env, cmd.Err
	bound.WaitDelay = time.Second // for a child that keeps the output open
	var stdout, stderr bounded
	bound.Stdin, bound.Stdout, bound.Stderr = bytes.NewReader(stdin), &stdout, &stderr
	began := time.Now()
	err := bound.Run()
	a := answer{stdout: stdout.kept.String(), stderr: stderr.kept.String(), took: time.Since(began)}
	var status *exec.ExitError
	switch {
	case ctx.Err() != nil:
		a.err = fmt.Errorf("did not answer within %s", limit)
	case errors.As(err, &status) && status.ExitCode() >= 0:
		a.exit = status.ExitCode()
	case errors.Is(err, exec.ErrWaitDelay):
		a.err = errors.New("left a process behind that keeps its output open")
	case err != nil:
		a.err = fmt.Errorf("could not be run: %w", err)
	}
	return a
}

// bounded keeps the beginning of what is written to it.
type bounded struct{ kept bytes.Buffer }

func (b *bounded) Write(p []byte) (int, error) {
	if room := most - b.kept.Len(); room > 0 {
		b.kept.Write(p[:min(room, len(p))])
	}
	return len(p), nil
}

// says reports whether the harness hears what it has to: the document, whatever
// the reason, and the exit status. A denial's document counts with status 0 as
// well, and with another one only beside a reason on stderr.
func (a answer) says(want gate.Reply) bool {
	if a.err != nil || !sameDocument(a.stdout, string(want.Stdout)) {
		return false
	}
	if a.exit == 0 {
		return want.Exit == 0 || len(want.Stdout) > 0
	}
	return a.exit == want.Exit && strings.TrimSpace(a.stderr) != ""
}

func (a answer) String() string {
	if a.err != nil {
		return a.err.Error()
	}
	text := fmt.Sprintf("exits %d and says %q", a.exit, cut(a.stdout))
	if a.stderr != "" {
		text += fmt.Sprintf(", and %q on stderr", cut(a.stderr))
	}
	return text
}

// cut is the beginning of a text, on one line.
func cut(text string) string {
	text = strings.Join(strings.Fields(text), " ")
	if len(text) > 200 {
		return text[:200] + "..."
	}
	return text
}

// sameDocument says whether two JSON documents differ in nothing but their
// prose; two texts that are blank are the same.
func sameDocument(a, b string) bool {
	if strings.TrimSpace(a) == "" || strings.TrimSpace(b) == "" {
		return strings.TrimSpace(a) == strings.TrimSpace(b)
	}
	var x, y any
	if json.Unmarshal([]byte(a), &x) != nil || json.Unmarshal([]byte(b), &y) != nil {
		return false
	}
	return reflect.DeepEqual(wordless(x), wordless(y))
}

// wordless is a value with its prose, the strings that have blanks, left out.
func wordless(v any) any {
	switch v := v.(type) {
	case string:
		if strings.Contains(v, " ") {
			return " "
		}
	case []any:
		for i := range v {
			v[i] = wordless(v[i])
		}
	case map[string]any:
		for key := range v {
			v[key] = wordless(v[key])
		}
	}
	return v
}
