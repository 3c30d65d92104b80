package config

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"gate"
)

func TestRoot(t *testing.T) {
	home := t.TempDir()
	for _, dir := range []string{".git", "a/.git", "a/b/c", "w/.gate", "w/x", "plain/deep"} {
		if err := os.MkdirAll(filepath.Join(home, dir), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	for cwd, want := range map[string]string{
		"a/b/c":      "a",
		"a":          "a",
		"w/x":        "w",
		"plain/deep": "plain/deep", // never the repository that home itself may be
		".":          ".",
		"not/there":  "not/there",
	} {
		if got := Root(filepath.Join(home, cwd), home); got != filepath.Join(home, want) {
			t.Errorf("%s: got %s, want %s", cwd, got, want)
		}
	}
	if got := Root(`C:\Users\dev\project`, home); got != `C:\Users\dev\project` {
		t.Errorf("a folder of another system became %s", got)
	}
}

func TestParseProfile(t *testing.T) {
	for name, tt := range map[string]struct {
		text string
		want gate.Profile
		err  string
	}{
		"empty":   {`{}`, gate.Profile{Deny: []string{}, Allow: [][]string{}, NoSecrets: true, Roots: []string{}}, ""},
		"all":     {`{"deny":["a"],"allow":["b"],"noSecrets":false,"pii":true,"maxBytes":7,"roots":["/c"]}`, gate.Profile{Deny: []string{"a"}, Allow: [][]string{{"b"}}, PII: true, MaxBytes: 7, Roots: []string{"/c"}}, ""},
		"no list": {`{"allow":[]}`, gate.Profile{Deny: []string{}, Allow: [][]string{{}}, NoSecrets: true, Roots: []string{}}, ""},
		"unknown": {`{"denny":[]}`, gate.Profile{}, "denny"},
		"type":    {`{"deny":"a"}`, gate.Profile{}, "deny"},
		"after":   {`{} {}`, gate.Profile{}, "after the JSON object"},
		"minus":   {`{"maxBytes":-1}`, gate.Profile{}, "maxBytes"},
		"cut":     {`{"deny":[`, gate.Profile{}, "unexpected EOF"},
	} {
		t.Run(name, func(t *testing.T) {
			got, err := parse([]byte(tt.text))
			if tt.err != "" {
				if err == nil || !strings.Contains(err.Error(), tt.err) {
					t.Errorf("got %v, want an error about %s", err, tt.err)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestTighten(t *testing.T) {
	base := gate.Profile{Deny: []string{"a"}, Allow: [][]string{{"src/**"}}, NoSecrets: true, MaxBytes: 100, Roots: []string{"/r"}, Source: "user"}
	loose := gate.Profile{Deny: []string{"b"}, Allow: [][]string{{"**"}}, PII: true, MaxBytes: 1000, Roots: []string{"/"}, Source: "project"}
	want := gate.Profile{Deny: []string{"a", "b"}, Allow: [][]string{{"src/**"}, {"**"}}, NoSecrets: true, PII: true, MaxBytes: 100, Roots: []string{"/r"}, Source: "user tightened by project"}
	if diff := cmp.Diff(want, tighten(base, loose)); diff != "" {
		t.Error(diff)
	}
	loose.MaxBytes = 10
	if got := tighten(base, loose).MaxBytes; got != 10 {
		t.Errorf("maxBytes %d, want 10", got)
	}
}
