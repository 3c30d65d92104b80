package plan

import (
	"cmp"
	"errors"
	"fmt"
	"math/big"
	"strconv"
	"strings"
)

// Number is the value of a number in decimal text, which must be well formed.
func Number(text string) Value {
	if len(text) < 20 {
		if i, err := strconv.ParseInt(text, 10, 64); err == nil && strconv.FormatInt(i, 10) == text {
			return Int(i)
		}
	}
	return Num(text)
}

func numberText(v Value) string {
	if i, ok := v.(Int); ok {
		return strconv.FormatInt(int64(i), 10)
	}
	return string(v.(Num))
}

// toInt64 is a number that is an integer and written as one, or with zeros
// behind the point.
func toInt64(v Value) (int64, bool) {
	switch v := v.(type) {
	case Int:
		return int64(v), true
	case Num:
		text := strings.TrimPrefix(string(v), "+")
		if whole, zeros, dotted := strings.Cut(text, "."); dotted && strings.Trim(zeros, "0") == "" {
			text = whole
		}
		if len(strings.TrimPrefix(text, "-")) > 19 {
			return 0, false
		}
		i, err := strconv.ParseInt(text, 10, 64)
		return i, err == nil
	}
	return 0, false
}

func isNumber(v Value) bool { return v != nil && v.rank() == rankNumber }

// compareNumbers compares exactly, in decimal. A text too small for a
// big.Float counts as zero, as it does for OPA.
func compareNumbers(a, b Value) int {
	x, okX := toInt64(a)
	y, okY := toInt64(b)
	if okX && okY {
		return cmp.Compare(x, y)
	}
	return toRat(a).Cmp(toRat(b))
}

func toRat(v Value) *big.Rat {
	if i, ok := v.(Int); ok {
		return new(big.Rat).SetInt64(int64(i))
	}
	if f := toFloat(v); f.Sign() == 0 {
		return new(big.Rat)
	}
	r, ok := new(big.Rat).SetString(string(v.(Num)))
	if !ok {
		panic(fmt.Errorf("number %q is none", v))
	}
	return r
}

func toFloat(v Value) *big.Float {
	f, ok := new(big.Float).SetString(numberText(v))
	if !ok {
		panic(fmt.Errorf("number %q is none", v))
	}
	return f
}

func fromFloat(f *big.Float) Value {
	if f.IsInt() {
		return Number(f.Text('f', -1))
	}
	return Number(f.Text('g', -1))
}

// toBig is a number that is an integer, however it is written.
func toBig(v Value) (*big.Int, bool) {
	if i, ok := v.(Int); ok {
		return big.NewInt(int64(i)), true
	}
	text := string(v.(Num))
	if i, ok := new(big.Int).SetString(text, 10); ok {
		return i, true
	}
	r, ok := new(big.Rat).SetString(text)
	if !ok || !r.IsInt() {
		return nil, false
	}
	return new(big.Int).Set(r.Num()), true
}

func fromBig(i *big.Int) Value {
	if i.IsInt64() {
		return Int(i.Int64())
	}
	return Num(i.String())
}

// maxExponent is the largest binary exponent of a number that is calculated
// with. The cost of printing one is not linear in it.
const maxExponent = 1e5

// checkedNumber is the value of a number's text, unless its exponent is out of
// range.
func checkedNumber(text string) (Value, error) {
	if !strings.ContainsAny(text, "eE") {
		return Number(text), nil
	}
	f, ok := new(big.Float).SetString(text)
	if !ok {
		return nil, errors.New("invalid number: invalid float")
	}
	if e := f.MantExp(nil); e > maxExponent || e < -maxExponent || f.IsInf() {
		return nil, errors.New("invalid number: number too big")
	}
	return Num(text), nil
}
