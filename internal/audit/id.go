package audit

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"math/rand/v2"
	"strconv"
	"strings"
	"unsafe"

	"gate"
	"gate/internal/plan"
)

// DecisionID is the id of a line, a UUID. That of a call before it runs is made
// of the call's own id where the harness gives one, so that what comes after it
// can name it; see CallID. Every other one is random.
func DecisionID(call gate.Call) string {
	if call.Event == gate.BeforeTool {
		if id := CallID(call); id != "" {
			return id
		}
	}
	var b [16]byte
	binary.LittleEndian.PutUint64(b[:], rand.Uint64())
	binary.LittleEndian.PutUint64(b[8:], rand.Uint64())
	return uuid(b, 4)
}

// CallID is the decision id of the line about the same call before it ran, ""
// when the harness does not say which call it is. It is a UUID of version 8,
// the first 16 bytes of the SHA-256 of harness, session and call id with a zero
// byte behind each.
func CallID(call gate.Call) string {
	if call.Session.Call == "" {
		return ""
	}
	h := sha256.New()
	for _, part := range [...]string{call.Harness, call.Session.ID, call.Session.Call} {
		h.Write([]byte(part))
		h.Write([]byte{0})
	}
	return uuid([16]byte(h.Sum(nil)), 8)
}

// uuid writes a UUID of a version and of RFC 9562's variant.
func uuid(b [16]byte, version byte) string {
	b[6] = b[6]&0x0f | version<<4
	b[8] = b[8]&0x3f | 0x80
	var out [36]byte
	at := 0
	for i, c := range b {
		if i == 4 || i == 6 || i == 8 || i == 10 {
			out[at] = '-'
			at++
		}
		hex.Encode(out[at:at+2], []byte{c})
		at += 2
	}
	return string(out[:])
}

// ActionHash names what a call would do, wherever and whenever it is made
// again: the SHA-256, in hexadecimal digits, of the input document as compact
// JSON with its keys in order, without event, native_event, time, session and
// gate.version, and without what a shell's call says about itself in
// tool.args.description: agents put that in other words each time. A text of
// more than maxHashed bytes is empty in it, and told behind it: where it stands,
// as a JSON pointer and a zero byte, and its own SHA-256. An approval of a call
// holds for the calls with the same hash.
func ActionHash(input plan.Value) string {
	var long longTexts
	action := lasting(input)
	if hasLong(action) {
		action = long.leftOut(action, "")
	}
	document := plan.AppendJSON(nil, action)
	sum := sha256.Sum256(append(document, long.told...))
	return hex.EncodeToString(sum[:])
}

// maxHashed is the length of the longest text that is hashed as JSON: to write
// one of megabytes as JSON takes much longer than to hash it.
const maxHashed = 4 << 10

// hasLong says whether a long text is anywhere in a value, which is rare.
func hasLong(v plan.Value) (found bool) {
	if text, ok := v.(plan.String); ok {
		return len(text) > maxHashed
	}
	plan.Each(v, func(_, below plan.Value) bool {
		found = hasLong(below)
		return !found
	})
	return found
}

// longTexts are those of one input.
type longTexts struct {
	told []byte
	text string // the last one, which mostly comes a second time: as an argument and as what is written
	sum  [sha256.Size]byte
}

// leftOut is a value without its long texts, which are told.
func (l *longTexts) leftOut(v plan.Value, at string) plan.Value {
	switch v := v.(type) {
	case plan.String:
		if len(v) <= maxHashed {
			return v
		}
		if string(v) != l.text {
			l.text, l.sum = string(v), sha256.Sum256(unsafe.Slice(unsafe.StringData(string(v)), len(v))) // which does not copy it
		}
		l.told = append(append(append(l.told, at...), 0), l.sum[:]...)
		return plan.String("")
	case *plan.Object:
		var fields []plan.Field
		plan.Each(v, func(key, below plan.Value) bool {
			name, _ := key.(plan.String) // an input has no other keys
			fields = append(fields, plan.Field{Key: string(name), Value: l.leftOut(below, at+"/"+escaped(string(name)))})
			return true
		})
		return plan.NewObject(fields...)
	case *plan.Array:
		items := make([]plan.Value, 0, v.Len())
		plan.Each(v, func(_, below plan.Value) bool {
			items = append(items, l.leftOut(below, at+"/"+strconv.Itoa(len(items))))
			return true
		})
		return plan.NewArray(items...)
	}
	return v
}

func escaped(name string) string {
	return strings.ReplaceAll(strings.ReplaceAll(name, "~", "~0"), "/", "~1")
}

// lasting is an input document without what differs each time.
func lasting(input plan.Value) plan.Value {
	var fields []plan.Field
	plan.Each(input, func(k, v plan.Value) bool {
		switch name, _ := k.(plan.String); name {
		case "event", "native_event", "time", "session":
		case "tool":
			fields = append(fields, plan.Field{Key: "tool", Value: undescribed(v)})
		case "gate":
			fields = append(fields, plan.Field{Key: "gate", Value: plan.NewObject(plan.Field{Key: "files", Value: plan.Get(v, plan.String("files"))})})
		default:
			fields = append(fields, plan.Field{Key: string(name), Value: v})
		}
		return true
	})
	return plan.NewObject(fields...)
}

// undescribed is a tool without its call's own description, where it is a shell.
func undescribed(tool plan.Value) plan.Value {
	args, ok := plan.Get(tool, plan.String("args")).(*plan.Object)
	if kind, _ := plan.Get(tool, plan.String("kind")).(plan.String); !ok || string(kind) != string(gate.Shell) {
		return tool
	}
	if args.Get(plan.String("description")) == nil {
		return tool
	}
	return with(tool.(*plan.Object), "args", with(args, "description", nil))
}
