package extract

import (
	"strconv"
	"strings"
)

// ansi decodes the escapes of $'...'.
func ansi(s string) string {
	var out strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] != '\\' || i+1 == len(s) {
			out.WriteByte(s[i])
			continue
		}
		i++
		switch c := s[i]; c {
		case 'n', 't', 'r', 'a', 'b', 'f', 'v', 'e', 'E':
			out.WriteByte(map[byte]byte{'n': '\n', 't': '\t', 'r': '\r', 'a': 7, 'b': 8, 'f': 12, 'v': 11, 'e': 27, 'E': 27}[c])
		case 'x':
			i += number(s[i+1:], 16, 2, &out, false)
		case 'u':
			i += number(s[i+1:], 16, 4, &out, true)
		case 'U':
			i += number(s[i+1:], 16, 8, &out, true)
		case '0', '1', '2', '3', '4', '5', '6', '7':
			i += number(s[i:], 8, 3, &out, false) - 1
		case 'c':
			if i+1 < len(s) {
				i++
				out.WriteByte(s[i] & 0x1f)
			}
		default:
			if !strings.ContainsRune(`\'"?`, rune(c)) {
				out.WriteByte('\\')
			}
			out.WriteByte(c)
		}
	}
	return out.String()
}

// number writes the character whose code begins s, and says how many digits
// it took.
func number(s string, base, most int, out *strings.Builder, wide bool) int {
	n := 0
	for n < most && n < len(s) {
		if _, err := strconv.ParseUint(s[n:n+1], base, 8); err != nil {
			break
		}
		n++
	}
	code, err := strconv.ParseUint(s[:n], base, 32)
	switch {
	case err != nil:
	case wide:
		out.WriteRune(rune(code))
	default:
		out.WriteByte(byte(code))
	}
	return n
}
