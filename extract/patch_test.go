package extract

import (
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"

	"gate"
)

func TestPatches(t *testing.T) {
	const begin = "*** Begin Patch\n"
	for _, tt := range []struct {
		name, patch string
		want        []string
	}{
		{"all headers", begin + "*** Add File: added.txt\n+hello\n*** Update File: old.txt\n@@\n one\n-two\n+TWO\n*** Delete File: gone.txt\n*** Update File: from.txt\n*** Move to: moved/to.txt\n@@\n alpha\n-beta\n+BETA\n*** End Patch\n",
			[]string{`create added.txt "hello" whole`, `write old.txt "TWO"`, "delete gone.txt", "move from.txt", `write moved/to.txt "BETA"`}},
		{"content that looks like headers", begin + "*** Add File: doc.md\n+*** Delete File: /etc/passwd\n+*** Update File: .git/config\n*** End Patch\n",
			[]string{`create doc.md "*** Delete File: /etc/passwd\n*** Update File: .git/config" whole`}},
		{"context that looks like a header", begin + "*** Update File: doc.md\n@@\n *** Delete File: /etc/passwd\n-a\n+b\n*** End Patch", []string{`write doc.md "b"`}},
		{"context without @@", begin + "*** Update File: doc.md\n *** Delete File: /etc/passwd\n-a\n+b", []string{`write doc.md "b"`}},
		{"removed header", begin + "*** Update File: doc.md\n@@\n-*** Delete File: /etc/passwd\n+b", []string{`write doc.md "b"`}},
		{"indented header", begin + "   *** Update File: .claude/settings.json  \n@@\n-a\n+b\n", []string{`write .claude/settings.json "b"`}},
		{"indented after add", begin + "*** Add File: a\n+x\n *** Delete File: b\n", []string{`create a "x" whole`, "delete b"}},
		{"indented in a hunk", begin + "*** Update File: a\n@@\n+x\n    *** Delete File: b\n", []string{`write a "x"`, "delete b"}},
		{"CRLF", "*** Begin Patch\r\n*** Add File: a\r\n+{}\r\n*** End Patch\r\n", []string{`create a "{}" whole`}},
		{"no space", begin + "***Update File:a\n@@\n+x\n", []string{`write a "x"`}},
		{"other letters", begin + "*** update file: a\n@@\n+x\n", []string{`write a "x"`}},
		{"move file", begin + "*** Move File: a -> ../../../etc/cron.d/job\n", []string{"move a", "write /etc/cron.d/job"}},
		{"rename file", begin + "*** Rename File: a->b\n", []string{"move a", "write b"}},
		{"copy file", begin + "*** Copy File: a -> b\n", []string{"write b", "read a"}},
		{"unknown verb", begin + "*** Replace File: a\n", []string{"write a"}},
		{"heredoc around", "<<'EOF'\n" + begin + "*** Delete File: a\n*** End Patch\nEOF", []string{"delete a"}},
		{"two envelopes", begin + "*** Delete File: a\n*** End Patch\n" + begin + "*** Delete File: b\n*** End Patch\n", []string{"delete a", "delete b"}},
		{"end of file mark", begin + "*** Update File: a\n@@\n+x\n*** End of File\n*** End Patch", []string{`write a "x"`}},
		{"no envelope", "*** Update File: a\n@@\n+x\n", []string{`write a "x"`}},
		{"outside", begin + "*** Update File: ../.bashrc\n@@\n-a\n+b\n", []string{`write /home/dev/.bashrc "b"`}},

		{"diff", "--- a/x.go\n+++ b/x.go\n@@ -1,2 +1,2 @@\n one\n-two\n+TWO\n", []string{`write x.go "TWO"`}},
		{"git diff", "diff --git a/x b/x\nindex 1..2 100644\n--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\n", []string{`write x "b"`}},
		{"new file", "diff --git a/x b/x\nnew file mode 100644\n--- /dev/null\n+++ b/x\n@@ -0,0 +1 @@\n+b\n", []string{`create x "b" whole`}},
		{"new file, old style", "--- /dev/null\n+++ x\n@@ -0,0 +1 @@\n+b\n", []string{`create x "b" whole`}},
		{"deleted", "diff --git a/x b/x\ndeleted file mode 100644\n--- a/x\n+++ /dev/null\n@@ -1 +0,0 @@\n-b\n", []string{"delete x"}},
		{"deleted, empty", "diff --git a/x b/x\ndeleted file mode 100644\nindex e69de29..0000000\n", []string{"delete x"}},
		{"renamed", "diff --git a/x b/../y\nsimilarity index 100%\nrename from x\nrename to ../y\n", []string{"move x", "write /home/dev/y"}},
		{"copied", "diff --git a/x b/y\nsimilarity index 100%\ncopy from x\ncopy to y\n", []string{"write y", "read x"}},
		{"mode", "diff --git a/x b/x\nold mode 100644\nnew mode 100755\n", []string{"write x"}},
		{"two files", "--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\n--- a/y\n+++ b/y\n@@ -1 +1 @@\n-a\n+c\n", []string{`write x "b"`, `write y "c"`}},
		{"time stamps", "--- x\t2026-01-01 00:00:00\n+++ x\t2026-01-02 00:00:00\n@@ -1 +1 @@\n-a\n+b\n", []string{`write x "b"`}},
		{"quoted", "--- \"a/caf\\303\\251\"\n+++ \"b/caf\\303\\251\"\n@@ -1 +1 @@\n-a\n+b\n", []string{`write café "b"`}},
		{"quoted git line", "diff --git \"a/\\303\\251\" \"b/\\303\\251\"\nold mode 100644\nnew mode 100755\n", []string{"write é"}},
		{"space in a name", "diff --git a/a b b/a b\nold mode 100644\nnew mode 100755\n", []string{"write a b"}},
		{"CRLF diff", "--- a/x\r\n+++ b/x\r\n@@ -1 +1 @@\r\n-a\r\n+b\r\n", []string{`write x "b"`}},
		{"removed line like a header", "--- a/x.sql\n+++ b/x.sql\n@@ -1,2 +1,2 @@\n--- old\n+++ new\n", []string{`write x.sql "++ new"`}},
		{"lying count", "--- a/x\n+++ b/x\n@@ -1,99 +1,99 @@\n-a\n+b\n--- a/.git/config\n+++ b/.git/config\n@@ -1 +1 @@\n-a\n+c\n", []string{`write x "b"`, `write .git/config "c"`}},
		{"two names", "--- x.old\n+++ x\n@@ -1 +1 @@\n-a\n+b\n", []string{`write x "b"`, `write x.old "b"`}},
		{"absolute", "--- /etc/hosts\n+++ /etc/hosts\n@@ -1 +1 @@\n-a\n+b\n", []string{`write /etc/hosts "b"`}},
		{"prefixed null device", "diff --git a/x b/x\n--- a/dev/null\n+++ b/x\n@@ -0,0 +1 @@\n+b\n", []string{`create x "b" whole`}},
		{"other prefixes", "--- i/x\n+++ w/x\n@@ -1 +1 @@\n-a\n+b\n", []string{`write x "b"`}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			args, _ := json.Marshal(map[string]string{"input": tt.patch})
			s := testScene(fakeFS{})
			if diff := cmp.Diff(tt.want, summary(act(gate.Patch, "apply_patch", string(args), s))); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestPatchAnywhere(t *testing.T) {
	const patch = `"*** Begin Patch\n*** Delete File: a\n*** End Patch"`
	for _, tt := range []struct {
		kind       gate.Kind
		name, args string
		want       []string
	}{
		{"patch", "apply_patch", `{"command":` + patch + `}`, []string{"delete a"}},
		{"edit", "Edit", `{"patch":` + patch + `}`, []string{"delete a"}},
		{"", "ApplyPatch", `{"deep":[{"x":` + patch + `}]}`, []string{"delete a"}},
		{"edit", "Edit", `{"path":"b","patch":` + patch + `}`, []string{"delete a", "write b"}},
		{"other", "anything", `{"x":` + patch + `}`, []string{"delete a"}},
		{"read", "Read", `{"x":` + patch + `}`, []string{}},
		{"agent", "Task", `{"prompt":` + patch + `}`, []string{}},
		{"other", "anything", `{"x":"--- a/y\n+++ b/y\n"}`, []string{}},
		{"other", "anything", `{"diff":"--- a/y\n+++ b/y\n"}`, []string{"write y"}},
	} {
		if diff := cmp.Diff(tt.want, summary(act(tt.kind, tt.name, tt.args, testScene(fakeFS{})))); diff != "" {
			t.Error(tt.args, diff)
		}
	}
}

func FuzzPatch(f *testing.F) {
	for _, seed := range []string{
		"*** Begin Patch\n*** Update File: a\n*** Move to: b\n@@\n+x\n*** End Patch\n",
		"diff --git a/x b/y\nrename from x\nrename to y\n--- a/x\n+++ b/y\n@@ -1,2 +3 @@\n+x\n",
		"--- \"a\\303\n+++ \n", "@@ -9999999999999999999,1 +1 @@", "*** Move File: ->", "<<<<<<<\n=======\nx\n>>>>>>>",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		x := newExtraction(gate.Call{Cwd: testRoot}, testScene(fakeFS{}))
		understood := x.patch(text, "", "patch")
		if !understood && len(x.a.Writes) > 0 {
			t.Error("changes without a header", x.a.Writes)
		}
		newText(text)
	})
}
