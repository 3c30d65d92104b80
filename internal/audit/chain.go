package audit

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"strconv"
)

// link is a place in the chain: the number of a line and its hash. The chain
// begins at the zero link.
type link struct {
	seq  uint64
	hash [32]byte
}

// The end of each line: the number, then the hash in hexadecimal digits. The
// hash is over the hash before in bytes, what a killed writer left in between,
// and the line up to chainKey.
const (
	seqKey   = `,"seq":`
	chainKey = `,"chain":"`
	lineEnd  = "\"}\n"
	chainLen = len(chainKey) + 2*32 + len(lineEnd)
)

// tornKey tells how many bytes a killed writer left before this line.
const tornKey = `,"torn":`

// lostKey tells that the anchor was lost before this line, and with it what a
// cut would be found by.
const lostKey = `,"lost":"anchor"`

// seal ends a line. Body is its JSON object without the closing brace; torn is
// what stands in the file between the line of l and this one. It gives the
// place of the new line in the chain.
func (l link) seal(body, torn []byte) ([]byte, link) {
	if len(torn) > 0 {
		body = strconv.AppendInt(append(body, tornKey...), int64(len(torn)), 10)
	}
	next := link{seq: l.seq + 1}
	body = strconv.AppendUint(append(body, seqKey...), next.seq, 10)
	next.hash = l.over(torn, body)
	body = hex.AppendEncode(append(body, chainKey...), next.hash[:])
	return append(body, lineEnd...), next
}

// over is the hash of what comes after the line of l.
func (l link) over(torn, body []byte) (hash [32]byte) {
	h := sha256.New()
	h.Write(l.hash[:])
	h.Write(torn)
	h.Write(body)
	h.Sum(hash[:0])
	return hash
}

// stated is the place in the chain that a line with its end says it has, and
// how much it says that a killed writer left before it.
func stated(line []byte) (l link, torn int, ok bool) {
	at := len(line) - chainLen
	if at < 0 || !bytes.HasPrefix(line[at:], []byte(chainKey)) || !bytes.HasSuffix(line, []byte(lineEnd)) {
		return l, 0, false
	}
	if _, err := hex.Decode(l.hash[:], line[at+len(chainKey):len(line)-len(lineEnd)]); err != nil {
		return l, 0, false
	}
	body, seq, ok := cutNumber(line[:at], seqKey)
	if !ok {
		return l, 0, false
	}
	l.seq = seq
	_, left, _ := cutNumber(body, tornKey)
	return l, int(left), true
}

// cutNumber takes key and the number behind it off the end of a text.
func cutNumber(text []byte, key string) (before []byte, n uint64, ok bool) {
	at := len(text)
	for at > 0 && text[at-1] >= '0' && text[at-1] <= '9' {
		at--
	}
	n, err := strconv.ParseUint(string(text[at:]), 10, 63)
	if err != nil || !bytes.HasSuffix(text[:at], []byte(key)) {
		return text, 0, false
	}
	return text[:at-len(key)], n, true
}

// holds says whether a line, with its end, is what its place in the chain
// says, coming after the line of l and what a killed writer left.
func (l link) holds(line, torn []byte) (link, bool) {
	next, left, ok := stated(line)
	if !ok || next.seq != l.seq+1 || left != len(torn) {
		return next, false
	}
	return next, l.over(torn, line[:len(line)-chainLen]) == next.hash
}
