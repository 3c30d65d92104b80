package plan

import (
	"errors"
	"math/big"
)

var (
	errDivide = errors.New("divide by zero")
	errModulo = errors.New("modulo by zero")
	errFloat  = errors.New("modulo on floating-point number")
)

// small are two integers of 32 bits, whose product is an Int.
func small(a, b Value) (x, y int64, ok bool) {
	x, okX := toInt64(a)
	y, okY := toInt64(b)
	return x, y, okX && okY && int64(int32(x)) == x && int64(int32(y)) == y
}

func bigs(a, b Value) (x, y *big.Int, ok bool) {
	if x, ok = toBig(a); !ok {
		return nil, nil, false
	}
	y, ok = toBig(b)
	return x, y, ok
}

// exactly calculates with integers if both are, and in floating point else.
func exactly(a, b Value, whole func(z, x, y *big.Int) *big.Int, float func(z, x, y *big.Float) *big.Float) Value {
	if x, y, ok := bigs(a, b); ok {
		return fromBig(whole(new(big.Int), x, y))
	}
	return fromFloat(float(new(big.Float), toFloat(a), toFloat(b)))
}

func biPlus(_ *machine, args []Value) (Value, error) {
	if x, y, ok := small(args[0], args[1]); ok {
		return Int(x + y), nil
	}
	return exactly(args[0], args[1], (*big.Int).Add, (*big.Float).Add), nil
}

func biMul(_ *machine, args []Value) (Value, error) {
	if x, y, ok := small(args[0], args[1]); ok {
		return Int(x * y), nil
	}
	return exactly(args[0], args[1], (*big.Int).Mul, (*big.Float).Mul), nil
}

// biMinus is the difference of numbers, or of sets.
func biMinus(_ *machine, args []Value) (Value, error) {
	a, b := args[0], args[1]
	if isNumber(a) && isNumber(b) {
		if x, y, ok := small(a, b); ok {
			return Int(x - y), nil
		}
		return exactly(a, b, (*big.Int).Sub, (*big.Float).Sub), nil
	}
	s, isSet := a.(*Set)
	t, both := b.(*Set)
	switch {
	case isSet && both:
		return s.filter(func(v Value) bool { return !t.has(v) }), nil
	case !isNumber(a) && !isSet:
		return nil, wrongType(1, a, "number", "set")
	case isNumber(b):
		return nil, wrongType(2, b, "set")
	}
	return nil, wrongType(2, b, "number")
}

// biDiv is exact where it comes out even between small integers, and in
// floating point else, as for OPA.
func biDiv(_ *machine, args []Value) (Value, error) {
	if x, y, ok := small(args[0], args[1]); ok {
		if y == 0 {
			return nil, errDivide
		}
		if x != 0 && x%y == 0 {
			return Int(x / y), nil
		}
	}
	y := toFloat(args[1])
	if i, acc := y.Int64(); acc == big.Exact && i == 0 {
		return nil, errDivide
	}
	return fromFloat(new(big.Float).Quo(toFloat(args[0]), y)), nil
}

func biRem(_ *machine, args []Value) (Value, error) {
	x, y, ok := bigs(args[0], args[1])
	switch {
	case !ok:
		return nil, errFloat
	case y.Sign() == 0:
		return nil, errModulo
	}
	return fromBig(new(big.Int).Rem(x, y)), nil
}

func isSmall(v Value) (int64, bool) {
	x, _, ok := small(v, Int(0))
	return x, ok
}

func biAbs(_ *machine, args []Value) (Value, error) {
	if x, ok := isSmall(args[0]); ok {
		return Int(max(x, -x)), nil
	}
	f := toFloat(args[0])
	return fromFloat(f.Abs(f)), nil
}

func biRound(_ *machine, args []Value) (Value, error) {
	if x, ok := isSmall(args[0]); ok {
		return Int(x), nil
	}
	f, half := toFloat(args[0]), big.NewFloat(0.5)
	if f.Signbit() {
		half.Neg(half)
	}
	i, _ := new(big.Float).Add(f, half).Int(nil)
	return fromFloat(new(big.Float).SetInt(i)), nil
}

func biCeil(_ *machine, args []Value) (Value, error) {
	if x, ok := isSmall(args[0]); ok {
		return Int(x), nil
	}
	f := toFloat(args[0])
	i, _ := f.Int(nil)
	whole := new(big.Float).SetInt(i)
	if !whole.Signbit() && f.Cmp(whole) != 0 {
		whole = new(big.Float).Add(whole, big.NewFloat(1))
	}
	return fromFloat(whole), nil
}

func biFloor(_ *machine, args []Value) (Value, error) {
	if x, ok := isSmall(args[0]); ok {
		return Int(x), nil
	}
	f := toFloat(args[0])
	i, _ := f.Int(nil)
	whole := new(big.Float).SetInt(i)
	if whole.Signbit() && f.Cmp(whole) != 0 {
		whole = new(big.Float).Sub(whole, big.NewFloat(1))
	}
	return fromFloat(whole), nil
}

func bitwise(args []Value, f func(z, x, y *big.Int) *big.Int) (Value, error) {
	x, y, _ := bigs(args[0], args[1])
	return fromBig(f(new(big.Int), x, y)), nil
}

func biBitsAnd(_ *machine, args []Value) (Value, error) { return bitwise(args, (*big.Int).And) }
func biBitsOr(_ *machine, args []Value) (Value, error)  { return bitwise(args, (*big.Int).Or) }
func biBitsXor(_ *machine, args []Value) (Value, error) { return bitwise(args, (*big.Int).Xor) }

func biBitsNegate(_ *machine, args []Value) (Value, error) {
	x, _ := toBig(args[0])
	return fromBig(new(big.Int).Not(x)), nil
}

func biBitsLsh(m *machine, args []Value) (Value, error) {
	x, by, err := shift(args)
	if err != nil {
		return nil, err
	}
	if x.Sign() == 0 {
		return Int(0), nil
	}
	if err := m.tooCostly(int(min(by/8, 1<<40))); err != nil {
		return nil, err
	}
	return fromBig(x.Lsh(x, uint(by))), nil
}

func biBitsRsh(_ *machine, args []Value) (Value, error) {
	x, by, err := shift(args)
	if err != nil {
		return nil, err
	}
	return fromBig(x.Rsh(x, uint(by))), nil
}

func shift(args []Value) (*big.Int, uint64, error) {
	x, by, _ := bigs(args[0], args[1])
	if by.Sign() < 0 {
		return nil, 0, operandError("operand 2 must be an unsigned integer number but got a negative integer")
	}
	return x, by.Uint64(), nil
}
