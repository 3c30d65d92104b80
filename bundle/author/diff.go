package author

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/open-policy-agent/opa/v1/ast"
	"github.com/open-policy-agent/opa/v1/util"

	"gate"
	"gate/bundle"
	"gate/internal/plan"
)

// Diff is what differs between two bundles. A rule is named by its id, a
// package that rules import and data of its own by where it is: data.org.acme.
type Diff struct {
	Added     []string   `json:"added"`
	Removed   []string   `json:"removed"`
	Changed   []Change   `json:"changed"`
	Decisions []Decision `json:"decisions"` // recorded ones that come out otherwise
}

// Change says what of a rule is another: code, metadata or data. Comments and
// layout are not.
type Change struct {
	Name string   `json:"name"`
	What []string `json:"what"`
}

// Decision is one that was recorded, by what two policies say of its input.
type Decision struct {
	Line  int           `json:"line"` // in the log, from 1
	Old   gate.Decision `json:"old"`
	New   gate.Decision `json:"new"`
	Rule  string        `json:"rule"`  // that leads the stricter of both verdicts
	Wider bool          `json:"wider"` // more is let through than before: deny, ask, none, allow in this order
}

// Compare finds what differs between two bundles.
func Compare(old, new *Bundle) (Diff, error) {
	was, err := old.parts()
	if err != nil {
		return Diff{}, err
	}
	is, err := new.parts()
	if err != nil {
		return Diff{}, err
	}
	d := Diff{Added: []string{}, Removed: []string{}, Changed: []Change{}, Decisions: []Decision{}}
	for _, name := range slices.Sorted(maps.Keys(is)) {
		if was[name] == nil {
			d.Added = append(d.Added, name)
		} else if what := differing(was[name], is[name]); len(what) > 0 {
			d.Changed = append(d.Changed, Change{name, what})
		}
	}
	for _, name := range slices.Sorted(maps.Keys(was)) {
		if is[name] == nil {
			d.Removed = append(d.Removed, name)
		}
	}
	return d, nil
}

func differing(was, is map[string]string) []string {
	var what []string
	for _, w := range []string{"code", "metadata", "data"} {
		if was[w] != is[w] {
			what = append(what, w)
		}
	}
	return what
}

// parts are the rules, packages and data of a bundle by name, each as code,
// metadata and data in a form that tells what counts.
func (b *Bundle) parts() (map[string]map[string]string, error) {
	parts := map[string]map[string]string{}
	add := func(name, what, text string) {
		if parts[name] == nil {
			parts[name] = map[string]string{}
		}
		parts[name][what] += text + "\n"
	}
	ids := map[string]string{} // by package
	for _, name := range slices.Sorted(maps.Keys(b.files)) {
		if !strings.HasSuffix(name, ".rego") || strings.HasSuffix(name, "_test.rego") {
			continue
		}
		module, err := ast.ParseModule(name, string(b.files[name])) // without its comments
		if err != nil {
			return nil, err
		}
		where := module.Package.Path.String()
		if id, _, ok := ruleID(module.Package); ok {
			ids[where] = id
		}
		add(named(ids, where), "code", module.String())
	}
	rules, err := Rules(b.FS())
	if err != nil {
		return nil, err
	}
	for _, r := range rules {
		text, err := json.Marshal(r)
		if err != nil {
			return nil, err
		}
		add(r.ID, "metadata", string(text))
	}
	for _, name := range slices.Sorted(maps.Keys(b.files)) {
		if !isData(name) {
			continue
		}
		var v any
		if err := util.Unmarshal(b.files[name], &v); err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		text, err := json.Marshal(v)
		if err != nil {
			return nil, err
		}
		where := strings.TrimSuffix("data."+strings.ReplaceAll(path.Dir(name), "/", "."), "..")
		add(named(ids, where), "data", string(text))
	}
	return parts, nil
}

// named is the id of the rule at a place, or the place.
func named(ids map[string]string, where string) string {
	if id, ok := ids[where]; ok {
		return id
	}
	return where
}

// Replay asks both bundles, each over the rules that it would be laid over here,
// about the decisions of a log: a JSON object a line, with the input document
// as input. It gives those that come out otherwise. Managed is as in Store.
func Replay(ctx context.Context, managed string, old, new *Bundle, log io.Reader) ([]Decision, error) {
	was, err := old.program(ctx, managed)
	if err != nil {
		return nil, err
	}
	is, err := new.program(ctx, managed)
	if err != nil {
		return nil, err
	}
	differ := []Decision{}
	lines := bufio.NewScanner(log)
	lines.Buffer(nil, 64<<20)
	for n := 1; lines.Scan(); n++ {
		var record struct{ Input json.RawMessage }
		err := json.Unmarshal(lines.Bytes(), &record)
		if err == nil && record.Input == nil {
			err = errors.New("it has no input")
		}
		if err != nil {
			return nil, fmt.Errorf("line %d of the log: %w", n, err)
		}
		if d := compared(n, decided(was, record.Input), decided(is, record.Input)); d.Old != d.New {
			differ = append(differ, d)
		}
	}
	return differ, lines.Err()
}

// program is the bundle laid over the managed policy when it leaves room for
// it, as it does for the user's; else over the embedded one.
func (b *Bundle) program(ctx context.Context, managed string) (*plan.Program, error) {
	s, free, err := Store{Managed: managed}.under()
	if err == nil && b.claims(free) != nil {
		s, err = EmbeddedSources()
	}
	if err == nil {
		err = errors.Join(s.add(userPrefix, b.FS(), roots), s.checkSettings())
	}
	if err != nil {
		return nil, err
	}
	image, err := Compile(ctx, s)
	if err != nil {
		return nil, err
	}
	return plan.Open(string(image))
}

// decided is what the hook would make of an input document.
func decided(p *plan.Program, input []byte) gate.Verdict {
	result, err := p.EvalJSON("gate/verdict", string(input), plan.Options{})
	if err == nil {
		var v gate.Verdict
		if v, err = bundle.Verdict(result); err == nil {
			return v
		}
	}
	return gate.Refuse(gate.ErrInternal, err.Error())
}

func compared(line int, old, new gate.Verdict) Decision {
	d := Decision{Line: line, Old: old.Decision, New: new.Decision, Rule: old.Lead().ID}
	if d.Wider = new.Decision.Wider(old.Decision); !d.Wider {
		d.Rule = new.Lead().ID
	}
	return d
}
