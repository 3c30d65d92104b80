package author

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"fmt"
	"maps"
	"os"
	"runtime"
	"strings"
	"testing"
	"time"
)

// hostile makes what somebody sends who has, or has not, the key.
type hostile struct {
	t       *testing.T
	private []byte
	good    *Bundle
}

const fridays = "org/acme/rules/ops/fridays/fridays.rego"

// signed is the good bundle with some files in other words, signed by the key,
// as 2.0.0. It is packed as it is: nothing holds it to the gate's rules.
func (h hostile) signed(files map[string]string) []byte {
	h.t.Helper()
	all := maps.Clone(h.good.files)
	all[manifestFile] = []byte(`{"revision": "2.0.0", "roots": ["org/acme"], "rego_version": 1}`)
	for name, text := range files {
		if all[name] = []byte(text); text == "" {
			delete(all, name)
		}
	}
	b, err := newBundle(all)
	if err != nil { // the gate does not even read it; without a signature it is as far as it would get
		text, err := tarball(all)
		if err != nil {
			h.t.Fatal(err)
		}
		return text
	}
	signed, _, err := b.Sign(h.private, "")
	if err != nil {
		h.t.Fatal(err)
	}
	return signed.Tarball
}

// rule is a signed bundle with a rule of this text, below its package.
func (h hostile) rule(text string) []byte {
	return h.signed(map[string]string{fridays: "# METADATA\n# title: t\n# custom:\n#   severity: low\npackage org.acme.rules.ops.fridays\n\n" + text})
}

// bomb is a tarball with one file of a gigabyte, in some kilobytes.
func bomb(t *testing.T) []byte {
	t.Helper()
	var out bytes.Buffer
	member := func(text []byte) []byte {
		var b bytes.Buffer
		zip, _ := gzip.NewWriterLevel(&b, gzip.BestCompression)
		if _, err := zip.Write(text); err != nil {
			t.Fatal(err)
		}
		zip.Close()
		return b.Bytes()
	}
	var head bytes.Buffer
	if err := tar.NewWriter(&head).WriteHeader(&tar.Header{Name: "org/acme/data.json", Mode: 0o644, Size: 1 << 30}); err != nil {
		t.Fatal(err)
	}
	out.Write(member(head.Bytes()))
	for zeros := member(make([]byte, 1<<20)); out.Len() < 1024*len(zeros); {
		out.Write(zeros)
	}
	return out.Bytes()
}

