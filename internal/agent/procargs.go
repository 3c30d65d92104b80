package agent

import (
	"bytes"
	"encoding/binary"
)

// procargs are the words in what macOS gives for kern.procargs2: their number
// (32 bits), the executable's path, NULs up to the next word, and then the
// words, each ended by a NUL, with the environment behind them. The order of
// bytes is that of every Mac since 2006.
func procargs(text []byte) []string {
	if len(text) < 4 {
		return nil
	}
	n := binary.LittleEndian.Uint32(text)
	_, rest, _ := bytes.Cut(text[4:], []byte{0})
	rest = bytes.TrimLeft(rest, "\x00")
	var words []string
	for ; n > 0 && len(rest) > 0; n-- {
		var word []byte
		word, rest, _ = bytes.Cut(rest, []byte{0})
		words = append(words, string(word))
	}
	return words
}
