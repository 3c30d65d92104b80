package author

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"context"
	"strings"
	"testing"
	"testing/fstest"

	opabundle "github.com/open-policy-agent/opa/v1/bundle"
	"github.com/open-policy-agent/opa/v1/rego"

	"gate/policies"
)

// acme is a folder of rules as a person writes it.
func acme() fstest.MapFS {
	file := func(text string) *fstest.MapFile { return &fstest.MapFile{Data: []byte(text)} }
	return fstest.MapFS{
		"org/acme/rules/ops/fridays/fridays.rego": file(`# METADATA
# title: No deployment on Fridays
# custom:
#   severity: medium
package org.acme.rules.ops.fridays

deny contains data.org.acme.words.reason if {
	some command in input.commands
	command.name in data.org.acme.rules.ops.fridays.names
}
`),
		"org/acme/rules/ops/fridays/data.json":         file(`{"names": ["deploy"]}`),
		"org/acme/data.yaml":                           file("words:\n  reason: not on fridays\n"),
		"org/acme/rules/ops/fridays/fridays_test.rego": file("package org.acme.rules.ops.fridays_test\n"),
		"README.md":   file("words"),
		".git/config": file("[core]"),
	}
}

func pack(t *testing.T, folder fstest.MapFS, p Packing) *Bundle {
	t.Helper()
	b, err := Pack(context.Background(), folder, p)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func TestPackIsReproducible(t *testing.T) {
	one, two := pack(t, acme(), Packing{Revision: "1.0.0"}), pack(t, acme(), Packing{Revision: "1.0.0"})
	if !bytes.Equal(one.Tarball, two.Tarball) {
		t.Error("the same folder made other bytes")
	}
	if other := pack(t, acme(), Packing{Revision: "1.0.1"}); bytes.Equal(one.Tarball, other.Tarball) {
		t.Error("another revision made the same bytes")
	}
	again, err := ReadBundle(one.Tarball)
	if err != nil || again.Manifest.Revision != "1.0.0" || len(again.files) != 4 {
		t.Errorf("read again: %+v, %v", again, err)
	}
	if tested := pack(t, acme(), Packing{Tests: true}); len(tested.files) != 5 {
		t.Errorf("with tests it has %d files", len(tested.files))
	}
}

// TestStockOPAReadsABundle asks OPA what it makes of a bundle and the embedded
// policy together.
func TestStockOPAReadsABundle(t *testing.T) {
	b, err := opabundle.NewReader(bytes.NewReader(pack(t, acme(), Packing{}).Tarball)).Read()
	if err != nil {
		t.Fatal(err)
	}
	embedded, err := opabundle.NewCustomReader(opabundle.NewFSLoaderWithRoot(policies.FS, ".").WithPathFormat(opabundle.SlashRooted)).Read()
	if err != nil {
		t.Fatal(err)
	}
	roots := []string{"gate"}
	embedded.Manifest.Roots = &roots
	input := map[string]any{"commands": []any{map[string]any{"name": "deploy"}}}
	result, err := rego.New(rego.ParsedBundle("acme", &b), rego.ParsedBundle("gate", &embedded), rego.Query("data.gate.verdict.findings[_].reason"), rego.Input(input)).Eval(context.Background())
	if err != nil || len(result) != 1 || result[0].Expressions[0].Value != "not on fridays" {
		t.Errorf("OPA says %v, %v", result, err)
	}
}

func TestPackRefuses(t *testing.T) {
	for name, tt := range map[string]struct{ file, text, want string }{
		"root gate":     {".manifest", `{"roots": ["gate"]}`, `claims the root "gate"`},
		"a root beside": {".manifest", `{"roots": ["organisation"]}`, `claims the root "organisation"`},
		"everything":    {".manifest", `{"roots": [""]}`, `claims the root ""`},
		"no roots":      {".manifest", `{"revision": "1"}`, `it has no roots`},
		"another root":  {".manifest", `{"roots": ["org/zeta"]}`, `do not permit`},
		"old rego":      {".manifest", `{"roots": ["org"], "rego_version": 0}`, `rego_version 1 alone`},
		"no manifest":   {".manifest", `roots`, `.manifest: invalid character`},
		"unheard":       {"org/acme/x.rego", "package org.acme.x\n", "org/acme/x.rego:1: package org.acme.x is heard by nobody"},
		"not a set":     {"org/acme/rules/a/b/b.rego", "# METADATA\n# title: t\n# custom: {severity: low}\npackage org.acme.rules.a.b\n\ndeny := true\n", "b.rego:6: write deny contains"},
		"not strict":    {"org/acme/rules/a/b/b.rego", "# METADATA\n# title: t\n# custom: {severity: low}\npackage org.acme.rules.a.b\n\ndeny contains \"x\" if {\n\ty := 1\n}\n", "b.rego:7: rego_compile_error: assigned var y unused"},
		"network":       {"org/acme/rules/a/b/b.rego", "# METADATA\n# title: t\n# custom: {severity: low}\npackage org.acme.rules.a.b\n\ndeny contains http.send({})\n", "b.rego:6: rego_type_error: undefined function http.send"},
		"recursion":     {"org/acme/rules/a/b/b.rego", "# METADATA\n# title: t\n# custom: {severity: low}\npackage org.acme.rules.a.b\n\ndeny contains data.gate.verdict.decision\n", "rego_recursion_error"},
		"the gate's":    {"gate/rules/a/b/b.rego", "package gate.rules.a.b\n\ndeny contains 1\n", "b.rego:1: package gate.rules.a.b is the gate's own"},
		"data":          {"gate/data.json", `{"x": 1}`, `its data is below "gate"`},
		"wasm":          {"policy.wasm", "x", ""}, // is left out, as all that is no rule
	} {
		t.Run(name, func(t *testing.T) {
			folder := acme()
			folder[tt.file] = &fstest.MapFile{Data: []byte(tt.text)}
			_, err := Pack(context.Background(), folder, Packing{})
			if tt.want == "" != (err == nil) || err != nil && !strings.Contains(err.Error(), tt.want) {
				t.Errorf("got %v, want %q", err, tt.want)
			}
		})
	}
}

// entries writes a tarball of what others may send.
func entries(t *testing.T, heads ...*tar.Header) []byte {
	t.Helper()
	var out bytes.Buffer
	zip := gzip.NewWriter(&out)
	archive := tar.NewWriter(zip)
	for _, head := range heads {
		head.Mode = 0o644
		if err := archive.WriteHeader(head); err != nil {
			t.Fatal(err)
		}
		if _, err := archive.Write(make([]byte, head.Size)); err != nil {
			t.Fatal(err)
		}
	}
	if err := archive.Close(); err != nil {
		t.Fatal(err)
	}
	if err := zip.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func TestReadBundleRefuses(t *testing.T) {
	good := pack(t, acme(), Packing{}).Tarball
	for name, tt := range map[string]struct {
		tarball []byte
		want    string
	}{
		"empty":         {nil, "EOF"},
		"cut short":     {good[:len(good)/2], "unexpected EOF"},
		"its end cut":   {good[:len(good)-4], "unexpected EOF"},
		"one bit":       {flipped(good), "gzip: invalid checksum"},
		"up inside":     {entries(t, &tar.Header{Name: "org/../../x.rego"}), "is no name"},
		"backslashes":   {entries(t, &tar.Header{Name: `..\x.rego`}), "is no name"},
		"wasm":          {entries(t, &tar.Header{Name: "policy.wasm"}), "would pass this over"},
		"a patch":       {entries(t, &tar.Header{Name: "patch.json"}), "would pass this over"},
		"two manifests": {entries(t, &tar.Header{Name: "org/.manifest"}), "belongs into the root"},
	} {
		t.Run(name, func(t *testing.T) {
			if _, err := ReadBundle(tt.tarball); err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("got %v, want %q", err, tt.want)
			}
		})
	}
}

// flipped is a tarball whose checksum is wrong.
func flipped(tarball []byte) []byte {
	b := bytes.Clone(tarball)
	b[len(b)-8] ^= 1
	return b
}

func FuzzReadBundle(f *testing.F) {
	b, err := Pack(context.Background(), acme(), Packing{})
	if err != nil {
		f.Fatal(err)
	}
	f.Add(b.Tarball)
	f.Fuzz(func(t *testing.T, tarball []byte) {
		if b, err := ReadBundle(tarball); err == nil {
			b.Info() // whatever is in it, it does not break
		}
	})
}
