package author

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"gate"
	"gate/bundle"
)

// Activate compiles sources and makes them the snapshot at a path, in one step:
// who opens it finds the old policy or the new one. The new one is asked once
// before. It is an error when it gives no verdict. The sources stay beside it,
// for who wants to list, trace or compare the rules in force.
func Activate(ctx context.Context, s Sources, name string) error {
	image, err := Compile(ctx, s)
	if err != nil {
		return err
	}
	text, err := json.Marshal(s)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
		return err
	}
	if err := replaceFile(sourcesOf(name), text, nil); err != nil {
		return fmt.Errorf("keep the sources of the policy: %w", err)
	}
	if err := replaceFile(name, image, selfTest); err != nil {
		return fmt.Errorf("write the compiled policy: %w", err)
	}
	return nil
}

// sourcesOf is the file with the sources of a snapshot.
func sourcesOf(snapshot string) string { return snapshot + ".sources.json" }

// Deactivate takes a snapshot away. It is no error when there is none.
func Deactivate(name string) error {
	for _, file := range []string{name, sourcesOf(name)} {
		if err := os.Remove(file); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	return nil
}

// Active are the sources of the policy in force, as bundle.Active finds it.
func Active(snapshots ...string) (Sources, error) {
	policy, err := bundle.Active(snapshots...)
	if err != nil {
		return Sources{}, err
	}
	if policy.File == "" {
		return EmbeddedSources()
	}
	text, err := os.ReadFile(sourcesOf(policy.File))
	if err != nil {
		return Sources{}, fmt.Errorf("read the sources of the policy in force: %w", err)
	}
	var s Sources
	dec := json.NewDecoder(bytes.NewReader(text))
	dec.UseNumber()
	if err := dec.Decode(&s); err != nil {
		return Sources{}, fmt.Errorf("read %s: %w", sourcesOf(policy.File), err)
	}
	if s.Digest() != policy.Digest() {
		return Sources{}, fmt.Errorf("%s are not the sources of %s\nhint: run gate bundle use again with your policy", sourcesOf(policy.File), policy.File)
	}
	return s, nil
}

// replaceFile puts a file of this user alone in the place of another, once it
// is whole and has passed its check.
func replaceFile(name string, text []byte, check func(name string) error) error {
	file, err := os.CreateTemp(filepath.Dir(name), ".new-*") // mode 0600
	if err != nil {
		return err
	}
	defer os.Remove(file.Name())
	if _, err = file.Write(text); err == nil {
		err = file.Sync()
	}
	if cerr := file.Close(); err == nil {
		err = cerr
	}
	if err == nil && check != nil {
		err = check(file.Name())
	}
	if err != nil {
		return err
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
