package extract

import (
	"slices"
	"strings"
	"unicode"

	"gate/internal/table"
)

// urlKeys are the arguments that hold an address, folded.
var urlKeys = table.Set{"url", "urls", "uri", "link", "links", "href", "address"}

// schemes are those of addresses on a network.
var schemes = []string{"http://", "https://", "ftp://", "ftps://", "ws://", "wss://"}

// isAddress says whether a text is a network address and nothing else.
func isAddress(s string) bool {
	return hasScheme(strings.TrimSpace(s)) && !strings.ContainsAny(strings.TrimSpace(s), " \t\r\n")
}

func hasScheme(s string) bool {
	for _, scheme := range schemes {
		if len(s) > len(scheme) && strings.EqualFold(s[:len(scheme)], scheme) {
			return true
		}
	}
	return false
}

// fetch reads a tool that asks addresses. Without an argument for them they
// stand in its prompt. What it saves is a write, and a file it names a read.
func (x *extraction) fetch(t tool) {
	before := len(x.a.URLs) + len(x.a.Reads)
	t.args.walk(func(n node) {
		if urlKeys.Has(n.key) {
			for _, raw := range n.strings() {
				x.url(withScheme(raw), t.method(), t.name)
			}
		}
	})
	x.addresses(t, false)
	if len(x.a.URLs)+len(x.a.Reads) == before {
		t.args.walk(func(n node) {
			if n.key == "prompt" && n.kind == formText {
				for _, raw := range addressesIn(n.text) {
					x.url(raw, t.method(), t.name)
				}
			}
		})
	}
	x.apply(t, slices.DeleteFunc(collect(t.args), func(s spot) bool { return urlKeys.Has(s.key) }))
}

// saving are the words of tools that keep what they fetch.
var saving = table.Set{"download"}

// addresses adds every argument that is an address and nothing else. Beside a
// path a content argument is data.
func (x *extraction) addresses(t tool, placed bool) {
	t.args.walk(func(n node) {
		if n.kind == formText && isAddress(n.text) && !(placed && contentKeys.Has(n.key)) {
			x.url(n.text, t.method(), t.name)
		}
	})
}

// method is the HTTP method that a tool's arguments name, else GET.
func (t tool) method() string {
	for _, kid := range t.args.kids {
		if kid.key == "method" && kid.kind == formText && kid.text != "" {
			return strings.ToUpper(kid.text)
		}
	}
	return "GET"
}

// withScheme completes an address as harnesses do: example.com/x and
// localhost:80/x are asked over https. data: and about: stay.
func withScheme(raw string) string {
	name, rest, colon := strings.Cut(raw, ":")
	port := rest != "" && rest[0] >= '0' && rest[0] <= '9'
	if strings.HasPrefix(raw, "/") || colon && !port && !strings.ContainsAny(name, "./") {
		return raw
	}
	return "https://" + raw
}

// addressesIn finds the addresses in prose.
func addressesIn(text string) []string {
	var found []string
	words := strings.FieldsFunc(text, func(c rune) bool { return unicode.IsSpace(c) || strings.ContainsRune("\"'`<>", c) })
	for _, word := range words {
		for i := range word {
			if hasScheme(word[i:]) {
				found = append(found, strings.TrimRight(word[i:], ".,;:!?)]}"))
				break
			}
		}
	}
	return found
}
