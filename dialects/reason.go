package dialects

import (
	"cmp"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"gate"
)

const (
	maxReason = 4 << 10 // bytes of one reason: agents keep it in their context
	maxPath   = 512
	maxCode   = 128 // and a policy's revision
	maxAlso   = 8   // further findings named
)

// bare is what is said of a verdict that names no reason. Codex runs a call
// that is denied without one.
func bare(d gate.Decision) string {
	switch d {
	case gate.Ask:
		return "policy wants a person to decide"
	case gate.Allow:
		return "allowed by policy"
	}
	return "denied by policy"
}

// Reason is what a person is told of a verdict, on one line that no terminal
// takes for a command.
func Reason(v gate.Verdict) string { return reason(v, "") }

// reason is what the agent is told, on one line: code, reason, what to do
// instead, the codes of other findings, path, the revision of the policy if
// the rule is a bundle's, and the sentence then, or how a person approves.
func reason(v gate.Verdict, then string) string {
	return line("["+code(v.Lead())+"] ", v, then)
}

// stderr is the same for people and for harnesses that only hear stderr.
func stderr(v gate.Verdict, then string) string {
	return line("GATE DENY "+code(v.Lead())+": ", v, then) + "\n"
}

// asked is what is said on stderr where an exit status asks.
func asked(v gate.Verdict) string {
	return line("GATE ASK "+code(v.Lead())+": ", v, "") + "\n"
}

func line(head string, v gate.Verdict, then string) string {
	f := v.Lead()
	text := clean(cmp.Or(f.Reason, bare(v.Decision)))
	if fix := clean(f.Fix); fix != "" {
		if !strings.HasSuffix(text, ".") {
			text += "."
		}
		text += " " + fix
	}
	tail := also(v)
	if tail != "" {
		text = strings.TrimSuffix(text, ".")
	}
	if f.Path != "" {
		tail += " (" + clip(clean(f.Path), maxPath) + ")"
	}
	if v.Revision != "" && (f.Layer == "org" || f.Layer == "user") {
		tail += " (policy " + clip(clean(v.Revision), maxCode) + ")"
	}
	if then == "" && v.Approval != "" {
		then = "A person can allow exactly this once: gate approve " + v.Approval
	}
	if then != "" {
		text, tail = strings.TrimSuffix(text, "."), tail+". "+then
	}
	return head + clip(text, maxReason-len(head)-len(tail)) + tail
}

// also names the other findings of the decision's own strength, by code.
func also(v gate.Verdict) string {
	var codes []string
	for _, f := range v.Findings {
		if f.Decision == v.Decision {
			codes = append(codes, code(f))
		}
	}
	if len(codes) < 2 {
		return ""
	}
	codes = codes[1:]
	more := ""
	if n := len(codes) - maxAlso; n > 0 {
		codes, more = codes[:maxAlso], fmt.Sprintf(" and %d more", n)
	}
	return "; also: " + strings.Join(codes, ", ") + more
}

func code(f gate.Finding) string {
	return clip(clean(cmp.Or(f.Code, f.ID, "gate")), maxCode)
}

// clean puts text on one line that no terminal takes for a command: white
// space becomes one blank, other control and formatting characters go.
func clean(text string) string {
	if plain(text) {
		return text
	}
	text = strings.Map(func(r rune) rune {
		if !unicode.IsSpace(r) && unicode.In(r, unicode.Cc, unicode.Cf) {
			return -1
		}
		if r == utf8.RuneError {
			return '…' // gate.UnknownText, or what is no text
		}
		return r
	}, strings.ToValidUTF8(text, "\uFFFD"))
	return strings.Join(strings.Fields(text), " ")
}

// plain says whether clean would change nothing, for most texts.
func plain(text string) bool {
	for i := range len(text) {
		if c := text[i]; c < ' ' || c > '~' || c == ' ' && (i == 0 || i+1 == len(text) || text[i+1] == ' ') {
			return false
		}
	}
	return true
}

// clip cuts text to at most n bytes, between characters.
func clip(text string, n int) string {
	const dots = "..."
	if len(text) <= n {
		return text
	}
	n -= len(dots)
	for n > 0 && !utf8.RuneStart(text[n]) {
		n--
	}
	return text[:max(n, 0)] + dots
}
