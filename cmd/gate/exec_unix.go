//go:build unix

package main

import (
	"os"
	"syscall"
)

// replaceWith becomes the program, so that signals, the terminal and the exit
// code are its own.
func replaceWith(program string, args []string) error {
	return syscall.Exec(program, append([]string{program}, args...), os.Environ())
}
