package agent

import (
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"
)

func TestStat(t *testing.T) {
	fields := " S 7 1 1 0 -1 0 0 0 0 0 0 0 0 0 0 0 0 0 4242 0"
	name, rest, ok := stat("12 (a) (b)" + fields + "\n")
	if !ok || name != "a) (b" || rest[1] != "7" || rest[19] != "4242" {
		t.Errorf("%q %v %t", name, rest, ok)
	}
	for _, text := range []string{"", "12 a S", "12 (a) S 7", ")("} {
		if _, _, ok := stat(text); ok {
			t.Errorf("%q is taken for a process", text)
		}
	}
}

// TestLook looks at this very process.
func TestLook(t *testing.T) {
	p, ok := look(os.Getpid())
	if !ok || p.parent != os.Getppid() {
		t.Fatalf("%+v %t, want the parent %d", p, ok, os.Getppid())
	}
	if name := filepath.Base(os.Args[0]); p.name != name[:min(len(name), 15)] {
		t.Errorf("name %q, want %q", p.name, name)
	}
	if words := p.words(); !slices.Equal(words, os.Args) {
		t.Errorf("words %q, want %q", words, os.Args)
	}
	start, err := time.Parse(time.RFC3339, p.start())
	if age := time.Since(start); err != nil || age < -2*time.Second || age > time.Hour {
		t.Errorf("start %q, %s ago: %v", p.start(), age, err)
	}
	if _, ok := look(0); ok {
		t.Error("there is a process 0")
	}
}
