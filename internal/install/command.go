package install

import (
	"fmt"
	"regexp"
	"strings"
	"time"

	"mvdan.cc/sh/v3/syntax"

	"gate/dialects"
)

// patience is how long a harness is told to wait for the gate, which answers
// within 4 s by itself.
const patience = 10 * time.Second

// unanswered is what the closing form says when the gate is missing or broke.
const unanswered = `{ echo "gate did not answer" >&2; exit 2; }`

// cancelled says the same to a harness that starts scripts and does not look at
// how they exit: Cline.
const cancelled = `'{"cancel":true,"errorMessage":"gate did not answer"}'`

// command is the command line that starts the gate for one event of a harness,
// in the words of what reads it there.
func (m Machine) command(name, event string, s dialects.Setup) (string, error) {
	args := []string{"hook", "--stdin", "--dialect", name}
	if s.Unnamed {
		args = append(args, "--event", event)
	}
	start := s.Unix
	if m.OS == "windows" {
		start = s.Windows
	}
	closing := s.Closing == dialects.Observed && dialects.Stops(name, event) &&
		(start.How.POSIX() || start.How == dialects.Login) && m.OS != "windows"
	if closing {
		args = append(args, "--deny-exit-zero")
	}
	program, err := quote(m.Gate, start.How, m.OS)
	if err != nil {
		return "", err
	}
	line := program + " " + strings.Join(args, " ")
	if start.How.POSIX() && start.By == dialects.Observed || closing {
		line = "GOMAXPROCS=1 " + line // one thread is enough, and starting more costs a fifth of the hook's time
	}
	if closing {
		line += " || " + unanswered
	}
	if start.How == dialects.Script && dialects.Stops(name, event) {
		line += " || echo " + cancelled
	}
	if closing && start.How == dialects.Login { // which may be a shell that reads neither braces nor GOMAXPROCS=1
		quoted, err := syntax.Quote(line, syntax.LangPOSIX)
		if err != nil {
			return "", fmt.Errorf("quote %s: %w", line, err)
		}
		line = "/bin/sh -c " + quoted
	}
	return line, nil
}

// quote is the gate's path as a program to run.
func quote(path string, how dialects.Starter, os string) (string, error) {
	switch {
	case os != "windows":
		quoted, err := syntax.Quote(path, syntax.LangPOSIX)
		if err != nil {
			return "", fmt.Errorf("quote %s: %w", path, err)
		}
		return quoted, nil
	case how.POSIX():
		return syntax.Quote(strings.ReplaceAll(path, `\`, "/"), syntax.LangPOSIX)
	case how == dialects.PowerShell:
		return "& '" + strings.ReplaceAll(path, "'", "''") + "'", nil
	case strings.ContainsAny(path, ` &()[]{}^=;!'+,~%`):
		return `"` + path + `"`, nil
	}
	return path, nil
}

// hookLine finds the gate's hook in a command line, however it is started, and
// its arguments.
var hookLine = regexp.MustCompile(`(?:^|[\s'"/\\=&(])gate(?:\.exe)?['"]*\s+hook\b(.*)`)

var dialectFlag = regexp.MustCompile(`--?dialect[= ]['"]?([a-z0-9-]+)`)

// starts says whether a command line starts the gate for the harness. Where it
// names no harness, its file's usual owner is meant.
func starts(line, name string, usual bool) bool {
	found := hookLine.FindStringSubmatch(line)
	if found == nil {
		return false
	}
	if dialect := dialectFlag.FindStringSubmatch(found[1]); dialect != nil {
		return dialect[1] == name
	}
	return usual
}
