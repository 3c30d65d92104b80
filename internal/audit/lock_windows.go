package audit

import (
	"syscall"
	"unsafe"
)

// lock waits until no other process holds the file's lock, which closing gives
// back. Windows keeps others from reading what is locked, so it is a byte far
// behind the end.
func (f file) lock() error {
	const exclusive, far = 2, 1 << 30
	at := syscall.Overlapped{Offset: far}
	call := syscall.NewLazyDLL("kernel32.dll").NewProc("LockFileEx")
	if ok, _, err := call.Call(f.Fd(), exclusive, 0, 1, 0, uintptr(unsafe.Pointer(&at))); ok == 0 {
		return err
	}
	return nil
}
