//go:build !unix && !windows

package audit

import "errors"

// lock has no means here.
func (f file) lock(bool) error { return errors.New("this system has no file locks") }
