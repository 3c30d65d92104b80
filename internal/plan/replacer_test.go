package plan

import (
	"math/rand/v2"
	"strings"
	"testing"
)

// TestReplacer holds the replacer to strings.NewReplacer.
func TestReplacer(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	word := func(most int) (s string) {
		for range r.IntN(most) {
			s += []string{"a", "b", "c", "é", "\x00", "\xff"}[r.IntN(6)]
		}
		return s
	}
	changed := 0
	for range 50_000 {
		var pairs []string
		var own replacer
		for range r.IntN(5) {
			old, new := word(4), word(3)
			if old == "" && r.IntN(10) > 0 {
				continue
			}
			pairs = append(pairs, old, new)
			own.add(old, new)
		}
		s := word(12)
		want := strings.NewReplacer(pairs...).Replace(s)
		if got := own.replace(s); got != want {
			t.Fatalf("%q on %q: %q, want %q", pairs, s, got, want)
		}
		if want != s {
			changed++
		}
	}
	if changed < 1000 {
		t.Errorf("%d texts changed", changed)
	}
}
