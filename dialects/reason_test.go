package dialects

import (
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"gate"
)

func TestReason(t *testing.T) {
	one := func(f gate.Finding) gate.Verdict { return gate.Verdict{Findings: []gate.Finding{f}} }
	many := gate.Verdict{}
	for i := range 11 {
		many.Findings = append(many.Findings, gate.Finding{Code: fmt.Sprint("c", i), Reason: "R."})
	}
	for _, c := range []struct {
		name string
		v    gate.Verdict
		want string
	}{
		{"nothing said", gate.Verdict{}, "[gate] denied by policy"},
		{"ask", gate.Verdict{Decision: gate.Ask}, "[gate] policy wants a person to decide"},
		{"no code", one(gate.Finding{ID: "a/b", Reason: "R."}), "[a/b] R."},
		{"fix and path", one(gate.Finding{Code: "c", Reason: "R.", Fix: "F.", Path: "p"}), "[c] R. F. (p)"},
		{"a bundle's", gate.Verdict{Revision: "1.4.0\n", Findings: []gate.Finding{{Code: "c", Reason: "R.", Path: "p", Layer: "org"}}}, "[c] R. (p) (policy 1.4.0)"},
		{"the gate's own", gate.Verdict{Revision: "1.4.0", Findings: []gate.Finding{{Code: "c", Reason: "R.", Layer: "gate"}}}, "[c] R."},
		{"a project's", gate.Verdict{Revision: "1.4.0", Findings: []gate.Finding{{Code: "c", Reason: "R.", Layer: "project"}}}, "[c] R."},
		{"the gate itself", gate.Verdict{Revision: "1.4.0", Findings: []gate.Finding{{Code: "ERR_INTERNAL", Reason: "R."}}}, "[ERR_INTERNAL] R."},
		{"more than one", gate.Verdict{Findings: []gate.Finding{{Code: "c", Reason: "R."}, {Code: "d"}}}, "[c] R; also: d"},
		{"too many", many, "[c0] R; also: c1, c2, c3, c4, c5, c6, c7, c8 and 2 more"},
		{"to approve", gate.Verdict{Approval: "7K3M9QX2", Findings: []gate.Finding{{Code: "c", Reason: "R.", Fix: "F.", Path: "p"}, {Code: "d"}}},
			"[c] R. F; also: d (p). A person can allow exactly this once: gate approve 7K3M9QX2"},
		{"lines", one(gate.Finding{Code: "c", Reason: "a\r\n\tb\u2028c\x00d", Path: "p\nGATE"}), "[c] a b cd (p GATE)"},
		{"terminal", one(gate.Finding{Code: "c", Reason: "\x1b[31mred\x1b[0m\u009b\u202Eabc"}), "[c] [31mred[0mabc"},
		{"not UTF-8", one(gate.Finding{Code: "c", Reason: "a\xffb"}), "[c] a…b"},
		{"Go's escapes", one(gate.Finding{Code: "c", Reason: `<a> & "b"`}), `[c] <a> & "b"`},
	} {
		if got := reason(c.v, ""); got != c.want {
			t.Errorf("%s: got %q, want %q", c.name, got, c.want)
		}
	}
}

func TestReasonIsBounded(t *testing.T) {
	long := strings.Repeat("é", maxReason)
	v := gate.Verdict{Decision: gate.Ask, Revision: long, Approval: "7K3M9QX2"}
	then := "A person can approve it with gate approve 7K3M9QX2, by running it themselves, or by changing the policy."
	for range 20 {
		v.Findings = append(v.Findings, gate.Finding{Decision: gate.Ask, Code: long, Reason: long, Fix: long, Path: long, Layer: "org"})
	}
	for name, got := range map[string]string{"reason": reason(v, approve(v)), "stderr": strings.TrimSpace(stderr(v, approve(v)))} {
		if len(got) > maxReason || !utf8.ValidString(got) || !strings.HasSuffix(got, then) {
			t.Errorf("%s: %d bytes, ends %q", name, len(got), got[max(0, len(got)-80):])
		}
	}
}
