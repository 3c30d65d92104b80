package jsontext

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"
)

// FuzzAppendString holds that strings are written as encoding/json writes them.
func FuzzAppendString(f *testing.F) {
	f.Add("plain")
	f.Add("\x00\b\t\n\f\r\x1f \"\\/\x7f<>&\u2028\u2029\ufffd\xff\xed\xa0\x80é\U0001f600")
	f.Fuzz(func(t *testing.T, text string) {
		var want bytes.Buffer
		e := json.NewEncoder(&want)
		e.SetEscapeHTML(false)
		if err := e.Encode(text); err != nil {
			t.Fatal(err)
		}
		if got := AppendString(nil, text); string(got)+"\n" != want.String() {
			t.Errorf("%q is written %s, want %s", text, got, want.String())
		}
	})
}

// FuzzValid holds that what is valid, and what a string says, is the same as
// for encoding/json.
func FuzzValid(f *testing.F) {
	for _, text := range []string{
		`{"a":[1,-0.5e+3,true,false,null,"x"],"b":{}}`, " [ ] ", `{"a" : 1 , "b" : 2}`, `[1,]`, `{"a":1,}`, `{,}`, `{"a"}`, `{1:2}`, `[1 2]`, `[1}`, `{"a":1]`,
		"", " ", "-", "01", "1.", ".5", "1e", "1e+", "-0", "+1", "tru", "nul", "truex", "1 2", "\x00", "1\x00", "NaN", "0x1", "\ufeff1",
		`"`, `"\`, `"\"`, `"\x"`, `"\u12"`, `"\u12g4"`, "\"\n\"", "\"\x7f\"", `"\b\f\n\r\t\"\\\/"`, `"\u00e9\uD83D\uDE00"`,
		`"\ud83d"`, `"\ud83d\n"`, `"\ud83d\u0041"`, `"\ud83d\ud83d\ude00"`, `"\ude00"`, `"\ufffd"`, "\"a\xffb\"", "\"\xc3\\u00a9\"", "\"\\n\xa9\"",
		strings.Repeat("[", 20), strings.Repeat("[", 20) + strings.Repeat("]", 20),
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		valid := json.Valid([]byte(text))
		if Valid(text) != valid || Valid([]byte(text)) != valid {
			t.Fatalf("%q is valid: %t, want %t", text, Valid(text), valid)
		}
		var want string
		if text = strings.TrimSpace(text); !valid || text[0] != '"' || json.Unmarshal([]byte(text), &want) != nil {
			return
		}
		if got, rest := ReadString(text + "]"); got != want || rest != "]" {
			t.Errorf("%q says %q and then %q, want %q", text, got, rest, want)
		}
		if rest := SkipString(text + "]"); rest != "]" {
			t.Errorf("behind %q stands %q", text, rest)
		}
	})
}

func TestDepth(t *testing.T) {
	for _, n := range []int{maxDepth, maxDepth + 1} {
		text := strings.Repeat("[", n) + strings.Repeat("]", n)
		if got, want := Valid(text), json.Valid([]byte(text)); got != want {
			t.Errorf("%d deep is valid: %t, want %t", n, got, want)
		}
	}
}

func BenchmarkValid(b *testing.B) {
	text := `"` + strings.Repeat(`line of text\n`, 1<<18) + `"`
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		Valid(text)
	}
}

func BenchmarkReadString(b *testing.B) {
	text := `"` + strings.Repeat(`line of text\n`, 1<<18) + `"`
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		ReadString(text)
	}
}
