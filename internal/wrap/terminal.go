//go:build unix

package wrap

import (
	"fmt"
	"os"
	"syscall"
	"unsafe"
)

// shown is how much of a command a question shows, in bytes.
const shown = 500

// ask puts a question to the person at the terminal, and says whether the
// answer is yes. Without a terminal, or in the background of one, where
// reading would stop this process for good, there is nobody to ask.
func ask(command, reason string) bool {
	tty, err := os.OpenFile("/dev/tty", os.O_RDWR, 0)
	if err != nil {
		return false
	}
	defer tty.Close()
	if group, ok := foreground(tty.Fd()); !ok || group != syscall.Getpgrp() {
		return false
	}
	if len(command) > shown {
		command = command[:shown] + "..."
	}
	// The agent may have the terminal in raw mode: lines begin with a return.
	fmt.Fprintf(tty, "\r\ngate: %s\r\n  %+q\r\nRun it? [y/N] ", reason, command)
	yes := affirmed(tty)
	fmt.Fprint(tty, "\r\n")
	return yes
}

// affirmed reads one line, which a terminal in raw mode ends with a return.
func affirmed(tty *os.File) bool {
	var answer []byte
	for b := make([]byte, 1); ; {
		if n, err := tty.Read(b); err != nil || n == 0 {
			return false
		}
		switch b[0] {
		case '\n', '\r':
			return string(answer) == "y" || string(answer) == "yes"
		case 3, 4: // raw mode's ^C and ^D
			return false
		}
		answer = append(answer, b[0])
	}
}

// terminal says whether a descriptor is a terminal.
func terminal(fd uintptr) bool {
	var size [4]uint16
	return control(fd, syscall.TIOCGWINSZ, unsafe.Pointer(&size))
}

// foreground is the process group that a terminal takes input for; ok is false
// for what is no terminal, or not this session's.
func foreground(fd uintptr) (group int, ok bool) {
	var id int32
	ok = control(fd, syscall.TIOCGPGRP, unsafe.Pointer(&id))
	return int(id), ok
}

func control(fd uintptr, request uintptr, arg unsafe.Pointer) bool {
	_, _, errno := syscall.Syscall(syscall.SYS_IOCTL, fd, request, uintptr(arg))
	return errno == 0
}
