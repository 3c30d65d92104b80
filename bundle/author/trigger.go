package author

import (
	"maps"
	"slices"
	"strings"

	"gate/internal/plan"
)

// need is what an input must have for something to happen: all of its clauses.
// The zero need is met by every input, and never by none. A need is weaker
// than the truth where that is simpler: what it lets through is tried.
type need struct {
	never   bool
	clauses []clause
}

// clause is met by an input that has one of its triggers.
type clause map[plan.Trigger]bool

// What a need keeps, the most selective first. The rest is forgotten.
const (
	maxClauses  = 4
	maxTriggers = 256
)

// and is a need with a further clause.
func (n need) and(c clause) need {
	if n.never || c == nil || len(c) > maxTriggers {
		return n
	}
	if len(c) == 0 {
		return need{never: true}
	}
	for _, have := range n.clauses {
		if maps.Equal(have, c) {
			return n
		}
	}
	return need{clauses: append(slices.Clip(n.clauses), c)}
}

// all is met where both needs are.
func all(a, b need) need {
	if b.never {
		return b
	}
	for _, c := range b.clauses {
		a = a.and(c)
	}
	return a
}

// either is met where one of two needs is.
func either(a, b need) need {
	switch {
	case a.never:
		return b
	case b.never:
		return a
	}
	var out need
	for _, x := range a.best() {
		for _, y := range b.best() {
			c := maps.Clone(x)
			maps.Copy(c, y)
			out = out.and(c)
		}
	}
	out.clauses = out.best()
	return out
}

// best are the most selective clauses.
func (n need) best() []clause {
	type priced struct {
		clause
		cost int // to work it out is most of the work
	}
	list := make([]priced, len(n.clauses))
	for i, c := range n.clauses {
		list[i] = priced{c, c.cost()}
	}
	slices.SortStableFunc(list, func(a, b priced) int { return a.cost - b.cost })
	var best []clause
	for _, p := range list[:min(len(list), maxClauses)] {
		best = append(best, p.clause)
	}
	return best
}

// triggers are those of which the input must have one, in the form of
// plan.Builder.Select.
func (n need) triggers() []plan.Trigger {
	if n.never {
		return []plan.Trigger{}
	}
	best := n.best()
	if len(best) == 0 {
		return nil
	}
	return slices.Collect(maps.Keys(best[0]))
}

// cost guesses how many calls meet a clause, in thousandths: a name among many
// says more than that there is something, and one of a few words says little.
func (c clause) cost() int {
	total := 0
	places := map[plan.Place]int{}
	for t := range c {
		places[t.Place] = max(places[t.Place], cost(t))
	}
	for _, cost := range places {
		total += cost
	}
	return total + len(c)/8
}

func cost(t plan.Trigger) int {
	switch {
	case t.Value == nil && !strings.HasSuffix(t.Place.Path, "/*"):
		return 1000
	case t.Value == nil:
		return 400
	case few[t.Place.Path], t.Value == plan.Bool(true), t.Value == plan.Bool(false):
		return 250
	}
	return 20
}

// few are the places of the input document where one of a few words stands.
var few = map[string]bool{"event": true, "native_event": true, "mode": true, "os": true, "shell": true, "tool/kind": true, "writes/*/op": true, "commands/*/where": true, "urls/*/scheme": true}
