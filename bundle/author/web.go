package author

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"
)

// web is a bundle server: GET and PUT of one URL.
type web Remote

func (w web) fetch(ctx context.Context, etag string) (tarball []byte, newETag string, err error) {
	resp, err := w.do(ctx, http.MethodGet, nil, map[string]string{"If-None-Match": etag})
	if err != nil {
		return nil, "", err
	}
	defer resp.Body.Close()
	switch resp.StatusCode {
	case http.StatusNotModified:
		return nil, etag, ErrUnchanged
	case http.StatusOK:
	default:
		return nil, "", fmt.Errorf("get %s: the server says %s", w.URL, resp.Status)
	}
	tarball, err = io.ReadAll(io.LimitReader(resp.Body, MaxTarball+1))
	if err != nil {
		return nil, "", fmt.Errorf("get %s: %w", w.URL, err)
	}
	return tarball, resp.Header.Get("ETag"), nil
}

func (w web) push(ctx context.Context, tarball []byte) (string, error) {
	resp, err := w.do(ctx, http.MethodPut, tarball, map[string]string{"Content-Type": "application/gzip"})
	if err != nil {
		return "", err
	}
	defer resp.Body.Close()
	if resp.StatusCode/100 != 2 {
		return "", fmt.Errorf("put %s: the server says %s", w.URL, resp.Status)
	}
	return "", nil
}

func (w web) do(ctx context.Context, method string, body []byte, header map[string]string) (*http.Response, error) {
	req, err := http.NewRequestWithContext(ctx, method, w.URL, bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	for name, value := range header {
		if value != "" {
			req.Header.Set(name, value)
		}
	}
	if w.Token != "" {
		req.Header.Set("Authorization", "Bearer "+w.Token)
	}
	return Remote(w).client().Do(req)
}
