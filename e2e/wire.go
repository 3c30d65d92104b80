package main

import (
	"fmt"
	"os/exec"
)

// wire installs the gate for the user of that world, as a person would.
func wire(h harness, o options, w world) error {
	cmd := exec.Command(o.gate, "install", h.name)
	cmd.Dir, cmd.Env = w.project, w.env()
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("gate install %s: %w\n%s", h.name, err, out)
	}
	return nil
}
