package judge

import (
	"cmp"
	"errors"
	"fmt"
	"time"

	"gate"
	"gate/bundle"
	"gate/dialects"
	"gate/internal/audit"
	"gate/internal/plan"
)

// Log adds the outcome to the user's decision log, unless a person has switched
// that off. An outcome is logged once, and one about a payload of gate doctor's
// not at all.
func (out *Outcome) Log() error { return out.LogAs(dialects.Heard(out.Call, out.Verdict)) }

// LogAs is Log where the caller knows what came of the verdict.
func (out *Outcome) LogAs(came gate.Decision) (err error) {
	if out.logged || out.Call.Session.ID == dialects.CanarySession {
		return nil
	}
	out.logged = true
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("write the decision log: %v", r)
		}
	}()
	log, err := out.journal()
	if err != nil {
		return fmt.Errorf("write the decision log: %w", err)
	}
	defer log.Close()
	if log.Off() {
		return nil
	}
	now := time.Now()
	if err := log.Append(audit.Line(out.record(now, came)), now); err != nil {
		return fmt.Errorf("write the decision log: %w", err)
	}
	return nil
}

// Line is the outcome as the log would tell it, with nothing left out.
func (out *Outcome) Line() []byte {
	r := out.record(time.Now(), dialects.Heard(out.Call, out.Verdict))
	r.Mask = nil
	return append(audit.Line(r), '}')
}

// logs says whether the outcome will have a line. Without one nobody could be
// shown what a code is for.
func (out *Outcome) logs() bool {
	if out.Call.Session.ID == dialects.CanarySession {
		return false
	}
	log, err := out.journal()
	return err == nil && !log.Off()
}

// journal is the user's decision log, opened once.
func (out *Outcome) journal() (*audit.Log, error) {
	if out.log != nil {
		return out.log, nil
	}
	dir, err := audit.Folder()
	if err != nil {
		return nil, err
	}
	log, err := audit.Open(dir, audit.Usual)
	if err == nil {
		out.log = log
	}
	return log, err
}

// record is what the log tells of the outcome.
func (out *Outcome) record(now time.Time, came gate.Decision) audit.Record {
	r := audit.Record{
		Time:    now,
		Call:    out.Call,
		Agent:   out.Action.Session.Agent,
		Input:   out.input,
		Result:  out.result,
		Verdict: out.Verdict,
		Reply:   came,
		Err:     out.Err,
		Timers:  out.timers,
		Mask:    out.mask,

		Action:   out.action,
		Approval: out.approval,
	}
	if r.Input == nil && out.Action.Event != "" { // the policy was not asked
		r.Input, _ = plan.FromAction(out.Action)
	}
	if out.policy != nil {
		r.Revision = cmp.Or(out.Verdict.Revision, out.policy.Revision())
	}
	return r
}

var errNoPolicy = errors.New("there is no policy that says what to leave out")

// mask asks the policy what to leave out, the embedded one where the policy in
// force cannot be opened.
func (out *Outcome) mask(event plan.Value) (mask plan.Value, err error) {
	policy := out.policy
	if policy == nil {
		if policy, err = bundle.Embedded(); err != nil {
			return nil, errors.Join(errNoPolicy, err)
		}
	}
	return policy.Mask(event)
}
