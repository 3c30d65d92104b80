package yaml

import (
	"math"
	"strconv"
	"strings"
	"time"
)

// The tags that mean something here.
const (
	nullTag      = "!!null"
	boolTag      = "!!bool"
	strTag       = "!!str"
	intTag       = "!!int"
	floatTag     = "!!float"
	timestampTag = "!!timestamp"
	binaryTag    = "!!binary"
	mergeTag     = "!!merge"
	mapTag       = "!!map"

	longTag = "tag:yaml.org,2002:"
)

func shortTag(tag string) string {
	if rest, ok := strings.CutPrefix(tag, longTag); ok {
		return "!!" + rest
	}
	return tag
}

// scalar is what a scalar stands for: nil, bool, int64, uint64, float64,
// string or time.Time.
type scalar any

// resolve says what a text without quotes stands for, and the tag of that. A
// tag that is given must fit.
func resolve(tag, text string) (string, scalar) {
	switch tag {
	case "", boolTag, intTag, floatTag, nullTag, timestampTag:
	default: // also of strings
		return tag, text
	}
	found, v := guess(tag, text)
	if i, ok := v.(int64); ok && tag == floatTag {
		return floatTag, float64(i)
	}
	if tag != "" && tag != found {
		fail("cannot decode %s `%s` as a %s", found, text, tag)
	}
	return found, v
}

// guess looks at the first character, which says what a text may be.
func guess(tag, text string) (string, scalar) {
	if text == "" {
		return nullTag, nil
	}
	switch c := text[0]; {
	case c == '+' || c == '-' || c >= '0' && c <= '9':
		if found, v, ok := number(tag, text); ok {
			return found, v
		}
	case c == '.':
		if f, err := strconv.ParseFloat(text, 64); err == nil {
			return floatTag, f
		}
	}
	return word(text)
}

// word is what a word stands for. YAML 1.1's yes, no, on and off are text.
func word(text string) (string, scalar) {
	switch text {
	case "true", "True", "TRUE":
		return boolTag, true
	case "false", "False", "FALSE":
		return boolTag, false
	case "~", "null", "Null", "NULL":
		return nullTag, nil
	case ".nan", ".NaN", ".NAN":
		return floatTag, math.NaN()
	case ".inf", ".Inf", ".INF", "+.inf", "+.Inf", "+.INF":
		return floatTag, math.Inf(1)
	case "-.inf", "-.Inf", "-.INF":
		return floatTag, math.Inf(-1)
	case "<<":
		return mergeTag, text
	}
	return strTag, text
}

// number reads a timestamp, an integer or a float.
func number(tag, text string) (string, scalar, bool) {
	if tag == "" || tag == timestampTag {
		if t, ok := timestamp(text); ok {
			return timestampTag, t, true
		}
	}
	plain := strings.ReplaceAll(text, "_", "")
	if v, ok := integer(plain, "", 0); ok {
		return intTag, v, true
	}
	if isFloat(plain) {
		if f, err := strconv.ParseFloat(plain, 64); err == nil {
			return floatTag, f, true
		}
	}
	for _, form := range [...]struct {
		prefix string
		base   int
	}{{"0b", 2}, {"0o", 8}} {
		if v, ok := integer(plain, form.prefix, form.base); ok {
			return intTag, v, true
		}
	}
	return "", nil, false
}

// integer reads an integer behind a prefix. A base of 0 is what the text says:
// 0x1f, 0o17, 017, 0b1.
func integer(text, prefix string, base int) (scalar, bool) {
	digits, ok := strings.CutPrefix(text, prefix)
	if !ok {
		if digits, ok = strings.CutPrefix(text, "-"+prefix); !ok {
			return nil, false
		}
		i, err := strconv.ParseInt("-"+digits, base, 64)
		return i, err == nil
	}
	if i, err := strconv.ParseInt(digits, base, 64); err == nil {
		return i, true
	}
	u, err := strconv.ParseUint(digits, base, 64)
	return u, err == nil
}

// isFloat is whether a text is a decimal number:
// [-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?
func isFloat(text string) bool {
	text = unsigned(text)
	mantissa, exponent := text, ""
	if i := strings.IndexAny(text, "eE"); i >= 0 {
		mantissa, exponent = text[:i], unsigned(text[i+1:])
		if exponent == "" {
			return false
		}
	}
	whole, fraction, dotted := strings.Cut(mantissa, ".")
	if !allDigits(whole) || !allDigits(fraction) || !allDigits(exponent) {
		return false
	}
	return whole != "" || dotted && fraction != ""
}

func unsigned(text string) string {
	if text != "" && (text[0] == '+' || text[0] == '-') {
		return text[1:]
	}
	return text
}

func allDigits(text string) bool {
	for i := range len(text) {
		if text[i] < '0' || text[i] > '9' {
			return false
		}
	}
	return true
}

// timestamp reads a date, and a time of day when there is one.
func timestamp(text string) (time.Time, bool) {
	if len(text) < 5 || text[4] != '-' || !allDigits(text[:4]) {
		return time.Time{}, false
	}
	for _, layout := range [...]string{
		"2006-1-2T15:4:5.999999999Z07:00", "2006-1-2t15:4:5.999999999Z07:00", "2006-1-2 15:4:5.999999999", "2006-1-2",
	} {
		if t, err := time.Parse(layout, text); err == nil {
			return t, true
		}
	}
	return time.Time{}, false
}
