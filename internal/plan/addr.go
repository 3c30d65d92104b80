package plan

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"
)

// addr is an IP address, as package net/netip has it: that package is not
// linked, since making it ready costs a process more than a decision may.
type addr struct {
	bits   int    // 32 or 128, 0 for none
	hi, lo uint64 // of an IPv4 address the IPv6 address that it is mapped to
}

// prefix is a network: an address and how many bits of it count.
type prefix struct {
	addr
	length int
}

// mapped is before an IPv4 address written as one of IPv6: ::ffff:1.2.3.4
const mapped = 0xffff << 32

func (a addr) isMapped() bool { return a.bits == 128 && a.hi == 0 && a.lo>>32 == mapped>>32 }

// unmap is an IPv4 address for one that is mapped.
func (a addr) unmap() addr {
	if a.isMapped() {
		a.bits = 32
	}
	return a
}

// parseAddr reads an address without a zone.
func parseAddr(s string) (addr, bool) {
	if strings.Contains(s, ":") {
		return parseIPv6(s)
	}
	v4, ok := parseIPv4(s)
	return addr{32, 0, mapped | v4}, ok
}

func parseIPv4(s string) (v4 uint64, ok bool) {
	parts := strings.Split(s, ".")
	for _, p := range parts {
		n, err := strconv.ParseUint(p, 10, 8)
		if err != nil || len(p) > 1 && p[0] == '0' {
			return 0, false
		}
		v4 = v4<<8 | n
	}
	return v4, len(parts) == 4
}

// parseIPv6 reads groups, at most one gap between them, and an IPv4 address
// for the last two groups.
func parseIPv6(s string) (addr, bool) {
	before, after, gap := strings.Cut(s, "::")
	head, ok := groups(before)
	tail, tailOK := groups(after)
	missing := 8 - len(head) - len(tail)
	if !ok || !tailOK || gap != (missing > 0) || missing < 0 || gap && strings.Contains(before, ".") {
		return addr{}, false
	}
	all := append(append(head, make([]uint64, missing)...), tail...)
	a := addr{bits: 128}
	for i := range 4 {
		a.hi = a.hi<<16 | all[i]
		a.lo = a.lo<<16 | all[4+i]
	}
	return a, true
}

// groups reads hexadecimal groups of 16 bits.
func groups(s string) (list []uint64, ok bool) {
	if s == "" {
		return nil, true
	}
	parts := strings.Split(s, ":")
	for i, p := range parts {
		if i == len(parts)-1 && strings.Contains(p, ".") {
			v4, ok := parseIPv4(p)
			return append(list, v4>>16, v4&0xffff), ok
		}
		n, err := strconv.ParseUint(p, 16, 16)
		if err != nil || len(p) > 4 {
			return nil, false
		}
		list = append(list, n)
	}
	return list, true
}

func (a addr) compare(b addr) int {
	return cmp.Or(cmp.Compare(a.bits, b.bits), cmp.Compare(a.hi, b.hi), cmp.Compare(a.lo, b.lo))
}

// next is the address behind one, none behind the last.
func (a addr) next() addr {
	if a == lastOf(prefix{a, 0}) {
		return addr{}
	}
	if a.lo++; a.lo == 0 {
		a.hi++
	}
	return a
}

// prev is the address before one, none before the first.
func (a addr) prev() addr {
	if a == (prefix{a, 0}).masked().addr {
		return addr{}
	}
	if a.lo == 0 {
		a.hi--
	}
	a.lo--
	return a
}

// hostMask has the bits of an address that do not count.
func (p prefix) hostMask() (hi, lo uint64) {
	host := uint(p.bits - p.length)
	if host > 64 {
		return 1<<(host-64) - 1, 1<<64 - 1
	}
	return 0, 1<<host - 1 // also of 64: what is shifted out is gone
}

// masked is a network with its first address.
func (p prefix) masked() prefix {
	hi, lo := p.hostMask()
	p.hi, p.lo = p.hi&^hi, p.lo&^lo
	return p
}

// lastOf is the last address of a network.
func lastOf(p prefix) addr {
	hi, lo := p.hostMask()
	p.hi, p.lo = p.hi|hi, p.lo|lo
	return p.addr
}

func (p prefix) contains(a addr) bool { return p.masked().addr == prefix{a, p.length}.masked().addr }

// overlaps is whether one network is in the other.
func (p prefix) overlaps(q prefix) bool {
	if p.length > q.length {
		p, q = q, p
	}
	return p.contains(q.addr)
}

func (p prefix) String() string { return p.addr.String() + "/" + strconv.Itoa(p.length) }

func (a addr) String() string {
	v4 := fmt.Sprintf("%d.%d.%d.%d", byte(a.lo>>24), byte(a.lo>>16), byte(a.lo>>8), byte(a.lo))
	switch {
	case a.bits == 32:
		return v4
	case a.isMapped():
		return "::ffff:" + v4
	}
	var list [8]uint64
	for i := range 4 {
		list[i], list[4+i] = a.hi>>(48-16*i)&0xffff, a.lo>>(48-16*i)&0xffff
	}
	start, end := longestZeros(list)
	if end-start < 2 {
		return hexGroups(list[:])
	}
	return hexGroups(list[:start]) + "::" + hexGroups(list[end:])
}

// longestZeros is the first of the longest runs of zeros.
func longestZeros(list [8]uint64) (start, end int) {
	for i := range list {
		j := i
		for j < len(list) && list[j] == 0 {
			j++
		}
		if j-i > end-start {
			start, end = i, j
		}
	}
	return start, end
}

func hexGroups(list []uint64) string {
	parts := make([]string, len(list))
	for i, n := range list {
		parts[i] = strconv.FormatUint(n, 16)
	}
	return strings.Join(parts, ":")
}
