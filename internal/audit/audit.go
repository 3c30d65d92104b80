// Package audit keeps the decision log: one line of JSON a call, in the shape
// of OPA's decision logs, that many hooks at once append to. Each line ends
// with its number and a hash over all lines before it, so that an edit, a cut
// or a gap is found.
//
// The half that the hook links writes lines and reads none: Append, AppendLine
// and what they need use neither reflection nor a table made at the start.
package audit

import (
	"path/filepath"
	"strings"
	"time"

	"gate/internal/config"
)

// A log's folder holds the file that is written to, the kept ones, whose names
// have the number of their last line, and the anchor.
const (
	current    = "decisions.jsonl"
	keptPrefix = "decisions-"
	keptSuffix = ".jsonl"
	anchorName = "anchor"
)

// MaxLine is the length of the longest line in bytes, its end included.
const MaxLine = 256 << 10

// Limits say when a new file is begun, which of the old ones are kept, and how
// patient a writer is.
type Limits struct {
	Size  int64         // bytes from which on a file is full
	Span  time.Duration // how long one file is written to
	Files int           // how many full ones are kept
	Age   time.Duration // how long they are kept
	Wait  time.Duration // how long a line waits for those of other processes
}

// Usual are the limits of the hook's log: half a gigabyte at the most.
var Usual = Limits{Size: 64 << 20, Span: 30 * 24 * time.Hour, Files: 8, Age: 180 * 24 * time.Hour, Wait: time.Second}

// Folder is the folder of the user's log.
func Folder() (string, error) {
	dir, err := config.Folder()
	if err != nil {
		return "", err
	}
	return filepath.Join(dir, "log"), nil
}

// keptName is the name of a full file whose last line has this number.
func keptName(last uint64) string {
	return keptPrefix + string(appendPadded(nil, last)) + keptSuffix
}

// lastOf is the number in the name of a full file.
func lastOf(name string) (uint64, bool) {
	digits, ok := strings.CutPrefix(name, keptPrefix)
	digits, isLog := strings.CutSuffix(digits, keptSuffix)
	if !ok || !isLog {
		return 0, false
	}
	return padded(digits)
}

// width is the number of digits of a padded number: those of the largest one.
const width = 20

func appendPadded(out []byte, n uint64) []byte {
	at := len(out)
	for range width {
		out = append(out, '0')
	}
	for i := at + width - 1; n > 0; i-- {
		out[i] = byte('0' + n%10)
		n /= 10
	}
	return out
}

func padded[T string | []byte](digits T) (n uint64, ok bool) {
	if len(digits) != width {
		return 0, false
	}
	for i := range len(digits) {
		if digits[i] < '0' || digits[i] > '9' {
			return 0, false
		}
		n = 10*n + uint64(digits[i]-'0')
	}
	return n, true
}
