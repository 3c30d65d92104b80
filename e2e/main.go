// Command e2e proves the gate in the real harnesses. It installs them from npm
// at pinned versions, wires each with `gate install` in an empty home, lets a
// scripted model on loopback ask for calls, and looks on disk at what ran.
//
// No account, no key and no traffic is needed once the harnesses are
// installed: on Linux they run where nothing but loopback exists.
package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

func main() {
	err := run(os.Args[1:], os.Stdout)
	if errors.Is(err, flag.ErrHelp) {
		return
	}
	if err != nil {
		fmt.Fprintf(os.Stderr, "gate: e2e: %v\n", err)
		os.Exit(1)
	}
}

type options struct {
	gate  string // the executable under test
	cache string // where harnesses are installed
	only  string // names, comma separated; "" is all
	keep  bool
}

func parse(args []string) (options, error) {
	var o options
	flags := flag.NewFlagSet("e2e", flag.ContinueOnError)
	flags.StringVar(&o.gate, "gate", "bin/gate", "the gate to prove, gatectl beside it")
	flags.StringVar(&o.cache, "cache", os.Getenv("E2E_CACHE"), "folder for the installed harnesses (default $E2E_CACHE, else gate-e2e in the user's cache folder)")
	flags.StringVar(&o.only, "only", "", "harnesses to run, comma separated (default all)")
	flags.BoolVar(&o.keep, "keep", false, "keep the homes and logs of all runs")
	if err := flags.Parse(args); err != nil {
		return o, err
	}
	if o.cache == "" {
		dir, err := os.UserCacheDir()
		if err != nil {
			return o, fmt.Errorf("find the cache folder: %w\nhint: set E2E_CACHE", err)
		}
		o.cache = filepath.Join(dir, "gate-e2e")
	}
	for _, path := range []*string{&o.gate, &o.cache} {
		abs, err := filepath.Abs(*path)
		if err != nil {
			return o, err
		}
		*path = abs
	}
	return o, nil
}

func run(args []string, stdout io.Writer) error {
	if err := settle(); err != nil {
		return err
	}
	o, err := parse(args)
	if err != nil {
		return err
	}
	if err := present(o); err != nil {
		return err
	}
	chosen, err := choose(o.only)
	if err != nil {
		return err
	}
	for i := range chosen {
		if chosen[i].dir, err = install(o.cache, chosen[i]); err != nil {
			return err
		}
	}
	if done, err := alone(args); done {
		return err
	}
	return prove(chosen, o, stdout)
}

// present holds that all is there that a run needs.
func present(o options) error {
	for _, name := range []string{"node", "npm", "git", "bash"} {
		if _, err := exec.LookPath(name); err != nil {
			return fmt.Errorf("%s is not on PATH, and the real harnesses need it\nhint: install Node.js 20 or newer, npm, git and bash", name)
		}
	}
	if _, err := os.Stat(o.gate); err != nil {
		return fmt.Errorf("find the gate to prove: %w\nhint: make build, or name it with -gate", err)
	}
	return nil
}

// choose gives the harnesses of those names, all for "".
func choose(names string) ([]harness, error) {
	all := harnesses()
	if names == "" {
		return all, nil
	}
	var chosen []harness
	for name := range strings.SplitSeq(names, ",") {
		found := slices.DeleteFunc(slices.Clone(all), func(h harness) bool { return h.name != name })
		if len(found) == 0 {
			return nil, fmt.Errorf("unknown harness %q", name)
		}
		chosen = append(chosen, found...)
	}
	return chosen, nil
}

// prove runs every harness in every mode and prints the table.
func prove(chosen []harness, o options, stdout io.Writer) error {
	work, err := os.MkdirTemp("", "gate-e2e-")
	if err != nil {
		return err
	}
	var rows []row
	for _, h := range chosen {
		for _, m := range h.modes() {
			r, err := play(h, m, o, filepath.Join(work, fmt.Sprint(len(rows))))
			if err != nil {
				return fmt.Errorf("%s, %s: %w", h.title(), m, err)
			}
			rows = append(rows, r)
		}
	}
	return report(rows, work, o.keep, stdout)
}
