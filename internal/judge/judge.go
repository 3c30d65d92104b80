// Package judge takes one payload through the steps between reading and
// replying: decode, find the project, extract, decide, encode. The hook and
// the commands that explain it run the same steps.
package judge

import (
	"fmt"
	"os"
	"runtime"
	"time"

	"gate"
	"gate/bundle"
	"gate/dialects"
	"gate/extract"
	"gate/internal/audit"
	"gate/internal/config"
	"gate/internal/lock"
	"gate/internal/plan"
)

// Options are what the hook's flags say.
type Options struct {
	Dialect, Event  string // settle what the payload leaves open
	Root            string // "" means: found from the call's folder
	Profile         string // a profile file; "" means: the one in force
	FailOpen        bool   // a refusal that no rule asked for becomes no opinion
	SkipShell       bool   // command text is not looked at
	NoRootDiscovery bool   // the call's folder is the root
	Strict          bool   // what would be asked is denied
	DenyExitZero    bool   // a denial that has a document exits 0: the command line around the hook uses other statuses

	Approvals  bool // a denial has the code of gate approve, and what a person has approved goes through
	RequireLog bool // a call whose decision cannot be logged is refused

	// Central is asked after the policy in force, which says local, and gives the
	// verdict that counts; nil means that the policy in force decides alone. It
	// does not say what a person may approve, so nobody does.
	Central func(a gate.Action, local gate.Verdict) (gate.Verdict, error)

	Agent  func() gate.Caller                      // finds the agent that calls; nil means: unknown
	Decide func(gate.Action) (gate.Verdict, error) // asks the policy; nil means the policy in force, as far as it is locked
}

// Outcome is what became of a payload, step by step. Err is why the gate
// refused without a rule; the Verdict is that refusal, unless failing open.
type Outcome struct {
	Call    gate.Call
	Action  gate.Action
	Verdict gate.Verdict
	Reply   gate.Reply
	Err     error

	policy        *bundle.Policy // that was asked, nil when it did not come to that
	input, result plan.Value     // what the policy saw and said
	timers        []audit.Timer
	action        string // audit.ActionHash of the input, "" until it is wanted
	approval      *audit.Approval
	logged        bool
	log           *audit.Log // nil until it is needed
}

// Judge never fails and never panics: whatever goes wrong on the way becomes
// a refusal in the harness's own words.
func Judge(payload []byte, o Options) Outcome {
	return judge(payload, failOpen, o, func(out *Outcome) (err error) {
		start := time.Now()
		out.Call, err = dialects.Decode(payload, hint(o))
		out.took("timer_gate_decode_ns", start)
		if err != nil {
			return err
		}
		return settle(o, out)
	})
}

// Call is Judge for a call that no payload tells of.
func Call(call gate.Call, o Options) Outcome {
	return judge(nil, "", o, func(out *Outcome) error {
		out.Call = call
		return settle(o, out)
	})
}

// Refused is the outcome for a payload that could not even be read, for the
// reason err. Payload is what was read of it.
func Refused(payload []byte, err error, o Options) Outcome {
	return judge(payload, failOpen, o, func(*Outcome) error { return err })
}

// failOpen tells how a payload that cannot be judged would pass.
const failOpen = "; with --fail-open the gate would let such a call through"

func judge(payload []byte, advice string, o Options, steps func(*Outcome) error) (out Outcome) {
	defer func() {
		if r := recover(); r != nil { // not even the reply could be made: say no in the words that most harnesses know
			out.Err = fmt.Errorf("the gate broke on this reply: %v", r)
			out.Verdict = gate.Refuse(gate.ErrInternal, out.Err.Error())
			out.Reply = encode(gate.Call{}, out.Verdict, o)
		}
	}()
	err := safely(steps, &out)
	if out.Call.Harness == "" {
		out.Call = dialects.Stand(payload, hint(o))
	}
	switch {
	case err == nil:
	case o.FailOpen:
		out.Err, out.Verdict = err, gate.Verdict{Decision: gate.None}
	default:
		out.Err = err
		out.Verdict = gate.Refuse(gate.ErrInternal, err.Error()+advice)
	}
	if o.Strict && out.Verdict.Decision == gate.Ask {
		out.Verdict.Decision = gate.Deny
	}
	out.Reply = encode(out.Call, out.Verdict, o)
	if o.FailOpen && err != nil {
		out.Reply.Stderr = "GATE WARN: " + err.Error() + "; the call goes on because of --fail-open\n"
	}
	if o.RequireLog {
		out.require(o)
	}
	return out
}

