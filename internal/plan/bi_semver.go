package plan

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"
)

// version is a semantic version.
type version struct {
	numbers    [3]int64
	prerelease string
}

func parseVersion(s string) (v version, ok bool) {
	s, metadata, found := strings.Cut(strings.TrimPrefix(s, "v"), "+")
	if found && !identifiers(metadata, false) {
		return v, false
	}
	s, v.prerelease, found = strings.Cut(s, "-")
	if found && !identifiers(v.prerelease, true) {
		return v, false
	}
	parts := strings.Split(s, ".")
	if len(parts) != len(v.numbers) {
		return v, false
	}
	for i, p := range parts {
		n, err := strconv.ParseInt(p, 10, 64)
		if err != nil || leadingDigits(p) != len(p) || len(p) > 1 && p[0] == '0' {
			return v, false
		}
		v.numbers[i] = n
	}
	return v, true
}

// identifiers says whether s is a list of identifiers with dots between. In a
// prerelease numbers have no leading zeros.
func identifiers(s string, prerelease bool) bool {
	for id := range strings.SplitSeq(s, ".") {
		if id == "" || strings.Trim(id, "-0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ") != "" {
			return false
		}
		if prerelease && len(id) > 1 && id[0] == '0' && leadingDigits(id) == len(id) {
			return false
		}
	}
	return true
}

func (v version) compare(w version) int {
	for i := range v.numbers {
		if c := cmp.Compare(v.numbers[i], w.numbers[i]); c != 0 {
			return c
		}
	}
	switch {
	case v.prerelease == w.prerelease:
		return 0
	case v.prerelease == "":
		return 1
	case w.prerelease == "":
		return -1
	}
	a, b := strings.Split(v.prerelease, "."), strings.Split(w.prerelease, ".")
	for i := range min(len(a), len(b)) {
		if c := compareIdentifiers(a[i], b[i]); c != 0 {
			return c
		}
	}
	return cmp.Compare(len(a), len(b))
}

// compareIdentifiers puts numbers before words.
func compareIdentifiers(a, b string) int {
	aNumber, bNumber := leadingDigits(a) == len(a), leadingDigits(b) == len(b)
	switch {
	case aNumber && bNumber:
		x, _ := strconv.Atoi(a)
		y, _ := strconv.Atoi(b)
		return cmp.Compare(x, y)
	case aNumber:
		return -1
	case bNumber:
		return 1
	}
	return strings.Compare(a, b)
}

func biSemverCompare(_ *machine, args []Value) (Value, error) {
	var v [2]version
	for i := range v {
		var ok bool
		if v[i], ok = parseVersion(text(args, i)); !ok {
			return nil, fmt.Errorf("operand %d: string %s is not a valid SemVer", i+1, regoText(args[i]))
		}
	}
	return Int(v[0].compare(v[1])), nil
}

func biSemverIsValid(_ *machine, args []Value) (Value, error) {
	s, ok := args[0].(String)
	_, valid := parseVersion(string(s))
	return Bool(ok && valid), nil
}
