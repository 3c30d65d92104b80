package extract

import (
	"fmt"
	"math/rand/v2"
	"os"
	osexec "os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gate"
)

// recorder stands in for every program that would do harm: it writes its
// words down and does nothing.
const recorder = `#!/bin/bash
line=${0##*/}
for a in "$@"; do line+=$'\037'$a; done
printf '%s\036' "$line" >> "$RECORD/$$"
`

var recorded = []string{"rm", "mv", "cp", "ln", "touch", "mkdir", "chmod", "git", "ls", "prog", "make", "curl", "tar"}

var realPrograms = []string{"bash", "env", "xargs", "nice", "nohup", "timeout", "cat", "rev", "base64", "tr", "basename", "dirname", "seq"}

// TestAgainstBash runs generated scripts in a real shell and checks that each
// command that ran is among those extracted, or that the extraction says that
// something is unknown.
func TestAgainstBash(t *testing.T) {
	bash, err := osexec.LookPath("bash")
	if err != nil {
		t.Skip("bash is not on this machine, so nothing can be compared with it")
	}
	dir := t.TempDir()
	bin, work := filepath.Join(dir, "bin"), filepath.Join(dir, "work")
	must(t, os.MkdirAll(bin, 0o755))
	must(t, os.MkdirAll(work, 0o755))
	for _, name := range recorded {
		must(t, os.WriteFile(filepath.Join(bin, name), []byte(recorder), 0o755))
	}
	must(t, os.Symlink(bash, filepath.Join(bin, "sh"))) // a sh without braces would differ in what they mean
	for _, name := range realPrograms {
		if file, err := osexec.LookPath(name); err == nil {
			must(t, os.Symlink(file, filepath.Join(bin, name)))
		}
	}
	for _, name := range []string{"a.txt", "b.txt", "a b.txt"} {
		must(t, os.WriteFile(filepath.Join(work, name), nil, 0o644))
	}
	ran, settled := 0, 0
	for seed := range uint64(400) {
		script := newGenerator(seed).script()
		record := filepath.Join(dir, fmt.Sprintf("record%d", seed)) // a file for each process: those of a pipe run at once
		must(t, os.Mkdir(record, 0o755))
		cmd := osexec.Command(bash, "--norc", "--noprofile", "-c", script)
		cmd.Dir = work
		cmd.Env = []string{"PATH=" + bin, "HOME=" + dir, "RECORD=" + record}
		cmd.Run() // what a script exits with says nothing here
		var text []byte
		files, err := filepath.Glob(record + "/*")
		must(t, err)
		for _, file := range files {
			more, err := os.ReadFile(file)
			must(t, err)
			text = append(text, more...)
		}
		a := bashAction(script, work, dir)
		if len(a.Unknown) == 0 {
			settled++
		}
		for line := range strings.SplitSeq(strings.TrimSuffix(string(text), "\036"), "\036") {
			if line == "" {
				continue
			}
			ran++
			if argv := strings.Split(line, "\037"); len(a.Unknown) == 0 && !foundIn(a, argv) {
				t.Errorf("seed %d: bash ran %q\nscript:\n%s\nextracted: %q", seed, argv, script, argvs(a))
			}
		}
	}
	if ran < 400 || settled < 200 {
		t.Errorf("the scripts ran %d commands and %d were settled: too few to say anything", ran, settled)
	}
	t.Logf("%d commands ran, %d of 400 scripts were settled", ran, settled)
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func bashAction(script, work, home string) gate.Action {
	x := newExtraction(gate.Call{Event: gate.BeforeTool, Cwd: work}, Scene{Root: work, Home: home, OS: "linux"})
	x.shell(script, "bash", work)
	return *x.a
}

func argvs(a gate.Action) [][]string {
	var out [][]string
	for _, c := range a.Commands {
		out = append(out, c.Argv)
	}
	return out
}

// foundIn says whether argv is that of an extracted command. A pattern that
// bash matched against files stands for what it matches, and unknown text
// for anything.
func foundIn(a gate.Action, argv []string) bool {
	return slices.ContainsFunc(a.Commands, func(c gate.Command) bool {
		return c.Name == argv[0] && covers(c.Argv[1:], argv[1:])
	})
}

func covers(words, argv []string) bool {
	if len(words) == 0 {
		return len(argv) == 0
	}
	if words[0] == "" && len(argv) > 0 && argv[0] == "" || len(argv) > 0 && (words[0] == argv[0] || like(words[0], argv[0])) {
		if covers(words[1:], argv[1:]) {
			return true
		}
	}
	if strings.Contains(words[0], gate.UnknownText) || strings.ContainsAny(words[0], "*?[") { // may be several words, or none
		for n := range len(argv) + 1 {
			if n != 1 && covers(words[1:], argv[n:]) && (n == 0 || like(words[0], argv[0])) {
				return true
			}
		}
	}
	return false
}

func like(word, text string) bool {
	if strings.Contains(word, gate.UnknownText) {
		before, _, _ := strings.Cut(word, gate.UnknownText)
		return strings.HasPrefix(text, strings.TrimRight(before, " "))
	}
	ok, err := path.Match(word, text)
	return err == nil && ok
}

// generator makes harmless scripts out of the shell's own constructs.
type generator struct {
	r     *rand.Rand
	depth int
}

func newGenerator(seed uint64) *generator {
	return &generator{r: rand.New(rand.NewPCG(seed, 7))}
}

func (g *generator) pick(choices ...string) string { return choices[g.r.IntN(len(choices))] }

func (g *generator) script() string {
	var lines []string
	for range 1 + g.r.IntN(4) {
		lines = append(lines, g.statement())
	}
	return strings.Join(lines, g.pick("\n", "; ", "\n"))
}

func (g *generator) statement() string {
	g.depth++
	defer func() { g.depth-- }()
	if g.depth > 4 {
		return g.command()
	}
	switch g.r.IntN(20) {
	case 0:
		return "if " + g.command() + "; then " + g.statement() + "; else " + g.statement() + "; fi"
	case 1:
		return "for v in " + g.word() + " " + g.word() + "; do " + g.statement() + "; done"
	case 2:
		return "( " + g.statement() + "; " + g.statement() + " )"
	case 3:
		return "{ " + g.statement() + "; }"
	case 4:
		return "case " + g.word() + " in a*) " + g.statement() + ";; *) " + g.statement() + ";; esac"
	case 5:
		return "f() { " + g.statement() + "; }; f " + g.word()
	case 6:
		return g.command() + g.pick(" && ", " || ", " | ") + g.statement()
	case 7:
		return g.pick("x", "y") + "=" + g.word()
	case 8:
		return "eval " + g.quoted(g.command())
	case 9:
		return g.pick("bash", "sh") + " -c " + g.quoted(g.command())
	case 10:
		return g.pick("bash", "sh", "cat") + " <<'EOF'\n" + g.command() + "\nEOF\n:"
	case 11:
		return "echo " + g.quoted(g.command()) + " | " + g.pick("bash", "sh", "cat", "rev | rev | sh")
	case 12:
		return "arr=(" + g.word() + " " + g.word() + `); prog "${arr[@]}"`
	case 13:
		return "while " + g.command() + "; do " + g.statement() + "; break; done"
	case 14:
		return g.command() + " " + g.pick("2>/dev/null", "</dev/null", "2>&1")
	case 15:
		return "set -- " + g.word() + " " + g.word() + `; prog "$1" $2 "$@"`
	}
	return g.command()
}

func (g *generator) command() string {
	wrap := g.pick("", "", "", "", "", "env ", "nice ", "nohup ", "timeout 5 ", "command ", "X=1 ", "env A=b ", "xargs -r0 </dev/null ", `\`, "printf 'p q' | xargs ")
	words := []string{wrap + g.pick(recorded...)}
	for range g.r.IntN(3) {
		words = append(words, g.word())
	}
	return strings.Join(words, " ")
}

func (g *generator) word() string {
	g.depth++
	defer func() { g.depth-- }()
	switch g.r.IntN(18) {
	case 0:
		return "'" + g.pick("single $x", "a  b", "*", "") + "'"
	case 1:
		return `"` + g.pick("double $x", "a  b", "${x}c", "$HOME/d", `q\"q`, "") + `"`
	case 2:
		return g.pick("$x", "${x:-dflt}", "${x:+alt}", `"${x%.txt}"`, `"${y##*/}"`, "${#x}", `"${x/a/b}"`, `"${x:1:2}"`, "$HOME", "${y^^}")
	case 3:
		return g.pick("{a,b}.txt", "{1..3}", "pre{x,y}post", "{a,b}{c,d}")
	case 4:
		if g.depth < 4 {
			mark := g.pick("", `"`)
			return mark + "$(echo " + g.word() + ")" + mark
		}
	case 5:
		return g.pick("*.txt", "?.txt", "[ab].txt", "nomatch*", "~", "~/x")
	case 6:
		return g.pick(`a\ b`, `\$x`, `r\m`, `"a"'b'c`, `$'t\x41b'`, `$'new\nline'`)
	case 7:
		return g.pick("$((1+2))", "$((3*4))a", "$(basename /a/b.c)", "$(dirname /a/b.c)", "$(printf %s,%s u v)", "$(seq 2)")
	}
	return g.pick("a.txt", "-rf", "--opt=val", "/tmp/z", "src/x", "plain", "-n", ".")
}

func (g *generator) quoted(s string) string { return quote(s) }
