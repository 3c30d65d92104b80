package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"syscall"

	"golang.org/x/sys/unix"
)

// inside marks the process that runs where nothing but loopback exists.
const inside = "GATE_E2E_INSIDE"

// user is who the harnesses run as in there: some refuse to skip their
// permissions for root.
const user = 1000

// alone runs this program again with args, in network, process and mount
// namespaces of its own, and says that all is done. In there, or where the
// system makes no such namespaces, it says that the work is still to do.
func alone(args []string) (done bool, err error) {
	if os.Getenv(inside) != "" {
		return false, nil
	}
	if err := again("-h").Run(); err != nil {
		fmt.Fprintln(os.Stderr, "no namespaces to be had here: the harnesses run in the open, with loopback addresses and made-up keys")
		return false, nil
	}
	cmd := again(args...)
	cmd.Stdout, cmd.Stderr = os.Stdout, os.Stderr
	err = cmd.Run()
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		os.Exit(exit.ExitCode()) // it has said why
	}
	return true, err
}

func again(args ...string) *exec.Cmd {
	cmd := exec.Command("/proc/self/exe", args...)
	cmd.Env = append(os.Environ(), inside+"=1")
	cmd.SysProcAttr = &syscall.SysProcAttr{
		Cloneflags:  syscall.CLONE_NEWUSER | syscall.CLONE_NEWNET | syscall.CLONE_NEWPID | syscall.CLONE_NEWNS,
		UidMappings: []syscall.SysProcIDMap{{ContainerID: 0, HostID: os.Getuid(), Size: 1}},
		GidMappings: []syscall.SysProcIDMap{{ContainerID: 0, HostID: os.Getgid(), Size: 1}},
		Pdeathsig:   syscall.SIGKILL,
	}
	return cmd
}

// settle makes new namespaces usable, where this process runs in some:
// loopback is up, and /proc shows their processes. When this process ends, so
// does all that it started.
func settle() error {
	if os.Getenv(inside) == "" {
		return nil
	}
	if err := unix.Mount("proc", "/proc", "proc", 0, ""); err != nil {
		return fmt.Errorf("mount /proc: %w", err)
	}
	socket, err := unix.Socket(unix.AF_INET, unix.SOCK_DGRAM|unix.SOCK_CLOEXEC, 0)
	if err != nil {
		return fmt.Errorf("open a socket: %w", err)
	}
	defer unix.Close(socket)
	lo, err := unix.NewIfreq("lo")
	if err != nil {
		return err
	}
	lo.SetUint16(unix.IFF_UP | unix.IFF_RUNNING)
	if err := unix.IoctlIfreq(socket, unix.SIOCSIFFLAGS, lo); err != nil {
		return fmt.Errorf("bring loopback up: %w", err)
	}
	return nil
}

// tame lets cmd run as an ordinary user, in a process group of its own.
func tame(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	if os.Getenv(inside) == "" {
		return
	}
	cmd.SysProcAttr.Cloneflags = syscall.CLONE_NEWUSER
	cmd.SysProcAttr.UidMappings = []syscall.SysProcIDMap{{ContainerID: user, HostID: 0, Size: 1}}
	cmd.SysProcAttr.GidMappings = []syscall.SysProcIDMap{{ContainerID: user, HostID: 0, Size: 1}}
}
