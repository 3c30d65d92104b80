package author

import (
	"bytes"
	"crypto/rand"
	"crypto/rsa"
	"crypto/x509"
	"encoding/pem"
	"maps"
	"strings"
	"testing"

	opabundle "github.com/open-policy-agent/opa/v1/bundle"
)

// rsaKey makes an RSA key as openssl does.
func rsaKey(t *testing.T, bits int) []byte {
	t.Helper()
	t.Setenv("GODEBUG", "rsa1024min=0") // short ones are made to be refused
	key, err := rsa.GenerateKey(rand.Reader, bits)
	if err != nil {
		t.Fatal(err)
	}
	return pem.EncodeToMemory(&pem.Block{Type: "RSA PRIVATE KEY", Bytes: x509.MarshalPKCS1PrivateKey(key)})
}

func ecdsaKey(t *testing.T) ([]byte, Key) {
	t.Helper()
	private, public, err := GenerateKey()
	if err != nil {
		t.Fatal(err)
	}
	if read, err := ReadKey([]byte(public.PEM)); err != nil || read != public {
		t.Fatalf("read the key again: %+v, %v", read, err)
	}
	return private, public
}

// TestSignatures holds that OPA verifies what the gate signs, and the gate
// what OPA signs.
func TestSignatures(t *testing.T) {
	private, _ := ecdsaKey(t)
	for algorithm, private := range map[string][]byte{"ES256": private, "RS256": rsaKey(t, 2048)} {
		t.Run(algorithm, func(t *testing.T) {
			signed, key, err := pack(t, acme(), Packing{}).Sign(private, algorithm)
			if err != nil {
				t.Fatal(err)
			}
			if err := signed.Verify(key); err != nil {
				t.Errorf("our own: %v", err)
			}
			if info, err := signed.Info(); err != nil || len(info.Signatures) != 1 || info.Signatures[0] != (SignatureInfo{key.Fingerprint, algorithm}) {
				t.Errorf("info: %+v, %v", info.Signatures, err)
			}
			config := func() *opabundle.VerificationConfig {
				return opabundle.NewVerificationConfig(map[string]*opabundle.KeyConfig{"default": {Key: key.PEM, Algorithm: algorithm}}, "default", "", nil)
			}
			if _, err := opabundle.NewReader(bytes.NewReader(signed.Tarball)).WithBundleVerificationConfig(config()).Read(); err != nil {
				t.Errorf("ours, by OPA: %v", err)
			}
			theirs, err := opabundle.NewReader(bytes.NewReader(pack(t, acme(), Packing{}).Tarball)).Read()
			if err != nil {
				t.Fatal(err)
			}
			if err := theirs.GenerateSignature(opabundle.NewSigningConfig(string(private), algorithm, ""), "default", false); err != nil {
				t.Fatal(err)
			}
			var out bytes.Buffer
			if err := opabundle.NewWriter(&out).DisableFormat(true).Write(theirs); err != nil {
				t.Fatal(err)
			}
			read, err := ReadBundle(out.Bytes())
			if err == nil {
				err = read.Verify(key)
			}
			if err != nil {
				t.Errorf("OPA's, by us: %v", err)
			}
		})
	}
}

func TestVerifyRefuses(t *testing.T) {
	private, key := ecdsaKey(t)
	_, other := ecdsaKey(t)
	unsigned := pack(t, acme(), Packing{})
	signed, _, err := unsigned.Sign(private, "")
	if err != nil {
		t.Fatal(err)
	}
	// with is the signed bundle with some files in other words, nil for none.
	with := func(name, text string) *Bundle {
		files := maps.Clone(signed.files)
		files[name] = []byte(text)
		if text == "" {
			delete(files, name)
		}
		b, err := newBundle(files)
		if err != nil {
			t.Fatal(err)
		}
		return b
	}
	const rule = "org/acme/rules/ops/fridays/fridays.rego"
	for name, tt := range map[string]struct {
		bundle *Bundle
		key    Key
		want   string
	}{
		"unsigned":        {unsigned, key, "it is not signed"},
		"signature taken": {with(signaturesFile, ""), key, "it is not signed"},
		"empty signature": {with(signaturesFile, `{"signatures": []}`), key, "it is not signed"},
		"no signature":    {with(signaturesFile, `{"signatures": ["a.b.c"]}`), key, "not signed by the key"},
		"two":             {with(signaturesFile, `{"signatures": ["a.b.c", "a.b.c"]}`), key, "multiple"},
		"a plugin":        {with(signaturesFile, `{"plugin": "x", "signatures": ["a.b.c"]}`), key, "no verifier exists"},
		"wrong key":       {signed, other, "not signed by the key " + other.Fingerprint},
		"a rule":          {with(rule, string(signed.files[rule])+"\n# x\n"), key, rule + ": digest mismatch"},
		"data":            {with("org/acme/rules/ops/fridays/data.json", `{"names": []}`), key, "data.json: digest mismatch"},
		"the manifest":    {with(manifestFile, `{"roots": ["org/acme"], "revision": "9"}`), key, ".manifest: digest mismatch"},
		"an extra file":   {with("org/acme/more/data.json", `{}`), key, "org/acme/more/data.json not included"},
		"an extra text":   {with("README.md", `x`), key, "README.md not included"},
		"a file less":     {with("org/acme/rules/ops/fridays/data.json", ""), key, "not found in the target bundle"},
	} {
		t.Run(name, func(t *testing.T) {
			if err := tt.bundle.Verify(tt.key); err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("got %v, want %q", err, tt.want)
			}
		})
	}
	if err := signed.Verify(key); err != nil {
		t.Errorf("the bundle as it was signed: %v", err)
	}
}

func TestBadKeys(t *testing.T) {
	private, public := ecdsaKey(t)
	b := pack(t, acme(), Packing{})
	for name, tt := range map[string]struct {
		key       []byte
		algorithm string
		want      string
	}{
		"another algorithm": {private, "RS256", "signs with ES256, and not with RS256"},
		"none":              {private, "none", "not with none"},
		"the public half":   {[]byte(public.PEM), "", "unsupported key type: PUBLIC KEY"},
		"no key":            {[]byte("secret"), "", "it is no PEM"},
		"too short":         {rsaKey(t, 1024), "", "too short"},
	} {
		t.Run(name, func(t *testing.T) {
			if _, _, err := b.Sign(tt.key, tt.algorithm); err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("got %v, want %q", err, tt.want)
			}
		})
	}
	if _, err := ReadKey(private); err == nil || !strings.Contains(err.Error(), "it is a PRIVATE KEY") {
		t.Errorf("a private key to verify with: %v", err)
	}
}
