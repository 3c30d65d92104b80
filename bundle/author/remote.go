package author

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/netip"
	"net/url"
	"strings"
	"time"
)

// Remote is a bundle on a server, as OPA's bundle servers have it: one URL.
type Remote struct {
	URL   string
	Token string // the bearer token, "" for none
}

// fetchTime bounds one request, in all.
const fetchTime = 2 * time.Minute

// ErrUnchanged says that a server has no other bundle than the one it sent.
var ErrUnchanged = errors.New("the bundle has not changed")

// IsRemote says whether a source is on a server.
func IsRemote(source string) bool {
	return strings.HasPrefix(source, "https://") || strings.HasPrefix(source, "http://")
}

// Fetch gets the bundle, unless the server says that it still has the one with
// this ETag: that is ErrUnchanged. It gives the tarball, not verified, and its
// ETag.
func (r Remote) Fetch(ctx context.Context, etag string) (tarball []byte, newETag string, err error) {
	resp, err := r.do(ctx, http.MethodGet, nil, map[string]string{"If-None-Match": etag})
	if err != nil {
		return nil, "", err
	}
	defer resp.Body.Close()
	switch resp.StatusCode {
	case http.StatusNotModified:
		return nil, etag, ErrUnchanged
	case http.StatusOK:
	default:
		return nil, "", fmt.Errorf("get %s: the server says %s", r.URL, resp.Status)
	}
	tarball, err = io.ReadAll(io.LimitReader(resp.Body, MaxTarball+1))
	if err != nil {
		return nil, "", fmt.Errorf("get %s: %w", r.URL, err)
	}
	return tarball, resp.Header.Get("ETag"), nil
}

// Push puts a bundle there.
func (r Remote) Push(ctx context.Context, tarball []byte) error {
	resp, err := r.do(ctx, http.MethodPut, tarball, map[string]string{"Content-Type": "application/gzip"})
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode/100 != 2 {
		return fmt.Errorf("put %s: the server says %s", r.URL, resp.Status)
	}
	return nil
}

func (r Remote) do(ctx context.Context, method string, body []byte, header map[string]string) (*http.Response, error) {
	req, err := http.NewRequestWithContext(ctx, method, r.URL, bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	if err := sheltered(req.URL); err != nil {
		return nil, err
	}
	for name, value := range header {
		if value != "" {
			req.Header.Set(name, value)
		}
	}
	if r.Token != "" {
		req.Header.Set("Authorization", "Bearer "+r.Token)
	}
	client := http.Client{Timeout: fetchTime, CheckRedirect: func(next *http.Request, via []*http.Request) error {
		if len(via) >= 5 {
			return errors.New("the server sends on and on")
		}
		return sheltered(next.URL)
	}}
	return client.Do(req)
}

// sheltered holds that nobody on the way reads the token: plain HTTP is for
// this machine alone.
func sheltered(u *url.URL) error {
	host, _ := netip.ParseAddr(u.Hostname())
	if u.Scheme == "https" || u.Scheme == "http" && (u.Hostname() == "localhost" || host.IsLoopback()) {
		return nil
	}
	return fmt.Errorf("%s is no https URL", u.Redacted())
}
