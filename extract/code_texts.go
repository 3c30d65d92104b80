package extract

import (
	"encoding/base64"
	"encoding/hex"
	"strings"

	"gate"
)

// ofText are functions of a text whose value is known with it.
func ofText(_ *codeReader, full string, on operand, a arguments) (operand, bool) {
	if full == "shlex.split" {
		on, a.list = a.at(0), nil
	}
	if on.list != nil || on.text == "" || on.text == gate.UnknownText || len(on.also) > 0 {
		return operand{}, false
	}
	switch last := full[strings.LastIndex(full, ".")+1:]; last {
	case "split":
		words := strings.Fields(on.text)
		if len(a.list) > 0 {
			if !a.at(0).settled() || a.at(0).text == "" {
				return operand{}, false
			}
			words = strings.Split(on.text, a.at(0).text)
		}
		if len(words) > maxEntries {
			return unknownOperand, true
		}
		v := operand{list: []operand{}}
		for _, w := range words {
			v.list = append(v.list, operand{text: w})
		}
		return v, true
	case "replace":
		if a.at(0).settled() && a.at(1).settled() && a.at(0).text != "" && len(on.text)*(1+len(a.at(1).text)) < maxValue {
			return on.mapped(func(s string) string { return strings.ReplaceAll(s, a.at(0).text, a.at(1).text) }), true
		}
	case "format":
		return on.mapped(func(s string) string {
			t := token{text: s}
			t.template("{", syntaxOf{})
			return t.text
		}), true
	}
	return operand{}, false
}

// decodes is text that stands in the program in another form.
func decodes(_ *codeReader, full string, _ operand, a arguments) (operand, bool) {
	text, last := a.at(0).text, full[strings.LastIndex(full, ".")+1:]
	if last == "pack" {
		text = a.at(1).text
		if !strings.HasPrefix(a.at(0).text, "H") {
			return unknownOperand, true
		}
	}
	var out []byte
	var err error
	switch last {
	case "fromhex", "pack", "unhexlify", "hex2bin", "hex":
		out, err = hex.DecodeString(strings.ReplaceAll(text, " ", ""))
	case "utf8", "utf-8":
		return a.at(0), true
	default:
		out, err = base64.StdEncoding.DecodeString(text)
	}
	if err != nil || len(out) > maxValue {
		return unknownOperand, true
	}
	return operand{text: string(out)}, true
}
