package plan

import "strings"

// replacer replaces as strings.NewReplacer does: from the front, without
// overlaps, and where two texts begin alike the one that was added first. It
// is made for one text, so it must cost little to make; and what passes over
// most of a text is one look at two bytes.
type replacer struct {
	pairs   []string   // old and new in turn
	next    []int16    // the pair after this one that begins with the same byte, 0 for none
	first   [256]int16 // the number of the first and the last pair of each byte, from 1
	last    [256]int16
	starts  [1 << 10]uint64
	general bool // there are too many, or one that is empty and found everywhere
}

// maxPairs is how many pairs a replacer tells apart by their number.
const maxPairs = 1<<15 - 1

// start is the number of two bytes at which a text to replace may begin.
func start(a, b byte) uint16 { return uint16(a)<<8 | uint16(b) }

func (r *replacer) add(old, new string) {
	r.pairs = append(r.pairs, old, new)
	r.next = append(r.next, 0)
	if old == "" || len(r.next) > maxPairs {
		r.general = true
		return
	}
	n := int16(len(r.next))
	if before := r.last[old[0]]; before > 0 {
		r.next[before-1] = n
	} else {
		r.first[old[0]] = n
	}
	r.last[old[0]] = n
	switch len(old) {
	case 1:
		for b := range 256 {
			r.mark(start(old[0], byte(b)))
		}
	default:
		r.mark(start(old[0], old[1]))
	}
}

func (r *replacer) mark(n uint16) { r.starts[n>>6] |= 1 << (n & 63) }

func (r *replacer) replace(s string) string {
	if r.general {
		return strings.NewReplacer(r.pairs...).Replace(s)
	}
	var out strings.Builder
	done := 0
	for i := 0; i < len(s); i++ {
		var second byte
		if i+1 < len(s) {
			second = s[i+1]
		}
		if n := start(s[i], second); r.starts[n>>6]>>(n&63)&1 == 0 {
			continue
		}
		for p := r.first[s[i]]; p > 0; p = r.next[p-1] {
			old, new := r.pairs[2*p-2], r.pairs[2*p-1]
			if strings.HasPrefix(s[i:], old) {
				out.WriteString(s[done:i])
				out.WriteString(new)
				i += len(old) - 1
				done = i + 1
				break
			}
		}
	}
	if done == 0 {
		return s
	}
	out.WriteString(s[done:])
	return out.String()
}
