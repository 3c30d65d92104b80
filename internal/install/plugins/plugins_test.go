package plugins

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"gate/dialects"
)

func TestFiles(t *testing.T) {
	for _, c := range []struct{ harness, gate, want string }{
		{"nobody", "/opt/gate", `no plugin for "nobody"`},
		{"opencode", "gate", `"gate" is not`},
	} {
		if _, err := Files(c.harness, c.gate); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s, %s: got %v, want %s", c.harness, c.gate, err, c.want)
		}
	}
}

// TestEveryPlugin holds that exactly the harnesses that are wired by a plugin
// have one, and that it lies where the table says.
func TestEveryPlugin(t *testing.T) {
	for _, name := range dialects.Names() {
		setup, _ := dialects.SetupOf(name)
		if Has(name) != (setup.Shape == dialects.Plugin) {
			t.Errorf("%s: has a plugin: %v, is wired by %s", name, Has(name), setup.Shape)
		}
		if !Has(name) {
			continue
		}
		files, err := Files(name, absolute("/opt/gate"))
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range setup.Files {
			if base := filepath.Base(file.Path); !has(files, base) {
				t.Errorf("%s: the table has %s, the plugin has no such file", name, base)
			}
		}
	}
}

func has(files []File, name string) bool {
	return slices.ContainsFunc(files, func(f File) bool { return f.Name == name })
}

// TestKilo holds that its plugin is OpenCode's under its own name, so that what
// is tested of the one holds for the other.
func TestKilo(t *testing.T) {
	own, err := Files("kilo", absolute("/opt/gate"))
	if err != nil {
		t.Fatal(err)
	}
	fork, err := Files("opencode", absolute("/opt/gate"))
	if err != nil {
		t.Fatal(err)
	}
	if want := strings.Replace(string(fork[0].Text), `"opencode"`, `"kilo"`, 1); want != string(own[0].Text) {
		t.Errorf("the plugins differ (-opencode +kilo):\n%s", cmp.Diff(want, string(own[0].Text)))
	}
}

func absolute(path string) string {
	if runtime.GOOS == "windows" {
		return `C:` + filepath.FromSlash(path)
	}
	return path
}

type program struct{ name, script, want string }

// gates are programs in the gate's place, and what a plugin must make of each.
var gates = []program{
	{"says nothing against it", `echo '{"decision":"none"}'`, "runs"},
	{"denies", `echo '{"decision":"deny","reason":"R <&> \"q\""}'; exit 2`, `blocked: R <&> "q"`},
	{"denies, and ends well", `echo '{"decision":"deny","reason":"R"}'`, "blocked: R"},
	{"denies without a reason", `echo '{"decision":"deny"}'; exit 2`, "blocked: denied by policy"},
	{"crashes", `exit 1`, "blocked: the gate did not answer (exit 1)"},
	{"crashes after its answer", `echo '{"decision":"none"}'; exit 1`, "blocked: the gate did not answer (exit 1)"},
	{"is killed", `kill -9 $$`, "blocked: the gate did not answer (SIGKILL)"},
	{"exits 2 without a word", `exit 2`, "blocked: the gate did not answer (exit 2)"},
	{"is silent", ``, `blocked: the gate did not answer (it said "")`},
	{"talks nonsense", `echo hello`, `blocked: the gate did not answer (it said "hello\n")`},
	{"says a word that nobody knows", `echo '{"decision":"maybe"}'`, `blocked: the gate did not answer (it said`},
	{"says null", `echo null`, `blocked: the gate did not answer (it said`},
	{"talks beside its answer", `echo hi; echo '{"decision":"none"}'`, `blocked: the gate did not answer (it said`},
	{"does not read", `exec <&-; echo '{"decision":"none"}'`, "runs"},
}

// hangs are programs that the plugin has to give up.
var hangs = []program{
	{"hangs", `exec sleep 30`, "blocked: the gate did not answer (no answer within 0.3 s)"},
	{"answers and hangs", `echo '{"decision":"none"}'; exec sleep 30`, "blocked: the gate did not answer (no answer within 0.3 s)"},
	{"leaves a child behind", `echo '{"decision":"none"}'; sleep 30 & exit 0`, "blocked: the gate did not answer (no answer within 0.3 s)"},
}

// hosts play each harness: they load the plugin, send it one call, and say what
// the harness would do.
var hosts = map[string]string{
	"opencode": `
		const hooks = await plugin.Gate({ directory: "/p", worktree: "/p" });
		try {
			await hooks["tool.execute.before"]({ tool: "bash", sessionID: "s", callID: "c" }, { args: { command: "ls", text: big } });
			return "runs";
		} catch (e) { return "blocked: " + e.message; }`,
	"pi": `
		const on = {};
		plugin.default({ on: (name, handler) => (on[name] = handler) });
		const ctx = { cwd: "/p", hasUI: person !== "", ui: { confirm: async () => person === "yes", notify() {} } };
		const said = await on.tool_call({ toolName: "bash", toolCallId: "c", input: { command: "ls", text: big } }, ctx);
		return said?.block ? "blocked: " + said.reason : "runs";`,
	"openclaw": `
		const on = {};
		plugin.default.register({ on: (name, handler) => (on[name] = handler) });
		const said = await on.before_tool_call({ toolName: "exec", toolCallId: "c", params: { command: "ls", workdir: "/p", text: big } }, { sessionId: "s" });
		if (said?.requireApproval) return "asks: " + said.requireApproval.description;
		return said?.block ? "blocked: " + said.blockReason : "runs";`,
}

