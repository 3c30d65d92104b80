package plan

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// address is a URL taken apart, as net/url does it and with its errors: that
// package links net/netip, see addr.
type address struct {
	scheme, hostname, port, path, rawPath, query, fragment string
}

// The characters that net/url leaves as they are, beside letters and digits.
const (
	plainInQuery = "-._~"
	plainInPath  = "-._~$&+,/:;=@"
	plainInHost  = "-._~!$&'()*+,;=:[]<>\""
	plainInUser  = "-._~!$&'()*+,;=:%@"
)

func isPlain(c byte, marks string) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || strings.IndexByte(marks, c) >= 0
}

func parseURL(text string) (a address, err error) {
	whole, fragment, _ := strings.Cut(text, "#")
	if a, err = splitURL(whole); err != nil {
		return a, fmt.Errorf("parse %q: %w", whole, err)
	}
	if a.fragment, err = unescaped(fragment, ""); err != nil {
		return a, fmt.Errorf("parse %q: %w", text, err)
	}
	return a, nil
}

// splitURL takes a URL without a fragment apart.
func splitURL(text string) (a address, err error) {
	if strings.ContainsFunc(text, func(c rune) bool { return c < ' ' || c == 0x7f }) {
		return a, errors.New("net/url: invalid control character in URL")
	}
	if text == "*" {
		return address{path: "*", rawPath: "*"}, nil
	}
	rest, err := a.cutScheme(text)
	if err != nil {
		return a, err
	}
	rest, a.query, _ = strings.Cut(rest, "?")
	segment, _, _ := strings.Cut(rest, "/")
	switch {
	case strings.HasPrefix(rest, "/"):
	case a.scheme != "": // mailto:someone has no path
		return a, nil
	case strings.Contains(segment, ":"):
		return a, errors.New("first path segment in URL cannot contain colon")
	}
	if strings.HasPrefix(rest, "//") && (a.scheme != "" || !strings.HasPrefix(rest, "///")) {
		end := len(rest)
		if i := strings.IndexByte(rest[2:], '/'); i >= 0 {
			end = 2 + i
		}
		if err := a.setAuthority(rest[2:end]); err != nil {
			return a, err
		}
		rest = rest[end:]
	}
	a.path, err = unescaped(rest, "")
	if a.rawPath = rest; rest == escapedURL(a.path, plainInPath) {
		a.rawPath = a.path // what OPA says where net/url says nothing
	}
	return a, err
}

// cutScheme takes the scheme off, if there is one.
func (a *address) cutScheme(text string) (rest string, err error) {
	scheme, rest, found := strings.Cut(text, ":")
	if !found {
		return text, nil
	}
	if scheme == "" {
		return "", errors.New("missing protocol scheme")
	}
	for i := range len(scheme) {
		if c := scheme[i]; !isPlain(c, "+-.") || i == 0 && (c|0x20 < 'a' || c|0x20 > 'z') {
			return text, nil
		}
	}
	a.scheme = strings.ToLower(scheme)
	return rest, nil
}

// setAuthority reads user:password@host:port.
func (a *address) setAuthority(text string) error {
	at := strings.LastIndexByte(text, '@')
	host, err := readHost(a.scheme, text[at+1:])
	if err != nil {
		return err
	}
	a.hostname, a.port = host, ""
	if i := strings.LastIndexByte(host, ':'); i >= 0 && isPort(host[i:]) {
		a.hostname, a.port = host[:i], host[i+1:]
	}
	if inner, ok := strings.CutPrefix(a.hostname, "["); ok && strings.HasSuffix(inner, "]") {
		a.hostname = strings.TrimSuffix(inner, "]")
	}
	if at < 0 {
		return nil
	}
	for i := range at {
		if !isPlain(text[i], plainInUser) {
			return errors.New("net/url: invalid userinfo")
		}
	}
	_, err = unescaped(text[:at], "")
	return err
}

// readHost reads a host and its port.
func readHost(scheme, host string) (string, error) {
	if open := strings.LastIndexByte(host, '['); open > 0 {
		return "", errors.New("invalid IP-literal")
	} else if open == 0 {
		return readIPLiteral(host)
	}
	if i := strings.IndexByte(host, ':'); i >= 0 {
		if scheme != "http" && scheme != "https" {
			i = strings.LastIndexByte(host, ':') // a list of hosts may have more
		}
		if !isPort(host[i:]) {
			return "", fmt.Errorf("invalid port %q after host", host[i:])
		}
	}
	return unescaped(host, plainInHost)
}

