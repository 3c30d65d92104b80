package plan

import (
	"math/rand/v2"
	"regexp"
	"testing"

	"github.com/gobwas/glob"
)

// TestCannotMatch holds what is said of globs without compiling them to what
// they do when compiled.
func TestCannotMatch(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	word := func(letters []string, most int) (s string) {
		for range r.IntN(most) {
			s += letters[r.IntN(len(letters))]
		}
		return s
	}
	said := 0
	for range 200_000 {
		pattern := word([]string{"a", "b", "/", ".", ",", "*", "**", "?", "{", "}", "{a,b}", "{**/,}"}, 9)
		s := word([]string{"a", "b", "/", ".", ",", "é"}, 9)
		if !cannotMatch(pattern, s) {
			continue
		}
		said++
		g, err := glob.Compile(pattern, '/')
		if err != nil {
			t.Errorf("%q does not compile: %v", pattern, err)
		} else if g.Match(s) {
			t.Errorf("%q matches %q", pattern, s)
		}
	}
	if said < 10_000 {
		t.Errorf("something was said of %d globs", said)
	}
}

// TestRunOf holds the search for a run of characters to the regular expression.
func TestRunOf(t *testing.T) {
	for pattern, simple := range map[string]bool{
		`[*?\[]`: true, `\s`: true, `[^a-z]`: true, `[0-9A-F]`: true, `(?i)[a-k]`: true, `\pL`: true, `[\x{FFFD}]`: false, `.`: false, `a`: false, `[ab]+`: true, `[ab]{2}`: true, `[^z]{3,}`: true, `[A-Za-z0-9_-]{16}`: true, `[ab]{0,2}`: false, `[ab]*`: false, `([ab])+`: false, `a{3}`: false, `^[ab]`: false, `[`: false,
	} {
		run, ok := runOf(pattern)
		if ok != simple {
			t.Errorf("%s: %v", pattern, ok)
		}
		if !ok {
			continue
		}
		re := regexp.MustCompile(pattern)
		p := NewBuilder()
		p.Pattern(pattern)
		program, err := Open(string(p.Bytes(Null{}, [32]byte{})))
		if err != nil {
			t.Fatal(err)
		}
		m := newMachine(program, Options{})
		for _, s := range []string{"", "a", "x?y", "[", " ", "\t", "\u00a0", "7", "zz", "É", "\xff", "a\xffb", "\ufffd", "K", "\u212a", "ab", "xaby", "a b", "ab\xffb", "é\xff\xffé", "sk-0123456789abcde", "0123456789_abcdef", "012345678 9abcdefgh"} {
			if got, known := m.prefilter(pattern, s); !known || got != re.MatchString(s) {
				t.Errorf("%s (%d ranges) on %q: %v, %v", pattern, len(run)/2, s, got, known)
			}
		}
	}
}
