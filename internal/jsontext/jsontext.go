// Package jsontext reads and writes the pieces of JSON that the hook meets
// before every tool call, in one pass and without reflection. What is valid,
// and what a string says, is the same as for encoding/json.
package jsontext

import (
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

const hex = "0123456789abcdef"

// AppendString writes a string, without escaping for HTML.
func AppendString(out []byte, text string) []byte {
	out = append(out, '"')
	done := 0
	for i := 0; i < len(text); {
		r, size := rune(text[i]), 1
		if r >= utf8.RuneSelf {
			r, size = utf8.DecodeRuneInString(text[i:])
		}
		if escape := escaped(r, size); escape != "" {
			out = append(append(out, text[done:i]...), escape...)
			done = i + size
		}
		i += size
	}
	return append(append(out, text[done:]...), '"')
}

// escaped is how a character of that size in bytes is escaped, "" where it
// stands for itself.
func escaped(r rune, size int) string {
	switch {
	case r == '"':
		return `\"`
	case r == '\\':
		return `\\`
	case r == '\b':
		return `\b`
	case r == '\f':
		return `\f`
	case r == '\n':
		return `\n`
	case r == '\r':
		return `\r`
	case r == '\t':
		return `\t`
	case r < ' ':
		return `\u00` + hex[r>>4:r>>4+1] + hex[r&0xf:r&0xf+1]
	case r == utf8.RuneError && size == 1:
		return `\ufffd`
	case r == '\u2028' || r == '\u2029': // ends a line in JavaScript
		return `\u202` + hex[r&0xf:r&0xf+1]
	}
	return ""
}

// ReadString reads the string that valid JSON begins with, and gives what it
// says and the JSON behind it. What is not UTF-8 in it becomes U+FFFD.
func ReadString(valid string) (text, rest string) {
	end := closing(valid)
	text, rest = valid[1:end], valid[end+1:]
	if at := strings.IndexByte(text, '\\'); at >= 0 {
		text = unescaped(text, at)
	}
	return repaired(text), rest
}

// SkipString gives the JSON behind the string that valid JSON begins with.
func SkipString(valid string) (rest string) { return valid[closing(valid)+1:] }

// closing is where the quote stands that ends a string: one with an even
// number of backslashes before it.
func closing(valid string) int {
	for at := 1; ; at++ {
		at += strings.IndexByte(valid[at:], '"')
		slashes := 0
		for valid[at-1-slashes] == '\\' {
			slashes++
		}
		if slashes%2 == 0 {
			return at
		}
	}
}

// unescaped is what a text says whose first escape is at that place.
func unescaped(text string, at int) string {
	var out strings.Builder
	out.Grow(len(text))
	for ; at >= 0; at = strings.IndexByte(text, '\\') {
		r, size := unescape(text[at:])
		out.WriteString(text[:at])
		out.WriteRune(r)
		text = text[at+size:]
	}
	out.WriteString(text)
	return out.String()
}

// repaired is text with each byte that is not UTF-8 replaced.
func repaired(text string) string {
	if utf8.ValidString(text) {
		return text
	}
	return string([]rune(text))
}

// unescape is the character that a valid text begins with, as an escape of
// that size. Half a pair is no character.
func unescape(text string) (r rune, size int) {
	switch text[1] {
	case 'u':
		r = unhex(text[2:6])
		if !utf16.IsSurrogate(r) {
			return r, 6
		}
		if len(text) >= 12 && text[6] == '\\' && text[7] == 'u' {
			if pair := utf16.DecodeRune(r, unhex(text[8:12])); pair != utf8.RuneError {
				return pair, 12
			}
		}
		return utf8.RuneError, 6
	case 'b':
		return '\b', 2
	case 'f':
		return '\f', 2
	case 'n':
		return '\n', 2
	case 'r':
		return '\r', 2
	case 't':
		return '\t', 2
	}
	return rune(text[1]), 2 // it stands for itself: " \ /
}

func unhex(digits string) (r rune) {
	for i := range len(digits) {
		r = r<<4 | rune(digit(digits[i]))
	}
	return r
}

// digit is the value of a hexadecimal digit, 16 for anything else.
func digit(c byte) byte {
	switch {
	case '0' <= c && c <= '9':
		return c - '0'
	case 'a' <= c|0x20 && c|0x20 <= 'f':
		return c | 0x20 - 'a' + 10
	}
	return 16
}
