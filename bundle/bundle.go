// Package bundle is the hook's half of policy: it opens the policy in force
// and asks it for its verdict on an action.
package bundle

import (
	"encoding/hex"
	"errors"
	"fmt"

	"gate"
	"gate/internal/plan"
	"gate/policies"
)

// Policy is a compiled policy that can be asked, by several goroutines at once.
type Policy struct {
	File    string // the snapshot, "" for the embedded policy
	program *plan.Program
	project *plan.Program // what a person has trusted of a project's policy, nil without
}

// Embedded is the policy that the gate brings along.
func Embedded() (*Policy, error) {
	program, err := plan.OpenVouched(policies.Plan)
	return &Policy{program: program}, err
}

// With is the policy with that of a project beside it: both are asked, and all
// that either says counts. File is its snapshot; where there is none the policy
// stays as it is.
func (p *Policy) With(file string) (*Policy, error) {
	project, err := Open(file)
	if errors.Is(err, errNone) {
		return p, nil
	}
	if err != nil {
		return nil, unusable(file, err, projectHint)
	}
	both := *p
	both.project = project.program
	return &both, nil
}

// Compiled is a policy compiled just now, as package author compiles it.
func Compiled(image string) (*Policy, error) {
	program, err := plan.Open(image)
	return &Policy{program: program}, err
}

// Active is the policy in force, of two snapshots that may be there: the
// machine's, which an administrator puts there, and the user's. The user's
// counts only when it was laid over the managed one as that is now, so that it
// has all of its rules; without either the embedded policy counts. A snapshot
// that is there and cannot be believed is an error that says what to run; it is
// never passed over.
func Active(managed, user string) (*Policy, error) {
	base, err := digestOf(managed)
	if err != nil && !errors.Is(err, errNone) {
		return nil, unusable(managed, err, adminHint)
	}
	policy, userErr := Open(user)
	switch {
	case errors.Is(userErr, errNone) && errors.Is(err, errNone):
		return Embedded()
	case errors.Is(userErr, errNone):
		if policy, err = Open(managed); err != nil {
			return nil, unusable(managed, err, adminHint)
		}
	case userErr != nil:
		return nil, unusable(user, userErr, userHint)
	case policy.program.Base() != base:
		return nil, unusable(user, errors.New("it was laid over another managed policy than the one that is there now"), refreshHint)
	}
	return policy, nil
}

const (
	userHint    = "run gate bundle use again with your policy, or gate bundle off to go by the embedded rules"
	adminHint   = "an administrator runs gate bundle use --scope managed again"
	projectHint = "run gate trust in the project again, or gate trust --off to go on without its policy"
	refreshHint = "run gate bundle refresh to lay your policy over it, or gate bundle off to go by the managed one alone"
)

func unusable(name string, err error, hint string) error {
	return fmt.Errorf("the compiled policy %s cannot be used: %w\nhint: %s", name, err, hint)
}

// Open opens a snapshot, whatever it was laid over. The error says nothing of
// the file's name.
func Open(name string) (*Policy, error) {
	image, err := readSnapshot(name, maxSnapshot)
	if err != nil {
		return nil, err
	}
	program, err := plan.Open(image)
	if err != nil {
		return nil, err
	}
	return &Policy{File: name, program: program}, nil
}

// digestOf is the digest of a snapshot of which no more is looked at, 0 with
// errNone when it is not there.
func digestOf(name string) ([32]byte, error) {
	header, err := readSnapshot(name, plan.HeaderSize)
	if err != nil {
		return [32]byte{}, err
	}
	return plan.DigestOf(header)
}

// Missing says whether an error of Open means that there is no snapshot.
func Missing(err error) bool { return errors.Is(err, errNone) }

// Revision is the revision of the bundles that the policy is made of, "" when
// they do not say.
func (p *Policy) Revision() string { return p.program.Revision() }

// Base is the digest of the managed policy that this one was laid over, 0 for
// none.
func (p *Policy) Base() [32]byte { return p.program.Base() }

// Digest is over what the policy is made of: rules, data and capabilities, and
// nothing of a project's.
func (p *Policy) Digest() [32]byte { return p.program.Digest() }

// Agent says whether the policy looks at the session's agent, which is then to
// be found before it is asked.
func (p *Policy) Agent() bool {
	return p.program.Agent() || p.project != nil && p.project.Agent()
}

// Answer is what a policy said of an action: its verdict, and the documents
// that this stands in.
type Answer struct {
	Verdict gate.Verdict
	Input   plan.Value // the action as the policy saw it; nil when it could not be shown
	Result  plan.Value // data.gate.verdict; nil when it came to none, or when a project's policy has added to it
}

// Ask asks the policy what it says of an action. The verdict is well formed:
// its decision is the strictest among its findings, and None without any.
// Everything else is an error, which the caller refuses.
func (p *Policy) Ask(a gate.Action) (answer Answer, err error) {
	if answer.Input, err = plan.FromAction(a); err != nil {
		return answer, fmt.Errorf("ask the policy: %w", err)
	}
	if answer.Result, answer.Verdict, err = ask(p.program, answer.Input); err != nil {
		return answer, fmt.Errorf("ask the policy: %w", err)
	}
	answer.Verdict.Revision = p.Revision()
	if p.project == nil {
		return answer, nil
	}
	_, more, err := ask(p.project, answer.Input)
	if err != nil {
		return answer, fmt.Errorf("ask the project's policy: %w", err)
	}
	answer.Result, answer.Verdict = nil, answer.Verdict.With(more.Findings)
	return answer, nil
}

// Decide is the verdict that Ask gives.
func (p *Policy) Decide(a gate.Action) (gate.Verdict, error) {
	answer, err := p.Ask(a)
	return answer.Verdict, err
}

