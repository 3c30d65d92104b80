package plan

import (
	"cmp"
	"errors"
	"fmt"
	"net/netip"
	"slices"
	"strconv"
	"strings"
)

// parseCIDR reads an address and the length of its prefix as package net does:
// an IPv4 address written as IPv6 is one of IPv4.
func parseCIDR(s string) (netip.Prefix, error) {
	host, length, found := strings.Cut(s, "/")
	addr, err := netip.ParseAddr(host)
	bits, bad := strconv.ParseUint(length, 10, 16)
	if !found || err != nil || addr.Zone() != "" || bad != nil || int(bits) > addr.BitLen() {
		return netip.Prefix{}, fmt.Errorf("invalid CIDR address: %s", s)
	}
	p := netip.PrefixFrom(addr, int(bits))
	if addr.Is4In6() && bits >= 96 {
		p = netip.PrefixFrom(addr.Unmap(), int(bits)-96)
	}
	return p, nil
}

func parseIP(s string) (netip.Addr, bool) {
	addr, err := netip.ParseAddr(s)
	return addr.Unmap(), err == nil && addr.Zone() == ""
}

func within(outer, inner netip.Prefix) bool {
	return outer.Bits() <= inner.Bits() && outer.Contains(inner.Masked().Addr())
}

func biCIDRContains(_ *machine, args []Value) (Value, error) {
	if err := checkOperand(1, args[0], 's'); err != nil {
		return nil, err
	}
	outer, err := parseCIDR(text(args, 0))
	if err != nil {
		return nil, err
	}
	if err := checkOperand(1, args[1], 's'); err != nil {
		return nil, err
	}
	if addr, ok := parseIP(text(args, 1)); ok {
		return Bool(outer.Contains(addr)), nil
	}
	inner, err := parseCIDR(text(args, 1))
	if err != nil {
		return nil, fmt.Errorf("not a valid textual representation of an IP address or CIDR: %s", text(args, 1))
	}
	return Bool(within(outer, inner)), nil
}

func biCIDRIntersects(_ *machine, args []Value) (Value, error) {
	var p [2]netip.Prefix
	for i, v := range args {
		err := checkOperand(1, v, 's')
		if err == nil {
			p[i], err = parseCIDR(text(args, i))
		}
		if err != nil {
			return nil, err
		}
	}
	return Bool(p[0].Overlaps(p[1])), nil
}

func biCIDRIsValid(_ *machine, args []Value) (Value, error) {
	s, ok := args[0].(String)
	_, err := parseCIDR(string(s))
	return Bool(ok && err == nil), nil
}

func biCIDRExpand(m *machine, args []Value) (Value, error) {
	p, err := parseCIDR(text(args, 0))
	if err != nil {
		return nil, err
	}
	if err := m.tooCostly(64 << min(40, p.Addr().BitLen()-p.Bits())); err != nil {
		return nil, err
	}
	out := NewSet()
	for addr := p.Masked().Addr(); addr.IsValid() && p.Contains(addr); addr = addr.Next() {
		out.add(String(addr.String()))
	}
	return out, nil
}

var errCIDRElement = errors.New("element must be string or non-empty array")

// cidrs calls visit with each network of an operand and what it is known by:
// itself, an array's index, an object's key or a set's member.
func cidrs(pos int, v Value, visit func(cidr, index Value) error) (err error) {
	if _, ok := v.(String); ok {
		return visit(v, v)
	}
	Each(v, func(k, below Value) bool {
		if a, ok := below.(*Array); ok && a.Len() > 0 {
			below = a.list()[0]
		} else if _, ok := below.(String); !ok {
			err = fmt.Errorf("operand %d: %w", pos, errCIDRElement)
			return false
		}
		err = visit(below, k)
		return err == nil
	})
	return err
}

func biCIDRMatches(m *machine, args []Value) (Value, error) {
	out := NewSet()
	err := cidrs(1, args[0], func(outer, outerIndex Value) error {
		return cidrs(2, args[1], func(inner, innerIndex Value) error {
			if !m.spend(10) {
				return m.err
			}
			v, err := biCIDRContains(m, []Value{outer, inner})
			if v == Bool(true) {
				out.add(NewArray(outerIndex, innerIndex))
			}
			return err
		})
	})
	return out, err
}

// addrs is a run of addresses, and the network it came from as it is printed.
type addrs struct {
	first, last netip.Addr
	text        string
}

// biCIDRMerge joins networks that touch or overlap.
func biCIDRMerge(_ *machine, args []Value) (Value, error) {
	if args[0].rank() != rankArray && args[0].rank() != rankSet {
		return nil, errors.New("operand must be an array")
	}
	var runs []addrs
	for _, v := range members(args[0]) {
		s, ok := v.(String)
		if !ok {
			return nil, errors.New("element must be string")
		}
		run, err := addrsOf(string(s))
		if err != nil {
			return nil, err
		}
		runs = append(runs, run)
	}
	slices.SortStableFunc(runs, func(a, b addrs) int {
		return cmp.Or(a.last.Compare(b.last), a.first.Compare(b.first))
	})
	for i := len(runs) - 1; i > 0; i-- {
		before := runs[i].first.Prev()
		if !before.IsValid() {
			before = runs[i].first
		}
		if before.BitLen() == runs[i-1].last.BitLen() && before.Compare(runs[i-1].last) <= 0 {
			first := runs[i-1].first
			if runs[i].first.Less(first) {
				first = runs[i].first
			}
			runs[i-1] = addrs{first: first, last: runs[i].last}
			runs = slices.Delete(runs, i, i+1)
		}
	}
	out := NewSet()
	for _, run := range runs {
		for _, text := range run.networks() {
			out.add(String(text))
		}
	}
	return out, nil
}

// addrsOf reads a network, or an IPv4 address, which stands for the network
// that its class had.
func addrsOf(s string) (addrs, error) {
	p, err := parseCIDR(s)
	if addr, ok := parseIP(s); ok {
		if !addr.Is4() {
			return addrs{}, errors.New("IPv6 invalid: needs prefix length")
		}
		class := [...]int{8, 8, 16, 24}[addr.As4()[0]>>6]
		p, err = netip.PrefixFrom(addr, class), nil
	} else if err == nil {
		p = p.Masked()
	}
	if err != nil {
		return addrs{}, err
	}
	return addrs{p.Masked().Addr(), lastOf(p), p.String()}, nil
}

func lastOf(p netip.Prefix) netip.Addr {
	b := p.Addr().AsSlice()
	for i := p.Bits(); i < 8*len(b); i++ {
		b[i/8] |= 0x80 >> (i % 8)
	}
	last, _ := netip.AddrFromSlice(b)
	return last
}

// networks are the fewest networks that make up a run.
func (a addrs) networks() []string {
	if a.text != "" {
		return []string{a.text}
	}
	var out []string
	for first := a.first; first.IsValid() && !a.last.Less(first); {
		p := netip.PrefixFrom(first, first.BitLen())
		for p.Bits() > 0 {
			wider := netip.PrefixFrom(first, p.Bits()-1)
			if wider.Masked().Addr() != first || a.last.Less(lastOf(wider)) {
				break
			}
			p = wider
		}
		out = append(out, p.String())
		first = lastOf(p).Next()
	}
	return out
}
