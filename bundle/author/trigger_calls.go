package author

import (
	"strings"

	"github.com/open-policy-agent/opa/v1/ir"

	"gate/internal/plan"
)

// called is the outcome of a call, of a function or of a builtin.
func (w *survey) called(s *ir.CallStmt) outcome {
	args := make([]known, len(s.Args))
	for i, o := range s.Args {
		args[i] = w.operand(o)
	}
	f, ok := w.funcs[s.Func]
	if !ok {
		return outcome{value: builtin(s.Func, args)}
	}
	if len(args) < 2 || !w.same(args[0], args[1]) || w.fuel < 0 {
		return outcome{}
	}
	return w.call(f, args[2:])
}

// same says whether a function is called with the whole input and the data as
// they are.
func (w *survey) same(input, data known) bool {
	p, ok := input.(part)
	if !ok || p.place != (plan.Place{}) {
		return false
	}
	_, ok = data.(options)
	return ok == (w.data != nil)
}

// builtin is what is known of a builtin's result.
func builtin(name string, args []known) known {
	switch name {
	case "internal.member_2":
		return test{member(args[0], args[1])}
	case "internal.member_3":
		return test{member(args[1], args[2])}
	case "equal":
		return test{same(args[0], args[1])}
	case "lower":
		return lowered(args[0])
	case "glob.match":
		return begins(args[2], args[0], literalBeginning)
	case "startswith":
		return begins(args[0], args[1], func(s string) string { return s })
	case "object.get":
		return got(args[0], args[1], args[2])
	case "sort", "set_diff", "object.keys":
		return &gathered{needs: []need{filled(args[0])}}
	case "and":
		return &gathered{needs: []need{all(filled(args[0]), filled(args[1]))}}
	case "or", "array.concat":
		return &gathered{needs: []need{filled(args[0]), filled(args[1])}}
	}
	return nil
}

func lowered(k known) known {
	switch k := k.(type) {
	case part:
		if k.own() {
			return part{place: plan.Place{Path: k.place.Path, Lower: true}}
		}
	case options:
		var all options
		for _, v := range k {
			s, ok := v.(plan.String)
			if !ok {
				return nil
			}
			all = append(all, plan.String(strings.ToLower(string(s))))
		}
		return all
	}
	return nil
}

// begins is a test whether a text begins as one of some others do, as far as
// they are fixed. It is looked up by the head of a path.
func begins(text, others known, fixed func(string) string) known {
	p, isPart := text.(part)
	list, isFixed := others.(options)
	if !isPart || !isFixed || p.back != nil || p.place.Head {
		return nil
	}
	var heads options
	for _, other := range list {
		s, ok := other.(plan.String)
		if !ok {
			return nil
		}
		head, whole := plan.Head(fixed(string(s)))
		if !whole {
			return nil
		}
		heads = append(heads, plan.String(head))
	}
	p.place.Head = true
	return test{p.is(heads)}
}

// literalBeginning is what a text that a glob matches begins with for certain.
func literalBeginning(glob string) string {
	if i := strings.IndexAny(glob, `*?[]{}\,!`); i >= 0 {
		return glob[:i]
	}
	return glob
}

// got is object.get: in an object that is fixed, a part that is no key stays
// itself, where that is its default. A key that is an array is a path.
func got(object, key, otherwise known) known {
	o, ok := object.(options)
	p, isPart := key.(part)
	d, isOwn := otherwise.(part)
	if !ok || len(o) != 1 {
		return nil
	}
	if other, fixed := otherwise.(options); fixed && isPart {
		if !p.place.Lower && len(o.members().members()) > 0 {
			return nil
		}
		return append(o.members(), other...).few()
	}
	if !isPart || !isOwn || p.place != d.place || p.back != nil || d.back != nil {
		return nil
	}
	return part{p.place, func(values []plan.Value) []plan.Value {
		from := values
		plan.Each(o[0], func(k, v plan.Value) bool {
			if has(values, v) {
				from = append(from[:len(from):len(from)], k)
			}
			return true
		})
		return from
	}}
}
