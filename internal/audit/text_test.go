package audit

import (
	"encoding/json"
	"io"
	"strings"
	"testing"
	"time"
)

// TestText holds that a log is read over all its files, oldest first, and one
// that has not begun is empty.
func TestText(t *testing.T) {
	dir := t.TempDir()
	limits := Limits{Size: 300, Span: time.Hour, Files: 100, Age: time.Hour}
	read := func() string {
		r, size, err := Text(dir)
		if err != nil {
			t.Fatal(err)
		}
		defer r.Close()
		text, err := io.ReadAll(r)
		if err != nil || int64(len(text)) != size {
			t.Fatalf("%d bytes of %d: %v", len(text), size, err)
		}
		return string(text)
	}
	if text := read(); text != "" {
		t.Errorf("an empty log has %q", text)
	}
	want := ""
	for _, c := range "abcdefgh" {
		want += string(c)
		if err := appendLine(dir, limits, `{"decision_id":"`+string(c)+`"`); err != nil {
			t.Fatal(err)
		}
	}
	got := ""
	for line := range strings.Lines(read()) {
		var e Entry
		if err := json.Unmarshal([]byte(line), &e); err != nil {
			t.Fatal(err)
		}
		got += e.DecisionID
	}
	if files, _ := keptFiles(dir); got != want || len(files) == 0 {
		t.Errorf("got %q, want %q, in %d files", got, want, len(files))
	}
}
