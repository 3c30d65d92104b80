package capture

import (
	"strings"
	"testing"
)

func TestSplit(t *testing.T) {
	const (
		bash  = `{"session_id":"s","transcript_path":"/t","cwd":"/home/dev","permission_mode":"default","hook_event_name":"PreToolUse","tool_name":"Bash","tool_input":{"command":"echo '}{'"},"tool_use_id":"t"}`
		gem   = `{"session_id":"s","cwd":"/home/dev","hook_event_name":"BeforeTool","timestamp":"2026-01-01T00:00:00Z","tool_name":"run_shell_command","tool_input":{"command":"ls"}}`
		cut   = `{"session_id":"s","cwd":"/home/dev/proj`
		inner = `{"session_id":"s","tool_input":{"a":1},"cwd":"/home`
		odd   = `{"hello":"world"}`
		patch = "*** Begin Patch\n*** Add File: a\n+x\n*** End Patch"
		raw   = "{\"session_id\":\"s\",\"transcript_path\":\"/t\",\"cwd\":\"/home/dev\",\"hook_event_name\":\"PreToolUse\",\"tool_name\":\"Bash\",\"tool_input\":{\"command\":\"a\tb\"},\"tool_use_id\":\"t\"}"
	)
	wide := strings.ReplaceAll(strings.ReplaceAll(bash, `,"`, ",\n  \""), `{"s`, "{\n  \"s")
	for name, tt := range map[string]struct {
		capture string
		want    []string // harness, or error, and text
	}{
		"empty":                {" \n", nil},
		"one":                  {bash, []string{"claude-code " + bash}},
		"nothing between":      {bash + gem + bash, []string{"claude-code " + bash, "gemini " + gem, "claude-code " + bash}},
		"lines":                {bash + "\n" + gem + "\r\n", []string{"claude-code " + bash, "gemini " + gem}},
		"several lines each":   {wide + wide, []string{"claude-code " + wide, "claude-code " + wide}},
		"byte order marks":     {"\ufeff" + bash + "\n\ufeff" + bash, []string{"claude-code \ufeff" + bash, "claude-code \ufeff" + bash}},
		"raw control chars":    {raw + bash, []string{"claude-code " + raw, "claude-code " + bash}},
		"a patch":              {patch + bash, []string{"cursor " + patch, "claude-code " + bash}},
		"nobody's":             {odd + bash, []string{" " + odd, "claude-code " + bash}},
		"cut off, last":        {bash + cut, []string{"claude-code " + bash, "! " + cut}},
		"cut off, in between":  {cut + bash, []string{"! " + cut, "claude-code " + bash}},
		"cut off after object": {inner + bash, []string{"! " + inner, "claude-code " + bash}},
		"cut off, then mark":   {cut + "\n\ufeff" + bash, []string{"! " + cut, "claude-code \ufeff" + bash}},
		"no payload":           {"[1]\nhello", []string{"! [1]\nhello"}},
		"no payload, one":      {"hello\n" + odd, []string{"! hello", " " + odd}},
		"a patch without end":  {"*** Begin Patch\n" + bash, []string{"cursor *** Begin Patch", "claude-code " + bash}},
	} {
		t.Run(name, func(t *testing.T) {
			var got []string
			for _, p := range Split([]byte(tt.capture)) {
				sign := p.Call.Harness
				if p.Err != nil && !strings.Contains(p.Err.Error(), "no known harness") && p.Call.Harness == "" {
					sign = "!"
				}
				got = append(got, sign+" "+string(p.Text))
			}
			if strings.Join(got, "\n--\n") != strings.Join(tt.want, "\n--\n") {
				t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n--\n"), strings.Join(tt.want, "\n--\n"))
			}
		})
	}
}

func FuzzSplit(f *testing.F) {
	f.Add([]byte(`{"a":"}"}{"b`))
	f.Add([]byte("*** Begin Patch\n{}\ufeff{\"\\"))
	f.Fuzz(func(t *testing.T, capture []byte) {
		left := strings.Join(strings.Fields(string(capture)), "")
		var got strings.Builder
		for _, p := range Split(capture) {
			if len(p.Text) == 0 {
				t.Error("a payload without text")
			}
			got.Write(p.Text)
		}
		if strings.Join(strings.Fields(got.String()), "") != left {
			t.Errorf("%q became %q", capture, got.String())
		}
	})
}
