package plan

import (
	"strconv"
	"strings"
)

func biTypeName(_ *machine, args []Value) (Value, error) { return String(typeName(args[0])), nil }

func is(v Value, rank int) (Value, error) {
	if v.rank() == rank {
		return Bool(true), nil
	}
	return Bool(false), nil
}

func biIsNull(_ *machine, args []Value) (Value, error)    { return is(args[0], rankNull) }
func biIsBoolean(_ *machine, args []Value) (Value, error) { return is(args[0], rankBool) }
func biIsNumber(_ *machine, args []Value) (Value, error)  { return is(args[0], rankNumber) }
func biIsString(_ *machine, args []Value) (Value, error)  { return is(args[0], rankString) }
func biIsArray(_ *machine, args []Value) (Value, error)   { return is(args[0], rankArray) }
func biIsObject(_ *machine, args []Value) (Value, error)  { return is(args[0], rankObject) }
func biIsSet(_ *machine, args []Value) (Value, error)     { return is(args[0], rankSet) }

// biSame gives back an operand whose type was checked.
func biSame(_ *machine, args []Value) (Value, error) { return args[0], nil }

func biCastArray(_ *machine, args []Value) (Value, error) {
	return NewArray(members(args[0])...), nil
}

func biCastSet(_ *machine, args []Value) (Value, error) {
	return NewSet(append([]Value(nil), members(args[0])...)...), nil
}

func biToNumber(_ *machine, args []Value) (Value, error) {
	switch v := args[0].(type) {
	case Null:
		return Int(0), nil
	case Bool:
		if v {
			return Int(1), nil
		}
		return Int(0), nil
	case Int, Num:
		return v, nil
	case String:
		return parseNumber(string(v))
	}
	return nil, wrongType(1, args[0], "null", "boolean", "number", "string")
}

// parseNumber takes what strconv.ParseFloat takes but infinities, and keeps
// the text.
func parseNumber(s string) (Value, error) {
	switch strings.ToLower(strings.TrimLeft(s, "+-")) {
	case "inf", "infinity", "nan":
		return nil, wrongType(1, String(s), "valid number string")
	}
	if _, err := strconv.ParseFloat(s, 64); err != nil {
		return nil, err
	}
	return checkedNumber(s)
}

// biPrint says nothing: there is nobody to tell.
func biPrint(_ *machine, _ []Value) (Value, error) { return nil, nil }
