package author

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"
)

func TestRemote(t *testing.T) {
	var stored []byte
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch {
		case r.URL.Path == "/elsewhere":
			http.Redirect(w, r, "http://example.com/b.tar.gz", http.StatusFound)
		case r.Header.Get("Authorization") != "Bearer made-up-token":
			w.WriteHeader(http.StatusUnauthorized)
		case r.Method == http.MethodPut:
			stored, _ = io.ReadAll(r.Body)
		case r.Header.Get("If-None-Match") == `"1"`:
			w.WriteHeader(http.StatusNotModified)
		case r.URL.Path == "/short":
			w.Header().Set("Content-Length", "100")
			w.Write(stored)
		default:
			w.Header().Set("ETag", `"1"`)
			w.Write(stored)
		}
	}))
	defer server.Close()
	remote := Remote{URL: server.URL + "/b.tar.gz", Token: "made-up-token"}
	if _, err := remote.Push(t.Context(), []byte("a bundle")); err != nil {
		t.Fatal(err)
	}
	got, etag, err := remote.Fetch(t.Context(), "")
	if err != nil || !bytes.Equal(got, []byte("a bundle")) || etag != `"1"` {
		t.Errorf("fetched %q, %s, %v", got, etag, err)
	}
	if got, _, err := remote.Fetch(t.Context(), etag); !errors.Is(err, ErrUnchanged) || got != nil {
		t.Errorf("fetched again: %q, %v", got, err)
	}
	for name, tt := range map[string]struct {
		remote Remote
		want   string
	}{
		"no token":        {Remote{URL: remote.URL, Token: ""}, "401 Unauthorized"},
		"cut short":       {Remote{URL: server.URL + "/short", Token: remote.Token}, "unexpected EOF"},
		"plain HTTP":      {Remote{URL: "http://example.com/b.tar.gz", Token: ""}, "is no https URL"},
		"sent to plain":   {Remote{URL: server.URL + "/elsewhere", Token: remote.Token}, "is no https URL"},
		"another program": {Remote{URL: "ftp://example.com/b.tar.gz", Token: ""}, "is no https URL"},
	} {
		if _, _, err := tt.remote.Fetch(t.Context(), ""); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: %v, want %q", name, err, tt.want)
		}
	}
	if _, err := (Remote{URL: remote.URL, Token: "wrong"}).Push(t.Context(), nil); err == nil || !strings.Contains(err.Error(), "401") {
		t.Errorf("push with a wrong token: %v", err)
	}
}

// TestSlow ends what would go on for ever: a server that sends a byte now and
// then, a registry that is silent, and a git that waits.
func TestSlow(t *testing.T) {
	t.Setenv("DOCKER_CONFIG", t.TempDir())
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		for r.Context().Err() == nil {
			if r.Method == http.MethodGet {
				w.Write([]byte("x"))
				http.NewResponseController(w).Flush()
			}
			time.Sleep(10 * time.Millisecond)
		}
	}))
	defer server.Close()
	t.Setenv("GIT_SSH_COMMAND", "cat >&2; :") // it says nothing, and ends with git as ssh does
	for _, url := range []string{server.URL + "/b.tar.gz", "oci" + strings.TrimPrefix(server.URL, "http") + "/acme/policy", "git+ssh://localhost/policies.git"} {
		ctx, cancel := context.WithTimeout(t.Context(), 300*time.Millisecond)
		start := time.Now()
		_, _, err := Remote{URL: url}.Fetch(ctx, "")
		cancel()
		if err == nil || !strings.Contains(err.Error(), "was not done in time") || time.Since(start) > 30*time.Second {
			t.Errorf("%s: %v after %s", url, err, time.Since(start))
		}
	}
}

// counted counts what is moved in both directions.
type counted struct {
	net.Listener
	bytes *atomic.Int64
}

type countedConn struct {
	net.Conn
	bytes *atomic.Int64
}

func (c counted) Accept() (net.Conn, error) {
	conn, err := c.Listener.Accept()
	return countedConn{conn, c.bytes}, err
}

func (c countedConn) Read(p []byte) (int, error) {
	n, err := c.Conn.Read(p)
	c.bytes.Add(int64(n))
	return n, err
}

func (c countedConn) Write(p []byte) (int, error) {
	c.bytes.Add(int64(len(p))) // before the client knows that it has all
	return c.Conn.Write(p)
}

// TestUnchangedMovesLittle holds what asking for nothing new costs, on the
// wire and in both directions.
func TestUnchangedMovesLittle(t *testing.T) {
	t.Setenv("DOCKER_CONFIG", t.TempDir())
	blob := strings.Repeat("x", 1<<20)
	manifest := `{"layers":[` + descriptor(layerType, sha(blob), len(blob)) + `]}`
	registry := lying{
		"blobs/" + sha(blob):         {"application/octet-stream", sha(blob), blob},
		"manifests/latest":           {manifestType, sha(manifest), manifest},
		"manifests/" + sha(manifest): {manifestType, sha(manifest), manifest},
	}
	server := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.HasPrefix(r.URL.Path, "/v2/") {
			registry.ServeHTTP(w, r)
			return
		}
		w.Header().Set("ETag", `"1"`)
		http.ServeContent(w, r, "", time.Time{}, strings.NewReader(blob))
	}))
	var moved atomic.Int64
	server.Listener = counted{server.Listener, &moved}
	server.Start()
	defer server.Close()
	for _, url := range []string{server.URL + "/b.tar.gz", "oci" + strings.TrimPrefix(server.URL, "http") + "/acme/policy"} {
		_, etag, err := Remote{URL: url}.Fetch(t.Context(), "")
		if n := moved.Swap(0); err != nil || n < 1<<20 {
			t.Errorf("%s: %d bytes, %v", url, n, err)
		}
		_, _, err = Remote{URL: url}.Fetch(t.Context(), etag)
		if n := moved.Swap(0); !errors.Is(err, ErrUnchanged) || n == 0 || n >= 1<<10 {
			t.Errorf("%s again: %d bytes, %v", url, n, err)
		} else {
			t.Logf("%s again: %d bytes", url, n)
		}
	}
}
