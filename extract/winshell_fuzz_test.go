package extract

import (
	"strings"
	"testing"
	"time"
)

func FuzzPowerShell(f *testing.F) { fuzzWindows(f, "powershell", nastyPowerShell) }

func FuzzCmd(f *testing.F) { fuzzWindows(f, "cmd", nastyCmd) }

func fuzzWindows(f *testing.F, shell string, nasty map[string]func(int) string) {
	for _, c := range shellCases(f) {
		if c.Input.Shell == shell {
			f.Add(c.Input.Command)
		}
	}
	for _, make := range nasty {
		f.Add(make(3))
	}
	f.Fuzz(func(t *testing.T, command string) {
		if len(command) > 1<<16 {
			return
		}
		begin := time.Now()
		a := windowsAction(command, shell)
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

// nastyPowerShell and nastyCmd are inputs that grow, as nasty is.
var nastyPowerShell = map[string]func(n int) string{
	"list":       func(n int) string { return strings.Repeat("echo a; ", n) },
	"pipes":      func(n int) string { return strings.Repeat("echo a | ", n) + "echo b" },
	"parens":     func(n int) string { return strings.Repeat("(", n) + "ls" + strings.Repeat(")", n) },
	"substitute": func(n int) string { return "echo " + strings.Repeat(`"$(echo `, n) + "x" + strings.Repeat(`)"`, n) },
	"quotes":     func(n int) string { return "echo " + strings.Repeat(`"a'b"'c'`, n) },
	"singles":    func(n int) string { return "echo " + strings.Repeat(`'`, n) },
	"doubles":    func(n int) string { return "echo " + strings.Repeat(`"`, n) },
	"backticks":  func(n int) string { return "echo " + strings.Repeat("`", n) },
	"dollars":    func(n int) string { return "echo " + strings.Repeat("$", n) + ` "` + strings.Repeat("$", n) + `"` },
	"blocks":     func(n int) string { return strings.Repeat("& { ", n) + "ls" + strings.Repeat(" }", n) },
	"open":       func(n int) string { return strings.Repeat("{(@{[", n) },
	"brackets":   func(n int) string { return strings.Repeat("[", n) },
	"index":      func(n int) string { return "$a" + strings.Repeat("[0]", n) + strings.Repeat(".b", n) },
	"sum":        func(n int) string { return "$a = 'x'" + strings.Repeat(" + 'y'", n) + "; rm $a" },
	"double":     func(n int) string { return "$x = 'ab'" + strings.Repeat("; $x = $x + $x", n) + "; rm $x" },
	"grow": func(n int) string {
		return "$x = 'ab'" + strings.Repeat("; $x += '"+strings.Repeat("cd", 40)+"'", n) + "; rm $x"
	},
	"commas":   func(n int) string { return "rm a" + strings.Repeat(",a", n) },
	"params":   func(n int) string { return "rm" + strings.Repeat(" -Rec", n) },
	"words":    func(n int) string { return "git" + strings.Repeat(" a", n) },
	"branches": func(n int) string { return strings.Repeat("if ($a) { $x = $x1 } else { $x = $x2 }; ", n) + "rm $x" },
	"variables": func(n int) string {
		var out strings.Builder
		for i := range n {
			out.WriteString("$v" + strings.Repeat("a", i%40) + " = 1; if ($a) { b }; ")
		}
		return out.String()
	},
	"elseif": func(n int) string { return "if (1) { a }" + strings.Repeat(" elseif (1) { a }", n) },
	"functions": func(n int) string {
		return "function f { echo a }; function g { f; f; f; f }; function h { g; g; g; g };" + strings.Repeat("h;", n)
	},
	"loops": func(n int) string {
		return strings.Repeat("foreach ($a in 1..8) { ", n) + "rm $a" + strings.Repeat(" }", n)
	},
	"iex":      func(n int) string { return "$a = '" + strings.Repeat("rm C:\\x;", n) + "'; iex $a; iex $a" },
	"comments": func(n int) string { return strings.Repeat("<# a #>", n) + strings.Repeat("<#", n) },
	"casts":    func(n int) string { return strings.Repeat("[int]", n) + "1" },
	"here":     func(n int) string { return strings.Repeat("@'\na\n'@\n", n) },
	"redirect": func(n int) string { return "echo a" + strings.Repeat(" > b", n) },
	"pairs":    func(n int) string { return "@{" + strings.Repeat("a=1;", n) + "}" },
	"filesx":   func(n int) string { return strings.Repeat("'a' >> f; ", n) },
}

var nastyCmd = map[string]func(n int) string{
	"list":   func(n int) string { return strings.Repeat("echo a & ", n) + "echo b" },
	"pipes":  func(n int) string { return strings.Repeat("sort | ", n) + "sort" },
	"parens": func(n int) string { return strings.Repeat("(", n) + "dir" + strings.Repeat(")", n) },
	"quotes": func(n int) string { return "echo " + strings.Repeat(`"a'`, n) },
	"carets": func(n int) string { return "echo " + strings.Repeat("^", n) },
	"percents": func(n int) string {
		return "echo " + strings.Repeat("%", n) + strings.Repeat("%a", n) + strings.Repeat("%a:", n)
	},
	"bangs":     func(n int) string { return "echo " + strings.Repeat("!a", n) + strings.Repeat("!", n) },
	"double":    func(n int) string { return "set x=ab\n" + strings.Repeat("set x=%x%%x%\n", n) + "del %x%" },
	"if":        func(n int) string { return strings.Repeat("if a==a ", n) + "dir" },
	"blocks":    func(n int) string { return strings.Repeat("if a==a (\n", n) + "dir" + strings.Repeat("\n)", n) },
	"for":       func(n int) string { return strings.Repeat("for %a in (1 2 3 4 5 6 7 8) do ", n) + "del %a" },
	"set":       func(n int) string { return "for %a in (" + strings.Repeat("a ", n) + ") do del %a" },
	"redirect":  func(n int) string { return "echo a" + strings.Repeat(" 2>b", n) },
	"words":     func(n int) string { return "del" + strings.Repeat(" a", n) },
	"options":   func(n int) string { return "del " + strings.Repeat("/s", n) + " a" },
	"cmd":       func(n int) string { return strings.Repeat("cmd /c ", n) + "dir" },
	"call":      func(n int) string { return strings.Repeat("call ", n) + "dir" },
	"lines":     func(n int) string { return strings.Repeat("echo a\n", n) },
	"variables": func(n int) string { return strings.Repeat("set a=b& if c==c dir\n", n) },
	"ampersand": func(n int) string { return strings.Repeat("&", n) + strings.Repeat("|", n) + strings.Repeat(")", n) },
	"backslash": func(n int) string { return "x " + strings.Repeat(`\`, n) + `"` + strings.Repeat(`\"`, n) },
}

func TestPowerShellGrowth(t *testing.T) { windowsGrowth(t, "powershell", nastyPowerShell) }

func TestCmdGrowth(t *testing.T) { windowsGrowth(t, "cmd", nastyCmd) }

func windowsGrowth(t *testing.T, shell string, nasty map[string]func(int) string) {
	grows(t, nasty, func(s string) { windowsAction(s, shell) })
}
