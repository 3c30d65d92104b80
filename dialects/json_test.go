package dialects

import (
	"bytes"
	"encoding/json"
	"testing"
)

// FuzzString holds that strings are written as encoding/json writes them.
func FuzzString(f *testing.F) {
	f.Add("plain")
	f.Add("\x00\b\t\n\f\r\x1f \"\\/\x7f<>&\u2028\u2029\ufffd\xff\xed\xa0\x80é\U0001f600")
	f.Fuzz(func(t *testing.T, text string) {
		var want bytes.Buffer
		e := json.NewEncoder(&want)
		e.SetEscapeHTML(false)
		if err := e.Encode(text); err != nil {
			t.Fatal(err)
		}
		if got := appendString(nil, text); string(got)+"\n" != want.String() {
			t.Errorf("%q is written %s, want %s", text, got, want.String())
		}
	})
}
