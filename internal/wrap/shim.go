//go:build unix

package wrap

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"syscall"
	"time"

	"gate"
	"gate/dialects"
	"gate/internal/agent"
	"gate/internal/judge"
)

// The exit codes of a shim that runs nothing, as those of a shell.
const (
	exitDenied  = 126
	exitMissing = 127
)

const (
	readTime  = 10 * time.Second // for a script on standard input or in a pipe to end
	judgeTime = 4 * time.Second
)

// Run asks the gate about what a shell that was started with these words would
// run, and becomes that shell when it may. It gives an exit code only when
// there is nothing to become.
func Run(shell string, argv []string) int {
	real, err := realShell(shell)
	if err != nil {
		fmt.Fprintf(os.Stderr, "gate: %v\n", err)
		return exitMissing
	}
	inv := parse(shell, argv)
	if inv.source == fromNone {
		return become(real, argv)
	}
	clock := deadline(readTime, "the script that the shell reads did not end within %s; pass it with -c or as a file")
	words, err := inv.words(shell, argv)
	stopped(clock)
	if err != nil {
		return deny(gate.Refuse(gate.ErrInternal, err.Error()))
	}
	clock = deadline(judgeTime, "no verdict within %s")
	out := judge.Call(call(shell, words), judge.Options{Agent: agent.Calling, Approvals: true})
	stopped(clock)
	if out.Verdict.Decision > gate.Ask {
		logged(&out, out.Verdict.Decision)
		return become(real, argv)
	}
	if out.Verdict.Decision == gate.Ask && ask(line(words), dialects.Reason(out.Verdict)) {
		logged(&out, gate.Allow)
		return become(real, argv)
	}
	code := deny(out.Verdict)
	logged(&out, gate.Deny)
	return code
}

// logged logs the outcome and what came of it. Whether the line can be written
// changes nothing.
func logged(out *judge.Outcome, came gate.Decision) {
	if err := out.LogAs(came); err != nil {
		fmt.Fprintf(os.Stderr, "gate: %v\n", err)
	}
}

// call is what a shell's words ask for.
func call(shell string, words []string) gate.Call {
	args, err := json.Marshal(map[string]string{"command": line(words)})
	if err != nil {
		panic(err) // a string is always JSON
	}
	return gate.Call{
		Harness: "wrap", Event: gate.BeforeTool, NativeEvent: "exec", Shell: shell,
		Tool: gate.Tool{Name: shell, Kind: gate.Shell, Args: args},
	}
}

// words are those that the policy is asked about: the shell's own, with the
// text of a script in the place of its name. A script that was read from what
// can be read only once is put back for the real shell, argv included.
func (inv invocation) words(shell string, argv []string) ([]string, error) {
	switch inv.source {
	case fromText:
		return append([]string{shell, "-c"}, argv[inv.at:]...), nil
	case fromFile:
		name := argv[inv.at]
		text, again, err := scriptFile(name)
		if errors.Is(err, errUnreadable) { // the shell cannot either, and says so
			return append([]string{shell}, argv[1:]...), nil
		}
		if again != "" {
			argv[inv.at] = again
		}
		return append([]string{shell, "-c", text, name}, argv[inv.at+1:]...), err
	}
	if terminal(os.Stdin.Fd()) {
		return append([]string{shell}, argv[1:]...), nil
	}
	text, err := standardInput()
	return append([]string{shell, "-c", text, shell}, argv[inv.at:]...), err
}

func become(real string, argv []string) int {
	err := syscall.Exec(real, argv, os.Environ())
	fmt.Fprintf(os.Stderr, "gate: start %s: %v\n", real, err)
	if errors.Is(err, fs.ErrNotExist) {
		return exitMissing
	}
	return exitDenied
}

func deny(v gate.Verdict) int {
	os.Stderr.WriteString(dialects.Encode(gate.Call{}, v).Stderr)
	return exitDenied
}

// deadline denies, and ends the process, unless it is stopped in time.
func deadline(limit time.Duration, why string) *time.Timer {
	return time.AfterFunc(limit, func() {
		os.Exit(deny(gate.Refuse(gate.ErrInternal, fmt.Sprintf(why, limit))))
	})
}

// stopped stops a deadline. One that has passed ends the process.
func stopped(clock *time.Timer) {
	if !clock.Stop() {
		select {}
	}
}
