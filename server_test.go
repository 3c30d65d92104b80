package gate_test

import (
	"crypto/tls"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"github.com/rogpeppe/go-internal/testscript"
)

// server is the script command "server https://localhost ARGS", or with http: stock OPA, run
// as a server with these arguments, whose URL the variable SERVER has. "! server"
// ends it.
func server(ts *testscript.TestScript, neg bool, args []string) {
	cmd := ts.Value(deciding).(*exec.Cmd)
	end := func() { cmd.Process.Kill(); cmd.Wait() }
	if neg {
		end()
		return
	}
	ts.Check(tools())
	free, err := net.Listen("tcp", "127.0.0.1:0")
	ts.Check(err)
	_, port, _ := net.SplitHostPort(free.Addr().String())
	free.Close()
	*cmd = *exec.Command(filepath.Join(bin, "opa"), append([]string{"run", "--server", "--disable-telemetry", "--log-level", "error", "--addr", "127.0.0.1:" + port}, args[1:]...)...)
	cmd.Dir = ts.MkAbs(".")
	ts.Check(cmd.Start())
	ts.Defer(end)
	ts.Setenv("SERVER", args[0]+":"+port)
	client := http.Client{Transport: &http.Transport{TLSClientConfig: &tls.Config{InsecureSkipVerify: true}}} // it says nothing that counts
	for range 600 {
		if resp, err := client.Get(args[0] + ":" + port + "/health"); err == nil {
			resp.Body.Close()
			return
		}
		time.Sleep(50 * time.Millisecond)
	}
	ts.Fatalf("OPA does not serve")
}

// deciding is the key of a script's OPA.
const deciding = "opa"

// answers are servers that OPA's are not to be mistaken for.
var answers = map[string]http.HandlerFunc{
	"never":    never,
	"slowly":   drip,
	"garbage":  says(http.StatusOK, "<html>Welcome</html>"),
	"hugely":   says(http.StatusOK, `{"result": {"decision": "none", "findings": []}, "more": "`+strings.Repeat("x", 2<<20)+`"}`),
	"nothing":  says(http.StatusOK, "{}"),
	"null":     says(http.StatusOK, `{"result": null}`),
	"untruly":  says(http.StatusOK, `{"result": {"decision": "none", "findings": [{"id": "a/b", "decision": "deny", "reason": "r", "path": "", "code": "", "fix": "", "layer": "org"}]}}`),
	"brokenly": says(http.StatusInternalServerError, `{"result": {"decision": "none", "findings": []}}`),
	"none":     says(http.StatusOK, `{"result": {"decision": "none", "findings": []}}`),
	"allow":    says(http.StatusOK, `{"result": {"decision": "allow", "findings": [{"id": "a/b", "decision": "allow", "reason": "r", "path": "", "code": "", "fix": "", "layer": "org"}]}}`),
}

func says(status int, text string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(status)
		fmt.Fprint(w, text)
	}
}

// never is silent. A server sees that nobody waits once the body is read.
func never(_ http.ResponseWriter, r *http.Request) {
	io.Copy(io.Discard, r.Body)
	<-r.Context().Done()
}

// drip writes a byte now and then, as long as somebody listens.
func drip(w http.ResponseWriter, r *http.Request) {
	io.Copy(io.Discard, r.Body)
	for r.Context().Err() == nil {
		fmt.Fprint(w, " ")
		http.NewResponseController(w).Flush()
		time.Sleep(20 * time.Millisecond)
	}
}

// elsewhere sends on to where the answer would be good.
func elsewhere(w http.ResponseWriter, r *http.Request) {
	if r.URL.Path == "/good" {
		answers["none"](w, r)
		return
	}
	http.Redirect(w, r, "/good", http.StatusTemporaryRedirect)
}

// answering is the script command "answering HOW": a server that answers so, on
// HTTP by the variable PLAIN, and on HTTPS, with the certificate ca.pem, by the
// variable SECURE.
func answering(ts *testscript.TestScript, _ bool, args []string) {
	answer := answers[args[0]]
	if args[0] == "elsewhere" {
		answer = elsewhere
	}
	plain := httptest.NewServer(answer)
	ts.Defer(plain.Close)
	ts.Setenv("PLAIN", plain.URL)
	own, _ := certificate(ts, "localhost", "ca.pem", "ca.key")
	secure := httptest.NewUnstartedServer(answer)
	secure.TLS = &tls.Config{Certificates: []tls.Certificate{own}}
	secure.StartTLS()
	ts.Defer(secure.Close)
	ts.Setenv("SECURE", strings.Replace(secure.URL, "127.0.0.1", "localhost", 1))
}
