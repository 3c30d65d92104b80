package dialects

import "gate"

// document makes the JSON document of an answer from the harness's own name of
// the event and a reason.
type document func(native, reason string) any

// answer is what a dialect can say on one event. A document that is missing is
// something the harness has no word for there.
type answer struct {
	deny, ask, allow document
	none             any // says that there is no opinion; nil says what the dialect says elsewhere
	exit             int // exit status of a denial: 2 where that blocks, 0 where it would be a hook's failure
}

// approve ends the reason of an ask that has become a denial.
const approve = "A person can approve it by running it themselves, or by changing the policy."

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
	a, ok := d.answers[call.NativeEvent]
	if !ok {
		a = d.answers[string(call.Event)]
	}
	if a.none == nil {
		a.none = d.neutral
	}
	switch decision := v.Decision; {
	case decision == gate.Ask && a.ask != nil:
		return say(a.ask(call.NativeEvent, reason(v, "")))
	case decision == gate.Ask && (call.Event == gate.BeforeTool || call.Event == gate.Prompt):
		return deny(call, v, a, approve)
	case decision == gate.Allow && a.allow != nil:
		return say(a.allow(call.NativeEvent, reason(v, "")))
	case decision == gate.Ask, decision == gate.Allow, decision == gate.None:
		return say(a.none)
	}
	return deny(call, v, a, "")
}

func deny(call gate.Call, v gate.Verdict, a answer, then string) gate.Reply {
	if a.deny == nil {
		return say(a.none)
	}
	r := say(a.deny(call.NativeEvent, reason(v, then)))
	r.Stderr = stderr(v, then)
	r.Exit = a.exit
	return r
}

// say writes a document, or nothing for nil.
func say(doc any) gate.Reply {
	if doc == nil {
		return gate.Reply{}
	}
	return gate.Reply{Stdout: append(encode(doc), '\n')}
}

// fallback answers a harness that nobody knows. Its denial blocks in Claude
// Code, Gemini CLI and Qwen Code alike (observed), and exit 2 with a reason on
// stderr in most others.
var fallback = dialect{
	before: "PreToolUse",
	answers: map[string]answer{
		string(gate.BeforeTool): {deny: anybody, exit: 2},
	},
}
