package author

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/open-policy-agent/opa/v1/ast"
)

// urlSamples are addresses and queries with all that may be in them.
var urlSamples = []string{
	"", "*", "a", "/a/b", "//h/p", "///p", "http:", "http:a/b", "mailto:a@b?c=d#e", "a:b", "1a:b", ":a", "a/b:c", "http://", "http://h", "http://h:80", "http://h:", "http://h:x", "http://h:80:90", "x://h:80:90,i:70", "http://u:p@h:80/p?q#f", "http://u@v@h/", "http://u%40x:p%zz@h/", "http://ü@h/", "http://u^@h/",
	"HTTP://H/a%20b/c%2Fd?x=%zz#y%20z", "/a b/%41/*!'()[]", "/%", "/%4", "/%zz", "/%e4", "#%zz", "#a%20b", "?a?b?", "/a?", "http://h%41/", "http://h%e4/", "http://h%25/", "http://h /", "http://h<>/", "http://h^/", "http://h\"/",
	"http://[::1]:80/", "http://[::1%25eth0]/", "http://[::1%25%20x]/", "http://[::1%25%41]/", "http://[::1%25%e4]/", "http://[fe80::1%2]/", "http://[1.2.3.4]/", "http://[::ffff:1.2.3.4]/", "http://[::1/", "http://a[::1]/", "http://[]/", "http://[::1]x/", "http://[::1]:8x/", "http://[%31::]/", "a\x7f", "a\nb", "\x00", "http://h/\tp",
	"a=1&b=2&a=3", "a=%41+b&c", "a;b", "a=%zz&b;c", "a;b&c=%zz", "&&=&", "%41=%42&+=+", "a=b=c", "%+1=2", "=%", "äö=→&😀", strings.Repeat("a&", 10_000), strings.Repeat("a&", 9_999),
}

// TestURLs compares on the samples and on the samples with random changes.
func TestURLs(t *testing.T) {
	var all []direct
	for _, name := range []string{"uri.parse", "uri.is_valid", "urlquery.decode", "urlquery.decode_object", "urlquery.encode"} {
		all = append(all, newDirect(t, name, 1))
	}
	object := newDirect(t, "urlquery.encode_object", 1)
	chance := rand.New(rand.NewPCG(13, 14))
	for _, text := range urlSamples {
		for range 60 {
			for _, both := range all {
				both.same(t, ast.StringTerm(text))
			}
			object.same(t, ast.ObjectTerm([2]*ast.Term{ast.StringTerm(text), ast.ArrayTerm(ast.StringTerm(text), ast.StringTerm("&"))}, [2]*ast.Term{ast.StringTerm("k"), ast.StringTerm(text)}))
			if len(text) > 100 {
				break
			}
			at, pieces := chance.IntN(len(text)+1), "/:?#@[]%%%25+&;= ^<.0a\x01ä"
			i := chance.IntN(len(pieces))
			text = text[:at] + pieces[i:min(i+1+chance.IntN(3), len(pieces))] + text[min(at+chance.IntN(2), len(text)):]
		}
	}
}
