package author

import (
	"bytes"
	"crypto"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/rsa"
	"crypto/sha256"
	"crypto/x509"
	"encoding/hex"
	"encoding/json"
	"encoding/pem"
	"errors"
	"fmt"
	"maps"
	"slices"

	opabundle "github.com/open-policy-agent/opa/v1/bundle"
	"github.com/open-policy-agent/opa/v1/util"
)

// Key is a public key that bundles are verified with.
type Key struct {
	PEM         string // SubjectPublicKeyInfo
	Algorithm   string // ES256 for a key on P-256, RS256 for RSA: the key decides, never the signature
	Fingerprint string // "sha256:" and the SHA-256 of the SubjectPublicKeyInfo; the key's id in our signatures
}

// minRSA is the least length of an RSA key in bits (NIST SP 800-131A).
const minRSA = 2048

// ReadKey reads a public key in PEM.
func ReadKey(text []byte) (Key, error) {
	block, _ := pem.Decode(text)
	switch {
	case block == nil:
		return Key{}, errors.New("it is no PEM")
	case block.Type != "PUBLIC KEY":
		return Key{}, fmt.Errorf("it is a %s, and no PUBLIC KEY", block.Type)
	}
	public, err := x509.ParsePKIXPublicKey(block.Bytes)
	if err != nil {
		return Key{}, err
	}
	return publicKey(public)
}

func publicKey(public crypto.PublicKey) (Key, error) {
	algorithm, err := algorithmOf(public)
	if err != nil {
		return Key{}, err
	}
	der, err := x509.MarshalPKIXPublicKey(public)
	if err != nil {
		return Key{}, err
	}
	text := pem.EncodeToMemory(&pem.Block{Type: "PUBLIC KEY", Bytes: der})
	return Key{string(text), algorithm, digestText(sha256.Sum256(der))}, nil
}

func algorithmOf(public crypto.PublicKey) (string, error) {
	switch k := public.(type) {
	case *ecdsa.PublicKey:
		if k.Curve == elliptic.P256() {
			return "ES256", nil
		}
		return "", fmt.Errorf("it is a key on %s, and ES256 needs P-256", k.Curve.Params().Name)
	case *rsa.PublicKey:
		if bits := k.N.BitLen(); bits < minRSA {
			return "", fmt.Errorf("an RSA key of %d bits is too short: take %d or more", bits, minRSA)
		}
		return "RS256", nil
	}
	return "", fmt.Errorf("a key of the kind %T signs no bundle: take ECDSA on P-256, or RSA", public)
}

// GenerateKey makes an ECDSA key on P-256: the private one as PKCS #8, both in
// PEM.
func GenerateKey() (private []byte, public Key, err error) {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return nil, Key{}, err
	}
	der, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		return nil, Key{}, err
	}
	public, err = publicKey(key.Public())
	return pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: der}), public, err
}

// Sign gives the bundle with a signature over all of its files, in OPA's own
// format, in place of any that it has. The private key is a PEM; an algorithm
// other than the key's is an error, "" is the key's.
func (b *Bundle) Sign(private []byte, algorithm string) (*Bundle, Key, error) {
	key, err := publicOf(private)
	if err != nil {
		return nil, Key{}, fmt.Errorf("read the key: %w", err)
	}
	if algorithm != "" && algorithm != key.Algorithm {
		return nil, Key{}, fmt.Errorf("the key signs with %s, and not with %s", key.Algorithm, algorithm)
	}
	files := maps.Clone(b.files)
	delete(files, signaturesFile)
	hashes, err := hashes(files)
	if err != nil {
		return nil, Key{}, err
	}
	token, err := opabundle.GenerateSignedToken(hashes, opabundle.NewSigningConfig(string(bytes.TrimSpace(private)), key.Algorithm, ""), key.Fingerprint)
	if err != nil {
		return nil, Key{}, fmt.Errorf("sign: %w", err)
	}
	text, err := json.MarshalIndent(opabundle.SignaturesConfig{Signatures: []string{token}}, "", " ")
	if err != nil {
		return nil, Key{}, err
	}
	files[signaturesFile] = append(text, '\n')
	signed, err := newBundle(files)
	return signed, key, err
}

// publicOf is the public half of a private key in PEM.
func publicOf(private []byte) (Key, error) {
	config := opabundle.NewSigningConfig(string(bytes.TrimSpace(private)), "RS256", "") // the kind of key shows when it is read
	if block, _ := pem.Decode(private); block == nil {
		return Key{}, errors.New("it is no PEM")
	}
	key, err := config.GetPrivateKey()
	if err != nil {
		return Key{}, err
	}
	signer, ok := key.(crypto.Signer)
	if !ok {
		return Key{}, fmt.Errorf("a key of the kind %T signs nothing", key)
	}
	return publicKey(signer.Public())
}

// hashes are what a signature is over. What OPA reads as JSON is hashed by
// what it says, not by its bytes.
func hashes(files map[string][]byte) ([]opabundle.FileInfo, error) {
	hasher, err := opabundle.NewSignatureHasher(opabundle.SHA256)
	if err != nil {
		return nil, err
	}
	var all []opabundle.FileInfo
	for _, name := range slices.Sorted(maps.Keys(files)) {
		var content any = files[name]
		if opabundle.IsStructuredDoc(name) {
			if err := util.Unmarshal(files[name], &content); err != nil {
				return nil, fmt.Errorf("%s: %w", name, err)
			}
		}
		sum, err := hasher.HashFile(content)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		all = append(all, opabundle.NewFile(name, hex.EncodeToString(sum), opabundle.SHA256.String()))
	}
	return all, nil
}

// Verify holds that the bundle is signed by a key, all of it and nothing else.
func (b *Bundle) Verify(key Key) error {
	if len(b.signatures.Signatures) == 0 {
		return errors.New("it is not signed")
	}
	config := opabundle.NewVerificationConfig(map[string]*opabundle.KeyConfig{
		key.Fingerprint: {Key: key.PEM, Algorithm: key.Algorithm},
	}, key.Fingerprint, "", nil)
	if _, err := opabundle.VerifyBundleSignature(b.signatures, config); err != nil {
		return fmt.Errorf("it is not signed by the key %s: %w", key.Fingerprint, err)
	}
	if _, err := reader(b.FS()).WithBundleVerificationConfig(config).Read(); err != nil {
		return fmt.Errorf("it is not what was signed: %w", err)
	}
	return nil
}
