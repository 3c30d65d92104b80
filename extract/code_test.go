package extract

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"gate"
)

// does tells what a command line would do through the programs in it.
func does(command string) string {
	a := shellAction(command)
	var out []string
	for _, c := range a.Commands {
		if len(c.Via) == 0 {
			continue
		}
		text := "run " + strings.Join(c.Argv, " ")
		if c.Stdin.Kind == "pipe" && len(c.Argv) == 1 {
			text += " < " + strings.Join(c.Stdin.From, " ")
		}
		out = append(out, text)
	}
	for _, w := range a.Writes {
		out = append(out, told(w))
	}
	for _, s := range a.Reads {
		out = append(out, "read "+s.Path)
	}
	for _, u := range a.URLs {
		out = append(out, "url "+u.URL)
	}
	for _, u := range a.Unknown {
		out = append(out, "unknown "+u.What)
	}
	return strings.Join(out, "; ")
}

func TestCode(t *testing.T) {
	for _, tt := range codeCases {
		t.Run(tt.command, func(t *testing.T) {
			if diff := cmp.Diff(tt.does, does(tt.command)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// FuzzCode reads programs of every language.
func FuzzCode(f *testing.F) {
	langs := []string{"python", "node", "perl", "ruby", "php", "lua", "osascript"}
	for _, tt := range codeCases {
		for i := range langs {
			f.Add(i, tt.command)
		}
	}
	f.Fuzz(func(t *testing.T, lang int, code string) {
		if len(code) > 1<<16 {
			return
		}
		x := newExtraction(gate.Call{Event: gate.BeforeTool, Cwd: testRoot}, testScene(fakeFS{}))
		r := &runner{x: x, files: map[string]stream{}}
		st := &state{cwd: testRoot, vars: map[string]variable{}, export: map[string]bool{}}
		begin := time.Now()
		r.program(langs[uint(lang)%uint(len(langs))], code, st, context{where: "local"})
		if spent := time.Since(begin); spent > 5*time.Second {
			t.Errorf("took %s", spent)
		}
		for _, w := range x.a.Writes {
			if w.Path == "" || w.Abs == "" {
				t.Errorf("a write without a path: %+v", w)
			}
		}
	})
}

// TestCodeGrowth keeps the time of each program about linear in its length.
func TestCodeGrowth(t *testing.T) {
	for name, program := range codeNasty {
		t.Run(name, func(t *testing.T) {
			begin := time.Now()
			shellAction(sized(program, 64<<10))
			if spent := time.Since(begin); spent > 2*time.Second {
				t.Errorf("64 KiB took %s", spent)
			}
		})
	}
}

// codeNasty are programs of other languages that grow with n.
var codeNasty = map[string]func(n int) string{
	"python lists":  func(n int) string { return "python3 -c 'a=[1]\n" + strings.Repeat("a=[a,a]\n", n) + "open(a)'" },
	"python double": func(n int) string { return "python3 -c 'a=[1]\n" + strings.Repeat("a=a+a\n", n) + "'" },
	"python text":   func(n int) string { return "python3 -c 's=\"a\"\n" + strings.Repeat("s=s+s\n", n) + "open(s,\"w\")'" },
	"python comprehension": func(n int) string {
		return "python3 -c '" + strings.Repeat("[x for x in ", n) + "y" + strings.Repeat("]", n) + "'"
	},
	"python brackets": func(n int) string { return "python3 -c '" + strings.Repeat("[(", n) + "'" },
	"python fors": func(n int) string {
		return "python3 -c '" + strings.Repeat("for a in [1,2,3,4,5,6,7,8,9]: open(a,\"w\")\n", n) + "'"
	},
	"python alternatives": func(n int) string {
		return "python3 -c 'for a in [\"a\",\"b\",\"c\"]: x=a\n" + strings.Repeat("x=x+a\n", n) + "open(x,\"w\")'"
	},
	"python functions": func(n int) string {
		return "python3 -c '" + strings.Repeat("def f(x):\n f(x); g(x); h(x)\ndef g(x):\n h(x); f(x)\ndef h(x):\n f(x); g(x)\n", n) + "f(1)'"
	},
	"python calls": func(n int) string {
		return "python3 -c 'def f(x):\n " + strings.Repeat("a(1);", n) + "\n" + strings.Repeat("f(1)\n", n) + "'"
	},
	"python chain":          func(n int) string { return "python3 -c 'x=a\n" + strings.Repeat("x=x.a\n", n) + "'" },
	"python dots":           func(n int) string { return "python3 -c 'a" + strings.Repeat(".b()", n) + "'" },
	"python ternary":        func(n int) string { return "python3 -c '" + strings.Repeat("a if b else ", n) + "c'" },
	"python formats":        func(n int) string { return "python3 -c 'f\"" + strings.Repeat("{a}{{", n) + "\"'" },
	"python nested formats": func(n int) string { return "python3 -c 'f\"" + strings.Repeat("{f(", n) + "\"'" },
	"python content": func(n int) string {
		return "python3 -c 'f=open(\"a\",\"w\")\n" + strings.Repeat("f.write(\"abc\")\n", n) + "'"
	},
	"python writes": func(n int) string {
		return "python3 -c '" + strings.Repeat("open(\"a\",\"w\").write(\"b\")\n", n) + "'"
	},
	"node arrows":       func(n int) string { return "node -e '" + strings.Repeat("a=b=>", n) + "1'" },
	"node callbacks":    func(n int) string { return "node -e '" + strings.Repeat("[1,2].forEach(a=>{", n) + "'" },
	"node divisions":    func(n int) string { return "node -e '" + strings.Repeat("(/a\n", n) + "'" },
	"node objects":      func(n int) string { return "node -e 'x=" + strings.Repeat("{a:", n) + "'" },
	"node imports":      func(n int) string { return "node -e '" + strings.Repeat("import {", n) + "'" },
	"node destructures": func(n int) string { return "node -e '" + strings.Repeat("{", n) + strings.Repeat("}=", n) + "'" },
	"perl patterns":     func(n int) string { return "perl -e '" + strings.Repeat("s/a/s{b}{c}e/e;", n) + "'" },
	"perl quotes":       func(n int) string { return "perl -e '" + strings.Repeat("qq{$a{", n) + "'" },
	"ruby blocks":       func(n int) string { return "ruby -e '" + strings.Repeat("Dir[\"a\"].each { |f| ", n) + "'" },
	"evals":             func(n int) string { return "python3 -c 'x=\"y\"\n" + strings.Repeat("exec(x)\n", n) + "'" },
	"awk variables":     func(n int) string { return "awk '{" + strings.Repeat("x=x x;", n) + "system(x)}'" },
	"awk pipes":         func(n int) string { return "awk 'BEGIN{a" + strings.Repeat("|getline", n) + "}'" },
	"awk prints":        func(n int) string { return "awk '{print " + strings.Repeat("> a ", n) + "}'" },
	"sed braces":        func(n int) string { return "sed '" + strings.Repeat("b;{", n) + "' f" },
	"osascript":         func(n int) string { return "osascript -e '" + strings.Repeat("do shell script \"a\" & x\n", n) + "'" },
}

var codeCases = []struct{ command, does string }{{`python3 -c "from pathlib import Path; (Path(input()).parent / 'x').write_text('y')"`, "unknown target"},
	{"python3 - <<'E'\nfrom pathlib import Path\n(Path(__file__).resolve().parent / 'x').write_text('y')\nE", `write x "y" whole`},
	{"python3 - <<'E'\nimport unittest\nclass T(unittest.TestCase):\n    def test_a(self):\n        open(self.tmp, 'w').write('x')\nunittest.main()\nE", ""},
	{"node - <<'E'\nfunction walk(dir) {\n  for (const e of fs.readdirSync(dir, {withFileTypes: true})) {\n    const p = path.join(dir, e.name);\n    if (e.isDirectory()) walk(p); else fs.writeFileSync(p, 'x');\n  }\n}\nwalk('src');\nE", `write src/* "x" whole`},
	{`ruby -e 'ARGV.each { |f| File.write(f, File.read(f).upcase) }' a.txt /srv/b`, "write a.txt; write /srv/b; read a.txt; read /srv/b"},
}
