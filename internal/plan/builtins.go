package plan

import (
	"errors"
	"fmt"
	"sort"
	"strings"
)

// builtin is a function that policies may call. Its operands are checked
// before the call, a letter for each, see operandTypes.
type builtin struct {
	name     string
	operands string
	call     func(m *machine, args []Value) (Value, error)
}

// operandTypes are the types that an operand may have: the bits of their ranks,
// and what an error calls them. An integer may be written with zeros behind the
// point (i), or in any way and size (I).
func operandTypes(letter byte) (ranks uint, names string) {
	switch letter {
	case 's':
		return 1 << rankString, "string"
	case 'n', 'i':
		return 1 << rankNumber, "number"
	case 'I':
		return 1 << rankNumber, "integer"
	case 'b':
		return 1 << rankBool, "boolean"
	case '0':
		return 1 << rankNull, "null"
	case 'a':
		return 1 << rankArray, "array"
	case 'o':
		return 1 << rankObject, "object"
	case 't':
		return 1 << rankSet, "set"
	case 'C':
		return 1<<rankSet | 1<<rankArray, "one of {set, array}"
	case 'c':
		return 1<<rankArray | 1<<rankSet, "one of {array, set}"
	case 'g':
		return 1<<rankArray | 1<<rankSet, "{array, set}"
	}
	return ^uint(0), "" // v: any
}

var errNotInteger = operandError("must be integer number but got floating-point number")

// check is the error of the first operand with a wrong type.
func (b *builtin) check(args []Value) error {
	if len(args) != len(b.operands) {
		return fmt.Errorf("%d operands, want %d", len(args), len(b.operands))
	}
	for i, v := range args {
		if err := checkOperand(i+1, v, b.operands[i]); err != nil {
			return err
		}
	}
	return nil
}

func checkOperand(pos int, v Value, letter byte) error {
	ranks, names := operandTypes(letter)
	if ranks>>v.rank()&1 == 0 {
		return operandError(fmt.Sprintf("operand %d must be %s but got %s", pos, names, typeName(v)))
	}
	_, whole := v.(Int)
	switch {
	case whole, letter != 'i' && letter != 'I':
		return nil
	case letter == 'i':
		_, whole = toInt64(v)
	default:
		_, whole = toBig(v)
	}
	if !whole {
		return operandError(fmt.Sprintf("operand %d %s", pos, errNotInteger))
	}
	return nil
}

// wrongType is the error of an operand that may have several types.
func wrongType(pos int, got Value, want ...string) error {
	text := want[0]
	if len(want) > 1 {
		text = "one of {" + strings.Join(want, ", ") + "}"
	}
	return operandError(fmt.Sprintf("operand %d must be %s but got %s", pos, text, typeName(got)))
}

// wrongElement is the error of a collection with a wrong element.
func wrongElement(pos int, in, got Value, want string) error {
	name := typeName(in)
	return operandError(fmt.Sprintf("operand %d must be %s of %ss but got %s containing %s", pos, name, want, name, typeName(got)))
}

func integer(v Value) int {
	i, _ := toInt64(v)
	return int(i)
}

// members are the elements of an array or the members of a set.
func members(v Value) []Value {
	switch v := v.(type) {
	case *Array:
		return v.list()
	case *Set:
		return v.list()
	}
	return nil
}

// findBuiltin is the builtin of a name, nil when there is none.
func findBuiltin(name string) *builtin {
	i := sort.Search(len(builtins), func(i int) bool { return builtins[i].name >= name })
	if i == len(builtins) || builtins[i].name != name {
		return nil
	}
	return &builtins[i]
}

// Builtins are the names of all builtins that a policy may use.
func Builtins() []string {
	names := make([]string, len(builtins))
	for i, b := range builtins {
		names[i] = b.name
	}
	return names
}

// tooCostly ends an evaluation before a builtin makes a value of this size.
func (m *machine) tooCostly(bytes int) error {
	if bytes >= 0 && bytes <= m.memory {
		return nil
	}
	return halt{&Error{Code: ErrCancel, Message: errBudget.Error() + ": it needs too much memory"}}
}

var errEmptySearch = errors.New("empty search character")
