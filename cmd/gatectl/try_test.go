package main

import (
	"bytes"
	"strings"
	"testing"
)

// TestTryPrompt types at the prompt: two commands, a correction, and the
// first command again from the history.
func TestTryPrompt(t *testing.T) {
	t.Setenv("HOME", t.TempDir())
	t.Setenv("XDG_CONFIG_HOME", t.TempDir())
	const up, left = "\x1b[A", "\x1b[D"
	typed := "touch one\r" + "git psh --force" + strings.Repeat(left, 10) + "u\r" + up + up + "\r" + "\x04"
	var shown bytes.Buffer
	a := attempt{format: "text", cwd: t.TempDir()}
	if err := a.converse(strings.NewReader(typed), &shown, true, 200, 50); err != nil {
		t.Fatal(err)
	}
	text := shown.String()
	if n := strings.Count(text, "write  one\r\n"); n != 2 {
		t.Errorf("touch one was shown %d times, want 2:\n%q", n, text)
	}
	if n := strings.Count(text, "\x1b[1;33mask\x1b[0m git/force_push"); n != 1 {
		t.Errorf("git/force_push spoke %d times, want 1:\n%q", n, text)
	}
}
