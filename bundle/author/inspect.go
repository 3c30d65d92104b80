package author

import (
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// Info is what a bundle says of itself. A signature is told as it stands
// there, whoever made it: Verify believes or does not.
type Info struct {
	Revision   string          `json:"revision"`
	Roots      []string        `json:"roots"`
	Digest     string          `json:"digest"`     // "sha256:" and the tarball's SHA-256
	Size       int             `json:"size"`       // of the tarball, in bytes
	Files      int             `json:"files"`      // all of them
	Data       []DataFile      `json:"data"`       // by name
	Rules      []Rule          `json:"rules"`      // by id
	Signatures []SignatureInfo `json:"signatures"` // one, or none
}

// DataFile is a file with data.
type DataFile struct {
	Name string `json:"name"`
	Size int    `json:"size"` // in bytes
}

// SignatureInfo is the head of a signature.
type SignatureInfo struct {
	KeyID     string `json:"key_id"`
	Algorithm string `json:"algorithm"`
}

// Info reads what the bundle says of itself.
func (b *Bundle) Info() (Info, error) {
	i := Info{
		Revision:   b.Manifest.Revision,
		Roots:      *b.Manifest.Roots,
		Digest:     digestText(b.Digest()),
		Size:       len(b.Tarball),
		Files:      len(b.files),
		Data:       []DataFile{},
		Rules:      []Rule{},
		Signatures: []SignatureInfo{},
	}
	for _, name := range slices.Sorted(maps.Keys(b.files)) {
		if isData(name) {
			i.Data = append(i.Data, DataFile{name, len(b.files[name])})
		}
	}
	for _, token := range b.signatures.Signatures {
		head, err := signatureInfo(token)
		if err != nil {
			return Info{}, fmt.Errorf("%s: %w", signaturesFile, err)
		}
		i.Signatures = append(i.Signatures, head)
	}
	rules, err := Rules(b.FS())
	i.Rules = append(i.Rules, rules...)
	return i, err
}

func digestText(sum [32]byte) string { return fmt.Sprintf("sha256:%x", sum) }

// signatureInfo reads a JSON Web Signature without a look at the key. OPA of
// old puts the key's id among the claims.
func signatureInfo(token string) (SignatureInfo, error) {
	var head struct{ Alg, Kid string }
	var claims struct{ KeyID string }
	parts := strings.Split(token, ".")
	if len(parts) != 3 {
		return SignatureInfo{}, errors.New("it is no JSON Web Signature")
	}
	for i, v := range []any{&head, &claims} {
		text, err := base64.RawURLEncoding.DecodeString(parts[i])
		if err == nil {
			err = json.Unmarshal(text, v)
		}
		if err != nil {
			return SignatureInfo{}, fmt.Errorf("it is no JSON Web Signature: %w", err)
		}
	}
	if head.Kid == "" {
		head.Kid = claims.KeyID
	}
	return SignatureInfo{head.Kid, head.Alg}, nil
}
