package plan

import (
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"strings"
)

// biUUIDParse tells the parts of a UUID. Text that is none is undefined.
func biUUIDParse(_ *machine, args []Value) (Value, error) {
	u, ok := parseUUID(text(args, 0))
	if !ok {
		return nil, nil
	}
	version := u[6] >> 4
	out := NewObject(Field{"version", Int(version)}, Field{"variant", String(variant(u[8]))})
	if version != 1 && version != 2 {
		return out, nil
	}
	low := int64(binary.BigEndian.Uint32(u[0:4]))
	ticks := low + int64(binary.BigEndian.Uint16(u[4:6]))<<32 + int64(binary.BigEndian.Uint16(u[6:8])&0xfff)<<48
	const gregorian = 122192928000000000 // from October 15th 1582 to 1970, in steps of 100 ns
	out.Set(String("time"), Int((ticks-gregorian)*100))
	out.Set(String("nodeid"), String(strings.ReplaceAll(fmt.Sprintf("% x", u[10:]), " ", "-")))
	out.Set(String("macvariables"), String(macKind(u[10])))
	out.Set(String("clocksequence"), Int(binary.BigEndian.Uint16(u[8:10])&0x3fff))
	if version == 2 {
		out.Set(String("id"), Int(low))
		out.Set(String("domain"), String(domain(u[9])))
	}
	return out, nil
}

// parseUUID takes the four usual ways of writing one.
func parseUUID(s string) (u []byte, ok bool) {
	switch len(s) {
	case 36 + 9:
		if !strings.EqualFold(s[:9], "urn:uuid:") {
			return nil, false
		}
		s = s[9:]
	case 36 + 2:
		s = s[1:37]
	case 32:
		u, err := hex.DecodeString(s)
		return u, err == nil
	}
	if len(s) != 36 || s[8] != '-' || s[13] != '-' || s[18] != '-' || s[23] != '-' {
		return nil, false
	}
	u, err := hex.DecodeString(s[:8] + s[9:13] + s[14:18] + s[19:23] + s[24:])
	return u, err == nil
}

func variant(b byte) string {
	switch {
	case b&0xc0 == 0x80:
		return "RFC4122"
	case b&0xe0 == 0xc0:
		return "Microsoft"
	case b&0xe0 == 0xe0:
		return "Future"
	}
	return "Reserved"
}

func macKind(b byte) string {
	return [...]string{"global:unicast", "global:multicast", "local:unicast", "local:multicast"}[b&3]
}

func domain(b byte) string {
	switch b {
	case 0:
		return "Person"
	case 1:
		return "Group"
	case 2:
		return "Org"
	}
	return fmt.Sprintf("Domain%d", b)
}
