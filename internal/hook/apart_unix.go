//go:build unix

package hook

import "syscall"

// apart is a session of its own.
func apart() *syscall.SysProcAttr { return &syscall.SysProcAttr{Setsid: true} }