// require logs the outcome, or refuses the call.
func (out *Outcome) require(o Options) {
	if err := out.Log(); err != nil {
		out.Err = fmt.Errorf("the decision cannot be logged, and --require-log is set: %w", err)
		out.Verdict = gate.Refuse(gate.ErrInternal, out.Err.Error())
		out.Reply = encode(out.Call, out.Verdict, o)
	}
}

// took notes how long a stage took that began at start, and gives the time.
func (out *Outcome) took(timer string, start time.Time) time.Time {
	now := time.Now()
	out.timers = append(out.timers, audit.Timer{Name: timer, Took: now.Sub(start)})
	return now
}

// encode is the reply, with the exit status that the hook's caller wants.
func encode(call gate.Call, v gate.Verdict, o Options) gate.Reply {
	reply := dialects.Encode(call, v)
	if o.DenyExitZero && len(reply.Stdout) > 0 {
		reply.Exit = 0
	}
	return reply
}

// safely takes the steps up to the verdict; a panic is an error.
func safely(steps func(*Outcome) error, out *Outcome) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("the gate broke on this call: %v", r)
		}
	}()
	return steps(out)
}

// settle takes a call to its verdict.
func settle(o Options, out *Outcome) error {
	start := time.Now()
	scene, err := scene(&out.Call, o)
	if err != nil {
		return err
	}
	out.Action = extract.From(out.Call, scene)
	start = out.took("timer_gate_extract_ns", start)
	if o.Decide != nil {
		o.identify(out)
		out.Verdict, err = o.Decide(out.Action)
		return err
	}
	policy, err := bundle.Active(config.Snapshots())
	if err != nil {
		return err
	}
	if policy, err = policy.With(config.ProjectSnapshot(scene.Root)); err != nil {
		return err
	}
	out.policy = policy
	if acts(out.Call.Event) {
		if err := lock.Check(policy.Digest(), scene.Root); err != nil {
			out.Verdict = gate.Refuse(lock.Code, err.Error())
			return nil
		}
	}
	if policy.Agent() || o.Central != nil {
		o.identify(out)
	}
	start = out.took("timer_gate_policy_ns", start)
	answer, err := policy.Ask(out.Action)
	out.Verdict, out.input, out.result = answer.Verdict, answer.Input, answer.Result
	start = out.took("timer_rego_query_eval_ns", start)
	switch {
	case err != nil:
	case o.Central != nil:
		out.Verdict, err = o.Central(out.Action, out.Verdict)
		out.result = nil // it is not the verdict's any more
	case o.Approvals && acts(out.Call.Event) && out.Verdict.Decision <= gate.Ask:
		out.approve(scene.Root)
		out.took("timer_gate_approval_ns", start)
	}
	return err
}

// acts says whether something is done after the event: a person may still
// talk, and a session end, while the lock does not hold.
func acts(event gate.Event) bool { return event == gate.BeforeTool || event == gate.Permission }

// identify fills in the agent that calls.
func (o Options) identify(out *Outcome) {
	if o.Agent != nil {
		out.Action.Session.Agent = o.Agent()
	}
}

func hint(o Options) dialects.Hint {
	return dialects.Hint{Dialect: o.Dialect, Event: o.Event, Getenv: os.Getenv}
}

// scene gathers what the payload does not say: the project, its profile, the
// gate's own files. A call without a folder is taken to be made in the folder
// that the harness names in the environment, else where it started the hook.
func scene(call *gate.Call, o Options) (extract.Scene, error) {
	home := config.Home()
	if setup, _ := dialects.SetupOf(call.Harness); call.Cwd == "" {
		call.Cwd = os.Getenv(setup.Folder)
	}
	if call.Cwd == "" {
		call.Cwd, _ = os.Getwd()
	}
	root := o.Root
	switch {
	case root != "":
	case o.NoRootDiscovery:
		root = call.Cwd
	default:
		root = config.Root(call.Cwd, home)
	}
	profile, err := config.Load(o.Profile, root, home)
	if err != nil {
		return extract.Scene{}, err
	}
	return extract.Scene{
		Root:      root,
		Home:      home,
		OS:        runtime.GOOS,
		Now:       time.Now(),
		Profile:   profile,
		Self:      gate.Self{Version: gate.Version, Files: config.OwnFiles()},
		Getenv:    os.Getenv,
		SkipShell: o.SkipShell,
	}, nil
}
