package author

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"gate"
	"gate/bundle"
)

// Activate compiles sources and makes them the snapshot at a path, in one step:
// who opens it finds the old policy or the new one. The new one is asked once
// before. It is an error when it gives no verdict.
func Activate(ctx context.Context, s Sources, name string) error {
	image, err := Compile(ctx, s)
	if err != nil {
		return err
	}
	folder := filepath.Dir(name)
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return err
	}
	file, err := os.CreateTemp(folder, "policy-*.plan") // mode 0600
	if err != nil {
		return err
	}
	defer os.Remove(file.Name())
	if _, err = file.Write(image); err == nil {
		err = file.Sync()
	}
	if cerr := file.Close(); err == nil {
		err = cerr
	}
	if err == nil {
		err = selfTest(file.Name())
	}
	if err != nil {
		return fmt.Errorf("write the compiled policy: %w", err)
	}
	return os.Rename(file.Name(), name)
}

// selfTest asks a snapshot about a call that says nothing.
func selfTest(name string) error {
	policy, err := bundle.Active(name)
	if err != nil {
		return err
	}
	_, err = policy.Decide(gate.Action{Event: gate.Notice})
	return err
}
