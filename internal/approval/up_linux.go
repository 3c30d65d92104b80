package approval

import "syscall"

// up is how long the system is up, suspended or not, in seconds.
func up() int64 {
	var info syscall.Sysinfo_t
	if syscall.Sysinfo(&info) != nil {
		return 0
	}
	return int64(info.Uptime)
}
