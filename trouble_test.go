//go:build unix

package gate_test

import (
	"bytes"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"
)

// Payloads of Claude Code, and of Copilot, where a denial exits with 0.
const (
	harmless = `{"session_id":"s","transcript_path":"/t","cwd":"/home/dev/project","permission_mode":"default","hook_event_name":"PreToolUse","tool_name":"Bash","tool_input":{"command":"echo hi"},"tool_use_id":"t"}`
	harmful  = `{"session_id":"s","transcript_path":"/t","cwd":"/home/dev/project","permission_mode":"default","hook_event_name":"PreToolUse","tool_name":"Bash","tool_input":{"command":"rm -rf /"},"tool_use_id":"t"}`
	copilots = `{"sessionId":"s","timestamp":1796057088053,"cwd":"/home/dev/project","toolName":"bash","toolArgs":{"command":"rm -rf /"}}`
)

// TestTrouble tells what the hook answers where the machine is in trouble. Each
// row is a line of shell in a folder with an empty home, and who runs it cannot
// read what he has no right to.
func TestTrouble(t *testing.T) {
	const refused = "^GATE DENY ERR_INTERNAL: "
	for name, tt := range map[string]struct {
		line           string
		code           int
		stdout, stderr string // expressions; "" is silence
	}{
		"a full disk under the capture": {`GATE_CAPTURE=/dev/full gate hook --stdin < harmless`, 2, `"deny"`, refused + "capture the payload: .*no space left"},
		"a full disk under the reply":   {`gate hook --stdin < harmful > /dev/full`, 2, "", "the reply could not be written: .*no space left"},
		"the same, exit 0 denying":      {`gate hook --stdin < copilots > /dev/full`, 2, "", "the reply could not be written: .*no space left"},
		"no opinion on a full disk":     {`gate hook --stdin < harmless > /dev/full`, 0, "", ""},
		"stdout closed":                 {`gate hook --stdin < copilots >&-`, 2, "", "the reply could not be written: standard output is closed"},
		"stdout and stderr closed":      {`gate hook --stdin < copilots >&- 2>&-`, 2, "", ""},
		"no opinion, stdout closed":     {`gate hook --stdin < harmless >&-`, 0, "", ""},
		"nobody reads stdout":           {`{ sleep 0.3; gate hook --stdin < copilots; echo $? > code; } | true; exit $(cat code)`, 2, "", "the reply could not be written: .*broken pipe"},
		"stdin closed":                  {`gate hook --stdin <&-`, 2, `"deny"`, refused + ".*empty"},
		"stdin a folder":                {`gate hook --stdin < .`, 2, `"deny"`, refused + "read the payload: .*is a directory"},
		"no home at all":                {`env -u HOME -u XDG_CONFIG_HOME gate hook --stdin < harmless`, 0, "", ""},
		"no home at all, a denial":      {`env -u HOME -u XDG_CONFIG_HOME gate hook --stdin < harmful`, 2, `"deny"`, "^GATE DENY ERR_CONTAINMENT: "},
		"a home that is not there":      {`HOME=/nonexistent gate hook --stdin < harmless`, 0, "", ""},
		"no folder of settings":         {`gate hook --stdin < harmless && test "$(ls home/.config/gate)" = log`, 0, "", ""},
		"a home that cannot be read":    {`chmod 000 home; gate hook --stdin < harmless`, 2, `"deny"`, refused + "read the gate's settings: .*permission denied"},
		"settings that are a file":      {`mkdir home/.config; : > home/.config/gate; gate hook --stdin < harmless`, 2, `"deny"`, refused + "read the gate's settings: .*not a directory"},
		"a project that is a file":      {`gate hook --stdin --root harmless < harmless`, 2, `"deny"`, refused + ".*not a directory"},
	} {
		t.Run(name, func(t *testing.T) {
			if strings.Contains(tt.line, "/dev/full") {
				if _, err := os.Stat("/dev/full"); err != nil {
					t.Skip("this system has no full disk to try:", err)
				}
			}
			var stdout, stderr bytes.Buffer
			cmd := unprivileged(t, "sh", "-c", tt.line)
			cmd.Stdout, cmd.Stderr = &stdout, &stderr
			err := cmd.Run()
			if code := cmd.ProcessState.ExitCode(); code != tt.code {
				t.Errorf("exit %d, want %d (%v)", code, tt.code, err)
			}
			for _, got := range []struct{ name, text, want string }{{"stdout", stdout.String(), tt.stdout}, {"stderr", stderr.String(), tt.stderr}} {
				if got.want == "" && got.text != "" || !regexp.MustCompile(`(?m)`+got.want).MatchString(got.text) {
					t.Errorf("%s is %q, want %q", got.name, got.text, got.want)
				}
			}
		})
	}
}

