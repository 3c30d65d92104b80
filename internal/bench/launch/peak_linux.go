package main

import (
	"os"
	"syscall"
)

// peak is a finished process's largest resident memory in bytes.
func peak(p *os.ProcessState) int64 {
	if u, ok := p.SysUsage().(*syscall.Rusage); ok {
		return u.Maxrss * 1024
	}
	return 0
}
