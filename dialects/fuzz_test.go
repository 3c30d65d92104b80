package dialects

import (
	"bytes"
	"encoding/json"
	"testing"

	"gate"
)

// FuzzDecode: no payload makes Decode panic or yields arguments that are no
// object, and one that is refused is never allowed by the words of the refusal.
func FuzzDecode(f *testing.F) {
	for _, name := range Names() {
		for i, file := range fixtures(f, name) {
			raw := slurp(f, file)
			f.Add(raw, "", "")
			if i%8 == 0 {
				f.Add(raw[:len(raw)*2/3], name, "Stop")
				f.Add(append([]byte(bom), raw...), "claude-code", "")
			}
		}
	}
	f.Add([]byte(patchHead), "copilot", "")
	f.Fuzz(func(t *testing.T, raw []byte, dialect, event string) {
		hint := Hint{Dialect: dialect, Event: event}
		c, err := Decode(raw, hint)
		if err != nil {
			c = Stand(raw, hint)
		}
		if !json.Valid(c.Tool.Args) || c.Tool.Args[0] != '{' {
			t.Errorf("arguments are no object: %q", c.Tool.Args)
		}
		for _, v := range []gate.Verdict{gate.Refuse(gate.ErrInternal, "no"), {Decision: gate.None}} {
			r := Encode(c, v)
			checkReply(t, c.Harness, r)
			if bytes.Contains(r.Stdout, []byte(`"allow"`)) {
				t.Errorf("%s %s allows: %s", c.Harness, c.NativeEvent, r.Stdout)
			}
		}
	})
}