// unprivileged is a command in a folder of its own with payloads and a home,
// run by somebody whom permissions bind.
func unprivileged(t *testing.T, name string, args ...string) *exec.Cmd {
	t.Helper()
	dir, err := os.MkdirTemp("", "gate-trouble") // t.TempDir is nobody else's
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		os.Chmod(filepath.Join(dir, "home"), 0o755)
		os.RemoveAll(dir)
	})
	cmd := exec.Command(name, args...)
	cmd.Dir = dir
	cmd.Env = []string{"PATH=" + bin + ":" + os.Getenv("PATH"), "HOME=" + filepath.Join(dir, "home")}
	if err := os.Mkdir(filepath.Join(dir, "home"), 0o755); err != nil {
		t.Fatal(err)
	}
	for file, text := range map[string]string{"harmless": harmless, "harmful": harmful, "copilots": copilots} {
		if err := os.WriteFile(filepath.Join(dir, file), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if os.Geteuid() == 0 {
		const nobody = 65534
		cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: nobody, Gid: nobody}}
		for _, place := range []string{dir, filepath.Join(dir, "home")} {
			if err := errors.Join(os.Chown(place, nobody, nobody), os.Chmod(place, 0o755)); err != nil {
				t.Fatal(err)
			}
		}
		if err := os.Chmod(bin, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	return cmd
}

// TestKilled holds that a hook which is killed before the payload's end says
// nothing, and that SIGTERM ends it at once, also where it was ignored before:
// Gemini CLI waits for ever for a hook that ignores it.
func TestKilled(t *testing.T) {
	for name, tt := range map[string]struct {
		sent  string
		line  string
		death syscall.Signal
	}{
		"SIGTERM, nothing read":      {"", "exec gate hook --stdin", syscall.SIGTERM},
		"SIGTERM, half read":         {harmful[:40], "exec gate hook --stdin", syscall.SIGTERM},
		"SIGTERM, all but the end":   {harmful, "exec gate hook --stdin", syscall.SIGTERM},
		"SIGTERM, ignored by parent": {harmful, "trap '' TERM; exec gate hook --stdin", syscall.SIGTERM},
		"SIGKILL, half read":         {harmful[:40], "exec gate hook --stdin", syscall.SIGKILL},
	} {
		t.Run(name, func(t *testing.T) {
			cmd := unprivileged(t, "sh", "-c", tt.line)
			var stdout bytes.Buffer
			cmd.Stdout = &stdout
			stdin, err := cmd.StdinPipe()
			if err == nil {
				err = cmd.Start()
			}
			if err != nil {
				t.Fatal(err)
			}
			if _, err := io.WriteString(stdin, tt.sent); err != nil {
				t.Fatal(err)
			}
			time.Sleep(300 * time.Millisecond) // until it waits for more, far below its own limit
			killed := time.Now()
			if err := cmd.Process.Signal(tt.death); err != nil {
				t.Fatal(err)
			}
			cmd.Wait()
			if status := cmd.ProcessState.Sys().(syscall.WaitStatus); !status.Signaled() || status.Signal() != tt.death {
				t.Errorf("it ended by %v, want %v", cmd.ProcessState, tt.death)
			}
			if took := time.Since(killed); took > time.Second {
				t.Errorf("it took %s to die", took)
			}
			if stdout.Len() > 0 {
				t.Errorf("it said %q", stdout.String())
			}
		})
	}
}
