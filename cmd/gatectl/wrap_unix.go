//go:build unix

package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"slices"
	"syscall"

	"gate/internal/config"
	"gate/internal/wrap"
)

// wrapped runs the agent and ends as it ends. It comes back only when the
// agent could not be started.
func wrapped(args []string) error {
	shims, err := shims()
	if err != nil {
		return fmt.Errorf("wrap %s: %w", args[0], err)
	}
	status, err := run(args, shims)
	if err := errors.Join(err, shims.Remove()); err != nil {
		return fmt.Errorf("wrap %s: %w", args[0], err)
	}
	end(status)
	return nil
}

// shims lie in the gate's own folder, which an agent cannot change.
func shims() (*wrap.Shims, error) {
	exe, err := os.Executable()
	if err == nil {
		exe, err = filepath.EvalSymlinks(exe)
	}
	if err != nil {
		return nil, fmt.Errorf("find my own executable: %w", err)
	}
	dir, err := config.Folder()
	if err != nil {
		return nil, fmt.Errorf("%w\nhint: set HOME", err)
	}
	return wrap.Make(filepath.Join(filepath.Dir(exe), "gate"), dir)
}

// run starts the agent in this process's group, so that the terminal is its,
// and waits for its end.
func run(args []string, shims *wrap.Shims) (syscall.WaitStatus, error) {
	for name, value := range shims.Variables() {
		if err := os.Setenv(name, value); err != nil {
			return 0, err
		}
	}
	agent := exec.Command(args[0], args[1:]...)
	agent.Stdin, agent.Stdout, agent.Stderr = os.Stdin, os.Stdout, os.Stderr
	signals := make(chan os.Signal, 8)
	signal.Notify(signals, heard()...)
	if err := agent.Start(); err != nil {
		return 0, err
	}
	go forward(signals, agent.Process)
	return wait(agent.Process.Pid)
}

// heard are the signals that are the agent's, less those that this process was
// started to ignore.
func heard() []os.Signal {
	all := []os.Signal{
		syscall.SIGHUP, syscall.SIGINT, syscall.SIGQUIT, syscall.SIGTERM, syscall.SIGTSTP, syscall.SIGUSR1, syscall.SIGUSR2,
	}
	return slices.DeleteFunc(all, signal.Ignored)
}

// forward hands signals on. Those of the terminal's keys reach the agent from
// the terminal itself, where there is one.
func forward(signals <-chan os.Signal, agent *os.Process) {
	tty, err := os.Open("/dev/tty")
	if err == nil {
		tty.Close()
	}
	keys := []os.Signal{syscall.SIGINT, syscall.SIGQUIT, syscall.SIGTSTP}
	for s := range signals {
		if err != nil || !slices.Contains(keys, s) {
			_ = agent.Signal(s) // it has ended, and wait knows
		}
	}
}

// wait waits for the agent's end, and stops while the agent is stopped.
func wait(pid int) (status syscall.WaitStatus, err error) {
	for {
		_, err := syscall.Wait4(pid, &status, syscall.WUNTRACED, nil)
		switch {
		case err == syscall.EINTR:
		case err != nil:
			return 0, fmt.Errorf("wait for the agent: %w", err)
		case status.Stopped():
			if err := syscall.Kill(os.Getpid(), syscall.SIGSTOP); err != nil {
				return 0, err
			}
			if err := syscall.Kill(pid, syscall.SIGCONT); err != nil {
				return 0, err
			}
		default:
			return status, nil
		}
	}
}

// end ends this process as the agent ended: by its exit code or by its signal,
// and by 128 and the signal's number where Go would print its stacks instead.
func end(status syscall.WaitStatus) {
	if !status.Signaled() {
		os.Exit(status.ExitStatus())
	}
	s := status.Signal()
	switch s {
	case syscall.SIGHUP, syscall.SIGINT, syscall.SIGKILL, syscall.SIGTERM:
		signal.Reset(s)
		if err := syscall.Kill(os.Getpid(), s); err == nil {
			select {}
		}
	}
	os.Exit(128 + int(s))
}
