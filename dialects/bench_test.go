package dialects

import (
	"strings"
	"testing"

	"gate"
)

func BenchmarkHook(b *testing.B) {
	small := slurp(b, testdata+"/claude-code/PreToolUse-Bash.json")
	large := []byte(strings.Replace(string(small), "echo one", strings.Repeat(`echo \"one\"\n`, 4<<20/13), 1))
	for name, raw := range map[string][]byte{"small": small, "4MiB": large} {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(raw)))
			b.ReportAllocs()
			for b.Loop() {
				c, err := Decode(raw, Hint{})
				if err != nil {
					b.Fatal(err)
				}
				Encode(c, gate.Verdict{})
			}
		})
	}
}
