package doctor

import "testing"

// TestGate finds the gate in command lines.
func TestGate(t *testing.T) {
	for line, want := range map[string]string{ // "-" is none
		"/usr/bin/gate hook --stdin":    "/usr/bin/gate",
		`"/home/a b/gate" hook --stdin`: "/home/a b/gate",
		`'/home/a b/gate' hook`:         "/home/a b/gate",
		`GOMAXPROCS=1 /x/gate hook --stdin || { echo "gate did not answer" >&2; exit 2; }`: "/x/gate",
		"timeout 5 /x/gate hook --stdin":                   "/x/gate",
		"{ /x/gate hook; }":                                "/x/gate",
		"/bin/sh -c 'GOMAXPROCS=1 /x/gate hook --stdin'":   "/x/gate",
		`/bin/sh -c '/x/gate hook --stdin'`:                "",
		`/bin/sh -c 'GOMAXPROCS=1 '\''/a b/gate'\'' hook'`: "",
		`C:\gate\gate.exe hook --stdin`:                    `C:\gate\gate.exe`,
		`& 'C:\a b\gate.exe' hook --stdin`:                 `C:\a b\gate.exe`,
		"gate hook":                                        "gate",
		"/x/gatectl hook":                                  "-",
		"/x/investigate hook":                              "-",
		"/x/gate eval hook":                                "-",
		"gate hooks":                                       "-",
	} {
		got, ours := hook{command: line}.gate()
		if !ours {
			got = "-"
		}
		if got != want {
			t.Errorf("%s: got %q, want %q", line, got, want)
		}
	}
	if got, ok := (hook{command: "/a b/gate", argv: []string{"/a b/gate", "hook", "--stdin"}}).gate(); !ok || got != "/a b/gate" {
		t.Errorf("without a shell: got %q", got)
	}
}
