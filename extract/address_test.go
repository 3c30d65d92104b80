package extract

import (
	"net/url"
	"strings"
	"testing"
)

// FuzzAddress holds that addresses and escapes are read as net/url reads them.
func FuzzAddress(f *testing.F) {
	for _, raw := range []string{
		"https://example.com/a?b#c", "HTTP://Example.COM:8080", "https://u:p@ss@h/", "//h/x", "///h", "/x:y", "x:y", "1x:y", ":x", "a/b:c", "*", "", "mailto:a@b",
		"http://a:b:1/", "tcp://a:b:1/", "tcp://a:1,b:2/", "http://h:", "http://h:x", "http://h:-1", "http://[::1]:80/", "http://[::1]x", "http://[::1", "http://a[::1]", "http://a]",
		"http://[fe80::1%25en0]/", "http://[fe80::1%25]/", "http://[fe80::1%25%20a%2f]", "http://[fe80::1%25é%C3]", "http://[1.2.3.4]", "http://[::ffff:1.2.3.4]", "http://[1:2:3:4:5:6:1.2.3.4]",
		"http://[1::2::3]", "http://[:::]", "http://[1:2:3:4:5:6:7:8]", "http://[1:2:3:4:5:6:7::]", "http://[1:2:3:4:5:6:7:8::]", "http://[1.2.3.4::]", "http://[::01.2.3.4]", "http://[::12345]", "http://[::+1]",
		"http://h%41/", "http://h%C3%A9/", "http://h%25/", "http://h%zz/", "http://h/%zz", "http://h/?%zz", "http://h/#%zz", "http://h%", "http://é/", "http://a b/", "http://a\x00b", "http://h/\x7f", "http://h#\x7f",
		"http://u%zz@h", "http://ü@h", "http://a\"<>b", "http://a\\b", "http://a^b", "http:/x", "http:x", "data:text/plain,%zz", "a+b-c.d://h", "a_b://h", "http://@h", "http://h?x:y@z", "http://[::1]%20:80",
	} {
		f.Add(raw)
	}
	f.Fuzz(func(t *testing.T, raw string) {
		got, ok := readAddress(raw)
		u, err := url.Parse(raw)
		if ok != (err == nil) {
			t.Fatalf("%q is an address: %t, net/url says %v", raw, ok, err)
		}
		if ok {
			if want := (address{u.Scheme, strings.ToLower(u.Hostname()), u.Port()}); got != want {
				t.Errorf("%q: %+v, want %+v", raw, got, want)
			}
		}
		want, err := url.PathUnescape(raw)
		if err != nil {
			want = raw
		}
		if got := unescapeURL(raw); got != want {
			t.Errorf("%q unescaped is %q, want %q", raw, got, want)
		}
	})
}
