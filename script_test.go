package gate_test

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"flag"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"gate/internal/agent"
)

var update = flag.Bool("update", false, "rewrite the expected output in the scripts")

// bin holds the two executables, built once for all scripts.
var bin string

func TestMain(m *testing.M) {
	flag.Parse()
	os.Exit(run(m))
}

func run(m *testing.M) int {
	dir, err := os.MkdirTemp("", "gate-bin")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	defer os.RemoveAll(dir)
	bin = dir
	build := exec.Command("go", "build", "-trimpath", "-ldflags", "-X gate.Version=v0.0.0-test", "-o", bin+string(filepath.Separator), "./cmd/gate", "./cmd/gatectl")
	build.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := build.CombinedOutput(); err != nil {
		fmt.Fprintf(os.Stderr, "build the executables: %v\n%s", err, out)
		return 1
	}
	return m.Run()
}

// serve is the script command "serve TOKEN": a bundle server on loopback,
// whose address the variable URL has.
func serve(ts *testscript.TestScript, _ bool, args []string) {
	server := httptest.NewServer(bundles(args[0]))
	ts.Defer(server.Close)
	ts.Setenv("URL", server.URL)
}

// bundles is a bundle server for who knows the token.
func bundles(token string) http.Handler {
	var mu sync.Mutex
	files := map[string][]byte{}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		mu.Lock()
		defer mu.Unlock()
		if r.Header.Get("Authorization") != "Bearer "+token {
			w.WriteHeader(http.StatusUnauthorized)
			return
		}
		if r.Method == http.MethodPut {
			files[r.URL.Path], _ = io.ReadAll(r.Body)
			return
		}
		w.Header().Set("ETag", fmt.Sprintf("\"%x\"", sha256.Sum256(files[r.URL.Path])))
		http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(files[r.URL.Path]))
	})
}

// TestScripts tells what the whole programs do, in testdata/script/*.txtar.
// Each script has a home of its own, and a project in it.
func TestScripts(t *testing.T) {
	data, err := filepath.Abs("testdata")
	if err != nil {
		t.Fatal(err)
	}
	testscript.Run(t, testscript.Params{
		Cmds: map[string]func(*testscript.TestScript, bool, []string){"serve": serve, "registry": registry, "secure": secure, "server": server, "answering": answering, "logserver": logserver},
		Dir:  "testdata/script",
		Condition: func(cond string) (bool, error) {
			if cond != "agent" {
				return false, fmt.Errorf("unknown condition %q", cond)
			}
			return agent.Calling().Name != "", nil // an agent runs the tests
		},
		UpdateScripts: *update,
		Setup: func(e *testscript.Env) error {
			e.Values[running], e.Values[deciding] = new(exec.Cmd), new(exec.Cmd)
			home := filepath.Join(e.WorkDir, "home")
			e.Setenv("HOME", home)
			e.Setenv("TMPDIR", filepath.Join(e.WorkDir, "tmp"))
			e.Setenv("XDG_CONFIG_HOME", filepath.Join(home, ".config"))
			e.Setenv("PATH", bin+string(os.PathListSeparator)+e.Getenv("PATH"))
			e.Setenv("BIN", bin)
			e.Setenv("TESTDATA", data)
			return errors.Join(os.MkdirAll(filepath.Join(home, "project", ".git"), 0o755), os.Mkdir(filepath.Join(e.WorkDir, "tmp"), 0o755))
		},
	})
}
