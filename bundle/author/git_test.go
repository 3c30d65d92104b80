package author

import (
	"context"
	"os"
	"path/filepath"
	"testing"
)

// TestGitGrows ends a fetch that would fill the disk.
func TestGitGrows(t *testing.T) {
	dir := t.TempDir()
	ctx, cancel := context.WithCancelCause(t.Context())
	g := &git{ctx: ctx, cancel: cancel, dir: dir}
	if err := os.WriteFile(filepath.Join(dir, "pack"), make([]byte, 20), 0o600); err != nil {
		t.Fatal(err)
	}
	g.watch(19)
	if got := context.Cause(ctx); got == nil || got.Error() != "the commit has more than 19 bytes" {
		t.Errorf("it ended with %v", got)
	}
}