// play loads a harness's plugin once for each program in the gate's place, all
// at once, and gives what the harness would do. Person is the answer of who is
// there, "" for nobody, and limit how long the plugin waits, in milliseconds.
func play(t *testing.T, harness, limit, person string, gates ...string) []string {
	t.Helper()
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip("node is not installed: the plugins are not run")
	}
	dir := t.TempDir()
	for i, gate := range gates {
		files, err := Files(harness, gate)
		if err != nil {
			t.Fatal(err)
		}
		short := strings.Replace(string(files[0].Text), "const wait = 10_000;", "const wait = "+limit+";", 1)
		if !strings.Contains(short, "const wait = "+limit+";") {
			t.Fatal("the plugin has no limit of 10 s")
		}
		write(t, filepath.Join(dir, fmt.Sprintf("plugin%d.mjs", i)), short, 0o644)
	}
	write(t, filepath.Join(dir, "host.mjs"), `
		const [person, count] = process.argv.slice(2), big = "x".repeat(1 << 20);
		const run = async (plugin) => {`+hosts[harness]+`};
		const each = [...Array(Number(count)).keys()].map(async (i) => run(await import("./plugin" + i + ".mjs")));
		process.stdout.write(JSON.stringify(await Promise.all(each)));`, 0o644)
	out, err := exec.Command(node, filepath.Join(dir, "host.mjs"), person, fmt.Sprint(len(gates))).CombinedOutput()
	var did []string
	if err != nil || json.Unmarshal(out, &did) != nil || len(did) != len(gates) {
		t.Fatalf("%v\n%s", err, out)
	}
	return did
}

func write(t *testing.T, file, text string, mode os.FileMode) {
	t.Helper()
	if err := os.WriteFile(file, []byte(text), mode); err != nil {
		t.Fatal(err)
	}
}

// file writes the program as a shell script, under a name that has to
// be quoted.
func (p program) file(t *testing.T) string {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("the programs in the gate's place are shell scripts")
	}
	file := filepath.Join(t.TempDir(), "it's a \"gate\" <script> ${x} `y`")
	write(t, file, "#!/bin/sh\n"+p.script+"\n", 0o755)
	return file
}

func TestPlugins(t *testing.T) {
	missing := filepath.Join(t.TempDir(), "gate")
	for harness := range hosts {
		check(t, harness, "10_000", gates)
		check(t, harness, "300", hangs)
		did := play(t, harness, "10_000", "", missing)
		if want := "blocked: the gate did not answer (spawn "; !strings.HasPrefix(did[0], want) {
			t.Errorf("%s, a gate that is not there: got %q, want %q", harness, did[0], want)
		}
	}
}

func check(t *testing.T, harness, limit string, programs []program) {
	t.Helper()
	var files []string
	for _, p := range programs {
		files = append(files, p.file(t))
	}
	did := play(t, harness, limit, "", files...)
	for i, p := range programs {
		if !strings.HasPrefix(did[i], p.want) {
			t.Errorf("%s, a gate that %s: got %q, want %q", harness, p.name, did[i], p.want)
		}
	}
}

// TestAsk says what becomes of an ask: a question where the harness has one,
// else a denial.
func TestAsk(t *testing.T) {
	asks := program{script: `echo '{"decision":"ask","reason":"Q"}'`}
	for _, c := range []struct{ harness, person, want string }{
		{"opencode", "", "blocked: Q"},
		{"openclaw", "", "asks: Q"},
		{"pi", "", "blocked: Q"},
		{"pi", "no", "blocked: Q"},
		{"pi", "yes", "runs"},
	} {
		if did := play(t, c.harness, "10_000", c.person, asks.file(t)); did[0] != c.want {
			t.Errorf("%s, a person who says %q: got %q, want %q", c.harness, c.person, did[0], c.want)
		}
	}
}

// TestPayload holds what a plugin sends: the whole of the arguments, to a
// command line that names the dialect.
func TestPayload(t *testing.T) {
	for harness, tool := range map[string]string{"opencode": "bash", "pi": "bash", "openclaw": "exec"} {
		seen := filepath.Join(t.TempDir(), "seen")
		p := program{script: `printf '%s\n' "$*" >` + seen + `; cat >>` + seen + `; echo '{"decision":"none"}'`}
		if did := play(t, harness, "10_000", "", p.file(t)); did[0] != "runs" {
			t.Fatalf("%s: %s", harness, did[0])
		}
		text, err := os.ReadFile(seen)
		if err != nil {
			t.Fatal(err)
		}
		line, payload, _ := strings.Cut(string(text), "\n")
		if line != "hook --stdin --dialect "+harness {
			t.Errorf("%s: starts the gate with %q", harness, line)
		}
		call, err := dialects.Decode([]byte(payload), dialects.Hint{})
		if err != nil {
			t.Fatal(err)
		}
		var args struct{ Command, Text string }
		if err := json.Unmarshal(call.Tool.Args, &args); err != nil {
			t.Fatal(err)
		}
		got := []any{call.Harness, call.Tool.Name, string(call.Tool.Kind), call.Session.Call, call.Cwd, args.Command, len(args.Text)}
		if diff := cmp.Diff([]any{harness, tool, "shell", "c", "/p", "ls", 1 << 20}, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", harness, diff)
		}
	}
}
