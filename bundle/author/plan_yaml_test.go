package author

import (
	"io/fs"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"github.com/open-policy-agent/opa/v1/ast"
	"github.com/open-policy-agent/opa/v1/topdown"
)

// direct calls a builtin of OPA and the same of a plan, without a policy of
// OPA's around it.
type direct struct {
	name string
	opa  topdown.BuiltinFunc
	ours builtinPair
}

func newDirect(t testing.TB, name string, arity int) direct {
	t.Helper()
	return direct{name, topdown.GetBuiltin(name), newBuiltinPair(t, name, arity)}
}

// call gives the value of each, or its error.
func (d direct) call(args ...*ast.Term) (opa, ours string) {
	err := d.opa(topdown.BuiltinContext{}, args, func(v *ast.Term) error {
		opa = v.String()
		return nil
	})
	if err != nil {
		opa = "error: " + strings.TrimPrefix(err.Error(), "eval_builtin_error: ")
	}
	return opa, d.ours.planned(args)
}

// same reports where the two differ, and gives what a plan says. The words of an
// error may differ, but not that there is one.
func (d direct) same(t testing.TB, args ...*ast.Term) string {
	t.Helper()
	opa, ours := d.call(args...)
	failed := strings.HasPrefix(opa, "error: ")
	if failed && strings.HasPrefix(ours, "error: ") || opa == ours || odd(ours) {
		return ours
	}
	t.Errorf("%s(%s):\n got %.2000s\nwant %.2000s", d.name, ast.NewArray(args...), ours, opa)
	return ours
}

// odd is whether something is refused though OPA has a value for it.
func odd(result string) bool {
	return strings.Contains(result, "a byte order mark within the text") || strings.Contains(result, "two keys are") ||
		strings.Contains(result, "UTF-16 is not supported")
}

