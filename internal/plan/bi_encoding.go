package plan

import (
	"bytes"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"strings"
)

func biBase64Encode(_ *machine, args []Value) (Value, error) {
	return String(base64.StdEncoding.EncodeToString([]byte(text(args, 0)))), nil
}

func biBase64Decode(_ *machine, args []Value) (Value, error) {
	out, err := base64.StdEncoding.DecodeString(text(args, 0))
	return String(out), err
}

func biBase64IsValid(_ *machine, args []Value) (Value, error) {
	s, ok := args[0].(String)
	_, err := base64.StdEncoding.DecodeString(string(s))
	return Bool(ok && err == nil), nil
}

func biBase64URLEncode(_ *machine, args []Value) (Value, error) {
	return String(base64.URLEncoding.EncodeToString([]byte(text(args, 0)))), nil
}

func biBase64URLEncodeNoPad(_ *machine, args []Value) (Value, error) {
	return String(base64.RawURLEncoding.EncodeToString([]byte(text(args, 0)))), nil
}

// biBase64URLDecode takes text with and without padding.
func biBase64URLDecode(_ *machine, args []Value) (Value, error) {
	s := text(args, 0)
	if !strings.HasSuffix(s, "=") {
		switch len(s) % 4 {
		case 1:
			return nil, fmt.Errorf("illegal base64url string: %s", s)
		case 2:
			s += "=="
		case 3:
			s += "="
		}
	}
	out, err := base64.URLEncoding.DecodeString(s)
	return String(out), err
}

func biHexEncode(_ *machine, args []Value) (Value, error) {
	return String(hex.EncodeToString([]byte(text(args, 0)))), nil
}

func biHexDecode(_ *machine, args []Value) (Value, error) {
	out, err := hex.DecodeString(text(args, 0))
	return String(out), err
}

func biURLEncode(_ *machine, args []Value) (Value, error) {
	return String(queryEscaped(text(args, 0))), nil
}

func biURLDecode(_ *machine, args []Value) (Value, error) {
	out, err := queryUnescaped(text(args, 0))
	return String(out), err
}

const errQueryObject = operandError("operand 1 values must be string, array[string], or set[string]")

// biURLEncodeObject writes the keys in their order, which is that of an object.
func biURLEncodeObject(_ *machine, args []Value) (Value, error) {
	o, ok := args[0].(*Object)
	if !ok {
		return nil, wrongType(1, args[0], "object")
	}
	var parts []string
	for _, e := range jsonEntries(o) {
		var list []string
		switch v := e.value.(type) {
		case String:
			list = []string{string(v)}
		case *Array, *Set:
			var bad Value
			if list, bad = stringItems(members(v)); bad != nil {
				return nil, errQueryObject
			}
		default:
			return nil, errQueryObject
		}
		for _, s := range list {
			parts = append(parts, queryEscaped(string(e.key.(String)))+"="+queryEscaped(s))
		}
	}
	return String(strings.Join(parts, "&")), nil
}

func biURLDecodeObject(_ *machine, args []Value) (Value, error) {
	values := map[string][]string{}
	err := parseQuery(text(args, 0), func(key, value string) { values[key] = append(values[key], value) })
	if err != nil {
		return nil, err
	}
	var list []entry
	for key, texts := range values {
		list = append(list, entry{String(key), stringArray(texts)})
	}
	return objectOf(list), nil
}

func biURIParse(_ *machine, args []Value) (Value, error) {
	a, err := parseURL(text(args, 0))
	if err != nil {
		return nil, err
	}
	out := newObject(7)
	for _, part := range [...][2]string{
		{"scheme", a.scheme}, {"hostname", a.hostname}, {"port", a.port}, {"path", a.path},
		{"raw_path", a.rawPath}, {"raw_query", a.query}, {"fragment", a.fragment},
	} {
		if part[1] != "" {
			out.Set(String(part[0]), String(part[1]))
		}
	}
	return out, nil
}

func biURIIsValid(_ *machine, args []Value) (Value, error) {
	s, ok := args[0].(String)
	_, err := parseURL(string(s))
	return Bool(ok && s != "" && err == nil), nil
}

// biJSONUnmarshal reports what is wrong in the words of encoding/json.
func biJSONUnmarshal(_ *machine, args []Value) (Value, error) {
	v, err := ParseJSON(text(args, 0))
	if err == nil {
		return v, nil
	}
	var x any
	dec := json.NewDecoder(strings.NewReader(text(args, 0)))
	dec.UseNumber()
	if plain := dec.Decode(&x); plain != nil {
		return nil, plain
	}
	more, plain := dec.Token()
	switch {
	case more != nil:
		return nil, fmt.Errorf("error: invalid character '%s' after top-level value", more)
	case plain != nil && plain != io.EOF:
		return nil, plain
	}
	return nil, err // a number out of range
}

func biJSONIsValid(_ *machine, args []Value) (Value, error) {
	s, ok := args[0].(String)
	return Bool(ok && json.Valid([]byte(s))), nil
}

// biJSONMarshal is safe from values that share parts to exponential length:
// their weight counts every part.
func biJSONMarshal(m *machine, args []Value) (Value, error) {
	if err := m.tooCostly(jsonSize(args[0])); err != nil {
		return nil, err
	}
	return String(AppendJSON(nil, args[0])), nil
}

// jsonSize is about how long a value is as JSON.
func jsonSize(v Value) int {
	size := 8
	if s, ok := v.(String); ok {
		return size + len(s)
	}
	Each(v, func(k, below Value) bool {
		if v.rank() == rankObject {
			size += jsonSize(k)
		}
		size += jsonSize(below)
		return true
	})
	return size
}

func biJSONMarshalWithOptions(m *machine, args []Value) (Value, error) {
	prefix, indent, pretty := "", "\t", false
	var said *bool
	for i, e := range args[1].(*Object).list() {
		key := plainText(e.key)
		if err := checkOperand(i, e.key, 's'); err != nil {
			return nil, operandError(fmt.Sprintf("operand 2 failed to stringify key %s at index %d: %v", key, i, err))
		}
		value, isString := e.value.(String)
		switch key {
		case "prefix", "indent":
			if !isString {
				err := wrongType(i, e.value, "string")
				return nil, operandError(fmt.Sprintf("operand 2 key %s failed cast to string: %v", key, err))
			}
			if pretty = true; key == "prefix" {
				prefix = string(value)
			} else {
				indent = string(value)
			}
		case "pretty":
			b, ok := e.value.(Bool)
			if !ok {
				return nil, operandError("operand 2 key pretty failed cast to bool")
			}
			said = (*bool)(&b)
		default:
			return nil, operandError("operand 2 object contained unknown key " + regoText(e.key))
		}
	}
	if said != nil {
		pretty = *said
	}
	plain, err := biJSONMarshal(m, args)
	if err != nil || !pretty {
		return plain, err
	}
	if err := m.tooCostly(Weight(args[0]) * (len(prefix) + 8*len(indent))); err != nil {
		return nil, err
	}
	out := bytes.NewBufferString(prefix)
	err = json.Indent(out, []byte(plain.(String)), prefix, indent)
	return String(out.String()), err
}
