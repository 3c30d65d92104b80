package author

import (
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// lying is a registry that answers each path with whatever it was told to.
type lying map[string]struct{ kind, digest, body string }

func (l lying) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	answer, ok := l[strings.TrimPrefix(r.URL.Path, "/v2/acme/policy/")]
	if !ok {
		w.WriteHeader(http.StatusNotFound)
		return
	}
	if answer.body == "endless" {
		for err := error(nil); err == nil; _, err = w.Write(make([]byte, 1<<20)) {
		}
		return
	}
	w.Header().Set("Content-Type", answer.kind)
	w.Header().Set("Docker-Content-Digest", answer.digest)
	w.Header().Set("Content-Length", fmt.Sprint(len(answer.body)))
	if r.Method == http.MethodGet {
		w.Write([]byte(answer.body))
	}
}

func sha(text string) string { return fmt.Sprintf("sha256:%x", sha256.Sum256([]byte(text))) }

const (
	manifestType = "application/vnd.oci.image.manifest.v1+json"
	indexType    = "application/vnd.oci.image.index.v1+json"
	layerType    = "application/vnd.oci.image.layer.v1.tar+gzip"
)

func descriptor(kind, digest string, size int) string {
	text, _ := json.Marshal(map[string]any{"mediaType": kind, "digest": digest, "size": size})
	return string(text)
}

// TestOCI pulls from registries that lie, and from one that holds what others
// than the gate push.
func TestOCI(t *testing.T) {
	t.Setenv("DOCKER_CONFIG", t.TempDir())
	const blob = "a tarball"
	manifest := func(layers string) string {
		return `{"schemaVersion":2,"config":` + descriptor("application/vnd.oci.image.config.v1+json", sha("{}"), 2) + `,"layers":[` + layers + `]}`
	}
	good := manifest(descriptor("text/plain", sha("README"), 6) + "," + descriptor(layerType, sha(blob), len(blob)))
	index := `{"schemaVersion":2,"manifests":[` + descriptor(manifestType, sha(good), len(good)) + `]}`
	dangling := `{"schemaVersion":2,"manifests":[` + descriptor(indexType, sha("x"), 1) + `]}`
	big := manifest(descriptor(layerType, sha(blob), 1<<30))
	short := manifest(descriptor(layerType, sha(blob), len(blob)-1))
	endless := manifest(descriptor(layerType, sha("endless"), 7))
	text := manifest(descriptor("text/plain", sha(blob), len(blob)))
	all := lying{
		"blobs/" + sha(blob):          {"application/octet-stream", sha(blob), blob},
		"manifests/good":              {manifestType, sha(good), good},
		"manifests/" + sha(good):      {manifestType, sha(good), good},
		"manifests/index":             {indexType, sha(index), index},
		"manifests/" + sha(index):     {indexType, sha(index), index},
		"manifests/dangling":          {indexType, sha(dangling), dangling},
		"manifests/" + sha(dangling):  {indexType, sha(dangling), dangling},
		"manifests/swapped":           {manifestType, sha("another"), good},
		"manifests/" + sha("another"): {manifestType, sha("another"), good},
		"manifests/" + sha("pinned"):  {manifestType, sha(good), good},
		"manifests/big":               {manifestType, sha(big), big},
		"manifests/" + sha(big):       {manifestType, sha(big), big},
		"manifests/short":             {manifestType, sha(short), short},
		"manifests/" + sha(short):     {manifestType, sha(short), short},
		"manifests/endless":           {manifestType, sha(endless), endless},
		"manifests/" + sha(endless):   {manifestType, sha(endless), endless},
		"blobs/" + sha("endless"):     {"application/octet-stream", sha("endless"), "endless"},
		"manifests/text":              {manifestType, sha(text), text},
		"manifests/" + sha(text):      {manifestType, sha(text), text},
		"manifests/huge":              {manifestType, sha("huge"), strings.Repeat(" ", maxManifest+1)},
	}
	server := httptest.NewServer(all)
	defer server.Close()
	repository := "oci" + strings.TrimPrefix(server.URL, "http") + "/acme/policy"
	for reference, want := range map[string]string{
		":good":                "",
		"@" + sha(good):        "",
		":index":               "",
		":missing":             "the registry has none of that name",
		":dangling":            "the registry has none of that name",
		":swapped":             "digest",
		"@" + sha("pinned"):    "digest mismatch",
		":big":                 "has 1073741824 bytes, and may have 67108864",
		":short":               "mismatch Content-Length",
		":endless":             "trailing data",
		":text":                "so it is no bundle",
		":huge":                "has 1048577 bytes, and may have 1048576",
		"@sha256:12":           "invalid",
		":good@" + sha("none"): "the registry has none of that name",
	} {
		got, etag, err := Remote{URL: repository + reference}.Fetch(t.Context(), "")
		if want != "" {
			if err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("%s: %q, %v, want %q", reference, got, err, want)
			}
			continue
		}
		if err != nil || string(got) != blob {
			t.Errorf("%s: %q, %v", reference, got, err)
		}
		if _, _, err := (Remote{URL: repository + reference}).Fetch(t.Context(), etag); !errors.Is(err, ErrUnchanged) {
			t.Errorf("%s again: %v", reference, err)
		}
	}
	secure := httptest.NewTLSServer(all)
	defer secure.Close()
	trusted := secure.Client().Transport.(*http.Transport).TLSClientConfig
	if got, _, err := (Remote{URL: "oci" + strings.TrimPrefix(secure.URL, "https") + "/acme/policy:good", TLS: trusted}).Fetch(t.Context(), ""); err != nil || string(got) != blob {
		t.Errorf("over TLS: %q, %v", got, err)
	}
	all["blobs/"+sha(blob)] = struct{ kind, digest, body string }{"application/octet-stream", sha(blob), "a_tarball"}
	if got, _, err := (Remote{URL: repository + ":good"}).Fetch(t.Context(), ""); err == nil || !strings.Contains(err.Error(), "mismatch") {
		t.Errorf("another blob: %q, %v", got, err)
	}
	if _, err := (Remote{URL: repository + "@" + sha(good)}).Push(t.Context(), nil); err == nil || !strings.Contains(err.Error(), "push to a tag") {
		t.Errorf("push to a digest: %v", err)
	}
}

// TestOCILogin holds that what Docker keeps for a registry is told to nobody
// else, and to nobody over a network that others read.
func TestOCILogin(t *testing.T) {
	for realm, want := range map[string]string{
		"http://example.com/token":          "is no https URL",
		"https://169.254.169.254/meta-data": "in blocked prefix",
	} {
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("WWW-Authenticate", `Bearer realm="`+realm+`?",service="registry"`)
			w.WriteHeader(http.StatusUnauthorized)
		}))
		host := strings.TrimPrefix(server.URL, "http://")
		dir := t.TempDir()
		t.Setenv("DOCKER_CONFIG", dir)
		config := fmt.Sprintf(`{"auths":{%q:{"auth":"ZGV2Om1hZGUtdXA="}}}`, host)
		if err := os.WriteFile(filepath.Join(dir, "config.json"), []byte(config), 0o600); err != nil {
			t.Fatal(err)
		}
		_, _, err := Remote{URL: "oci://" + host + "/acme/policy"}.Fetch(t.Context(), "")
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", realm, err, want)
		}
		server.Close()
	}
}
