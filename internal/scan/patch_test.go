package scan

import (
	"bufio"
	"strings"
	"testing"
)

// TestPatch reads what each file gained, at the lines where it stands.
func TestPatch(t *testing.T) {
	long := strings.Repeat("x", 200<<10)
	for name, c := range map[string]struct{ patch, want string }{
		"new":              {"@@ -0,0 +1,2 @@\n+a\n+b\n", "a\nb\n"},
		"changed":          {"@@ -3 +3 @@ func f()\n-old\n+new\n", "\n\nnew\n"},
		"two hunks":        {"@@ -1,0 +2 @@\n+b\n@@ -8,2 +10 @@\n-x\n-y\n+z\n", "\nb\n\n\n\n\n\n\n\nz\n"},
		"gone":             {"@@ -1,2 +0,0 @@\n-a\n-b\n", ""},
		"no newline":       {"@@ -1 +1 @@\n-a\n\\ No newline at end of file\n+b\n\\ No newline at end of file\n", "b"},
		"new has a line":   {"@@ -1 +1 @@\n-a\n\\ No newline at end of file\n+b\n", "b\n"},
		"posing as header": {"@@ -0,0 +1,3 @@\n+diff --git a/x b/x\n+@@ -1 +1 @@\n++++ b/x\n", "diff --git a/x b/x\n@@ -1 +1 @@\n+++ b/x\n"},
		"long line":        {"@@ -0,0 +1,2 @@\n+" + long + "\n+b\n", long + "\nb\n"},
		"only its mode":    {"old mode 100644\nnew mode 100755\n", ""},
	} {
		p := patch{r: bufio.NewReaderSize(strings.NewReader("diff --git a/f b/f\n--- a/f\n+++ b/f\n"+c.patch+"diff --git a/g b/g\n"), 64<<10)}
		if err := p.start(); err != nil {
			t.Fatal(err)
		}
		got, over, err := p.file()
		if err != nil || over || string(got) != c.want {
			t.Errorf("%s: %.80q, %t, %v; want %.80q", name, got, over, err, c.want)
		}
		if _, _, err := p.file(); err != nil || !p.end {
			t.Errorf("%s: the next file: %v, end %t", name, err, p.end)
		}
		if _, _, err := p.file(); err == nil {
			t.Errorf("%s: a third file", name)
		}
	}
}

// TestPatchLimits holds that much is not kept, and broken text is an error.
func TestPatchLimits(t *testing.T) {
	for name, text := range map[string]string{
		"one line":  "@@ -0,0 +1 @@\n+" + strings.Repeat("x", MaxContent+10) + "\n",
		"many":      "@@ -0,0 +1,9 @@\n" + strings.Repeat("+"+strings.Repeat("x", 1<<20)+"\n", 9),
		"far below": "@@ -0,0 +999999999 @@\n+x\n",
	} {
		p := patch{r: bufio.NewReaderSize(strings.NewReader(text), 64<<10)}
		if got, over, err := p.file(); err != nil || !over || len(got) > MaxContent {
			t.Errorf("%s: %d bytes, %t, %v", name, len(got), over, err)
		}
	}
	for _, text := range []string{"@@ -0,0 +1,2 @@\n+a\n", "@@ -x +1 @@\n", "@@\n@@ \n", "@@ -1 +1 @@\n+a\n+b\n"} {
		p := patch{r: bufio.NewReaderSize(strings.NewReader(text), 64<<10)}
		if _, _, err := p.file(); err == nil {
			t.Errorf("%q is read", text)
		}
	}
}

// FuzzPatch holds that no text of git's makes it panic.
func FuzzPatch(f *testing.F) {
	f.Add("diff --git a/f b/f\n@@ -0,0 +1 @@\n+x\n", ":100644 100644 a b M\x00f\x00")
	f.Fuzz(func(t *testing.T, text, names string) {
		parseRaw([]byte(names))
		p := patch{r: bufio.NewReader(strings.NewReader(text))}
		for p.start(); !p.end; {
			if _, _, err := p.file(); err != nil {
				return
			}
		}
	})
}
