package agent

import (
	"os"
	"time"

	"golang.org/x/sys/unix"

	"gate"
)

// Calling is the nearest agent above this process, the zero Caller where there
// is none that is known.
func Calling() gate.Caller { return calling(os.Getppid(), look) }

// look asks sysctl(3) for kern.proc.pid, and for kern.procargs2 where the words
// are wanted.
func look(pid int) (process, bool) {
	info, err := unix.SysctlKinfoProc("kern.proc.pid", pid)
	if err != nil || pid == 0 {
		return process{}, false
	}
	return process{
		name:   unix.ByteSliceToString(info.Proc.P_comm[:]),
		parent: int(info.Eproc.Ppid),
		words: func() []string {
			args, err := unix.SysctlRaw("kern.procargs2", pid)
			if err != nil {
				return nil
			}
			return procargs(args)
		},
		start: func() string { return time.Unix(info.Proc.P_starttime.Unix()).UTC().Format(time.RFC3339) },
	}, true
}
