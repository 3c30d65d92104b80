package plan

import (
	"fmt"
	"math/big"
	"strconv"
	"strings"
)

// maxPadding is the largest width and precision that sprintf pads to.
const maxPadding = 100_000

func biSprintf(m *machine, args []Value) (Value, error) {
	format := text(args, 0)
	list := make([]any, length(args[1]))
	for i, v := range members(args[1]) {
		list[i] = printable(v)
		if n, ok := list[i].(int64); ok && strings.Contains(format, "*") && strings.Contains(format, "%") && (n > maxPadding || n < -maxPadding) {
			return nil, m.tooCostly(-1)
		}
		if err := m.tooCostly(32 * Weight(v)); err != nil {
			return nil, err
		}
	}
	pad, ok := padding(format)
	if !ok {
		return nil, m.tooCostly(-1)
	}
	if err := m.tooCostly(len(format) + pad); err != nil {
		return nil, err
	}
	return String(fmt.Sprintf(format, list...)), nil
}

// padding is the sum of the widths and precisions in a format, unless one is
// too large.
func padding(format string) (sum int, ok bool) {
	for _, directive := range strings.Split(format, "%")[1:] {
		end := strings.IndexFunc(directive, func(r rune) bool { return !strings.ContainsRune("+-# 0123456789.[]*", r) })
		if end < 0 {
			end = len(directive)
		}
		for _, digits := range strings.FieldsFunc(directive[:end], func(r rune) bool { return r < '0' || r > '9' }) {
			n, err := strconv.Atoi(digits)
			if err != nil || n > maxPadding {
				return 0, false
			}
			sum += n
		}
	}
	return sum, true
}

// printable is a value in the Go type that OPA gives to fmt.
func printable(v Value) any {
	switch v := v.(type) {
	case Int:
		return int64(v)
	case String:
		return string(v)
	case Num:
		if strings.ContainsAny(string(v), ".eE") {
			if f, err := strconv.ParseFloat(string(v), 64); err == nil {
				return f
			}
			return string(v)
		}
		if i, ok := toInt64(v); ok {
			return i
		}
		if i, ok := new(big.Int).SetString(string(v), 10); ok {
			return i
		}
		return string(v)
	}
	return regoText(v)
}

// biTemplateString joins the parts of an interpolated string. A part is a
// scalar, or a set of one value, which is empty when it is undefined.
func biTemplateString(m *machine, args []Value) (Value, error) {
	var out []byte
	for _, part := range members(args[0]) {
		if s, ok := part.(*Set); ok {
			switch s.Len() {
			case 0:
				part = String("<undefined>")
			case 1:
				part = s.list()[0]
			default:
				return nil, halt{&Error{Code: ErrConflict, Message: "template-strings must not produce multiple outputs"}}
			}
		} else if part.rank() > rankString {
			return nil, halt{&Error{Code: ErrInternal, Message: "illegal argument type: " + typeName(part)}}
		}
		if err := m.tooCostly(len(out) + 32*Weight(part)); err != nil {
			return nil, err
		}
		out = append(out, plainText(part)...)
	}
	return String(out), nil
}
