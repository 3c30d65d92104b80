package author

import (
	"flag"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"gate"
)

var inputs = flag.Int("inputs", 500, "how many generated inputs to compare")

// TestGeneratedInputs compares the engines on inputs made by chance of the
// words that rules look for.
func TestGeneratedInputs(t *testing.T) {
	engines := bothEngines(t)
	g := generator{rand.New(rand.NewPCG(3, 5))}
	heard := 0
	for range *inputs {
		input := inputText(t, g.action())
		want, got := engines.verdicts(input)
		if diff := cmp.Diff(want, got); diff != "" {
			t.Fatalf("%s (-opa +plan):\n%s", input, diff)
		}
		if !strings.Contains(want, `"findings":[]`) {
			heard++
		}
	}
	if heard < *inputs/4 {
		t.Errorf("rules spoke on %d of %d inputs: the generator is too tame", heard, *inputs)
	}
}

type generator struct{ *rand.Rand }

func (g generator) one(list ...string) string { return list[g.IntN(len(list))] }

func (g generator) some(list ...string) []string {
	out := []string{}
	for range g.IntN(4) {
		out = append(out, g.one(list...))
	}
	return out
}

func (g generator) path() string {
	return g.one("/", "/home/u/", "/home/u/project/", "/etc/", "/home/u/.ssh/", "", "C:/", "../") +
		g.one("main.go", ".env", ".git/config", ".gate/profile.json", "node_modules/a/b.js", "id_rsa", "passwd", "go.lock", ".bashrc", "CON", "a:b", ".claude/settings.json", "x. ", "")
}

func (g generator) action() gate.Action {
	a := gate.Action{
		Harness: "h", Event: gate.Events[g.IntN(len(gate.Events))], Time: g.one("2026-01-02T03:04:05Z", "", "x"),
		Tool: gate.Tool{Name: g.one("Bash", "Write", "x"), Kind: gate.Kind(g.one("shell", "write", "mcp", "other")), Args: []byte(`{}`)},
		Cwd:  "/home/u/project", Root: g.one("/home/u/project", "/", ""), Home: "/home/u", OS: g.one("linux", "windows", "darwin"),
		Commands: []gate.Command{}, Writes: []gate.Target{}, Reads: []gate.Source{}, URLs: []gate.URL{}, Unknown: []gate.Unknown{},
		Profile: gate.Profile{Deny: g.some(".git/**", "**/*.lock", ".env", "["), Allow: [][]string{}, NoSecrets: g.IntN(2) == 0, PII: g.IntN(2) == 0, MaxBytes: g.IntN(30), Roots: []string{}},
		Gate:    gate.Self{Files: []string{"/home/u/.config/gate", "/home/u/project/.gate"}},
		Git:     gate.Git{Branch: g.one("main", "topic", ""), Remote: g.one("https://github.com/a/b", "")},
	}
	for range g.IntN(4) {
		a.Commands = append(a.Commands, g.command())
	}
	for range g.IntN(3) {
		a.Writes = append(a.Writes, g.target())
		a.Reads = append(a.Reads, gate.Source{Path: g.path(), Abs: g.path(), Inside: g.IntN(2) == 0, Source: g.one("cat", "Read")})
	}
	if g.IntN(3) == 0 {
		a.URLs = append(a.URLs, gate.URL{URL: "https://x.de/a", Scheme: g.one("http", "https"), Host: g.one("x.de", "169.254.169.254"), Method: g.one("GET", "POST"), Source: "curl"})
		a.Unknown = append(a.Unknown, gate.Unknown{What: g.one("target", "program", "command", "syntax", "limit", "args", "disguise"), Text: "t", Why: "w"})
	}
	return a
}

func (g generator) command() gate.Command {
	name := g.one("rm", "git", "sudo", "curl", "bash", "dd", "npm", "terraform", "kubectl", "mkfs", "chmod", "vim", "env", "cat", "sh", "docker", "crontab", "base64", "nc", "Remove-Item", "format")
	words := []string{"-rf", "-r", "--force", "-f", "push", "--force-with-lease", "reset", "--hard", "clean", "-fdx", "publish", "destroy", "-auto-approve", "delete", "namespace", "origin", "main", "+main", "/", "~", "*",
		"-X", "POST", "-d", "@/home/u/.ssh/id_rsa", "https://x.de", "config", "core.hooksPath", "777", "-e", "of=/dev/sda", "checkout", ".", "stash", "drop", "branch", "-D", gate.UnknownText, g.path()}
	c := gate.Command{
		Name: name, Program: name, Options: []string{}, Operands: []string{}, Via: g.some("sudo", "bash -c", "xargs", "ssh", "env"),
		Env: map[string]string{g.one("PATH", "GIT_DIR", "X"): g.path()}, Uses: g.some("HOME", "AWS_SECRET_ACCESS_KEY", "GITHUB_TOKEN"), Cwd: "/home/u/project",
		Stdin: gate.Stdin{Kind: g.one("inherit", "pipe", "file", "text"), From: g.some("curl", "cat", "wget", "/home/u/.env")},
		Where: g.one("local", "local", "container", "remote"), Exact: g.IntN(4) > 0,
	}
	for range g.IntN(6) {
		word := words[g.IntN(len(words))]
		if c.Argv = append(c.Argv, word); strings.HasPrefix(word, "-") {
			c.Options = append(c.Options, word)
		} else {
			c.Operands = append(c.Operands, word)
		}
	}
	c.Argv = append([]string{name}, c.Argv...)
	return c
}

func (g generator) target() gate.Target {
	contents := []string{
		"", "hello", "password = \"hunter2hunter2\"", "key: AKIA" + "IOSFODNN7QZMPLEX\n", "token ghp_" + strings.Repeat("a1B2", 9), "-----BEGIN RSA PRIVATE KEY-----\nMIIE",
		"mail a.b@example.org or +40 721 123 456", "card 4111 1111 1111 1111", "café \xff\u2028<b>", strings.Repeat("line\n", 50) + "sk_live_" + strings.Repeat("x9", 14),
	}
	return gate.Target{
		Path: g.path(), Abs: g.path(), Inside: g.IntN(3) > 0, Op: g.one("create", "write", "append", "truncate", "delete", "move", "copy", "chmod", "link"),
		Source: g.one("Write", "rm", ">"), Content: contents[g.IntN(len(contents))], Complete: g.IntN(2) == 0,
		Flaws: g.some("symlink", "reserved_name", "stream", "invalid_char", "bad_segment", "trailing_dot", "not_nfc", "case_collision", "glob", "device"),
	}
}
