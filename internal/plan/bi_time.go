package plan

import (
	"errors"
	"fmt"
	"math"
	"math/big"
	"slices"
	"strconv"
	"strings"
	"time"
)

const errTimeOperand = "either number (ns) or [number (ns), string (tz)]"

// timeOf reads a time: nanoseconds since 1970, or an array of these, the name
// of a zone, and a layout.
func timeOf(v Value) (t time.Time, layout string, err error) {
	parts := []Value{v}
	if a, ok := v.(*Array); ok {
		parts = a.list()
	} else if !isNumber(v) {
		return t, "", wrongType(1, v, errTimeOperand)
	}
	if len(parts) == 0 {
		return t, "", wrongType(1, v, errTimeOperand)
	}
	if err := checkOperand(1, parts[0], 'n'); err != nil {
		return t, "", err
	}
	zone := time.UTC
	if len(parts) > 1 {
		if err := checkOperand(1, parts[1], 's'); err != nil {
			return t, "", err
		}
		if zone, err = time.LoadLocation(text(parts, 1)); err != nil {
			return t, "", err
		}
	}
	if len(parts) > 2 {
		if err := checkOperand(1, parts[2], 's'); err != nil {
			return t, "", err
		}
		layout = text(parts, 2)
	}
	ns, exact := toFloat(parts[0]).Int64()
	if exact != big.Exact {
		return t, "", errors.New("timestamp too big")
	}
	return time.Unix(0, ns).In(zone), layout, nil
}

func nanoseconds(t time.Time) (Value, error) {
	if t.Before(time.Unix(0, math.MinInt64)) || t.After(time.Unix(0, math.MaxInt64)) {
		return nil, errors.New("time outside of valid range")
	}
	return Int(t.UnixNano()), nil
}

// timeLayout is a layout, which may be the name of one.
func timeLayout(name string) string {
	switch name {
	case "ANSIC":
		return time.ANSIC
	case "UnixDate":
		return time.UnixDate
	case "RubyDate":
		return time.RubyDate
	case "RFC822":
		return time.RFC822
	case "RFC822Z":
		return time.RFC822Z
	case "RFC850":
		return time.RFC850
	case "RFC1123":
		return time.RFC1123
	case "RFC1123Z":
		return time.RFC1123Z
	case "RFC3339":
		return time.RFC3339
	case "RFC3339Nano", "":
		return time.RFC3339Nano
	}
	return name
}

func biTimeParse(_ *machine, args []Value) (Value, error) {
	layout := text(args, 0)
	if layout != "" {
		layout = timeLayout(layout)
	}
	t, err := time.Parse(layout, text(args, 1))
	if err != nil {
		return nil, err
	}
	return nanoseconds(t)
}

func biTimeParseRFC3339(_ *machine, args []Value) (Value, error) {
	t, err := time.Parse(time.RFC3339, text(args, 0))
	if err != nil {
		return nil, err
	}
	return nanoseconds(t)
}

func biTimeFormat(_ *machine, args []Value) (Value, error) {
	t, layout, err := timeOf(args[0])
	return String(t.Format(timeLayout(layout))), err
}

func ints(list ...int) Value {
	out := NewArray()
	for _, n := range list {
		out.add(Int(n))
	}
	return out
}

func biTimeDate(_ *machine, args []Value) (Value, error) {
	t, _, err := timeOf(args[0])
	year, month, day := t.Date()
	return ints(year, int(month), day), err
}

func biTimeClock(_ *machine, args []Value) (Value, error) {
	t, _, err := timeOf(args[0])
	hour, minute, second := t.Clock()
	return ints(hour, minute, second), err
}

func biTimeWeekday(_ *machine, args []Value) (Value, error) {
	t, _, err := timeOf(args[0])
	return String(t.Weekday().String()), err
}

func biTimeAddDate(_ *machine, args []Value) (Value, error) {
	t, _, err := timeOf(args[0])
	if err != nil {
		return nil, err
	}
	for i := 1; i < 4; i++ {
		if err := checkOperand(i+1, args[i], 'i'); err != nil {
			return nil, err
		}
	}
	return nanoseconds(t.AddDate(integer(args[1]), integer(args[2]), integer(args[3])))
}

// biTimeDiff is the difference in years, months, days, hours, minutes and
// seconds, as a calendar counts them.
func biTimeDiff(_ *machine, args []Value) (Value, error) {
	a, _, err := timeOf(args[0])
	if err != nil {
		return nil, err
	}
	b, _, err := timeOf(args[1])
	if err != nil {
		return nil, err
	}
	b = b.In(a.Location())
	if a.After(b) {
		a, b = b, a
	}
	month := time.Date(a.Year(), a.Month()+1, 0, 0, 0, 0, 0, time.UTC).Day()
	parts := []int{
		b.Year() - a.Year(), int(b.Month() - a.Month()), b.Day() - a.Day(),
		b.Hour() - a.Hour(), b.Minute() - a.Minute(), b.Second() - a.Second(),
	}
	sizes := []int{0, 12, month, 24, 60, 60}
	for i := len(parts) - 1; i > 0; i-- {
		if parts[i] < 0 {
			parts[i] += sizes[i]
			parts[i-1]--
		}
	}
	return ints(parts...), nil
}

// biTimeDuration reads a duration, which may also be in days, weeks and years
// of 365 days.
func biTimeDuration(_ *machine, args []Value) (Value, error) {
	s := text(args, 0)
	if s == "" {
		return nil, fmt.Errorf("time: invalid duration %q", s)
	}
	plain, err := inHours(s)
	if err != nil {
		return nil, fmt.Errorf("time: invalid duration %q", s)
	}
	d, err := time.ParseDuration(plain)
	if err != nil && plain != s {
		reason, _, _ := strings.Cut(err.Error(), " \"")
		return nil, fmt.Errorf("%s %q", reason, s)
	}
	return Int(d), err
}

// inHours writes the days, weeks and years of a duration in hours.
func inHours(s string) (string, error) {
	if !strings.ContainsAny(s, "dwy") {
		return s, nil
	}
	var out strings.Builder
	rest := strings.TrimLeft(s, "+-")
	out.WriteString(s[:len(s)-len(rest)])
	for rest != "" {
		digits := rest[:len(rest)-len(strings.TrimLeft(rest, "0123456789."))]
		rest = rest[len(digits):]
		unit := rest
		if i := strings.IndexAny(rest, "0123456789."); i >= 0 {
			unit = rest[:i]
		}
		rest = rest[len(unit):]
		if digits == "" || len(unit) != 1 && !slices.Contains([]string{"ns", "us", "µs", "ms"}, unit) {
			return "", errors.New("unknown unit")
		}
		hours, ok := map[string]float64{"d": 24, "w": 7 * 24, "y": 365 * 24}[unit]
		if !ok {
			out.WriteString(digits + unit)
			continue
		}
		n, err := strconv.ParseFloat(digits, 64)
		if err != nil {
			return "", err
		}
		out.WriteString(strconv.FormatFloat(n*hours, 'f', -1, 64) + "h")
	}
	return out.String(), nil
}
