// Package capture reads what the hook was told to keep: payloads, verbatim and
// one behind the other, and makes fixtures of them.
package capture

import (
	"bytes"
	"errors"

	"gate"
	"gate/dialects"
)

// Payload is one payload of a capture.
type Payload struct {
	Text []byte    // verbatim, without the blanks around it
	Call gate.Call // its Harness is "" where no harness sends such a payload
	Err  error     // why it cannot be read as a payload
}

// patch is what a payload begins and ends with that is no JSON: Cursor sends
// nothing but a patch for its ApplyPatch on Windows.
var patch = struct{ head, foot []byte }{[]byte("*** Begin Patch"), []byte("*** End Patch")}

const blank = " \t\r\n"

var bom = []byte("\xef\xbb\xbf")

// Split takes a capture apart, the oldest payload first. Payloads stand one
// behind the other, with anything or nothing between them, on one line or
// several. What cannot be read is a Payload too: it ends where the next
// payload begins that a harness sends, or that begins a line.
func Split(capture []byte) []Payload {
	var all []Payload
	for rest := bytes.TrimLeft(capture, blank); len(rest) > 0; {
		size := whole(rest)
		if size == 0 {
			size = broken(rest)
		}
		all = append(all, newPayload(bytes.TrimRight(rest[:size], blank)))
		rest = bytes.TrimLeft(rest[size:], blank)
	}
	return all
}

func newPayload(text []byte) Payload {
	call, err := dialects.Decode(text, dialects.Hint{})
	return Payload{text, call, err}
}

// whole is the size of the payload that the text begins with, 0 where it
// begins with none.
func whole(text []byte) int {
	mark := len(text) - len(bytes.TrimPrefix(text, bom))
	size := 0
	switch body := text[mark:]; {
	case bytes.HasPrefix(body, patch.head):
		if at := bytes.Index(body, patch.foot); at >= 0 {
			return mark + at + len(patch.foot)
		}
		return 0
	case bytes.HasPrefix(body, []byte("{")):
		size = object(body)
	}
	if size == 0 {
		return 0
	}
	if err := newPayload(text[:mark+size]).Err; errors.Is(err, dialects.ErrNotJSON) {
		return 0
	}
	return mark + size
}

// object is the size of the text up to the brace that closes its first one, 0
// where there is none.
func object(text []byte) int {
	depth, quoted := 0, false
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case quoted && c == '\\':
			i++
		case c == '"':
			quoted = !quoted
		case quoted:
		case c == '{':
			depth++
		case c == '}':
			if depth--; depth == 0 {
				return i + 1
			}
		}
	}
	return 0
}

// broken is the size of the text before the next payload.
func broken(text []byte) int {
	for at := 1; at < len(text); at++ {
		fresh := text[at-1] == '\n'
		if text[at] != '{' && !(fresh && (bytes.HasPrefix(text[at:], bom) || bytes.HasPrefix(text[at:], patch.head))) {
			continue
		}
		size := whole(text[at:])
		if size > 0 && (fresh || newPayload(text[at:at+size]).Err == nil) {
			return at
		}
	}
	return len(text)
}
