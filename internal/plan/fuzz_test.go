package plan

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"gate/policies"
)

// FuzzOpen opens and runs hostile plans. Whatever is in them, nothing breaks
// and nothing takes long.
func FuzzOpen(f *testing.F) {
	f.Add([]byte(example()), `{"start": "a"}`)
	f.Add([]byte(policies.Plan), `{"event": "before_tool"}`)
	f.Fuzz(func(t *testing.T, image []byte, input string) {
		if len(image) < headerSize {
			if _, err := Open(string(image)); err == nil {
				t.Error("a plan shorter than its header opens")
			}
			return
		}
		copy(image, example()[:atChecksum])
		copy(image[atOPA:], example()[atOPA:atDigest])
		p, err := Open(sealed(image))
		if err != nil {
			return
		}
		budget := Budget{Steps: 100_000, Memory: 16 << 20}
		for i := range min(p.rows(secEntries), 3) {
			name := ""
			func() {
				defer func() { _ = recover() }() // a broken name is an error of Eval's too
				name = p.name(p.cell(secEntries, i, 0))
			}()
			_, _ = p.EvalJSON(name, input, Options{Budget: budget})
		}
	})
}

func FuzzJSON(f *testing.F) {
	f.Add(`{"a": [1, "\ud83d\ude00", null]}`)
	f.Fuzz(func(t *testing.T, text string) { sameJSON(t, text) })
}

// FuzzRequired holds the literals of a pattern to what it matches.
func FuzzRequired(f *testing.F) {
	for _, pattern := range []string{`ghp_[a-z]{3}`, `foo|ba(r|z)`, `(?i:x)abc?`, `(ab|cd)+ef`, `(?s).*\bkey\b`, "a\xffbc"} {
		f.Add(pattern, "ghp_abc foobaz xabc ababef key")
	}
	f.Fuzz(func(t *testing.T, pattern, text string) {
		list := required(pattern)
		re, err := regexp.Compile(pattern)
		if err != nil {
			if list != nil {
				t.Errorf("%q does not compile and has literals", pattern)
			}
			return
		}
		found := slices.ContainsFunc(list, func(s string) bool { return strings.Contains(text, s) })
		if list != nil && re.MatchString(text) && !found {
			t.Errorf("%q matches %q, in which is none of %q", pattern, text, list)
		}
	})
}

// BenchmarkVerdict is the embedded policy on an ordinary call.
func BenchmarkVerdict(b *testing.B) {
	input, err := os.ReadFile("testdata/action.json")
	if err != nil {
		b.Fatal(err)
	}
	p, err := Open(policies.Plan)
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		v, err := ParseJSON(string(input))
		if err != nil {
			b.Fatal(err)
		}
		if _, err := p.Eval("gate/verdict", v, Options{}); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkChecksum is what opening the embedded plan costs at least.
func BenchmarkChecksum(b *testing.B) {
	b.SetBytes(int64(len(policies.Plan)))
	for b.Loop() {
		checksum(policies.Plan)
	}
}
