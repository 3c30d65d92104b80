package extract

import (
	"encoding/base64"
	"slices"
	"strconv"
	"strings"
	"unicode/utf16"
)

// decoded is base64 as the bytes that it stands for.
func decoded(text string) psValue {
	text = strings.Map(func(c rune) rune {
		if c == ' ' || c == '\n' || c == '\r' || c == '\t' {
			return -1
		}
		return c
	}, text)
	raw, err := base64.StdEncoding.DecodeString(text)
	if err != nil {
		raw, err = base64.RawStdEncoding.DecodeString(text)
	}
	if err != nil {
		return unknownValue()
	}
	return textValue(string(raw))
}

// utf16Text is little-endian UTF-16 as text.
func utf16Text(raw string) string {
	units := make([]uint16, 0, len(raw)/2)
	for i := 0; i+1 < len(raw); i += 2 {
		units = append(units, uint16(raw[i])|uint16(raw[i+1])<<8)
	}
	return strings.TrimPrefix(string(utf16.Decode(units)), "\uFEFF")
}

// stringMethod is what is known of a method of a text.
func stringMethod(on psValue, name string, args []psValue) psValue {
	text := on.str()
	if on.kind == psObject || !on.known() || on.isTable || slices.ContainsFunc(args, func(a psValue) bool { return !a.known() }) {
		from := slices.Clone(on.from)
		for _, a := range args {
			from = append(from, a.from...)
		}
		return unknownValue(distinct(from)...)
	}
	var number []int
	for _, a := range args {
		n, err := strconv.Atoi(a.str())
		if err != nil {
			n = -1
		}
		number = append(number, n)
	}
	switch {
	case name == "tostring" && len(args) == 0 || name == "normalize":
	case name == "tolower" || name == "tolowerinvariant":
		text = strings.ToLower(text)
	case name == "toupper" || name == "toupperinvariant":
		text = strings.ToUpper(text)
	case name == "trim":
		text = trimmed(text, args, true, true)
	case name == "trimend":
		text = trimmed(text, args, false, true)
	case name == "trimstart":
		text = trimmed(text, args, true, false)
	case name == "replace" && len(args) == 2 && args[0].str() != "" && len(text)*(1+len(args[1].str())) < maxText:
		text = strings.ReplaceAll(text, args[0].str(), args[1].str())
	case name == "insert" && len(args) == 2 && number[0] >= 0 && number[0] <= len(text):
		text = text[:number[0]] + args[1].str() + text[number[0]:]
	case name == "substring" && len(args) == 1 && number[0] >= 0 && number[0] <= len(text):
		text = text[number[0]:]
	case name == "substring" && len(args) == 2 && number[0] >= 0 && number[1] >= 0 && number[0]+number[1] <= len(text):
		text = text[number[0] : number[0]+number[1]]
	case name == "split" && len(args) == 1 && len(args[0].str()) == 1:
		var out []psValue
		for _, piece := range strings.Split(text, args[0].str()) {
			out = append(out, textValue(piece))
		}
		return listOf(out)
	case name == "tochararray" && len(text) <= maxEntries:
		var out []psValue
		for _, c := range text {
			out = append(out, textValue(string(c)))
		}
		return listOf(out)
	default:
		return unknownValue(on.from...)
	}
	return psValue{text: text, from: on.from}
}

func trimmed(text string, args []psValue, left, right bool) string {
	cut := " \t\r\n"
	if len(args) > 0 {
		cut = args[0].str()
	}
	if left {
		text = strings.TrimLeft(text, cut)
	}
	if right {
		text = strings.TrimRight(text, cut)
	}
	return text
}
