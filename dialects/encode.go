package dialects

import (
	"gate"
	"gate/internal/table"
)

// document is the JSON document of an answer: how it is said, with the
// harness's own name of the event and a reason, and the word in it that
// decides. The zero document is none.
type document struct {
	say  func(word, native, reason string) object
	word string
}

// answer is what a dialect can say on one event. A document that is missing is
// something the harness has no word for there; a denial can still be said by
// the exit status and stderr alone.
type answer struct {
	deny, ask, allow document
	none             string // says that there is no opinion; "" says what the dialect says elsewhere
	exit             int    // exit status of a denial: 2 where that blocks, 0 where it would be a hook's failure
	asks             int    // exit status of an ask, where that is the word for it
}

// approve ends the reason of an ask that has become a denial.
func approve(v gate.Verdict) string {
	with := ""
	if v.Approval != "" {
		with = "with gate approve " + v.Approval + ", "
	}
	return "A person can approve it " + with + "by running it themselves, or by changing the policy."
}

// Encode says a verdict in the words of the call's harness. It is pure, and
// never turns a verdict into a milder one except where the harness has no ear:
//
//   - an ask becomes a denial that tells how a person can approve, where the
//     harness does not ask; a permission event is itself the question, and
//     other events have nobody to ask: silence;
//   - an allow that the harness does not understand is silence;
//   - a denial of what the harness cannot stop (a session's end, a notice) is
//     silence as well: any other word would make some agents go on for ever.
//
// A call without a known harness is answered in words that block in several.
func Encode(call gate.Call, v gate.Verdict) gate.Reply {
	call, a := answerTo(call)
	switch a.heard(call.Event, v.Decision) {
	case gate.Ask:
		return ask(call, v, a)
	case gate.Allow:
		return say(a.allow, call, reason(v, ""))
	case gate.None:
		return reply(a.none)
	}
	if v.Decision == gate.Ask {
		return deny(call, v, a, approve(v))
	}
	return deny(call, v, a, "")
}

// Heard is what Encode makes of a verdict's decision: what the harness hears.
func Heard(call gate.Call, v gate.Verdict) gate.Decision {
	call, a := answerTo(call)
	return a.heard(call.Event, v.Decision)
}

// answerTo is what can be said to a call, and the call as it is answered.
func answerTo(call gate.Call) (gate.Call, answer) {
	d := find(call.Harness)
	if d == nil {
		d, call.Event, call.NativeEvent = &fallback, gate.BeforeTool, fallback.before
	}
	// A call that was not decoded to its end is one that has not run yet.
	if call.Event == "" {
		call.Event = gate.BeforeTool
	}
	if call.NativeEvent == "" {
		call.NativeEvent = d.before
	}
	a, ok := d.answers.Find(call.NativeEvent)
	if !ok {
		a = d.answers.Get(string(call.Event))
	}
	if a.none == "" {
		a.none = d.neutral
	}
	return call, a
}

// heard is what becomes of a decision. None is silence, or the word for it.
func (a answer) heard(event gate.Event, decision gate.Decision) gate.Decision {
	switch {
	case decision == gate.Ask && a.ask.say != nil, decision == gate.Allow && a.allow.say != nil:
		return decision
	case decision == gate.Ask && (event == gate.BeforeTool || event == gate.Prompt):
	case decision == gate.Ask, decision == gate.Allow, decision == gate.None:
		return gate.None
	}
	if a.deny.say == nil && a.exit == 0 {
		return gate.None
	}
	return gate.Deny
}

func deny(call gate.Call, v gate.Verdict, a answer, then string) gate.Reply {
	var r gate.Reply
	if a.deny.say != nil {
		r = say(a.deny, call, reason(v, then))
	}
	r.Stderr = stderr(v, then)
	r.Exit = a.exit
	return r
}

func ask(call gate.Call, v gate.Verdict, a answer) gate.Reply {
	r := say(a.ask, call, reason(v, ""))
	if a.asks != 0 {
		r.Stderr, r.Exit = asked(v), a.asks
	}
	return r
}

func say(d document, call gate.Call, reason string) gate.Reply {
	o := d.say(d.word, call.NativeEvent, reason)
	if len(o) == 0 {
		return gate.Reply{}
	}
	return reply(string(o.end()))
}

// reply writes a document, or nothing for "".
func reply(doc string) gate.Reply {
	if doc == "" {
		return gate.Reply{}
	}
	return gate.Reply{Stdout: []byte(doc + "\n")}
}

// fallback answers a harness that nobody knows. Its denial blocks in Claude
// Code, Gemini CLI and Qwen Code alike (observed), and exit 2 with a reason on
// stderr in most others.
var fallback = dialect{
	before: "PreToolUse",
	answers: table.Of[answer]{
		{string(gate.BeforeTool), answer{deny: document{anybody, "deny"}, exit: 2}},
	},
}
