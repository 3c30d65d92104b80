//go:build unix

package main

import (
	"os"
	"syscall"

	"gate/internal/wrap"
)

// replaceWith becomes the program, so that signals, the terminal and the exit
// code are its own.
func replaceWith(program string, args []string) error {
	return syscall.Exec(program, append([]string{program}, args...), os.Environ())
}

// shim stands in the place of a shell.
func shim(shell string) int { return wrap.Run(shell, os.Args) }
