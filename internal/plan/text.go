package plan

import (
	"strconv"
	"unicode/utf8"
)

// appendRego writes a value as Rego source, as sprintf and templates show it.
func appendRego(out []byte, v Value) []byte {
	switch v := v.(type) {
	case Null:
		return append(out, "null"...)
	case Bool:
		return strconv.AppendBool(out, bool(v))
	case Int:
		return strconv.AppendInt(out, int64(v), 10)
	case Num:
		return append(out, v...)
	case String:
		return strconv.AppendQuote(out, string(v))
	case *Array:
		return append(appendList(append(out, '['), v.list()), ']')
	case *Set:
		if v.Len() == 0 {
			return append(out, "set()"...)
		}
		return append(appendList(append(out, '{'), v.list()), '}')
	case *Object:
		out = append(out, '{')
		for i, e := range v.list() {
			if i > 0 {
				out = append(out, ", "...)
			}
			out = appendRego(append(appendRego(out, e.key), ": "...), e.value)
		}
		return append(out, '}')
	}
	return out
}

func appendList(out []byte, items []Value) []byte {
	for i, v := range items {
		if i > 0 {
			out = append(out, ", "...)
		}
		out = appendRego(out, v)
	}
	return out
}

func regoText(v Value) string { return string(appendRego(nil, v)) }

// plainText is a string as it is and any other value as Rego source.
func plainText(v Value) string {
	if s, ok := v.(String); ok {
		return string(s)
	}
	return regoText(v)
}

// AppendJSON writes a value as JSON, byte for byte as encoding/json would:
// keys in order, the characters of HTML escaped. A set becomes an array, and a
// key that is no string the JSON of it.
func AppendJSON(out []byte, v Value) []byte {
	switch v := v.(type) {
	case String:
		return appendQuoted(out, string(v))
	case *Array:
		return appendJSONList(out, v.list())
	case *Set:
		return appendJSONList(out, v.list())
	case *Object:
		out = append(out, '{')
		for i, e := range jsonEntries(v) {
			if i > 0 {
				out = append(out, ',')
			}
			out = append(appendQuoted(out, string(e.key.(String))), ':')
			out = AppendJSON(out, e.value)
		}
		return append(out, '}')
	}
	return appendRego(out, v)
}

func appendJSONList(out []byte, items []Value) []byte {
	out = append(out, '[')
	for i, v := range items {
		if i > 0 {
			out = append(out, ',')
		}
		out = AppendJSON(out, v)
	}
	return append(out, ']')
}

// jsonEntries are an object's entries with strings for keys.
func jsonEntries(o *Object) []entry {
	list := o.list()
	plain := true
	for _, e := range list {
		_, ok := e.key.(String)
		plain = plain && ok
	}
	if plain {
		return list
	}
	texts := newObject(len(list))
	for _, e := range list {
		key, ok := e.key.(String)
		if !ok {
			key = String(AppendJSON(nil, e.key))
		}
		texts.Set(key, e.value)
	}
	return texts.entries
}

const hexDigits = "0123456789abcdef"

func appendQuoted(out []byte, s string) []byte {
	out = append(out, '"')
	start := 0
	for i := 0; i < len(s); {
		r, size := rune(s[i]), 1
		if r >= utf8.RuneSelf {
			r, size = utf8.DecodeRuneInString(s[i:])
		}
		if plainInJSON(r, size) {
			i += size
			continue
		}
		out = appendEscape(append(out, s[start:i]...), r)
		i += size
		start = i
	}
	return append(append(out, s[start:]...), '"')
}

func plainInJSON(r rune, size int) bool {
	switch r {
	case '"', '\\', '<', '>', '&', '\u2028', '\u2029':
		return false
	case utf8.RuneError:
		return size > 1
	}
	return r >= ' '
}

func appendEscape(out []byte, r rune) []byte {
	const short = "\"\"\\\\\bb\ff\nn\rr\tt"
	for i := 0; i < len(short); i += 2 {
		if rune(short[i]) == r {
			return append(out, '\\', short[i+1])
		}
	}
	return append(out, '\\', 'u', hexDigits[r>>12&15], hexDigits[r>>8&15], hexDigits[r>>4&15], hexDigits[r&15])
}
