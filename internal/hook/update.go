package hook

import (
	"fmt"
	"os"
	"path/filepath"
	"time"

	"gate"
	"gate/internal/config"
)

// update starts gate bundle pull for the policies whose time has come, and does
// not wait for it. It is the one process that the hook ever starts, and only
// when a session begins: that is when a new policy is wanted, and nobody waits
// for a tool. The process has a session of its own and none of this one's
// files, so that neither a harness that waits for them to be closed nor one
// that kills its hooks has to do with it. What goes wrong is told by gate
// bundle status, which misses the pull.
func update(now time.Time) {
	ctl, err := Gatectl()
	if err != nil {
		return
	}
	for scope, dir := range policyFolders() {
		if u, err := config.ReadUpdate(dir); err == nil && u.Due(now) {
			detach(ctl, []string{"bundle", "pull", "--background", "--scope", scope})
		}
	}
}

// policyFolders are those whose policy this user may change, by scope.
func policyFolders() map[string]string {
	dirs := map[string]string{}
	if dir, err := config.Folder(); err == nil {
		dirs["user"] = dir
	}
	if dir := config.Managed(); dir != "" && os.Geteuid() == 0 {
		dirs["managed"] = dir
	}
	return dirs
}

// detach starts a program on the null device.
func detach(program string, args []string) {
	null, err := os.OpenFile(os.DevNull, os.O_RDWR, 0)
	if err != nil {
		return
	}
	defer null.Close()
	p, err := os.StartProcess(program, append([]string{program}, args...), &os.ProcAttr{
		Dir:   filepath.Dir(program),
		Files: []*os.File{null, null, null},
		Sys:   apart(),
	})
	if err == nil {
		p.Release()
	}
}

// Gatectl is the program beside this executable. Its environment will tell it
// this one's version.
func Gatectl() (string, error) {
	exe, err := os.Executable()
	if err != nil {
		return "", fmt.Errorf("find my own executable: %w", err)
	}
	if real, err := filepath.EvalSymlinks(exe); err == nil {
		exe = real
	}
	ctl := config.Beside(exe)
	if _, err := os.Stat(ctl); err != nil {
		return "", fmt.Errorf("%s is not there\nhint: install gate and gatectl into the same folder; this command needs both", ctl)
	}
	os.Setenv(config.CallerVersion, gate.Version)
	return ctl, nil
}
