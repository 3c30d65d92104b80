package audit

import (
	"syscall"
	"unsafe"
)

// lock takes the file's lock, which closing gives back. It is an error that
// another process has it, unless it is to be waited for. Windows keeps others
// from reading what is locked, so that is a byte far behind the end.
func (f file) lock(wait bool) error {
	const immediately, exclusive, far = 1, 2, 1 << 30
	how := uintptr(exclusive)
	if !wait {
		how |= immediately
	}
	at := syscall.Overlapped{Offset: far}
	call := syscall.NewLazyDLL("kernel32.dll").NewProc("LockFileEx")
	if ok, _, err := call.Call(f.Fd(), how, 0, 1, 0, uintptr(unsafe.Pointer(&at))); ok == 0 {
		return err
	}
	return nil
}
