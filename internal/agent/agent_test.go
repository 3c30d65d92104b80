package agent

import (
	"strings"
	"testing"

	"gate"
)

// line is a line of processes, the gate's parent first: each its name, a bar,
// and its words.
func line(processes ...string) func(int) (process, bool) {
	return func(pid int) (process, bool) {
		if pid < 1 || pid > len(processes) {
			return process{}, false
		}
		name, words, _ := strings.Cut(processes[pid-1], "|")
		return process{
			name: name, parent: pid + 1,
			words: func() []string { return strings.Fields(words) },
			start: func() string { return "then" },
		}, true
	}
}

func TestCalling(t *testing.T) {
	for name, tt := range map[string]struct {
		processes []string
		want      string
		pid       int
	}{
		"parent":                     {[]string{"claude|claude"}, "claude-code", 1},
		"through shells":             {[]string{"sh|sh -c x", "bash|bash -c y", "codex|codex"}, "codex", 3},
		"through others":             {[]string{"timeout|timeout 9 gate", "make|make", "aider|aider"}, "aider", 3},
		"the nearest":                {[]string{"codex|codex", "claude|claude"}, "codex", 1},
		"a title":                    {[]string{"node|gemini"}, "gemini", 1},
		"a script":                   {[]string{"node|node /usr/bin/gemini -p x"}, "gemini", 1},
		"a script with an ending":    {[]string{"bun|bun run /x/cline.mjs"}, "cline", 1},
		"a package":                  {[]string{"node-MainThread|/usr/bin/node --no-warnings /x/node_modules/@google/gemini-cli/dist/index.js"}, "gemini", 1},
		"a package inside a package": {[]string{"node|node /x/node_modules/@openai/codex/node_modules/other/cli.js"}, "", 0},
		"an option's value":          {[]string{"node|node --require codex /x/server.js"}, "", 0},
		"a module":                   {[]string{"python3.12|python3.12 -X dev -m aider --yes"}, "aider", 1},
		"an archive":                 {[]string{"java|java -cp x -jar /opt/junie.jar"}, "junie", 1},
		"an argument":                {[]string{"node|node server.js claude"}, "", 0},
		"a folder of that name":      {[]string{"node|node /home/dev/gemini/build.js"}, "", 0},
		"a shell's text":             {[]string{"bash|bash /usr/bin/claude", "sshd|sshd"}, "", 0},
		"another program's argument": {[]string{"vim|vim claude"}, "", 0},
		"an editor":                  {[]string{"bash|bash", "code|/usr/share/code/code"}, "", 0},
		"no words":                   {[]string{"kworker|", "node|"}, "", 0},
		"nobody":                     {nil, "", 0},
		"too deep":                   {append(make([]string, maxDepth), "claude|claude"), "", 0},
	} {
		want := gate.Caller{Name: tt.want, PID: tt.pid}
		if tt.want != "" {
			want.Start = "then"
		}
		if got := calling(1, line(tt.processes...)); got != want {
			t.Errorf("%s: got %+v, want %+v", name, got, want)
		}
	}
}