// yamlSamples are documents with all that YAML has.
var yamlSamples = []string{
	"", " ", "\n", "#", "# a\n", "---", "---\n...", "--- a\n--- b\n", "a\n---\nb: [\n", "--- |\n x\n", "...\n", "a\n...\nb\n", "---\n---\n", "--- #c\na: 1",
	"a: yes\nb: No\nc: on\nd: TRUE\ne: False\nf: ~\ng: null\nh: Null\ni:\nj: y\n",
	"[0, -0, +1, 0x1F, 0o17, 017, 08, 0b101, -0b11, 0b-1, 1_000, 1__0_, _1, 12e03, 1.5, .5, 5., 1e3, 1E+3, -1.5e-3, +.5, .inf, 0x, 0o8, 1e, 1e400, 9223372036854775807, 9223372036854775808, 18446744073709551616, -9223372036854775809, 1:30]",
	"[.5, -.5, 1e21, 1e20, 1e-7, 123456789012345680000, 0.000001, -0.0, -0, 5.0, .1_0, 1_0.5]", ".inf", "-.INF", ".NaN", "+.inf", "a: .nan", ".inf: 1", "1.1: a\n1e3: b",
	"[2001-01-01, 2001-01-01T00:00:00Z, 2001-1-1 1:2:3, 2001-12-14t21:59:43.10-05:00, !!timestamp 2001-01-01, !!timestamp \"2001-01-01 10:00:00\", 2001-13-01, 200-01-01]",
	"2001-01-01: a\n2001-01-01: b", "!!timestamp 2001-01-01: a", "[2001-01-01: 2]", "? !!timestamp 2001-01-01\n: 1",
	"!!str 12", "!!int \"12\"", "!!int a", "!!float 3", "!!float 0x10", "!!bool yes", "!!null x", "!!null ''", "!!binary aGk=", "!!binary '%'", "!!binary /w==", "!!set {a, b}", "!foo bar", "! 12", "! a: b",
	"!<tag:yaml.org,2002:str> 12", "!<x", "!a!b c", "%TAG !a! tag:yaml.org,2002:\n---\n!a!str 12", "%TAG ! tag:yaml.org,2002:\n--- !str 3", "%YAML 1.1\n--- a", "%YAML 1.2\n--- a", "%FOO\n--- a", "%YAML 1.1\n%YAML 1.1\n---", "%TAG !a! x\n%TAG !a! x\n---",
	"!!map {a: 1}", "!!seq [a]", "!!str [a]", "!%41 x", "!%zz x", "!a%C3%A4 x", "!!str &a x", "&a !!str x", "&a &b x", "!!str !!str x",
	"a: &x 1\nb: *x", "a: *x", "&a [*a]", "a: &a {b: *a}", "&a a: *a", "*a : 1", "? &k x\n: 1\n? *k\n: 2", "&x [1]\n", "- &a a\n- *a\n- *a", "&a", "- &a\n- *a", "x: &a !!str\ny: *a", "&a : b", "- &x x\n- {*x : 1}", "- &1 1\n- {*1 : a, \"1\": b}",
	"b: &b {x: 1, y: 2}\nd:\n  <<: *b\n  y: 3", "b: &b {x: 1}\nc: &c {x: 2, z: 3}\nd:\n  <<: [*b, *c]\n  q: 1", "<<: {a: 1}\na: 2", "a: 2\n<<: {a: 1, b: 3}\n<<: {b: 4, c: 5}", "<<: 1", "<<: [1]", "<<: [{a: 1}, {a: 2, b: 1}]\n", "<<: []\n<<: {a: 1}", "<<: {<<: {a: 1, b: 2}, a: 3}\nb: 4",
	"\"<<\": {a: 1}", "<<: {1: a, true: b, ~: c, 0x10: d, !!binary YQ==: e}\nx: y", "1: x\n<<: {1: a, 2: b}", "\"1\": x\n<<: {1: a}", "a: &l [{a: 1}]\nb: {<<: *l}", "!!merge x: {a: 1}", "<<: {[a]: 1}\nb: 2", "? [a]\n: {}\n<<: {}", "<<: ~",
	"a: 1\na: 2\n", "1: a\n\"1\": b", "~: a", "~: a\n~: b", "null: x", "[a, b]: c", "{a: b}: c", "? [a]\n: b", "? a\n? b\n: c", "? a\n  b\n: c", "?\n: x", ": x", "- : x", "{: x}", "{? a, ? b : c}", "{a, b: , c}", "{a: 1,}", "{,}", "[,]", "[a,,b]", "[a, b: c, d]", "[? a : b]", "[? : b]", "[?]", "[? a]", "[: x]", "[a]: b\n", "{a:1}", "{\"a\":1}", "{'a':1, b:c}", "[\"a\":1]", "{a: [b, {c: d}]}", "[a\n, b\n]", "{a:\n  b}", "[a", "{a", "a]", "}", "a: [b\nc: d",
	"- a\n- b\n", "- - a\n  - b\n- c", "-\n  - a\n-\n- b", "a:\n- b\n- c\nd: e", "a:\n  - b\n  -\n  - c", "- a: 1\n  b: 2\n- c:\n  - d", "-a", "- -a", "--", "-", "- ", "a: - b", "- a\n b", "- a\n  b\nc", "a:\n  b:\n c: d", "  a:\nb: 1", " a: 1\nb: 2", "a: b: c", "a: 'b': c", "a:b", "a :b", "a : b", "a:\tb", "a:\n\tb", "\ta: b", "a: \t b", "-\ta", "- \ta", "?\ta", "a\tb", "a\n\tb", "a:  \n  b\n\n  c\n d: e",
	"a\nb\n\nc\n\n\nd", "a: b\n  c\n\n  d\ne: f", "a # c", "a# c", "a #c\nb", "a: #c\n  b", "a: b #c\n#d\nc: d", "[a, #b\nc]", "{a: b #c\n}", "'a'#b", "\"a\" #b\n", "- #a\n  b", "- # a\n- b\n # c\n- d", "#a\n\t#b\nc: 1", "? # a\n  b\n: # c\n  d", "#a\n\n \t #b\n[1]", "a: |#x\n b", "a: | #x\n b", "a: b\n\n\n#c\n\n\n#d\ne: f",
	"'a''b'", "'a\n b\n\n c'", "\"a\n b\n\n c\"", "\"a\\\n  b\"", "\"a \\\n b\"", "\"\\0\\a\\b\\t\\n\\v\\f\\r\\e\\ \\\"\\/\\\\\\N\\_\\L\\P\\x41\\u00e4\\U0001F600\"", "\"\\/\"", "\"\\q\"", "\"\\x4\"", "\"\\ud800\"", "\"\\U00110000\"", "\"a", "'a", "\"a\n---\nb\"", "\"\ta\t\"", "\"a\\\tb\"", "' a '", "\" \n a \n \"", "'\n\n'", "\"\\\n\"", "\"a\\\n\\\n b\"", "''", "\"\"", "a: ''\nb: \"\"", "\"a\": b", "'a' : b", "'a':b", "\"a\" b", "'a' 'b'",
	"|\n a\n b\n", "|\n a\n  b\n\n\n", "|-\n a\n\n", "|+\n a\n\n", "|2\n   a\n  b", "|2-\n   a\n", "|+1\n  a\n", "|0\n a", "|12\n a", "|a\n b", ">\n a\n b\n\n c\n  d\n e\n", ">-\n a\n\n\n b", ">+\n a\n\n", ">\n\n  a\n\n  b\n", ">\n a\n\tb\n c", "|\n\ta", "a: |\n b\n  c\nd: e", "a: |\nb: c", "- |\n a\n- >\n b\n", "|\n", "|", ">", "a: |-\n\n\n  b\n\n", "|\n  a\n b", "a:\n  |\n  b", "a: >\n    b\n  c", "|  \n a", "- |+\n\n- a", "--- |\n a\n...\n", "a: !!str |\n  b", "a: &x |\n  b\nc: *x", "a: |1\n  b\n c", "|\n\n \n  a\n", "|\n  \n a\n", ">1\n \n a\n",
	"a: b\r\nc: d\r\n", "a\r\nb", "a\rb: c", "\"a\r\n\r\nb\"", "|\r\n a\r\n b\r\n", "a\u0085b", "\"a\u0085b\"", "|\n a\u2028 b\n", "\"a\u2028b\"", "a\u2029b: c", "'a\u2028\nb'", "|\n a\u0085 b\u0085", "\ufeffa: b", "\ufeff# c\n\ufeffa", "a\ufeff", "a\x00b", "a\x07", "a\x7f", "\u0080", "\ufffe", "\U0001F600: ä", "\xff", "\xff\xfea\x00",
	"@a", "`a", "%a", "a: %b", "a: @b", "a: b%c", "!", "&", "*", "&a b: c", "* a", "*a", "&a\n", "a: *", "a: &", "?a", "? a", ":a", "::", "a::b", "a::", "- ?a", "[?a]", "[:a]", "[a:]", "[a?b]", "[-a]", "[-]", "[- a]", "[-, a]", "{-: a}", "a: -", "a: ---", "a: ...", "---a", "...a", "a\n---b", "- ---", "[---]", "[\n---\n]", "{\n...\n}", "a: [\n---\n]",
	"a: {b: {c: [d, e, {f: g}]}}\nh:\n  - i: |\n      j\n    k: >-\n      l\n      m\n  - n\n", "key with spaces: value with spaces", "a: b # c # d\n", "http://a.b/c?d=e#f", "a: http://a.b/c", "- 'it''s'\n- \"say \\\"hi\\\"\"\n", "{a: http://b, c: d}", "[a b, c d]", "a: b c: d", "a:\n - b\n - c\n", "a:\n- b\n  c\n", "? |\n  a\n: |\n  b\n", "? - a\n: - b\n", "- - - a\n    - b\n", "a: !x {b: c}\n", "a: !x\n  b: c\n", "a: &x\n  b: c\nd: *x\n", "&x a:\n  b\n",
	strings.Repeat("x", 1030) + ": a", "{" + strings.Repeat("x", 1030) + ": a}", strings.Repeat("[", 30) + strings.Repeat("]", 30), strings.Repeat("- ", 30) + "a", strings.Repeat("a: &a\n", 3), "- [" + strings.Repeat("x, ", 500) + "x]\n- a: b",
	"a: &a [x, x, x, x, x, x, x, x, x]\nb: &b [*a, *a, *a, *a, *a, *a, *a, *a, *a]\nc: &c [*b, *b, *b, *b, *b, *b, *b, *b, *b]\nd: &d [*c, *c, *c, *c, *c, *c, *c, *c, *c]\ne: &e [*d, *d, *d, *d, *d, *d, *d, *d, *d]\n",
}

