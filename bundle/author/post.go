package author

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"
	"time"
)

// Refusal is a server's answer that is no success.
type Refusal struct {
	Status int
	Text   string // of the answer, its beginning
}

func (r *Refusal) Error() string { return fmt.Sprintf("the server answers %d: %s", r.Status, r.Text) }

// Passing says that the same request may succeed later.
func (r *Refusal) Passing() bool {
	return r.Status >= 500 || r.Status == http.StatusTooManyRequests || r.Status == http.StatusRequestTimeout
}

// postTime bounds one Post.
const postTime = 30 * time.Second

// Post sends JSON that is compressed with gzip, and gives the beginning of the
// answer. A redirect is not followed: a POST does not survive most of them. The
// error of an answer that is no success is a *Refusal.
func (r Remote) Post(ctx context.Context, compressed []byte) ([]byte, error) {
	if _, err := parseSource(r.URL, "https", "http"); err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(ctx, postTime)
	defer cancel()
	resp, err := r.posted(ctx, r.URL, compressed, "gzip")
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	text, err := io.ReadAll(io.LimitReader(resp.Body, 64<<10))
	if resp.StatusCode/100 != 2 {
		return nil, &Refusal{resp.StatusCode, string(text[:min(len(text), 300)])}
	}
	return text, err
}

// posted sends JSON, in an encoding unless that is "". The answer to it is the
// server's own: what sends on to another is not followed.
func (r Remote) posted(ctx context.Context, to string, body []byte, encoding string) (*http.Response, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, to, bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	req.Header.Set("Content-Type", "application/json")
	if encoding != "" {
		req.Header.Set("Content-Encoding", encoding)
	}
	if r.Token != "" {
		req.Header.Set("Authorization", "Bearer "+r.Token)
	}
	client := r.client()
	client.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	return client.Do(req)
}
