package plan

import (
	"fmt"
	"math/big"
)

func biRange(m *machine, args []Value) (Value, error) {
	return numbersRange(m, "numbers.range", args[0], args[1], Int(1))
}

func biRangeStep(m *machine, args []Value) (Value, error) {
	return numbersRange(m, "numbers.range_step", args[0], args[1], args[2])
}

func numbersRange(m *machine, name string, from, to, step Value) (Value, error) {
	x, y, _ := bigs(from, to)
	by, _ := toBig(step)
	if by.Sign() <= 0 {
		return nil, fmt.Errorf("%s: step must be a positive integer", name)
	}
	count := new(big.Int).Sub(y, x)
	if count.Sign() < 0 {
		by.Neg(by)
	}
	count.Quo(count, by)
	if !count.IsInt64() || count.Int64() > 1<<40 {
		return nil, m.tooCostly(-1)
	}
	if err := m.tooCostly(16 * int(count.Int64())); err != nil {
		return nil, err
	}
	out := make([]Value, 0, count.Int64()+1)
	for range count.Int64() + 1 {
		out = append(out, fromBig(x))
		x = new(big.Int).Add(x, by)
	}
	return NewArray(out...), nil
}

func biFormatInt(_ *machine, args []Value) (Value, error) {
	base := 0
	for _, b := range []int{2, 8, 10, 16} {
		if numberText(args[1]) == fmt.Sprint(b) {
			base = b
		}
	}
	if base == 0 {
		return nil, operandError("operand 2 must be one of {2, 8, 10, 16}")
	}
	i, ok := new(big.Int).SetString(numberText(args[0]), 10)
	if !ok {
		i, _ = toFloat(args[0]).Int(nil)
	}
	return String(i.Text(base)), nil
}

// fold adds or multiplies the numbers of a collection.
func fold(in Value, start int64, whole func(z, x, y *big.Int) *big.Int, float func(z, x, y *big.Float) *big.Float) (Value, error) {
	list, exact := members(in), true
	total := big.NewInt(start)
	for _, v := range list {
		if !isNumber(v) {
			return nil, wrongElement(1, in, v, "number")
		}
		if i, ok := toBig(v); ok && exact {
			whole(total, total, i)
		} else {
			exact = false
		}
	}
	if exact {
		return fromBig(total), nil
	}
	sum := big.NewFloat(float64(start))
	if start == 0 {
		sum = new(big.Float) // takes the precision of what is added
	}
	for _, v := range list {
		float(sum, sum, toFloat(v))
	}
	return fromFloat(sum), nil
}

func biSum(_ *machine, args []Value) (Value, error) {
	total, ok := int64(0), true
	for _, v := range members(args[0]) { // the usual case without big numbers
		i, small := isSmall(v)
		ok = ok && small
		total += i
	}
	if ok {
		return Int(total), nil
	}
	return fold(args[0], 0, (*big.Int).Add, (*big.Float).Add)
}

func biProduct(_ *machine, args []Value) (Value, error) {
	return fold(args[0], 1, (*big.Int).Mul, (*big.Float).Mul)
}
