package doctor

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"
	"time"

	"gate/dialects"
)

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

// TestLimit reads the timeout of an entry in the harness's unit.
func TestLimit(t *testing.T) {
	qwen, _ := dialects.SetupOf("qwen")
	gemini, _ := dialects.SetupOf("gemini")
	for _, tt := range []struct {
		setup dialects.Setup
		text  string
		want  time.Duration // 0 is an error
	}{
		{qwen, `10`, 10 * time.Second},
		{qwen, `5000`, 5 * time.Second},
		{qwen, ``, time.Minute},
		{gemini, `10`, 10 * time.Millisecond},
		{gemini, `1.5`, 1500 * time.Microsecond},
		{gemini, `0`, 0},
		{gemini, `-1`, 0},
		{gemini, `"5"`, 0},
		{gemini, `null`, 0},
	} {
		h := hook{entry: entry{Timeout: json.RawMessage(tt.text)}}
		if tt.text == "" {
			h.Timeout = nil
		}
		got, err := h.limit(tt.setup)
		if got != tt.want || (err != nil) != (tt.want == 0) {
			t.Errorf("%s %s: got %s, %v", tt.setup.Title, tt.text, got, err)
		}
	}
}

// TestDisabled tells settings that switch hooks off from those that do not.
func TestDisabled(t *testing.T) {
	setup := dialects.Setup{
		OffBy: []dialects.Setting{
			{File: "user.toml", Key: []string{"features", "hooks"}, Value: "false"},
			{File: "user.json", Key: []string{"off"}, Value: "true", Spared: []dialects.Scope{dialects.Managed}},
			{File: "user.json", Key: []string{"disabled"}},
		},
		Pins: []dialects.Pin{{File: dialects.File{Path: "pins.toml"}, Table: "features", Key: "hooks", Value: "true"}},
	}
	for name, tt := range map[string]struct {
		files map[string]string
		scope dialects.Scope
		want  int
	}{
		"nothing":           {nil, dialects.User, 0},
		"TOML":              {map[string]string{"user.toml": "[features]\nhooks = false"}, dialects.User, 1},
		"TOML, on":          {map[string]string{"user.toml": "[features]\nhooks = true"}, dialects.User, 0},
		"TOML, another":     {map[string]string{"user.toml": "hooks = false"}, dialects.User, 0},
		"pinned":            {map[string]string{"user.toml": "[features]\nhooks = false", "pins.toml": "[features]\nhooks = true"}, dialects.User, 0},
		"pinned off":        {map[string]string{"user.toml": "[features]\nhooks = false", "pins.toml": "[features]\nhooks = false"}, dialects.User, 1},
		"JSON, comments":    {map[string]string{"user.json": "{// x\n\"off\": true,}"}, dialects.Project, 1},
		"JSON, spared":      {map[string]string{"user.json": `{"off": true}`}, dialects.Managed, 0},
		"JSON, another":     {map[string]string{"user.json": `{"off": "true"}`}, dialects.User, 0},
		"listed":            {map[string]string{"user.json": `{"disabled": ["x", "gate hook"]}`}, dialects.User, 1},
		"another is listed": {map[string]string{"user.json": `{"disabled": ["x"]}`}, dialects.User, 0},
		"broken":            {map[string]string{"user.json": `{"off": true`}, dialects.User, 0},
	} {
		root := t.TempDir()
		for file, text := range tt.files {
			if err := os.WriteFile(filepath.Join(root, file), []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		x := &examination{Machine: Machine{OS: "linux", Root: root}, setup: setup}
		got := x.disabled(&wiring{hook: hook{file: configFile{scope: tt.scope}, command: "gate hook"}})
		if len(got) != tt.want {
			t.Errorf("%s: got %v", name, got)
		}
	}
}
