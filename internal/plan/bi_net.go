package plan

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// parseCIDR reads an address and the length of its prefix as package net does:
// an IPv4 address written as IPv6 is one of IPv4.
func parseCIDR(s string) (prefix, error) {
	host, length, found := strings.Cut(s, "/")
	a, ok := parseAddr(host)
	bits, err := strconv.ParseUint(length, 10, 16)
	if !found || !ok || err != nil || int(bits) > a.bits {
		return prefix{}, fmt.Errorf("invalid CIDR address: %s", s)
	}
	if a.isMapped() && bits >= 96 {
		return prefix{a.unmap(), int(bits) - 96}, nil
	}
	return prefix{a, int(bits)}, nil
}

func parseIP(s string) (addr, bool) {
	a, ok := parseAddr(s)
	return a.unmap(), ok
}

func within(outer, inner prefix) bool {
	return outer.length <= inner.length && outer.contains(inner.addr)
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
	if a, ok := parseIP(text(args, 1)); ok {
		return Bool(outer.contains(a)), nil
	}
	inner, err := parseCIDR(text(args, 1))
	if err != nil {
		return nil, fmt.Errorf("not a valid textual representation of an IP address or CIDR: %s", text(args, 1))
	}
	return Bool(within(outer, inner)), nil
}

func biCIDRIntersects(_ *machine, args []Value) (Value, error) {
	var p [2]prefix
	for i, v := range args {
		err := checkOperand(1, v, 's')
		if err == nil {
			p[i], err = parseCIDR(text(args, i))
		}
		if err != nil {
			return nil, err
		}
	}
	return Bool(p[0].overlaps(p[1])), nil
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
	if err := m.tooCostly(64 << min(40, p.bits-p.length)); err != nil {
		return nil, err
	}
	out := NewSet()
	for a := p.masked().addr; a.bits > 0 && p.contains(a); a = a.next() {
		out.add(String(a.String()))
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
	first, last addr
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
		return cmp.Or(a.last.compare(b.last), a.first.compare(b.first))
	})
	for i := len(runs) - 1; i > 0; i-- {
		before := runs[i].first.prev()
		if before.bits == 0 {
			before = runs[i].first
		}
		if before.bits == runs[i-1].last.bits && before.compare(runs[i-1].last) <= 0 {
			first := runs[i-1].first
			if runs[i].first.compare(first) < 0 {
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
	if a, ok := parseIP(s); ok {
		if a.bits != 32 {
			return addrs{}, errors.New("IPv6 invalid: needs prefix length")
		}
		class := [...]int{8, 8, 16, 24}[byte(a.lo>>24)>>6]
		p, err = prefix{a, class}, nil
	} else if err == nil {
		p = p.masked()
	}
	if err != nil {
		return addrs{}, err
	}
	return addrs{p.masked().addr, lastOf(p), p.String()}, nil
}

// networks are the fewest networks that make up a run.
func (a addrs) networks() []string {
	if a.text != "" {
		return []string{a.text}
	}
	var out []string
	for first := a.first; first.bits > 0 && first.compare(a.last) <= 0; {
		p := prefix{first, first.bits}
		for p.length > 0 {
			wider := prefix{first, p.length - 1}
			if wider.masked() != wider || lastOf(wider).compare(a.last) > 0 {
				break
			}
			p = wider
		}
		out = append(out, p.String())
		first = lastOf(p).next()
	}
	return out
}
