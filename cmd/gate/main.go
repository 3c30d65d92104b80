// A process that lives for a millisecond does not need to know what share of
// the processors its cgroup has, to follow when that changes, or to name its
// memory: together that is 5 % of it.

//go:debug containermaxprocs=0
//go:debug updatemaxprocs=0
//go:debug decoratemappings=0

// Command gate is the hook that an agent's harness starts before each tool
// call, and the shim that gate wrap puts in the place of a shell. It does that
// and nothing else: every other subcommand is handed to gatectl, which lies
// beside it.
package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"gate"
	"gate/internal/config"
	"gate/internal/wrap"
)

func main() {
	if shell := wrap.Shell(os.Args[0]); shell != "" {
		deepen(-1)
		os.Exit(shim(shell))
	}
	args := os.Args[1:]
	if len(args) > 0 && args[0] == "hook" {
		os.Exit(hook(args[1:], os.Stdin, os.Stdout, os.Stderr))
	}
	if err := handOver(args); err != nil {
		fmt.Fprintf(os.Stderr, "gate: %v\n", err)
		os.Exit(1)
	}
}

// handOver starts gatectl with args in this process's place.
func handOver(args []string) error {
	ctl, err := beside()
	if err != nil {
		return err
	}
	return replaceWith(ctl, args)
}

// beside is gatectl in the folder of this executable, which it is told the
// version of.
func beside() (string, error) {
	exe, err := os.Executable()
	if err != nil {
		return "", fmt.Errorf("find my own executable: %w", err)
	}
	if real, err := filepath.EvalSymlinks(exe); err == nil {
		exe = real
	}
	ctl := config.Beside(exe)
	if _, err := os.Stat(ctl); err != nil {
		return "", fmt.Errorf("%s is not there\nhint: install gate and gatectl into the same folder; this command needs both", ctl)
	}
	os.Setenv(config.CallerVersion, gate.Version)
	return ctl, nil
}

// write sends all of b, or says why not. A harness reads a cut document as
// none, so the caller must know.
func write(w io.Writer, b []byte) error {
	if len(b) == 0 {
		return nil
	}
	n, err := w.Write(b)
	if err == nil && n < len(b) {
		err = errors.New("short write")
	}
	return err
}
