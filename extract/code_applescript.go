package extract

import (
	"strings"

	"gate"
)

// appleScript starts what its do shell script lines say.
func (r *runner) appleScript(code string, st *state, ctx context) {
	for rest := code; ; {
		_, after, ok := strings.Cut(rest, "do shell script")
		if !ok {
			return
		}
		rest = after
		after = strings.TrimLeft(after, " \t(")
		if !strings.HasPrefix(after, `"`) {
			r.x.unknown(gate.UnknownCommand, "osascript", "the program starts a command whose text is made when it runs")
			continue
		}
		t, n := lexString(after, "", syntaxOf{})
		text := t.text
		if next := strings.TrimLeft(after[n:], " \t"); strings.HasPrefix(next, "&") {
			text += gate.UnknownText
		}
		r.script(text, "osascript", st, ctx)
		rest = after[n:]
	}
}
