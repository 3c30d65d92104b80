package author

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"strings"

	"github.com/opencontainers/go-digest"
	ocispec "github.com/opencontainers/image-spec/specs-go/v1"
	"oras.land/oras-go/v2"
	"oras.land/oras-go/v2/content"
	"oras.land/oras-go/v2/content/memory"
	"oras.land/oras-go/v2/errdef"
	"oras.land/oras-go/v2/registry/remote"
	"oras.land/oras-go/v2/registry/remote/auth"
	"oras.land/oras-go/v2/registry/remote/credentials"
	"oras.land/oras-go/v2/registry/remote/errcode"

	"gate"
)

// registry is a bundle in an OCI registry, laid out as OPA's downloader wants
// it: an image manifest whose first layer of the type tar+gzip is the tarball
// (v1/download/oci_download.go of OPA).
type registry struct {
	*remote.Repository
	url string
}

const (
	maxManifest = 1 << 20 // bytes; with one layer it has some 500
	maxNested   = 4       // indexes in one another, as OPA goes down
)

func isOCI(source string) bool { return strings.HasPrefix(source, "oci://") }

// oci finds the repository, and Docker's credentials for it. This machine's
// registries speak plain HTTP unless there are certificates for them.
func (r Remote) oci() (registry, error) {
	u, err := parseSource(r.URL, "oci")
	if err != nil {
		return registry{}, err
	}
	repo, err := remote.NewRepository(strings.TrimPrefix(r.URL, "oci://"))
	if err != nil {
		return registry{}, fmt.Errorf("%s: %w\nhint: oci://HOST/REPOSITORY:TAG, or @sha256:... in the place of :TAG", r.URL, err)
	}
	if repo.Reference.Reference == "" {
		repo.Reference.Reference = "latest"
	}
	store, err := credentials.NewStoreFromDocker(credentials.StoreOptions{})
	if err != nil {
		return registry{}, fmt.Errorf("read Docker's credentials: %w", err)
	}
	client := &auth.Client{
		Client:     r.client(),
		Header:     http.Header{"User-Agent": {"gate/" + gate.Version}},
		Cache:      auth.NewCache(),
		Credential: credentials.Credential(store),
	}
	if loopback(u.Hostname()) {
		// It may have its tokens from this machine, as no other registry may.
		client.BlockedRealmPrefixes = slices.DeleteFunc(auth.DefaultBlockedRealmPrefixes(), func(p netip.Prefix) bool { return p.Addr().IsLoopback() })
		repo.PlainHTTP = r.TLS == nil
	}
	repo.Client, repo.MaxMetadataBytes = client, maxManifest
	repo.ManifestMediaTypes = []string{ocispec.MediaTypeImageManifest, ocispec.MediaTypeImageIndex}
	return registry{repo, r.URL}, nil
}

// fetch asks for the manifest's digest first: while it is the same, that is all
// that is moved.
func (r registry) fetch(ctx context.Context, etag string) (tarball []byte, newETag string, err error) {
	top, err := r.Resolve(ctx, r.Reference.Reference)
	if err == nil && top.Digest.String() == etag {
		return nil, etag, ErrUnchanged
	}
	var layer ocispec.Descriptor
	if err == nil {
		layer, err = r.layer(ctx, top, maxNested)
	}
	if err == nil {
		tarball, err = whole(ctx, r.Blobs(), layer, MaxTarball)
	}
	if err != nil {
		return nil, "", r.explain("pull", err)
	}
	return tarball, top.Digest.String(), nil
}

// layer finds the tarball in a manifest, or in one of an index.
func (r registry) layer(ctx context.Context, d ocispec.Descriptor, nested int) (ocispec.Descriptor, error) {
	text, err := whole(ctx, r.Manifests(), d, maxManifest)
	if err != nil {
		return d, err
	}
	var m struct {
		Layers    []ocispec.Descriptor
		Manifests []ocispec.Descriptor
	}
	if err := json.Unmarshal(text, &m); err != nil {
		return d, fmt.Errorf("read the manifest: %w", err)
	}
	for _, layer := range m.Layers {
		if layer.MediaType == ocispec.MediaTypeImageLayerGzip {
			return layer, nil
		}
	}
	if nested > 0 && len(m.Layers) == 0 && len(m.Manifests) > 0 {
		return r.layer(ctx, m.Manifests[0], nested-1)
	}
	return d, fmt.Errorf("there is no layer of the type %s in it, so it is no bundle", ocispec.MediaTypeImageLayerGzip)
}

// whole reads what a descriptor tells of, and holds it to size and digest.
func whole(ctx context.Context, from content.Fetcher, d ocispec.Descriptor, most int64) ([]byte, error) {
	if d.Size > most {
		return nil, fmt.Errorf("%s has %d bytes, and may have %d", d.Digest, d.Size, most)
	}
	return content.FetchAll(ctx, from, d)
}

// push makes the same manifest of the same tarball, always.
func (r registry) push(ctx context.Context, tarball []byte) (string, error) {
	tag := r.Reference.Reference
	if _, err := digest.Parse(tag); err == nil {
		return "", fmt.Errorf("%s names a digest\nhint: push to a tag", r.url)
	}
	staged := memory.New()
	config, err := oras.PushBytes(ctx, staged, ocispec.MediaTypeImageConfig, []byte("{}"))
	if err != nil {
		return "", err
	}
	layer := content.NewDescriptorFromBytes(ocispec.MediaTypeImageLayerGzip, tarball)
	layer.Annotations = map[string]string{ocispec.AnnotationTitle: "bundle.tar.gz"}
	if err := staged.Push(ctx, layer, bytes.NewReader(tarball)); err != nil {
		return "", err
	}
	manifest, err := oras.PackManifest(ctx, staged, oras.PackManifestVersion1_1, "", oras.PackManifestOptions{
		ConfigDescriptor:    &config,
		Layers:              []ocispec.Descriptor{layer},
		ManifestAnnotations: map[string]string{ocispec.AnnotationCreated: "1970-01-01T00:00:00Z"},
	})
	if err == nil {
		err = staged.Tag(ctx, manifest, tag)
	}
	if err == nil {
		_, err = oras.Copy(ctx, staged, tag, r.Repository, tag, oras.DefaultCopyOptions)
	}
	if err != nil {
		return "", r.explain("push", err)
	}
	return manifest.Digest.String(), nil
}

// explain says what a person can do about a registry's answer.
func (r registry) explain(what string, err error) error {
	var answer *errcode.ErrorResponse
	var sent *url.Error
	refused := errors.Is(err, auth.ErrBasicCredentialNotFound) ||
		errors.As(err, &answer) && (answer.StatusCode == http.StatusUnauthorized || answer.StatusCode == http.StatusForbidden)
	switch {
	case refused && answer != nil:
		return fmt.Errorf("%s %s: the registry says %d %s\nhint: docker login %s, or a credential helper in ~/.docker/config.json", what, r.url, answer.StatusCode, http.StatusText(answer.StatusCode), r.Reference.Registry)
	case refused:
		return fmt.Errorf("%s %s: the registry wants a login\nhint: docker login %s, or a credential helper in ~/.docker/config.json", what, r.url, r.Reference.Registry)
	case errors.Is(err, errdef.ErrNotFound):
		return fmt.Errorf("%s %s: the registry has none of that name", what, r.url)
	case errors.As(err, &sent):
		return fmt.Errorf("%s %s: %w", what, r.url, sent.Err)
	}
	return fmt.Errorf("%s %s: %w", what, r.url, err)
}
