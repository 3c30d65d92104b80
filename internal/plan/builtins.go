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

// operandTypes are the types that an operand may have. An integer may be
// written with zeros behind the point (i), or in any way and size (I).
func operandTypes(letter byte) (ranks []int, names string) {
	switch letter {
	case 's':
		return []int{rankString}, "string"
	case 'n', 'i':
		return []int{rankNumber}, "number"
	case 'I':
		return []int{rankNumber}, "integer"
	case 'b':
		return []int{rankBool}, "boolean"
	case '0':
		return []int{rankNull}, "null"
	case 'a':
		return []int{rankArray}, "array"
	case 'o':
		return []int{rankObject}, "object"
	case 't':
		return []int{rankSet}, "set"
	case 'C':
		return []int{rankSet, rankArray}, "one of {set, array}"
	case 'c':
		return []int{rankArray, rankSet}, "one of {array, set}"
	case 'g':
		return []int{rankArray, rankSet}, "{array, set}"
	}
	return nil, ""
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
	switch letter { // without making lists, as most calls are right
	case 'v':
		return nil
	case 's':
		if _, ok := v.(String); ok {
			return nil
		}
	case 'i':
		if _, ok := v.(Int); ok {
			return nil
		}
	}
	ranks, names := operandTypes(letter)
	fits := false
	for _, r := range ranks {
		fits = fits || v.rank() == r
	}
	if !fits {
		return operandError(fmt.Sprintf("operand %d must be %s but got %s", pos, names, typeName(v)))
	}
	whole := true
	switch letter {
	case 'i':
		_, whole = toInt64(v)
	case 'I':
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
