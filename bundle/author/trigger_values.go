package author

import (
	"slices"
	"strings"

	"github.com/open-policy-agent/opa/v1/ir"

	"gate/internal/plan"
)

// known is what is known of a value before there is an input: a part, options,
// gathered, or a test. Nil is nothing.
type known any

// part is a part of the input. Where a policy looks at another value that it
// makes of it, back gives those that become one of some values; what is itself
// a collection can become any.
type part struct {
	place plan.Place
	back  func([]plan.Value) []plan.Value
}

// options are the values that it may have; it has one of them.
type options []plan.Value

// gathered is a collection that has members only where a need is met. While
// all of them are fixed it is one of a kind, which the block that makes it
// knows.
type gathered struct {
	needs []need    // of what is added to it
	local ir.Local  // that it is made in
	block *ir.Block // that makes it; nil when it is not made here
	added int       // statements that add to it, so far
	items options   // what they add, nil when it is not fixed
	array bool
}

// filled is what it takes for there to be a member. It is asked of few
// collections, and putting it together is much work where many rules add.
func (g *gathered) filled() need {
	for len(g.needs) > 1 {
		var half []need
		for pair := range slices.Chunk(g.needs, 2) {
			half = append(half, either(pair[0], pair[len(pair)-1]))
		}
		g.needs = half
	}
	if len(g.needs) == 0 {
		return need{never: true}
	}
	return g.needs[0]
}

// test is a boolean that is true only where a need is met.
type test struct{ holds need }

// The most values that are kept apart.
const maxOptions = 1024

// own says whether a part is looked at as it is.
func (p part) own() bool { return p.back == nil && !p.place.Lower && !p.place.Head }

// below is the part at a name, or at any place when the name is "*".
func (p part) below(name string) known {
	if !p.own() || name == "" || name != "*" && strings.ContainsAny(name, "*/") {
		return nil
	}
	path := name
	if p.place.Path != "" {
		path = p.place.Path + "/" + name
	}
	return part{place: plan.Place{Path: path}}
}

// is needs the part to be one of some values. Only texts and booleans are
// looked up.
func (p part) is(values options) need {
	if p.back != nil {
		values = p.back(values)
	}
	c := clause{}
	if p.back != nil && !p.place.Lower {
		c[plan.Trigger{Place: plan.Place{Path: p.place.Path + "/*"}}] = true
	}
	for _, v := range values {
		switch v := v.(type) {
		case plan.String, plan.Bool:
			c[plan.Trigger{Place: p.place, Value: v}] = true
		default:
			return need{}
		}
	}
	return need{}.and(c)
}

// there needs something to be at a place.
func there(k known) need {
	p, ok := k.(part)
	if !ok {
		return need{}
	}
	return need{}.and(clause{{Place: p.place}: true})
}

// filled needs a collection to have members.
func filled(k known) need {
	switch k := k.(type) {
	case part:
		return there(k.below("*"))
	case options:
		if len(k.members()) == 0 {
			return need{never: true}
		}
	case *gathered:
		return k.filled()
	}
	return need{}
}

// members are what is in the options, put together.
func (o options) members() options {
	var all options
	for _, v := range o {
		plan.Each(v, func(_, member plan.Value) bool {
			all = append(all, member)
			return true
		})
	}
	return all
}

func (o options) keys() options {
	var all options
	for _, v := range o {
		plan.Each(v, func(key, _ plan.Value) bool {
			all = append(all, key)
			return true
		})
	}
	return all
}

// few is options, unless they are too many to keep.
func (o options) few() known {
	if len(o) > maxOptions {
		return nil
	}
	return o
}

// look is what is known of the value at a key, and what the input needs for
// there to be one.
func look(in, key known) (known, need) {
	switch in := in.(type) {
	case part:
		if keys, ok := key.(options); ok && len(keys) == 1 {
			if name, ok := keys[0].(plan.String); ok {
				below := in.below(string(name))
				return below, there(below)
			}
		}
		below := in.below("*")
		return below, there(below)
	case options:
		return in.at(key)
	}
	return nil, filled(in)
}

// at is look for options.
func (o options) at(key known) (known, need) {
	switch key := key.(type) {
	case options:
		var found options
		for _, v := range o {
			for _, k := range key {
				if below := plan.Get(v, k); below != nil {
					found = append(found, below)
				}
			}
		}
		return found.few(), need{never: len(found) == 0}
	case part:
		return o.members().few(), key.is(o.keys())
	}
	return o.members().few(), filled(o)
}

// same needs two values to be equal.
func same(a, b known) need {
	x, isPart := a.(part)
	y, isOptions := b.(options)
	switch {
	case isPart && isOptions:
		return x.is(y)
	case isOptions && isTest(a):
		return truth(a, y)
	}
	if _, ok := a.(options); ok && !isOptions {
		return same(b, a)
	}
	if x, ok := a.(options); ok && !slices.ContainsFunc(x, func(v plan.Value) bool { return has(y, v) }) {
		return need{never: true}
	}
	return need{}
}

func isTest(k known) bool { _, ok := k.(test); return ok }

// truth needs a test to have one of some outcomes.
func truth(k known, outcomes options) need {
	if has(outcomes, plan.Bool(false)) {
		return need{}
	}
	return k.(test).holds
}

// notFalse needs a value that is there to be true, or no boolean at all.
func notFalse(k known) need {
	switch k := k.(type) {
	case test:
		return k.holds
	case options:
		return need{never: !slices.ContainsFunc(k, func(v plan.Value) bool { return v != plan.Bool(false) })}
	}
	return need{}
}

// member needs a value to be in a collection.
func member(v, in known) need {
	switch c := in.(type) {
	case options:
		if p, ok := v.(part); ok {
			return p.is(c.members())
		}
	case part:
		if wanted, ok := v.(options); ok {
			if p, ok := c.below("*").(part); ok {
				return p.is(wanted)
			}
		}
	}
	return filled(in)
}

func has(list options, v plan.Value) bool {
	return slices.ContainsFunc(list, func(w plan.Value) bool { return plan.Equal(v, w) })
}
