package dialects

import "strings"

// claim is how surely a dialect recognises a payload as its own.
type claim int

const (
	none     claim = iota
	possible       // its shape, were it not for signs that others share: only with a hint
	likely         // its shape, and nobody else's sign: unless a hint names another
	sure           // a sign that only it has: whatever the hint
)

// detect finds the dialect of a payload: the surest claim, the earlier of
// equals, and the hint's dialect where nobody is sure and it could be, or where
// it sends the very same payloads. It is nil when nobody claims the payload.
func detect(p payload, hint Hint) *dialect {
	delegated := ampTool(hint) != ""
	if delegated && hint.Dialect == amp.name { // its payload is the model's own: no sign in it counts
		return &amp
	}
	var best *dialect
	most := none
	for _, d := range all {
		c := d.claims(p)
		if c > most {
			best, most = d, c
		}
		if c == sure {
			break
		}
	}
	hinted := find(hint.Dialect)
	switch {
	case most > none && hinted != nil && hinted.like == best.name:
		return hinted
	case most == sure:
		return best
	case hinted != nil && hinted.claims(p) > none:
		return hinted
	case most == likely:
		return best
	case delegated:
		return &amp
	}
	return nil
}

// pascal says whether the payload has the Claude family's shape: it names its
// event, and the name begins with a capital.
func (p payload) pascal() bool {
	native := p.nativeEvent()
	return native != "" && native[0] >= 'A' && native[0] <= 'Z'
}

// stamped says whether the payload has a timestamp in words. Claude Code and
// Codex send none; Copilot, Gemini, Qwen and VS Code do.
func (p payload) stamped() bool { return p.str("timestamp") != "" }

// transcribed says whether the transcript lies in a folder of that name, on
// any system.
func (p payload) transcribed(folder string) bool {
	file := strings.ReplaceAll(p.str("transcript_path"), `\`, "/")
	return strings.Contains(file, "/"+folder+"/")
}