// TestYAMLUnmarshal compares on the samples, on the files with OPA's cases,
// which are YAML, and on both with random changes.
func TestYAMLUnmarshal(t *testing.T) {
	read, valid := newDirect(t, "yaml.unmarshal", 1), newDirect(t, "yaml.is_valid", 1)
	compared, failed := 0, 0
	chance := rand.New(rand.NewPCG(3, 4))
	for _, text := range yamlCorpus(t) {
		for range max(20-len(text)/50, 1) {
			ours := read.same(t, ast.StringTerm(text))
			if strings.HasPrefix(ours, "error: ") {
				failed++
			} else {
				valid.same(t, ast.StringTerm(text))
			}
			compared++
			text = mutated(chance, text)
		}
	}
	if compared < 5000 || failed < compared/20 || failed > compared*19/20 {
		t.Errorf("%d texts compared, %d of which are no YAML", compared, failed)
	}
}

// FuzzYAML compares both directions on any text.
func FuzzYAML(f *testing.F) {
	for _, text := range yamlSamples {
		f.Add(text)
	}
	read, write := newDirect(f, "yaml.unmarshal", 1), newDirect(f, "yaml.marshal", 1)
	f.Fuzz(func(t *testing.T, text string) {
		read.same(t, ast.StringTerm(text))
		write.same(t, ast.ArrayTerm(ast.StringTerm(text), ast.ObjectTerm([2]*ast.Term{ast.StringTerm(text), ast.StringTerm(text)})))
	})
}

