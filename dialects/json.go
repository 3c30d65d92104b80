package dialects

import "unicode/utf8"

// object is a JSON object that is being written, key by key.
type object []byte

// raw adds a key whose value is JSON already.
func (o object) raw(key, value string) object {
	return append(o.key(key), value...)
}

// text adds a key whose value is a string.
func (o object) text(key, value string) object {
	return appendString(o.key(key), value)
}

func (o object) key(name string) object {
	if len(o) == 0 {
		o = append(o, '{')
	} else {
		o = append(o, ',')
	}
	return append(appendString(o, name), ':')
}

// end is the whole object.
func (o object) end() []byte {
	if len(o) == 0 {
		return []byte("{}")
	}
	return append(o, '}')
}

const hex = "0123456789abcdef"

// appendString writes a string as encoding/json does, but without escaping
// for HTML.
func appendString(out []byte, text string) []byte {
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
	case r == '\u2028' || r == '\u2029':
		return `\u202` + hex[r&0xf:r&0xf+1]
	}
	return ""
}
