package hook

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"gate/dialects"
	"gate/internal/judge"
)

const usage = `usage: gate hook --stdin [--dialect NAME] [--event NAME] [--root DIR] [--profile FILE]
                 [--fail-open] [--no-shell-scan] [--no-root-discovery] [--strict]
                 [--deny-exit-zero] [--require-log] [--log-level error|warn|info|debug]

Reads one hook payload from standard input and answers the harness in its own words.

  --stdin               read the payload from standard input (required)
  --dialect NAME        the harness, where the payload leaves it open: %s
  --event NAME          the harness's event, where the payload names none
  --root DIR            the project's root, instead of the nearest .git or .gate above the call's folder
  --profile FILE        the profile to use
  --fail-open           let a call through that the gate could not judge, with a warning
  --no-shell-scan       do not look into command lines
  --no-root-discovery   take the call's own folder as the root
  --strict              deny what would be asked, for runs with nobody there to answer
  --deny-exit-zero      exit 0 with a denial that is said in a document, so that another status means that the gate broke
  --require-log         refuse a call whose decision cannot be written to the decision log
  --log-level LEVEL     what to say on standard error besides refusals (warn)

example: gate hook --stdin < payload.json
`

var levels = []string{"error", "warn", "info", "debug"}

type flags struct {
	judge.Options
	stdin    bool
	logLevel string
	level    int // index into levels
}

// errHelp is the wish to read the usage.
var errHelp = errors.New("help")

// parse reads the hook's arguments. The error is for the person who wired the
// hook. Package flag would read them the same way, and take as long for it as
// the payload takes to decode.
func parse(args []string) (f flags, err error) {
	f.logLevel = "warn"
	for len(args) > 0 {
		if args, err = f.take(args[0], args[1:]); err != nil {
			return f, err
		}
	}
	f.level = slices.Index(levels, f.logLevel)
	switch {
	case !f.stdin:
		return f, errors.New("--stdin is missing")
	case f.RequireLog && f.FailOpen:
		return f, errors.New("--require-log refuses calls that --fail-open would let through: choose one")
	case f.level < 0:
		return f, fmt.Errorf("unknown log level %q", f.logLevel)
	case f.Dialect != "" && !dialects.Known(f.Dialect):
		return f, fmt.Errorf("unknown dialect %q", f.Dialect)
	}
	return f, nil
}

// take reads one argument, and gives those behind it and its value.
func (f *flags) take(arg string, rest []string) ([]string, error) {
	name, value, joined := strings.Cut(strings.TrimPrefix(strings.TrimPrefix(arg, "-"), "-"), "=")
	toggle, text := f.toggle(name), f.text(name)
	switch {
	case !strings.HasPrefix(arg, "-"):
		return nil, fmt.Errorf("unexpected argument %q", arg)
	case name == "help" || name == "h":
		return nil, errHelp
	case toggle == nil && text == nil:
		return nil, fmt.Errorf("unknown flag %s", arg)
	case toggle != nil && joined:
		on, err := strconv.ParseBool(value)
		if err != nil {
			return nil, fmt.Errorf("--%s is %q, want true or false", name, value)
		}
		*toggle = on
	case toggle != nil:
		*toggle = true
	case joined:
		*text = value
	case len(rest) == 0:
		return nil, fmt.Errorf("--%s has no value", name)
	default:
		*text, rest = rest[0], rest[1:]
	}
	return rest, nil
}

// toggle is the flag of that name, nil where it is none or has a text.
func (f *flags) toggle(name string) *bool {
	switch name {
	case "stdin":
		return &f.stdin
	case "fail-open":
		return &f.FailOpen
	case "no-shell-scan":
		return &f.SkipShell
	case "no-root-discovery":
		return &f.NoRootDiscovery
	case "strict":
		return &f.Strict
	case "require-log":
		return &f.RequireLog
	case "deny-exit-zero":
		return &f.DenyExitZero
	}
	return nil
}

// text is the flag of that name that has a text, nil where there is none.
func (f *flags) text(name string) *string {
	switch name {
	case "dialect":
		return &f.Dialect
	case "event":
		return &f.Event
	case "root":
		return &f.Root
	case "profile":
		return &f.Profile
	case "log-level":
		return &f.logLevel
	}
	return nil
}
