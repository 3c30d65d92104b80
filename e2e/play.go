package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"time"
)

// limit is how long a harness may take for one script.
const limit = 2 * time.Minute

// outcome is what came of one step.
type outcome struct {
	step
	asked    bool   // the model asked for the call
	happened bool   // its effect is on disk
	heard    string // what the model was told of it, or all that the harness said where a denial ends the run
}

// play runs the script once in that mode, below dir.
func play(h harness, m mode, o options, dir string) (row, error) {
	r := row{title: h.title(), mode: m, ends: h.ends}
	var err error
	if r.version, err = version(h); err != nil {
		return r, err
	}
	fmt.Fprintf(os.Stderr, "%s %s, %s\n", r.title, r.version, m)
	home := filepath.Join(dir, "home")
	w := world{dir: dir, home: home, project: filepath.Join(home, "project"), cache: h.dir}
	for _, part := range h.parts(steps(h.tools(w.project))) {
		outcomes, err := session(h, m, o, w, part)
		if err != nil {
			return r, err
		}
		r.outcomes = append(r.outcomes, outcomes...)
	}
	return r, nil
}

// parts are the sessions that the script takes: one, or one for each step
// where a denial ends the run.
func (h harness) parts(all []step) [][]step {
	if !h.ends {
		return [][]step{all}
	}
	var parts [][]step
	for _, s := range all {
		parts = append(parts, []step{s})
	}
	return parts
}

// session runs the harness once, in a fresh home.
func session(h harness, m mode, o options, w world, part []step) ([]outcome, error) {
	if err := errors.Join(os.RemoveAll(w.home), os.MkdirAll(w.project, 0o755), os.MkdirAll(filepath.Join(w.home, "tmp"), 0o755)); err != nil {
		return nil, err
	}
	if err := lay(w.project); err != nil {
		return nil, err
	}
	var script []call
	var turns []int // of each step's last call
	for _, s := range part {
		script = append(script, s.calls...)
		turns = append(turns, len(script)-1)
	}
	server, err := serve(script, w.dir)
	if err != nil {
		return nil, err
	}
	defer server.close()
	w.url = server.url
	for name, text := range h.files(w) {
		if err := write(w.home, name, text); err != nil {
			return nil, err
		}
	}
	if m != ungated {
		if err := wire(h, o, w); err != nil {
			return nil, err
		}
	}
	said, err := h.start(m, w)
	if err != nil {
		return nil, err
	}
	var outcomes []outcome
	for i, s := range part {
		out := outcome{step: s, asked: server.asked[turns[i]], heard: server.heard[turns[i]], happened: s.happened(w.project)}
		if h.ends { // for who reads a failure
			out.heard = said
		}
		outcomes = append(outcomes, out)
	}
	return outcomes, nil
}

// start runs the harness to its end and gives what it said. That it ends
// badly is no error: what counts is on disk.
func (h harness) start(m mode, w world) (said string, err error) {
	ctx, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	argv := h.command(m)
	cmd := exec.CommandContext(ctx, argv[0], argv[1:]...)
	cmd.Dir, cmd.Env = w.project, append(w.env(), h.env(w)...)
	tame(cmd)
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
	cmd.WaitDelay = time.Second
	out, runErr := cmd.CombinedOutput()
	out = fmt.Appendf(out, "\n%s: %v\n", argv[0], runErr)
	return string(out), os.WriteFile(filepath.Join(w.dir, "harness.log"), out, 0o644)
}

// env is the environment of all that runs in the world: nothing of the
// machine's own but PATH.
func (w world) env() []string {
	return []string{
		"HOME=" + w.home, "TMPDIR=" + filepath.Join(w.home, "tmp"), "PATH=" + os.Getenv("PATH"),
		"TERM=xterm", "LANG=C.UTF-8", "SHELL=/bin/bash", "USER=e2e", "GIT_CONFIG_NOSYSTEM=1",
	}
}

// git runs git in the project, without the settings of this machine.
func git(project string, args ...string) error {
	cmd := exec.Command("git", args...)
	cmd.Dir = project
	cmd.Env = []string{"PATH=" + os.Getenv("PATH"), "HOME=" + filepath.Dir(project), "GIT_CONFIG_NOSYSTEM=1"}
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("git %s: %w\n%s", args[0], err, out)
	}
	return nil
}
