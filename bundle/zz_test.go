package bundle

import (
	"encoding/json"
	"gate"
	"os"
	"testing"
)

func BenchmarkZ(b *testing.B) {
	for _, f := range []string{"g", "w", "r"} {
		text, _ := os.ReadFile("/tmp/st/" + f + ".in.json")
		var a gate.Action
		if err := json.Unmarshal(text, &a); err != nil {
			b.Fatal(err)
		}
		b.Run(f, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				p, _ := Embedded()
				if _, err := p.Decide(a); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