// readIPLiteral reads [address%25zone]:port.
func readIPLiteral(host string) (string, error) {
	end := strings.LastIndexByte(host, ']')
	if end < 0 {
		return "", errors.New("missing ']' in host")
	}
	port := host[end+1:]
	if !isPort(port) {
		return "", fmt.Errorf("invalid port %q after host", port)
	}
	text, zone := host[1:end], ""
	if i := strings.Index(text, "%25"); i >= 0 {
		text, zone = text[:i], text[i:]
	}
	text, err := unescaped(text, plainInHost)
	if err != nil {
		return "", err
	}
	if zone, err = unescapedZone(zone); err != nil {
		return "", err
	}
	ip, name, zoned := strings.Cut(text+zone, "%")
	if a, ok := parseAddr(ip); !ok || zoned && name == "" {
		return "", fmt.Errorf("invalid host: ParseAddr(%q): unable to parse IP", text+zone)
	} else if a.bits == 32 {
		return "", errors.New("invalid IP-literal")
	}
	return "[" + text + zone + "]" + port, nil
}

func isPort(s string) bool {
	return s == "" || s[0] == ':' && strings.Trim(s[1:], "0123456789") == ""
}

// unescaped replaces what is escaped. Where marks are given, in a host, what is
// no mark must be escaped, and only what is not ASCII, or a "%", may.
func unescaped(s, marks string) (string, error) {
	return unescape(s, '+', func(text string, c byte, isEscape bool) bool {
		switch {
		case marks == "":
			return true
		case isEscape:
			return c >= 0x80 || text == "%25"
		}
		return c >= 0x80 || isPlain(c, marks)
	})
}

// unescapedZone replaces what is escaped in a zone, where nothing may be that
// could not stand in a host as it is, but a space.
func unescapedZone(s string) (string, error) {
	return unescape(s, '+', func(text string, c byte, isEscape bool) bool {
		return isPlain(c, plainInHost) || isEscape && (text == "%25" || c == ' ') || !isEscape && c >= 0x80
	})
}

// unescape replaces escapes, and each plus. May is asked whether a character may
// stand as it is, or as an escape.
func unescape(s string, plus byte, may func(text string, c byte, isEscape bool) bool) (string, error) {
	var out []byte
	for i := 0; i < len(s); i++ {
		c := s[i]
		if c != '%' {
			if !may(s[i:i+1], c, false) {
				return "", errors.New("invalid character " + strconv.Quote(s[i:i+1]) + " in host name")
			}
			if c == '+' {
				c = plus
			}
			out = append(out, c)
			continue
		}
		escape := s[i:min(i+3, len(s))]
		n, err := strconv.ParseUint(escape[1:], 16, 8)
		if err != nil || len(escape) < 3 || !may(escape, byte(n), true) {
			return "", errors.New("invalid URL escape " + strconv.Quote(escape))
		}
		out = append(out, byte(n))
		i += 2
	}
	return string(out), nil
}

// escapedURL escapes all but letters, digits and marks.
func escapedURL(s, marks string) string {
	const hex = "0123456789ABCDEF"
	var out []byte
	for i := range len(s) {
		switch c := s[i]; {
		case isPlain(c, marks):
			out = append(out, c)
		case c == ' ' && marks == plainInQuery:
			out = append(out, '+')
		default:
			out = append(out, '%', hex[c>>4], hex[c&15])
		}
	}
	return string(out)
}

func queryEscaped(s string) string { return escapedURL(s, plainInQuery) }

func queryUnescaped(s string) (string, error) {
	return unescape(s, ' ', func(string, byte, bool) bool { return true })
}

// maxQuery is how many parameters net/url takes.
const maxQuery = 10_000

// parseQuery reads a=b&c=d, and gives each part to use. net/url goes on behind
// what is wrong; its first error is what counts. But a semicolon's is the last.
func parseQuery(query string, use func(key, value string)) (err error) {
	parts := strings.Split(query, "&")
	if len(parts) > maxQuery {
		return errors.New("number of URL query parameters exceeded limit")
	}
	for _, part := range parts {
		name, text, _ := strings.Cut(part, "=")
		if strings.Contains(part, ";") {
			err = errors.New("invalid semicolon separator in query")
			continue
		}
		key, wrong := queryUnescaped(name)
		value := ""
		if wrong == nil {
			value, wrong = queryUnescaped(text)
		}
		switch {
		case wrong != nil && err == nil:
			err = wrong
		case wrong == nil && part != "":
			use(key, value)
		}
	}
	return err
}
