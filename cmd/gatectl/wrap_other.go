//go:build !unix

package main

import "errors"

func wrapped([]string) error {
	return errors.New("wrap works on Unix only\nhint: wire the agent's hooks instead")
}
