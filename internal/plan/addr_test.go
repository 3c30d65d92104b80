package plan

import (
	"math/rand/v2"
	"net/netip"
	"strconv"
	"testing"
)

// sameAddr compares an address with what package net/netip makes of a text,
// and of it.
func sameAddr(t *testing.T, text string) {
	t.Helper()
	want, err := netip.ParseAddr(text)
	got, ok := parseAddr(text)
	if ok != (err == nil && want.Zone() == "") {
		t.Fatalf("%q: read %v, want %v", text, ok, err)
	}
	if !ok {
		return
	}
	same := func(what string, got addr, want netip.Addr) {
		if want.IsValid() != (got.bits > 0) || want.IsValid() && (want.String() != got.String() || want.BitLen() != got.bits) {
			t.Errorf("%s of %q is %s, want %s", what, text, got, want)
		}
	}
	same("the text", got, want)
	same("the unmapped one", got.unmap(), want.Unmap())
	same("the next", got.next(), want.Next())
	same("the one before", got.prev(), want.Prev())
	for length := range got.bits + 1 {
		p, q := prefix{got, length}, netip.PrefixFrom(want, length)
		if p.masked().String() != q.Masked().String() || !p.contains(got) || p.contains(p.masked().prev()) || p.contains(lastOf(p).next()) || !p.contains(lastOf(p)) {
			t.Errorf("%s is %s to %s", q, p.masked(), lastOf(p))
		}
	}
}

var addrSamples = []string{
	"", "1.2.3.4", "0.0.0.0", "255.255.255.255", "1.2.3", "1.2.3.4.5", "1.2.3.256", "01.2.3.4", "1..2.3", "1.2.3.4%a", "::", "::1", "1::", "::1%eth0", "::%", ":::", "1::2::3", "1:2:3:4:5:6:7:8", "1:2:3:4:5:6:7::", "::2:3:4:5:6:7:8", "1:2:3:4:5:6:7:8::",
	"1:2:3:4:5:6:7", "::ffff:1.2.3.4", "::ffff:255.255.255.255", "::ffff:0.0.0.0", "::fffe:1.2.3.4", "1:2:3:4:5:6:1.2.3.4", "1:2:3:4:5:6:7:1.2.3.4", "1.2.3.4::", "::1.2.3.4", "::1.2.3", "1:0:0:2:0:0:0:3", "1:0:0:2:3:0:0:4", "2001:db8::", "ABCD::ef", "12345::", "::g", "1:", ":1", "ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff", "1.2:3::", "::1:", "0:0:0:0:0:0:0:0",
}

func TestAddr(t *testing.T) {
	chance := rand.New(rand.NewPCG(1, 2))
	for _, text := range addrSamples {
		sameAddr(t, text)
		for range 200 {
			at := chance.IntN(len(text) + 1)
			sameAddr(t, text[:at]+string("0123f:.%"[chance.IntN(8)])+text[at:])
			if at < len(text) {
				text = text[:at] + text[at+1:] + strconv.Itoa(chance.IntN(3))
			}
		}
	}
	for _, a := range addrSamples {
		for _, b := range addrSamples {
			comparePrefixes(t, a, b, chance)
		}
	}
}

func comparePrefixes(t *testing.T, a, b string, chance *rand.Rand) {
	t.Helper()
	x, errX := netip.ParseAddr(a)
	y, errY := netip.ParseAddr(b)
	if errX != nil || errY != nil || x.Zone()+y.Zone() != "" {
		return
	}
	i, _ := parseAddr(a)
	j, _ := parseAddr(b)
	m, n := chance.IntN(i.bits+1), chance.IntN(j.bits+1)
	p, q := netip.PrefixFrom(x, m), netip.PrefixFrom(y, n)
	if p.Overlaps(q) != (prefix{i, m}).overlaps(prefix{j, n}) || p.Contains(y) != (prefix{i, m}).contains(j) || x.Compare(y) != i.compare(j) {
		t.Errorf("%s and %s: overlap, containment or order differ", p, q)
	}
}

func FuzzAddr(f *testing.F) {
	for _, text := range addrSamples {
		f.Add(text)
	}
	f.Fuzz(sameAddr)
}