// TestHostileBundles holds that whatever is wrong with a bundle is said, with
// file and line where there is one, and changes nothing of the policy in force.
func TestHostileBundles(t *testing.T) {
	private, key := ecdsaKey(t)
	otherPrivate, _ := ecdsaKey(t)
	sign := func(b *Bundle, private []byte) *Bundle {
		signed, _, err := b.Sign(private, "")
		if err != nil {
			t.Fatal(err)
		}
		return signed
	}
	good := pack(t, acme(), Packing{Revision: "1.0.0"})
	h := hostile{t, private, good}
	many := make([]*tar.Header, maxFiles+1)
	for i := range many {
		many[i] = &tar.Header{Name: fmt.Sprintf("f%d", i)}
	}
	deep := func(open, shut string, n int) string { return strings.Repeat(open, n) + strings.Repeat(shut, n) }

	managed, user := stores(t)
	if _, err := offered(t, user, Offer{Bundle: sign(good, private), Key: &key, Source: "acme"}); err != nil {
		t.Fatal(err)
	}
	before, err := os.ReadFile(user.snapshot())
	if err != nil {
		t.Fatal(err)
	}
	verdict := reasons(t, managed, user)

	for name, tt := range map[string]struct {
		tarball []byte
		want    string
	}{
		"claims root gate":     {h.signed(map[string]string{manifestFile: `{"revision": "2.0.0", "roots": ["gate"]}`}), `.manifest: it claims the root "gate"`},
		"claims everything":    {h.signed(map[string]string{manifestFile: `{"revision": "2.0.0", "roots": [""]}`}), `.manifest: it claims the root ""`},
		"no roots":             {h.signed(map[string]string{manifestFile: `{"revision": "2.0.0"}`}), ".manifest: it has no roots"},
		"a root twice":         {h.signed(map[string]string{manifestFile: `{"revision": "2.0.0", "roots": ["org/acme", "org/acme"]}`}), "overlap"},
		"overlapping roots":    {h.signed(map[string]string{manifestFile: `{"revision": "2.0.0", "roots": ["org", "org/acme"]}`}), "overlap"},
		"no manifest":          {h.signed(map[string]string{manifestFile: ""}), "no .manifest"},
		"outside its root":     {h.signed(map[string]string{"x.rego": "package org.zeta.rules.a.b\n"}), "do not permit"},
		"the gate's package":   {h.signed(map[string]string{"x.rego": "package gate.rules.a.b\n"}), "do not permit"},
		"network builtins":     {h.rule("deny contains \"x\" if http.send({\"url\": \"https://example.com\", \"method\": \"get\"}).status_code == 200\n"), fridays + ":7: rego_type_error: undefined function http.send"},
		"the clock":            {h.rule("deny contains \"x\" if time.now_ns() > 0\n"), "undefined function time.now_ns"},
		"the environment":      {h.rule("deny contains \"x\" if opa.runtime().env.HOME\n"), "undefined function opa.runtime"},
		"recursion":            {h.rule("deny contains data.gate.verdict.decision\n"), "rego_recursion_error"},
		"unheard package":      {h.signed(map[string]string{"org/acme/x.rego": "package org.acme.x\n\ndeny contains \"x\"\n"}), "org/acme/x.rego:1: package org.acme.x is heard by nobody"},
		"unheard rule":         {h.rule("deny := true\n"), fridays + ":7: write deny contains"},
		"misspelt rule":        {h.rule("denies contains \"x\"\n"), "denies is neither deny, ask nor allow"},
		"an evaluation error":  {h.rule("deny contains \"x\" if input.event == \"notice\"\n\ndeny contains \"x\" if to_number(\"1x\") == 1\n"), fridays + ":9: eval_builtin_error: to_number"},
		"two values":           {h.rule("deny contains _x(1)\n\n_x(_) := \"a\" if input.event\n\n_x(_) := \"b\" if input.event\n"), fridays + ":11: eval_conflict_error"},
		"never ends":           {h.rule("deny contains \"x\" if {\n\tsome a in numbers.range(1, 100000)\n\tsome b in numbers.range(1, 100000)\n\ta + b == count(input.commands) - 1\n}\n"), fridays + ":"},
		"takes all memory":     {h.rule("deny contains sprintf(\"%1000000000d\", [count(input.commands)])\n"), "it needs too much memory"},
		"does not parse":       {h.rule("deny contains \"x\" if {\n"), fridays + ":8: rego_parse_error"},
		"no text":              {h.rule("deny contains \"\xff\xfe\"\n"), fridays + ":7"},
		"nested brackets":      {h.rule("deny contains " + deep("[", "]", 1_000_000) + "\n"), fridays},
		"nested sets":          {h.rule("deny contains " + deep("{", "}", 1_000_000) + "\n"), fridays},
		"nested not":           {h.rule("deny contains \"x\" if " + strings.Repeat("not ", 1_000_000) + "true\n"), fridays},
		"nested parentheses":   {h.rule("deny contains " + deep("(", ")", 1_000_000) + "\n"), fridays},
		"a long sum":           {h.rule("deny contains \"x\" if 1 " + strings.Repeat("+ 1 ", 200_000) + "== 1\n"), fridays},
		"nested data":          {h.signed(map[string]string{"org/acme/data.json": deep("[", "]", 100_000)}), "data.json"},
		"nested yaml":          {h.signed(map[string]string{"org/acme/data.json": "", "org/acme/data.yaml": deep("[", "]", 100_000)}), "data.yaml"},
		"a huge number":        {h.signed(map[string]string{"org/acme/more/data.json": `{"n": 1e999999999}`}), "data.json"},
		"data for the gate":    {h.signed(map[string]string{"gate/data.json": `{"lib": {}}`}), "do not permit"},
		"unsigned":             {good.Tarball, "it is not signed"},
		"wrong key":            {sign(good, otherPrivate).Tarball, "not signed by the key " + key.Fingerprint},
		"replayed":             {sign(pack(t, acme(), Packing{Revision: "0.9.0"}), private).Tarball, "its revision 0.9.0 is older than 1.0.0, which is in force"},
		"up and away":          {entries(t, &tar.Header{Name: "../../etc/gate/policy.plan"}), "is no name of a file in a bundle"},
		"an absolute name":     {entries(t, &tar.Header{Name: "//etc/passwd"}), "is no name of a file in a bundle"},
		"a drive":              {entries(t, &tar.Header{Name: `C:\gate\policy.plan`}), "is no name of a file in a bundle"},
		"a link":               {entries(t, &tar.Header{Name: "x.rego", Typeflag: tar.TypeSymlink, Linkname: "/etc/passwd"}), `"x.rego" is no ordinary file`},
		"a hard link":          {entries(t, &tar.Header{Name: "x.rego", Typeflag: tar.TypeLink, Linkname: "y"}), `"x.rego" is no ordinary file`},
		"a pipe":               {entries(t, &tar.Header{Name: "x.rego", Typeflag: tar.TypeFifo}), `"x.rego" is no ordinary file`},
		"a device":             {entries(t, &tar.Header{Name: "x.rego", Typeflag: tar.TypeBlock}), `"x.rego" is no ordinary file`},
		"a file twice":         {entries(t, &tar.Header{Name: "x.rego"}, &tar.Header{Name: "./x.rego"}), "x.rego is there twice"},
		"a gigabyte":           {bomb(t), "bytes unpacked"},
		"a hundred thousand":   {entries(t, many...), "more than 99999 files"},
		"cut short":            {h.rule("deny contains \"x\"\n")[:300], "unexpected EOF"},
		"a page for a sign-in": {[]byte("<!DOCTYPE html>" + strings.Repeat(" ", 600)), "gzip: invalid header"},
	} {
		t.Run(name, func(t *testing.T) {
			var usage, now runtime.MemStats
			runtime.ReadMemStats(&usage)
			start := time.Now()
			b, err := ReadBundle(tt.tarball)
			if err == nil {
				_, err = offered(t, user, Offer{Bundle: b, Key: &key, Source: "acme"})
			}
			runtime.ReadMemStats(&now)
			t.Logf("%v, %d MiB: %.300v", time.Since(start).Round(time.Millisecond), (now.TotalAlloc-usage.TotalAlloc)>>20, err)
			if err != nil && len(err.Error()) > 8000 {
				t.Errorf("the message has %d bytes", len(err.Error()))
			}
			if err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("got %.300v, want %q", err, tt.want)
			}
			if after, err := os.ReadFile(user.snapshot()); err != nil || !bytes.Equal(before, after) {
				t.Error("the snapshot has changed")
			}
			if r, err := user.Current(); err != nil || r.Revision != "1.0.0" {
				t.Errorf("in force: %+v, %v", r, err)
			}
		})
	}
	if got := reasons(t, managed, user); got != verdict {
		t.Errorf("the gate now says %s", got)
	}
}
