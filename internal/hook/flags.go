package hook

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"gate/dialects"
	"gate/internal/judge"
)

const usage = `usage: gate hook --stdin [--dialect NAME] [--event NAME] [--root DIR] [--profile FILE]
                 [--fail-open] [--no-shell-scan] [--no-root-discovery] [--strict]
                 [--deny-exit-zero] [--require-log] [--log-level error|warn|info|debug]
                 [--server URL [--server-fallback] [--server-timeout 2s] [--server-token-file FILE]
                  [--server-ca FILE] [--server-client-cert FILE --server-client-key FILE]]

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
  --server URL          have an OPA server decide; what the local policy says of the gate's own files counts as well
  --server-fallback     go by the local policy when the server gives no verdict, with a warning
  --server-timeout T    how long to wait for it, 3s at most (2s)
  --server-token-file F its bearer token (the variable GATE_SERVER_TOKEN)
  --server-ca F         the certificates that its own is to come from, in PEM (the machine's)
  --server-client-cert, --server-client-key F
                        the certificate to show to it, in PEM

example: gate hook --stdin < payload.json
`

var levels = []string{"error", "warn", "info", "debug"}

type flags struct {
	judge.Options
	server   Server
	timeout  string
	stdin    bool
	logLevel string
	level    int // index into levels
}

// maxServerTime leaves the hook the time to say that there was no answer.
const maxServerTime = totalTime - time.Second

// errHelp is the wish to read the usage.
var errHelp = errors.New("help")

// parse reads the hook's arguments. The error is for the person who wired the
// hook. Package flag would read them the same way, and take as long for it as
// the payload takes to decode.
func parse(args []string) (f flags, err error) {
	f.logLevel, f.timeout = "warn", "2s"
	for len(args) > 0 {
		if args, err = f.take(args[0], args[1:]); err != nil {
			return f, err
		}
	}
	f.level = slices.Index(levels, f.logLevel)
	f.server.Timeout, err = time.ParseDuration(f.timeout)
	switch {
	case err != nil, f.server.Timeout <= 0, f.server.Timeout > maxServerTime:
		return f, fmt.Errorf("--server-timeout is %q, want a time up to %s", f.timeout, maxServerTime)
	case f.server.URL == "" && f.server != Server{Timeout: f.server.Timeout}:
		return f, errors.New("--server-... says how to ask a server: say which with --server URL")
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
	case "server-fallback":
		return &f.server.Fallback
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
	case "server":
		return &f.server.URL
	case "server-timeout":
		return &f.timeout
	case "server-token-file":
		return &f.server.TokenFile
	case "server-ca":
		return &f.server.CA
	case "server-client-cert":
		return &f.server.ClientCert
	case "server-client-key":
		return &f.server.ClientKey
	}
	return nil
}
