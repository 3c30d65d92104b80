package gate_test

import (
	"compress/gzip"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"sync"

	"github.com/rogpeppe/go-internal/testscript"
)

// logserver is the script command "logserver TOKEN FILE": a server on loopback
// that takes logs from who knows the token, and appends them to a file, a line
// each time. Its address is in LOGS. At /busy it has no time the first time, at
// /full it never takes anything, and at /v1/logs it keeps one record less.
func logserver(ts *testscript.TestScript, _ bool, args []string) {
	var mu sync.Mutex
	name, tries := ts.MkAbs(args[1]), 0
	take := func(r *http.Request) error {
		body, err := gzip.NewReader(r.Body)
		if err != nil {
			return err
		}
		file, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o600)
		if err != nil {
			return err
		}
		defer file.Close()
		if _, err := io.Copy(file, body); err != nil {
			return err
		}
		_, err = file.WriteString("\n")
		return err
	}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		mu.Lock()
		defer mu.Unlock()
		switch tries++; {
		case r.Header.Get("Authorization") != "Bearer "+args[0]:
			http.Error(w, "who are you", http.StatusUnauthorized)
		case r.URL.Path == "/full":
			http.Error(w, "no room", http.StatusRequestEntityTooLarge)
		case r.URL.Path == "/busy" && tries == 1:
			http.Error(w, "later", http.StatusServiceUnavailable)
		case take(r) != nil:
			http.Error(w, "no gzip", http.StatusBadRequest)
		case r.URL.Path == "/v1/logs":
			io.WriteString(w, `{"partialSuccess":{"rejectedLogRecords":"1","errorMessage":"too old"}}`)
		}
	}))
	ts.Defer(server.Close)
	ts.Setenv("LOGS", server.URL)
}
