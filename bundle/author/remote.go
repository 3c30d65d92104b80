package author

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"net/http"
	"net/netip"
	"net/url"
	"os"
	"slices"
	"strings"
	"time"
)

// Remote is a bundle on a server: a URL of https as OPA's bundle servers have
// it, of oci for a registry, or of git+https, git+ssh or git+file.
type Remote struct {
	URL   string
	Token string      // the bearer token of an HTTPS server, "" for none
	TLS   *tls.Config // nil for what the machine trusts, and no certificate
}

// Access says how a server is entered. It is remembered with the bundle, and
// so names files and holds no secret.
type Access struct {
	TokenFile  string `json:"token_file"`  // with the server's bearer token, "" for none
	ClientCert string `json:"client_cert"` // in PEM, with its chain, "" for none
	ClientKey  string `json:"client_key"`  // in PEM
	CA         string `json:"ca"`          // certificates in PEM that are trusted in the place of the machine's, "" for those
}

// TLS reads the files, and is nil without any.
func (a Access) TLS() (*tls.Config, error) {
	if a.ClientCert == "" && a.ClientKey == "" && a.CA == "" {
		return nil, nil
	}
	config := &tls.Config{MinVersion: tls.VersionTLS12}
	if a.ClientCert != "" || a.ClientKey != "" {
		pair, err := tls.LoadX509KeyPair(a.ClientCert, a.ClientKey)
		if err != nil {
			return nil, fmt.Errorf("read the client certificate: %w\nhint: it takes --client-cert and --client-key, in PEM", err)
		}
		config.Certificates = []tls.Certificate{pair}
	}
	if a.CA != "" {
		text, err := os.ReadFile(a.CA)
		if err != nil {
			return nil, fmt.Errorf("read the CA: %w", err)
		}
		config.RootCAs = x509.NewCertPool()
		if !config.RootCAs.AppendCertsFromPEM(text) {
			return nil, fmt.Errorf("read the CA: there is no certificate in PEM in %s", a.CA)
		}
	}
	return config, nil
}

// fetchTime bounds one fetch or push, in all.
const fetchTime = 2 * time.Minute

// ErrUnchanged says that a server has no other bundle than the one it sent.
var ErrUnchanged = errors.New("the bundle has not changed")

// IsRemote says whether a source is on a server.
func IsRemote(source string) bool { return IsHTTP(source) || isOCI(source) || isGit(source) }

// IsHTTP says whether a source is on a server that takes a bearer token.
func IsHTTP(source string) bool {
	return strings.HasPrefix(source, "https://") || strings.HasPrefix(source, "http://")
}

// channel is one way to a server and back. Fetch gives what names the answer
// the next time: an ETag, a manifest's digest, or a commit.
type channel interface {
	fetch(ctx context.Context, etag string) (tarball []byte, newETag string, err error)
	push(ctx context.Context, tarball []byte) (digest string, err error)
}

func (r Remote) channel() (channel, error) {
	switch {
	case isOCI(r.URL):
		return r.oci()
	case isGit(r.URL):
		return parseGit(r.URL)
	}
	_, err := parseSource(r.URL)
	return web(r), err
}

// Pinned says whether the URL names its content, and so needs no signature: a
// commit of a repository. A URL that leads nowhere is an error.
func (r Remote) Pinned() (bool, error) {
	c, err := r.channel()
	g, ok := c.(gitSource)
	return ok && isCommit(g.ref), err
}

// Fetch gets the bundle, unless the server says that it still has the one with
// this ETag: that is ErrUnchanged. It gives the tarball, not verified, and its
// ETag.
func (r Remote) Fetch(ctx context.Context, etag string) (tarball []byte, newETag string, err error) {
	err = r.timed(ctx, func(ctx context.Context, c channel) (err error) {
		tarball, newETag, err = c.fetch(ctx, etag)
		return err
	})
	return tarball, newETag, err
}

// Push puts a bundle there. It gives the digest of a registry's manifest, ""
// elsewhere.
func (r Remote) Push(ctx context.Context, tarball []byte) (digest string, err error) {
	err = r.timed(ctx, func(ctx context.Context, c channel) (err error) {
		digest, err = c.push(ctx, tarball)
		return err
	})
	return digest, err
}

func (r Remote) timed(ctx context.Context, f func(context.Context, channel) error) error {
	ctx, cancel := context.WithTimeout(ctx, fetchTime)
	defer cancel()
	c, err := r.channel()
	if err == nil {
		err = f(ctx, c)
	}
	if errors.Is(err, context.DeadlineExceeded) {
		return fmt.Errorf("%s was not done in time", r.URL)
	}
	return err
}

// client speaks HTTP as the machine's proxies and this server's certificates
// have it.
func (r Remote) client() *http.Client {
	transport := http.DefaultTransport.(*http.Transport).Clone()
	transport.TLSClientConfig = r.TLS
	return &http.Client{Transport: shelter{transport}, CheckRedirect: func(_ *http.Request, via []*http.Request) error {
		if len(via) >= 5 {
			return errors.New("the server sends on and on")
		}
		return nil
	}}
}

// shelter holds every request to sheltered, wherever a server sends it.
type shelter struct{ http.RoundTripper }

func (s shelter) RoundTrip(req *http.Request) (*http.Response, error) {
	if err := sheltered(req.URL); err != nil {
		if req.Body != nil {
			req.Body.Close()
		}
		return nil, err
	}
	return s.RoundTripper.RoundTrip(req)
}

// sheltered holds that nobody on the way reads a secret: plain HTTP is for
// this machine alone.
func sheltered(u *url.URL) error {
	if u.Scheme == "https" || u.Scheme == "http" && loopback(u.Hostname()) {
		return nil
	}
	return fmt.Errorf("%s is no https URL", u.Redacted())
}

func loopback(host string) bool {
	ip, _ := netip.ParseAddr(host)
	return host == "localhost" || ip.IsLoopback()
}

// parseSource parses a URL, of some schemes where they are named. Where it stands it is shown and
// kept, so it may not hold a password.
func parseSource(source string, schemes ...string) (*url.URL, error) {
	u, err := url.Parse(source)
	if err != nil {
		return nil, errors.New("it is no URL") // the parser's own words tell all of it
	}
	if _, secret := u.User.Password(); secret {
		return nil, fmt.Errorf("%s holds a password, which would be kept and shown", u.Redacted())
	}
	if len(schemes) > 0 && !slices.Contains(schemes, u.Scheme) {
		return nil, fmt.Errorf("%s is no URL of %s", source, strings.Join(schemes, " or "))
	}
	return u, nil
}
