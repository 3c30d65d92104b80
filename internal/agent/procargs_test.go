package agent

import (
	"slices"
	"testing"
)

func TestProcargs(t *testing.T) {
	for text, want := range map[string][]string{
		"\x02\x00\x00\x00/usr/bin/node\x00\x00\x00\x00node\x00/x/gemini.js\x00HOME=/h\x00": {"node", "/x/gemini.js"},
		"\x03\x00\x00\x00/bin/sh\x00sh\x00\x00x\x00":                                       {"sh", "", "x"},
		"\x09\x00\x00\x00/bin/sh\x00sh\x00-c":                                              {"sh", "-c"}, // cut short
		"\xff\xff\xff\xff":                                                                 nil,
		"\x01\x00\x00\x00/bin/sh":                                                          nil,
		"\x01":                                                                             nil,
		"":                                                                                 nil,
	} {
		if got := procargs([]byte(text)); !slices.Equal(got, want) {
			t.Errorf("%q: got %q, want %q", text, got, want)
		}
	}
}
