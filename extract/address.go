package extract

import (
	"strconv"
	"strings"
)

// address is where a network address leads, in lower case. It is read as
// net/url reads one, whose own start would cost the hook more than that.
type address struct{ scheme, host, port string }

// readAddress takes an address apart; false where it cannot be one.
func readAddress(raw string) (a address, ok bool) {
	raw, fragment, _ := strings.Cut(raw, "#")
	if strings.ContainsFunc(raw, func(c rune) bool { return c < ' ' || c == 0x7f }) || !wellEscaped(fragment) {
		return a, false
	}
	scheme, rest, ok := cutScheme(raw)
	if !ok {
		return a, false
	}
	a.scheme = strings.ToLower(scheme)
	rest, _, _ = strings.Cut(rest, "?")
	authority, named := strings.CutPrefix(rest, "//")
	switch {
	case named && (scheme != "" || !strings.HasPrefix(authority, "/")):
		end := len(authority)
		if i := strings.IndexByte(authority, '/'); i >= 0 {
			end = i
		}
		return a, a.lead(authority[:end]) && wellEscaped(authority[end:])
	case strings.HasPrefix(rest, "/"):
	case scheme != "": // mailto:somebody
		return a, true
	default:
		if first, _, _ := strings.Cut(rest, "/"); strings.Contains(first, ":") {
			return a, false
		}
	}
	return a, wellEscaped(rest)
}

// cutScheme cuts off what stands before the first colon, where that is a
// scheme; false where nothing stands there.
func cutScheme(raw string) (scheme, rest string, ok bool) {
	scheme, rest, found := strings.Cut(raw, ":")
	switch {
	case !found:
		return "", raw, true
	case scheme == "":
		return "", "", false
	case !isLetter(scheme[0]) || strings.ContainsFunc(scheme, func(c rune) bool { return !isPlain(c) && c != '+' && c != '-' && c != '.' }):
		return "", raw, true
	}
	return scheme, rest, true
}

// isPlain says whether a character is a letter or digit of ASCII.
func isPlain(c rune) bool { return c < 0x80 && (isLetter(byte(c)) || isDigit(byte(c))) }

// lead reads user@host:port.
func (a *address) lead(authority string) (ok bool) {
	at := strings.LastIndexByte(authority, '@')
	if at >= 0 && !isUserInfo(authority[:at]) {
		return false
	}
	host := authority[at+1:]
	if strings.HasPrefix(host, "[") {
		return a.leadToIP(host)
	}
	if strings.Contains(host, "[") {
		return false
	}
	port, found := "", false
	if i := strings.LastIndexByte(host, ':'); i >= 0 {
		host, port, found = host[:i], host[i+1:], true
	}
	web := a.scheme == "http" || a.scheme == "https" // elsewhere a list of hosts is usual
	if !isPort(port) || found && web && strings.Contains(host, ":") {
		return false
	}
	a.host, ok = hostText(host, false)
	a.port = port
	return ok
}

// leadToIP reads [ADDRESS%25ZONE]:PORT, an address of IPv6.
func (a *address) leadToIP(host string) bool {
	end := strings.LastIndexByte(host, ']')
	if end < 0 || strings.LastIndexByte(host, '[') > 0 {
		return false
	}
	port, found := strings.CutPrefix(host[end+1:], ":")
	if !isPort(port) || !found && port != "" {
		return false
	}
	ip, zone, zoned := strings.Cut(host[1:end], "%25")
	zone, ok := hostText(zone, true)
	if !ok || zoned && zone == "" || !isIPv6(ip) {
		return false
	}
	if a.host = strings.ToLower(ip); zoned {
		a.host += "%" + strings.ToLower(zone)
	}
	a.port = port
	return true
}

func isPort(s string) bool { return strings.Trim(s, "0123456789") == "" }

func isUserInfo(s string) bool {
	return wellEscaped(s) && !strings.ContainsFunc(s, func(c rune) bool { return !isPlain(c) && !strings.ContainsRune("-._:~!$&'()*+,;=%@", c) })
}

// hostText is a host with its escapes undone: those of characters outside of
// ASCII and %25; in a zone those of what may stand there itself, and of blanks.
func hostText(s string, zone bool) (string, bool) {
	for i := 0; i < len(s); i++ {
		c, escaped := s[i], s[i] == '%'
		if escaped {
			var ok bool
			if c, ok = escapeAt(s[i:]); !ok {
				return "", false
			}
			i += 2
		}
		plain := isPlain(rune(c)) || strings.IndexByte("-_.~!$&'()*+,;=:[]<>\"", c) >= 0
		switch {
		case escaped && c == '%':
		case escaped && zone && !plain && c != ' ', escaped && !zone && c < 0x80, !escaped && !plain && c < 0x80:
			return "", false
		}
	}
	return strings.ToLower(unescapeURL(s)), true
}

// isIPv6 says whether a text is an address of IPv6, as RFC 4291 writes them.
func isIPv6(s string) bool {
	left, right, elided := strings.Cut(s, "::")
	if !elided {
		return groups(s, true) == 8
	}
	l, r := groups(left, false), groups(right, true)
	return l >= 0 && r >= 0 && l+r < 8
}

// groups counts the groups of a part of an address, -1 where it is none. The
// last two may be written as in IPv4.
func groups(s string, last bool) int {
	if s == "" {
		return 0
	}
	n := 0
	words := strings.Split(s, ":")
	for i, word := range words {
		_, err := strconv.ParseUint(word, 16, 16)
		switch {
		case err == nil && len(word) <= 4:
			n++
		case last && i == len(words)-1 && isIPv4(word):
			n += 2
		default:
			return -1
		}
	}
	return n
}

func isIPv4(s string) bool {
	words := strings.Split(s, ".")
	for _, word := range words {
		if _, err := strconv.ParseUint(word, 10, 8); err != nil || len(word) > 1 && word[0] == '0' {
			return false
		}
	}
	return len(words) == 4
}

// escapeAt is the byte that an escape at the start of a text, such as %20,
// stands for.
func escapeAt(s string) (c byte, ok bool) {
	if len(s) < 3 || !isHex(s[1]) || !isHex(s[2]) {
		return 0, false
	}
	v, err := strconv.ParseUint(s[1:3], 16, 8)
	return byte(v), err == nil
}

// wellEscaped says whether each % in a text begins an escape.
func wellEscaped(s string) bool {
	for {
		i := strings.IndexByte(s, '%')
		if i < 0 {
			return true
		}
		if s = s[i:]; len(s) < 3 || !isHex(s[1]) || !isHex(s[2]) {
			return false
		}
		s = s[3:]
	}
}

// unescapeURL undoes the escapes of a text; one that is not well escaped stays.
func unescapeURL(s string) string {
	if !strings.Contains(s, "%") || !wellEscaped(s) {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		c := s[i]
		if c == '%' {
			c, _ = escapeAt(s[i:])
			i += 2
		}
		b.WriteByte(c)
	}
	return b.String()
}
