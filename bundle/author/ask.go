package author

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"gate"
	"gate/bundle"
)

// maxAnswer bounds what a server says of one call, in bytes.
const maxAnswer = 1 << 20

// Ask asks an OPA server for its verdict on an action: a POST of {"input": ...}
// to its Data API (https://www.openpolicyagent.org/docs/rest-api). The URL is
// the server's, or that of the verdict on it. A redirect is not followed: the
// action goes to this server and to no other.
func (r Remote) Ask(ctx context.Context, a gate.Action) (gate.Verdict, error) {
	u, err := r.verdict()
	if err != nil {
		return gate.Verdict{}, err
	}
	body, err := json.Marshal(map[string]any{"input": a})
	if err != nil {
		return gate.Verdict{}, err
	}
	text, err := r.post(ctx, u.String(), body)
	if err != nil {
		return gate.Verdict{}, fmt.Errorf("ask %s: %w", r.URL, err)
	}
	v, err := answered(text)
	if err != nil {
		return gate.Verdict{}, fmt.Errorf("ask %s: %w", r.URL, err)
	}
	return v, nil
}

const dataPath = "/v1/data/"

// verdict is the URL of the verdict. A builtin that fails is to be an error, as
// it is in the hook, and not a rule that is silent.
func (r Remote) verdict() (*url.URL, error) {
	u, err := parseSource(r.URL, "https", "http")
	if err == nil {
		err = sheltered(u)
	}
	if err != nil {
		return nil, err
	}
	if !strings.Contains(u.Path, dataPath) {
		u = u.JoinPath(dataPath, "gate/verdict")
	}
	query := u.Query()
	query.Set("strict-builtin-errors", "true")
	query.Set("provenance", "true")
	u.RawQuery = query.Encode()
	return u, nil
}

func (r Remote) post(ctx context.Context, to string, body []byte) ([]byte, error) {
	resp, err := r.posted(ctx, to, body, "")
	if err != nil {
		var about *url.Error
		if errors.As(err, &about) {
			err = about.Err // the rest of it is the URL
		}
		return nil, err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("the server says %s", resp.Status)
	}
	text, err := io.ReadAll(io.LimitReader(resp.Body, maxAnswer+1))
	if err == nil && len(text) > maxAnswer {
		err = fmt.Errorf("the answer has more than %d bytes", maxAnswer)
	}
	return text, err
}

// answered reads the Data API's answer. The revision is that of the server's
// bundles.
func answered(text []byte) (gate.Verdict, error) {
	var doc struct {
		Result     json.RawMessage
		Provenance struct {
			Bundles map[string]struct{ Revision string }
		}
	}
	if err := json.Unmarshal(text, &doc); err != nil {
		return gate.Verdict{}, fmt.Errorf("read the answer: %w", err)
	}
	if doc.Result == nil {
		return gate.Verdict{}, errors.New("the server has no verdict\nhint: it needs what gate bundle build --complete makes")
	}
	v, err := bundle.Verdict(doc.Result)
	for _, name := range slices.Sorted(maps.Keys(doc.Provenance.Bundles)) {
		v.Revision = layeredRevision(v.Revision, doc.Provenance.Bundles[name].Revision)
	}
	return v, err
}
