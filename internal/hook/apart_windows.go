package hook

import "syscall"

// detachedProcess has no console.
const detachedProcess = 0x8

// apart is a process group of its own, without a console.
func apart() *syscall.SysProcAttr {
	return &syscall.SysProcAttr{CreationFlags: syscall.CREATE_NEW_PROCESS_GROUP | detachedProcess, HideWindow: true}
}
