package author

import (
	"bytes"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
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
	remote := Remote{server.URL + "/b.tar.gz", "made-up-token"}
	if err := remote.Push(t.Context(), []byte("a bundle")); err != nil {
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
		"no token":        {Remote{remote.URL, ""}, "401 Unauthorized"},
		"cut short":       {Remote{server.URL + "/short", remote.Token}, "unexpected EOF"},
		"plain HTTP":      {Remote{"http://example.com/b.tar.gz", ""}, "is no https URL"},
		"sent to plain":   {Remote{server.URL + "/elsewhere", remote.Token}, "is no https URL"},
		"another program": {Remote{"ftp://example.com/b.tar.gz", ""}, "is no https URL"},
	} {
		if _, _, err := tt.remote.Fetch(t.Context(), ""); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: %v, want %q", name, err, tt.want)
		}
	}
	if err := (Remote{remote.URL, "wrong"}).Push(t.Context(), nil); err == nil || !strings.Contains(err.Error(), "401") {
		t.Errorf("push with a wrong token: %v", err)
	}
}
