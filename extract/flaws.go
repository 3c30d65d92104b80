package extract

import (
	"slices"
	"strings"
	"unicode"

	"gate"
)

// flaws is a set of the Flaw constants.
type flaws []string

func (f *flaws) add(names ...string) {
	for _, name := range names {
		if !slices.Contains(*f, name) {
			*f = append(*f, name)
		}
	}
}

func (f flaws) sorted() []string {
	out := append([]string{}, f...)
	slices.Sort(out)
	return out
}

// protected are the names whose look-alikes are flawed.
var protected = []string{".git", ".gate"}

// reserved are the device names of Windows, which no ending makes ordinary.
var reserved = []string{
	"con", "prn", "aux", "nul", "conin$", "conout$",
	"com0", "com1", "com2", "com3", "com4", "com5", "com6", "com7", "com8", "com9", "com¹", "com²", "com³",
	"lpt0", "lpt1", "lpt2", "lpt3", "lpt4", "lpt5", "lpt6", "lpt7", "lpt8", "lpt9", "lpt¹", "lpt²", "lpt³",
}

// judge notes the flaws of a spelling and, on Windows, drops from its names
// what that system drops. The folders that the machine or the person chose
// are not judged, only what stands below them.
func (x *extraction) judge(s *spelling) {
	chosen := 0
	for _, dir := range x.known {
		if _, ok := s.below(dir, x.foldsCase()); ok {
			chosen = max(chosen, len(dir.segs))
		}
	}
	for i, seg := range s.segs {
		if seg == ".." {
			continue
		}
		if i >= chosen {
			s.flaws.add(x.segmentFlaws(seg)...)
		}
		s.segs[i] = x.canonical(seg)
	}
	s.segs = slices.DeleteFunc(s.segs, func(seg string) bool { return seg == "" })
}

func (x *extraction) segmentFlaws(seg string) []string {
	var found []string
	for _, check := range segmentChecks {
		if check.holds(seg) {
			found = append(found, check.flaw)
		}
	}
	if x.os == "windows" && strings.ContainsAny(seg, `<>"|`) {
		found = append(found, gate.FlawInvalidChar)
	}
	if x.os == "windows" && strings.ContainsAny(seg, `?*`) {
		found = append(found, gate.FlawGlob)
	}
	return found
}

var segmentChecks = []struct {
	flaw  string
	holds func(seg string) bool
}{
	{gate.FlawInvalidChar, func(s string) bool {
		return strings.ContainsFunc(s, func(c rune) bool { return c < ' ' || c == 0x7f })
	}},
	{gate.FlawStream, func(s string) bool { return strings.Contains(s, ":") }},
	{gate.FlawBadSegment, func(s string) bool { return strings.TrimSpace(s) == "" }},
	{gate.FlawTrailingDot, func(s string) bool { return strings.TrimRight(s, ". ") != s }},
	{gate.FlawReservedName, isReserved},
	{gate.FlawNotNFC, func(s string) bool { return !isComposed(s) }},
	{gate.FlawCaseCollision, func(s string) bool { return isShortName(s) || looksProtected(s) }},
}

// canonical is the name that the system gives a segment: Windows drops
// streams and trailing dots and spaces, and where case does not count a
// protected name is spelled as rules spell it.
func (x *extraction) canonical(seg string) string {
	if x.os == "windows" {
		name, _, _ := strings.Cut(seg, ":")
		if name = strings.TrimRight(name, ". "); name != "" || strings.HasPrefix(seg, ":") {
			seg = name
		}
	}
	for _, name := range protected {
		if x.foldsCase() && strings.EqualFold(seg, name) {
			return name
		}
	}
	return seg
}

func isReserved(seg string) bool {
	base := strings.ToLower(seg)
	if i := strings.IndexAny(base, ".:"); i >= 0 {
		base = base[:i]
	}
	return slices.Contains(reserved, strings.TrimRight(base, " "))
}

// looksProtected says whether a name is a protected one in other letters. The
// dots and streams that Windows drops do not hide it.
func looksProtected(seg string) bool {
	name, _, _ := strings.Cut(seg, ":")
	name = strings.TrimRight(name, ". ")
	return slices.ContainsFunc(protected, func(p string) bool { return name != p && strings.EqualFold(name, p) })
}

// isShortName says whether a name may be the 8.3 name that Windows gives a
// longer one: GIT~1, SETTIN~1.JSO.
func isShortName(seg string) bool {
	base, ending, _ := strings.Cut(seg, ".")
	name, number, ok := strings.Cut(base, "~")
	digits := strings.Trim(number, "0123456789") == ""
	return ok && name != "" && number != "" && digits && len(base) <= 8 && len(ending) <= 3 && !strings.Contains(ending, ".")
}

// disguises are letters that Unicode composes into others, or that do not
// show, and that no class below holds.
const disguises = "\u034F\u212A\u2126\u212B\u3164\uFFA0"

// isComposed is a cheap stand-in for the NFC check: a combining accent after
// an ASCII letter, Hangul jamo, and letters that stand for others are not
// composed, nor is a name with characters that do not show. It misses rare
// scripts' sequences.
func isComposed(s string) bool {
	prev := rune(0)
	for _, c := range s {
		accent := c >= 0x300 && c <= 0x36F && prev < 0x80 && unicode.IsLetter(prev)
		jamo := c >= 0x1100 && c <= 0x11FF
		if accent || jamo || unicode.Is(unicode.Cf, c) || strings.ContainsRune(disguises, c) {
			return false
		}
		prev = c
	}
	return true
}
