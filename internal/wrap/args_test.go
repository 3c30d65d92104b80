package wrap

import (
	"strings"
	"testing"
)

func TestParse(t *testing.T) {
	for _, tt := range []struct {
		words string // the shell's, split at blanks
		want  source
		at    string // the first word that is no option
	}{
		{"bash", fromStdin, ""},
		{"bash -i", fromStdin, ""},
		{"bash -c ls", fromText, "ls"},
		{"bash -lc ls", fromText, "ls"},
		{"bash -cl ls name", fromText, "ls"},
		{"sh -ec ls", fromText, "ls"},
		{"bash -c -e ls", fromText, "ls"},
		{"bash --norc -c ls", fromText, "ls"},
		{"bash -norc -c ls", fromText, "ls"},
		{"bash --rcfile x -c ls", fromText, "ls"},
		{"bash --rcfile x", fromStdin, ""},
		{"bash -eo pipefail -c ls", fromText, "ls"},
		{"bash -ceo pipefail ls", fromText, "ls"},
		{"bash -o pipefail +e -O extglob x.sh", fromFile, "x.sh"},
		{"bash +c x.sh", fromFile, "x.sh"},
		{"bash -x x.sh -c y", fromFile, "x.sh"},
		{"bash -- x.sh", fromFile, "x.sh"},
		{"bash - x.sh", fromFile, "x.sh"},
		{"bash -c -- ls", fromText, "ls"},
		{"bash -s a b", fromStdin, "a"},
		{"bash -c", fromNone, ""},
		{"bash -o", fromStdin, ""},
		{"bash --version", fromNone, ""},
		{"bash -version", fromNone, ""},
		{"sh --help", fromNone, ""},
		{"zsh --emulate sh -c ls", fromText, "ls"},
		{"zsh -oerrexit -c ls", fromText, "ls"},
		{"zsh -o errexit -c ls", fromText, "ls"},
		{"zsh -fc ls", fromText, "ls"},
		{"zsh -norc ls", fromFile, "ls"}, // n, and the option rc
		{"zsh --no-rcs x.zsh", fromFile, "x.zsh"},
	} {
		argv := strings.Split(tt.words, " ")
		got := parse(argv[0], argv)
		at := ""
		if got.at < len(argv) {
			at = argv[got.at]
		}
		if got.source != tt.want || at != tt.at {
			t.Errorf("%s: source %d at %q, want %d at %q", tt.words, got.source, at, tt.want, tt.at)
		}
	}
}

func TestShell(t *testing.T) {
	for argv0, want := range map[string]string{
		"bash": "bash", "-zsh": "zsh", "/x/sh": "sh", "/x/-bash": "bash",
		"gate": "", "/bin/dash": "", "shell": "", "": "",
	} {
		if got := Shell(argv0); got != want {
			t.Errorf("%q: %q, want %q", argv0, got, want)
		}
	}
}

func TestLine(t *testing.T) {
	if got, want := line([]string{"bash", "-c", "echo 'a' \"$b\"\n", ""}), `'bash' '-c' 'echo '\''a'\'' "$b"`+"\n' ''"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}