// TestYAMLMarshal compares on the samples as strings and as keys, on what they
// stand for, and on made-up values.
func TestYAMLMarshal(t *testing.T) {
	write, read := newDirect(t, "yaml.marshal", 1), newDirect(t, "yaml.unmarshal", 1)
	for _, text := range yamlSamples {
		write.same(t, ast.StringTerm(text))
		write.same(t, ast.ArrayTerm(ast.ObjectTerm([2]*ast.Term{ast.StringTerm(text), ast.StringTerm(text)})))
		if opa, _ := read.call(ast.StringTerm(text)); !strings.HasPrefix(opa, "error: ") {
			write.same(t, ast.MustParseTerm(opa))
		}
	}
	chance := rand.New(rand.NewPCG(5, 6))
	for range 5000 {
		write.same(t, madeUp(chance, 4))
	}
}

// madeUp is a value with what matters to how YAML is written: short strings of
// its indicators, numbers, nothing.
func madeUp(chance *rand.Rand, depth int) *ast.Term {
	switch n := chance.IntN(4); {
	case n == 0 && depth > 0:
		list := make([]*ast.Term, chance.IntN(4))
		for i := range list {
			list[i] = madeUp(chance, depth-1)
		}
		return ast.ArrayTerm(list...)
	case n < 3 && depth > 0:
		object := ast.NewObject()
		for range chance.IntN(5) {
			object.Insert(ast.StringTerm(madeUpText(chance)), madeUp(chance, depth-1))
		}
		return ast.NewTerm(object)
	}
	scalars := [...]string{"null", "true", "false", "0", "-0", "1", "-1.5", "1e3", "1e400", "1.0", "1E-9", "9223372036854775807", "18446744073709551615", "18446744073709551616", "12345678901234567890123", "0.1", "1e21", "1e15", "1000000000000000.0"}
	if n := chance.IntN(2 * len(scalars)); n < len(scalars) {
		return ast.MustParseTerm(scalars[n])
	}
	return ast.StringTerm(madeUpText(chance))
}

func madeUpText(chance *rand.Rand) string {
	pieces := []rune("aäb019 \n\n\t\r:#-?,[]{}&*!|>'\"%@`_.+~=/\\<\u0085\u00a0\u2028\u2029\x00\x1b\x7f😀\ufffd")
	whole := [...]string{"yes", "on", "true", "null", "~", "1:30", "0x1f", "2001-01-01", "<<", "---", "...", ".inf", "1_000", "a: b", "a #b", strings.Repeat("long ", 40), strings.Repeat("k", 129), "a10", "a9", "a1b", "a09", "A"}
	if n := chance.IntN(4 * len(whole)); n < len(whole) {
		return whole[n]
	}
	text := make([]rune, chance.IntN(6))
	for i := range text {
		text[i] = pieces[chance.IntN(len(pieces))]
	}
	return string(text)
}

// yamlCorpus are the samples and OPA's cases.
func yamlCorpus(t testing.TB) []string {
	t.Helper()
	texts := yamlSamples
	dir := opaModule(t)
	err := fs.WalkDir(os.DirFS(dir), "v1/test/cases/testdata", func(name string, d fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(name, ".yaml") {
			return err
		}
		text, err := os.ReadFile(dir + "/" + name)
		texts = append(texts, string(text))
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return texts
}

// mutated changes one place of a text.
func mutated(chance *rand.Rand, text string) string {
	const pieces = "\n|\n  |- |: |? |, |[|]|{|}|#| #|&a |*a|!!str |! |'|\"|\\|>|+|2|\t|\r\n|---\n|...\n|%|a|1|~|<<: |_|\\n|\\x41|0x|.| "
	at := func() int { return chance.IntN(len(text) + 1) }
	a, b := at(), at()
	if a > b {
		a, b = b, a
	}
	b = min(b, a+8)
	list := strings.Split(pieces, "|")
	switch chance.IntN(3) {
	case 0:
		return text[:a] + text[b:]
	case 1:
		return text[:b] + text[a:b] + text[b:]
	}
	return text[:a] + list[chance.IntN(len(list))] + text[a:]
}
