package gate_test

import (
	"bufio"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

// tools builds what the scripts prove the gate against: stock OPA, the oras
// command, and a registry. They are a module of their own, for they link a
// hundred others that the gate has no use for.
var tools = sync.OnceValue(func() error {
	build := exec.Command("go", "build", "-C", "testdata/tools", "-o", bin+string(filepath.Separator), "./registry", "github.com/open-policy-agent/opa", "oras.land/oras/cmd/oras")
	build.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := build.CombinedOutput(); err != nil {
		return fmt.Errorf("build the tools: %w\n%s", err, out)
	}
	return nil
})

// running is the key of a script's registry.
const running = "registry"

// registry is the script command "registry USER PASSWORD": an OCI registry for
// who knows both, whose address the variable REGISTRY has. "! registry" ends
// it.
func registry(ts *testscript.TestScript, neg bool, args []string) {
	cmd := ts.Value(running).(*exec.Cmd)
	end := func() { cmd.Process.Kill(); cmd.Wait() }
	if neg {
		end()
		return
	}
	ts.Check(tools())
	*cmd = *exec.Command(filepath.Join(bin, "registry"), "-user", args[0], "-password", args[1], "-htpasswd", ts.MkAbs("htpasswd"))
	out, err := cmd.StdoutPipe()
	ts.Check(err)
	ts.Check(cmd.Start())
	ts.Defer(end)
	address, err := bufio.NewReader(out).ReadString('\n')
	ts.Check(err)
	ts.Setenv("REGISTRY", strings.TrimSpace(address))
}

// TestToolsAreOurs holds that the scripts run the OPA that the gate links.
func TestToolsAreOurs(t *testing.T) {
	version := func(dir string) string {
		out, err := exec.Command("go", "list", "-C", dir, "-m", "github.com/open-policy-agent/opa").CombinedOutput()
		if err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
		return string(out)
	}
	if ours, theirs := version("."), version("testdata/tools"); ours != theirs {
		t.Errorf("the gate links %sthe scripts run %s", ours, theirs)
	}
}
