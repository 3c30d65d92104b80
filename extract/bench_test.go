package extract

import (
	"testing"

	"gate"
)

// BenchmarkFrom reads the smallest calls: their cost is that of every hook.
func BenchmarkFrom(b *testing.B) {
	for _, tt := range []struct {
		name string
		kind gate.Kind
		args string
	}{
		{"Bash", gate.Shell, `{"command":"git status && ls"}`},
		{"Write", gate.Write, `{"file_path":"a.txt","content":"hello\n"}`},
		{"Read", gate.Read, `{"file_path":"a.txt"}`},
	} {
		b.Run(tt.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				act(tt.kind, tt.name, tt.args, testScene(fakeFS{}))
			}
		})
	}
}
