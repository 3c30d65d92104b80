package bundle

import (
	"errors"
	"fmt"
)

// errNone says that there is no snapshot.
var errNone = errors.New("there is none")

// maxSnapshot is more than any policy needs: 10,000 rules take about 6 MB.
const maxSnapshot = 64 << 20

func tooLarge(size int64) error {
	if size > maxSnapshot {
		return fmt.Errorf("it has %d bytes, more than %d", size, maxSnapshot)
	}
	return nil
}
