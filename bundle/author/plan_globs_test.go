package author

import (
	"math/rand/v2"
	"testing"

	"github.com/open-policy-agent/opa/v1/ast"
)

// TestGlobsMatch compares on made-up patterns, right and wrong ones.
func TestGlobsMatch(t *testing.T) {
	match := newDirect(t, "regex.globs_match", 2)
	chance := rand.New(rand.NewPCG(9, 10))
	pieces := [...]string{"a", "b", "ä", ".", "[ab]", "[a-c]", "[b-ä]", "[]", "[ac]", "a+", "a*", "b*", ".*", ".+", "[ab]*", "[a-c]+", "\\a", "\\[", "]", "[", "+", "-", "[a-", "\\", "%", "[c-a]", "[-a]", "[a-]"}
	text := func() (out string) {
		for range chance.IntN(6) {
			n := len(pieces)
			if chance.IntN(4) > 0 {
				n -= 10 // those that are right
			}
			out += pieces[chance.IntN(n)]
		}
		return out
	}
	count := map[string]int{}
	for range 20_000 {
		count[match.same(t, ast.StringTerm(text()), ast.StringTerm(text()))]++
	}
	if count["true"] < 2000 || count["false"] < 2000 {
		t.Errorf("%d match, %d do not", count["true"], count["false"])
	}
}
