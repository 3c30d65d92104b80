package author

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/open-policy-agent/opa/v1/ast"
)

// TestCIDRs compares on made-up networks that are near each other.
func TestCIDRs(t *testing.T) {
	chance := rand.New(rand.NewPCG(11, 12))
	v4 := func() *ast.Term {
		a := fmt.Sprintf("%d.%d.%d.%d", 10+chance.IntN(2), chance.IntN(2)*128, chance.IntN(4)*64, chance.IntN(3)*127)
		if n := chance.IntN(40); n <= 32 {
			a += fmt.Sprintf("/%d", n)
		}
		return ast.StringTerm(a)
	}
	v6 := func() *ast.Term {
		return ast.StringTerm(fmt.Sprintf("2001:db8:%x::%x:%x/%d", chance.IntN(2)<<15, chance.IntN(3), chance.IntN(3)<<14, 30+chance.IntN(99)))
	}
	for _, name := range []string{"net.cidr_contains", "net.cidr_intersects", "net.cidr_contains_matches"} {
		both := newDirect(t, name, 2)
		for range 2000 {
			both.same(t, v4(), v4())
			both.same(t, v6(), v6())
			both.same(t, v4(), v6())
			both.same(t, v6(), v4())
		}
	}
	merge, expand := newDirect(t, "net.cidr_merge", 1), newDirect(t, "net.cidr_expand", 1)
	for range 2000 {
		merge.same(t, ast.ArrayTerm(v4(), v4(), v4(), v4()))
		merge.same(t, ast.ArrayTerm(v6(), v6(), v6(), v6()))
		expand.same(t, ast.StringTerm(fmt.Sprintf("10.0.%d.%d/%d", chance.IntN(256), chance.IntN(256), 24+chance.IntN(9))))
		expand.same(t, ast.StringTerm(fmt.Sprintf("2001:db8::%x/%d", chance.IntN(1<<16), 120+chance.IntN(9))))
	}
}
