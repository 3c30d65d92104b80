package plan

import (
	"errors"
	"fmt"
	"math/big"
	"strings"
)

// siExponents are the powers of 1000, or of 1024, of the units' letters.
const siLetters = "kmgtpe"

// biUnitsParseBytes reads a size such as 10KiB, 1.5gb or 3M, in bytes, cut to
// a whole number.
func biUnitsParseBytes(_ *machine, args []Value) (Value, error) {
	s := strings.ReplaceAll(strings.ToLower(text(args, 0)), `"`, "")
	amount, unit, err := amountAndUnit("units.parse_bytes", "byte ", s)
	if err != nil {
		return nil, err
	}
	letter, binary := strings.TrimSuffix(unit, "b"), false
	if letter, binary = strings.CutSuffix(letter, "i"); unit == "b" || binary && letter == "" {
		letter = "?"
	}
	factor, ok := scale(letter, binary)
	if !ok {
		return nil, fmt.Errorf("units.parse_bytes: byte unit %s not recognized", unit)
	}
	n, ok := new(big.Float).SetString(amount)
	if !ok {
		return nil, errors.New("units.parse_bytes: could not parse byte amount to a number")
	}
	whole, _ := n.Mul(n, new(big.Float).SetInt(factor)).Int(nil)
	return fromBig(whole), nil
}

// scale is the factor of a unit's letter, 1 for none.
func scale(letter string, binary bool) (*big.Int, bool) {
	power := strings.Index(siLetters, letter) + 1
	if letter == "" {
		power = 0
	} else if power == 0 || len(letter) > 1 {
		return nil, false
	}
	base := big.NewInt(1000)
	if binary {
		base.SetInt64(1024)
	}
	return base.Exp(base, big.NewInt(int64(power)), nil), true
}

// biUnitsParse reads an amount with a unit such as 10k, 1.5Mi or 100m, exactly.
// A small m is a thousandth.
func biUnitsParse(_ *machine, args []Value) (Value, error) {
	amount, unit, err := amountAndUnit("units.parse", "", strings.ReplaceAll(text(args, 0), `"`, ""))
	if err != nil {
		return nil, err
	}
	if len(unit) > 1 {
		unit = unit[:1] + strings.ToLower(unit[1:])
	}
	factor := new(big.Rat)
	if unit == "m" {
		factor.SetFloat64(0.001)
	} else {
		letter, binary := strings.CutSuffix(strings.ToLower(unit), "i")
		whole, ok := scale(letter, binary)
		if !ok || binary && letter == "" {
			return nil, fmt.Errorf("units.parse: unit %s not recognized", unit)
		}
		factor.SetInt(whole)
	}
	n, ok := new(big.Rat).SetString(amount)
	if !ok {
		return nil, errors.New("units.parse: could not parse amount to a number")
	}
	if n.Mul(n, factor); n.IsInt() {
		return fromBig(n.Num()), nil
	}
	return Number(n.FloatString(10)), nil
}

// amountAndUnit takes a number, which may have an exponent, from the front.
func amountAndUnit(name, kind, s string) (amount, unit string, err error) {
	if strings.Contains(s, " ") {
		return "", "", fmt.Errorf("%s: spaces not allowed in resource strings", name)
	}
	i := 0
	for ; i < len(s); i++ {
		c := s[i]
		if c == 'e' || c == 'E' {
			sign := 0
			if i+1 < len(s) && (s[i+1] == '+' || s[i+1] == '-') {
				sign = 1
			}
			digits := leadingDigits(s[i+1+sign:])
			if digits == 0 && sign == 0 {
				break
			}
			if digits > 6 {
				return "", "", fmt.Errorf("%s: exponent too large", name)
			}
			i += sign
			continue
		}
		if (c < '0' || c > '9') && c != '.' && c != '+' && c != '-' {
			break
		}
	}
	if i == 0 {
		return "", "", fmt.Errorf("%s: no %samount provided", name, kind)
	}
	return s[:i], s[i:], nil
}

func leadingDigits(s string) int {
	return len(s) - len(strings.TrimLeft(s, "0123456789"))
}