// Again gives a function that asks the policy, without that of a project, about
// input documents as Ask shows them. It is faster than Ask from the second call
// on, and for one goroutine.
func (p *Policy) Again() func(input plan.Value) (gate.Verdict, error) {
	again := p.program.Evaluator()
	return func(input plan.Value) (gate.Verdict, error) {
		result, err := again.Eval("gate/verdict", input)
		if err != nil {
			return gate.Verdict{}, fmt.Errorf("ask the policy: %w", err)
		}
		return verdict(result)
	}
}

// Evaluate gives the JSON of data.gate.verdict on an action, without what a
// project's policy says.
func (p *Policy) Evaluate(a gate.Action) ([]byte, error) {
	input, err := plan.FromAction(a)
	if err != nil {
		return nil, err
	}
	result, err := evaluate(p.program, input)
	if err != nil {
		return nil, err
	}
	return plan.AppendJSON(nil, result), nil
}

func ask(program *plan.Program, input plan.Value) (result plan.Value, v gate.Verdict, err error) {
	if result, err = evaluate(program, input); err == nil {
		v, err = verdict(result)
	}
	return result, v, err
}

func evaluate(program *plan.Program, input plan.Value) (plan.Value, error) {
	value, err := program.Eval("gate/verdict", input, plan.Options{})
	if err == nil && value == nil {
		err = errors.New("data.gate.verdict is undefined")
	}
	return value, err
}

// Mask says what of an event, {"input", "result"}, the decision log leaves out,
// in the form of OPA's data.system.log.mask.
func (p *Policy) Mask(event plan.Value) (plan.Value, error) {
	mask, err := p.program.Eval("gate/log/mask", event, plan.Options{})
	if err == nil && mask == nil {
		err = errors.New("data.gate.log.mask is undefined")
	}
	return mask, err
}

// Approvable says whether a person can let a call through in spite of rules of
// these ids. A policy that does not say leaves nothing to the person.
func (p *Policy) Approvable(rules []string) bool {
	ids := make([]plan.Value, len(rules))
	for i, id := range rules {
		ids[i] = plan.String(id)
	}
	input := plan.NewObject(plan.Field{Key: "rules", Value: plan.NewArray(ids...)})
	refused, err := p.program.Eval("gate/approval/refused", input, plan.Options{})
	if err != nil || refused == nil {
		return false
	}
	none := true
	plan.Each(refused, func(_, _ plan.Value) bool {
		none = false
		return false
	})
	return none
}

// Digests are those of what the policy is made of, a project's included, in
// hexadecimal.
func (p *Policy) Digests() string {
	sum := p.Digest()
	text := hex.EncodeToString(sum[:])
	if p.project != nil {
		sum = p.project.Digest()
		text += "+" + hex.EncodeToString(sum[:])
	}
	return text
}

// Verdict reads the JSON of data.gate.verdict, as Evaluate gives it.
func Verdict(result []byte) (gate.Verdict, error) {
	v, err := plan.ParseJSON(string(result))
	if err != nil {
		return gate.Verdict{}, fmt.Errorf("read the policy's verdict: %w", err)
	}
	return verdict(v)
}

func verdict(result plan.Value) (gate.Verdict, error) {
	v, err := wellFormed(result)
	if err != nil {
		return gate.Verdict{}, fmt.Errorf("read the policy's verdict: %w", err)
	}
	return v, nil
}

func wellFormed(result plan.Value) (gate.Verdict, error) {
	stated, err := decision(result)
	if err != nil {
		return gate.Verdict{}, err
	}
	v := gate.Verdict{Decision: gate.None, Findings: []gate.Finding{}}
	plan.Each(plan.Get(result, plan.String("findings")), func(_, item plan.Value) bool {
		var f gate.Finding
		f, err = finding(item)
		v.Findings = append(v.Findings, f)
		v.Decision = min(v.Decision, f.Decision)
		return err == nil
	})
	if err != nil {
		return gate.Verdict{}, err
	}
	if stated != v.Decision {
		return gate.Verdict{}, fmt.Errorf("its decision is %s, its strictest finding says %s", stated, v.Decision)
	}
	return v, nil
}

func decision(v plan.Value) (d gate.Decision, err error) {
	name, ok := plan.Get(v, plan.String("decision")).(plan.String)
	if !ok {
		return gate.Deny, errors.New("it has no decision")
	}
	return d, d.UnmarshalText([]byte(name))
}

func finding(v plan.Value) (f gate.Finding, err error) {
	f.Decision, err = decision(v)
	for _, text := range [...]struct {
		name  string
		field *string
	}{{"id", &f.ID}, {"reason", &f.Reason}, {"path", &f.Path}, {"code", &f.Code}, {"fix", &f.Fix}, {"layer", &f.Layer}} {
		s, ok := plan.Get(v, plan.String(text.name)).(plan.String)
		if !ok {
			return f, fmt.Errorf("a finding has no %s", text.name)
		}
		*text.field = string(s)
	}
	if err == nil {
		f.Softened, err = softening(plan.Get(v, plan.String("softened")))
	}
	return f, err
}

func softening(v plan.Value) (*gate.Softening, error) {
	if v == nil {
		return nil, nil
	}
	from, isText := plan.Get(v, plan.String("from")).(plan.String)
	by, hasBy := plan.Get(v, plan.String("by")).(plan.String)
	reason, hasReason := plan.Get(v, plan.String("reason")).(plan.String)
	if !isText || !hasBy || !hasReason {
		return nil, errors.New("a finding is softened, and does not say how")
	}
	s := &gate.Softening{By: string(by), Reason: string(reason)}
	return s, s.From.UnmarshalText([]byte(from))
}
