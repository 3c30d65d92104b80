package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"gate/bundle/author"
)

// row is one command line on one payload, and what its runs cost.
type row struct {
	name   string
	argv   []string
	env    []string // nil means: as the bench has it
	file   string   // of the payload
	exit   int      // the exit code that it must have
	base   *row     // what it is compared with
	target target
	costs  []cost
}

// cost is what launch prints of one run.
type cost struct {
	CPU, Wall time.Duration
	Peak      int64 // bytes; 0 where it is not measured
	Exit      int
}

// call is a payload to judge.
type call struct {
	name    string
	payload []byte
	exit    int  // the hook's
	large   bool // no ordinary call
	others  bool // OPA and Node are compared on it too
}

var calls = []call{
	{name: "Write", payload: payload("Write", "content", "hello\n")},
	{name: "git status && ls", payload: payload("Bash", "command", "git status && ls"), others: true},
	{name: "rm -rf /", payload: payload("Bash", "command", "rm -rf /"), exit: 2},
	{name: "Write of 4 MiB", payload: payload("Write", "content", strings.Repeat("line of text\n", (4<<20-1000)/len(`line of text\n`))), large: true},
}

func payload(tool, key, value string) []byte {
	text, _ := json.Marshal(map[string]any{
		"session_id": "s", "transcript_path": "/home/dev/t.jsonl", "cwd": "/home/dev/project", "hook_event_name": "PreToolUse",
		"permission_mode": "default", "tool_name": tool, "tool_use_id": "t", "tool_input": map[string]string{"file_path": "/home/dev/project/a.txt", key: value},
	})
	return text
}

// rows are all command lines, those on one payload together.
func (p executables) rows(dir string) ([]*row, error) {
	setups, err := p.setups(dir)
	if err != nil {
		return nil, err
	}
	var rows []*row
	for i, c := range calls {
		file := filepath.Join(dir, fmt.Sprintf("payload%d.json", i))
		if err := os.WriteFile(file, c.payload, 0o644); err != nil {
			return nil, err
		}
		bare := &row{name: "bare: " + c.name, argv: []string{p.bare}, file: file}
		group := []*row{bare}
		var silent *row // of the same setup, without the log
		for _, s := range setups {
			r := &row{name: "gate: " + c.name + s.name(), argv: p.hook(), env: s.env, file: file, exit: c.exit, target: s.target(c)}
			if s.logs {
				r.base = silent
			}
			silent = r
			group = append(group, r)
		}
		if c.others {
			group = append(group, &row{name: "gate with OPA inside: " + c.name, argv: []string{p.opa}, env: setups[0].env, file: file})
		}
		if c.others && p.node != "" {
			group = append(group, &row{name: "node -e 0", argv: []string{p.node, "-e", "0"}, file: file})
		}
		for _, r := range group {
			if r.base == nil {
				r.base = bare
			}
		}
		rows = append(rows, group...)
	}
	return rows, nil
}

func (p executables) hook() []string { return []string{p.gate, "hook", "--stdin"} }

// setup is what the hook runs with.
type setup struct {
	rules     int  // generated ones beside the embedded ones
	installed bool // it is started as gate install writes it, with GOMAXPROCS=1
	logs      bool // it writes the decision log, and is compared with the one before it, which does not
	env       []string
}

func (s setup) name() string {
	name := ""
	if s.rules > 0 {
		name = fmt.Sprintf(", %d rules more", s.rules)
	}
	if s.installed {
		name += ", as installed"
	}
	if s.logs {
		name += ", logging: x of that"
	}
	return name
}

// setups are the policies to run with.
func (p executables) setups(dir string) ([]setup, error) {
	var all []setup
	for _, n := range []int{0, 100, 1000} {
		var b *author.Bundle
		if n > 0 {
			var err error
			if b, err = policy(n); err != nil {
				return nil, err
			}
		}
		env, took, err := activate(filepath.Join(dir, fmt.Sprintf("home%d", n)), b)
		if err != nil {
			return nil, err
		}
		if n > 0 {
			showActivation(os.Stdout, n, took)
		}
		if n > 0 && !p.denies(probe, env) {
			return nil, fmt.Errorf("the hook does not go by the bundle of %d rules", n)
		}
		loud := env
		if env, err = p.quiet(dir, n, loud); err != nil {
			return nil, err
		}
		all = append(all, setup{rules: n, env: env}, setup{rules: n, env: alone(env), installed: true})
		if n == 0 {
			all = append(all, setup{env: alone(loud), installed: true, logs: true})
		}
	}
	return all, nil
}

// alone is an environment in which Go uses one processor.
func alone(env []string) []string { return append(slices.Clip(env), "GOMAXPROCS=1") }

// quiet is the environment of a home like another's, in which the decision log
// is switched off.
func (p executables) quiet(dir string, n int, loud []string) ([]string, error) {
	from, to := filepath.Join(dir, fmt.Sprintf("home%d", n)), filepath.Join(dir, fmt.Sprintf("quiet%d", n))
	if err := os.CopyFS(to, os.DirFS(from)); err != nil {
		return nil, err
	}
	env := append(slices.Clip(loud), "HOME="+to, "XDG_CONFIG_HOME="+to, "AppData="+to)
	off := exec.Command(p.gate, "log", "off")
	off.Env = env
	if out, err := off.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("%w: %s", err, out)
	}
	return env, nil
}

// denies says that the hook denies a command.
func (p executables) denies(command string, env []string) bool {
	cmd := exec.Command(p.gate, p.hook()[1:]...)
	cmd.Env = env
	cmd.Stdin = bytes.NewReader(payload("Bash", "command", command))
	cmd.Run() // the exit code tells
	return cmd.ProcessState != nil && cmd.ProcessState.ExitCode() == 2
}

// run runs a row's command once.
func (p executables) run(r *row) (cost, error) {
	var c cost
	cmd := exec.Command(p.launch, append([]string{r.file}, r.argv...)...)
	cmd.Env = r.env
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		return c, err
	}
	if err := json.Unmarshal(out, &c); err != nil {
		return c, err
	}
	if c.Exit != r.exit {
		return c, fmt.Errorf("exit code %d, want %d", c.Exit, r.exit)
	}
	return c, nil
}
