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
	"fmt"
	"os"

	"gate/internal/hook"
	"gate/internal/wrap"
)

func main() {
	if shell := wrap.Shell(os.Args[0]); shell != "" {
		hook.Deepen(-1)
		os.Exit(shim(shell))
	}
	args := os.Args[1:]
	if len(args) > 0 && args[0] == "hook" {
		os.Exit(hook.Run(args[1:], connect, os.Stdin, os.Stdout, os.Stderr))
	}
	if err := handOver(args); err != nil {
		fmt.Fprintf(os.Stderr, "gate: %v\n", err)
		os.Exit(1)
	}
}

// connect lets gatectl run the hook: this program opens no connections.
func connect(hook.Server) (hook.Ask, error) { return nil, handOver(os.Args[1:]) }

// handOver starts gatectl with args in this process's place.
func handOver(args []string) error {
	ctl, err := hook.Gatectl()
	if err != nil {
		return err
	}
	return replaceWith(ctl, args)
}
