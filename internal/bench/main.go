// Command bench times whole processes: the hook with the embedded rules and
// with generated ones in addition, beside a bare Go program that reads the
// same payload, the hook as it would be with OPA inside, and an idle Node.
// The runs of all rows are interleaved, in another order each round, so that a
// busy moment, or what ran just before, hits them alike.
package main

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"

	"gate/internal/config"
)

func main() {
	gate := flag.String("gate", "bin/gate", "the hook's executable")
	rounds := flag.Int("n", 30, "rounds; each runs every row once")
	flag.Parse()
	if err := bench(*gate, max(*rounds, 1)); err != nil {
		fmt.Fprintf(os.Stderr, "bench: %v\n", err)
		os.Exit(1)
	}
}

func bench(gate string, rounds int) error {
	dir, err := os.MkdirTemp("", "bench")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	p, err := build(dir, gate)
	if err != nil {
		return err
	}
	rows, err := p.rows(dir)
	if err != nil {
		return err
	}
	if err := p.runAll(rows, rounds); err != nil {
		return err
	}
	show(os.Stdout, rows)
	return p.showSize(os.Stdout)
}

func (p executables) runAll(rows []*row, rounds int) error {
	order := slices.Clone(rows)
	chance := rand.New(rand.NewPCG(1, 2))
	for i := range rounds + 1 {
		chance.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
		for _, r := range order {
			cost, err := p.run(r)
			if err != nil {
				return fmt.Errorf("%s: %w", r.name, err)
			}
			if i > 0 { // the first, cold run does not count
				r.costs = append(r.costs, cost)
			}
		}
	}
	return nil
}

// executables are the programs that take part, by path.
type executables struct {
	gate, launch, bare, opa string
	node                    string // "" where there is none
}

func build(dir, gate string) (executables, error) {
	linked := filepath.Join(dir, "linked")
	if err := os.Mkdir(linked, 0o755); err != nil {
		return executables{}, err
	}
	// As gate itself is built.
	cmd := exec.Command("go", "build", "-trimpath", "-ldflags", "-s -w", "-o", linked,
		"./internal/bench/launch", "./internal/bench/bare", "./internal/bench/opa")
	if out, err := cmd.CombinedOutput(); err != nil {
		return executables{}, fmt.Errorf("build the programs to compare with: %w\n%s", err, out)
	}
	var p executables
	for name, to := range map[string]*string{"gate": &p.gate, "launch": &p.launch, "bare": &p.bare, "opa": &p.opa} {
		from := filepath.Join(linked, name)
		if name == "gate" {
			from = gate
		}
		*to = filepath.Join(dir, name)
		if err := install(from, *to); err != nil {
			return executables{}, err
		}
	}
	if err := install(config.Beside(gate), config.Beside(p.gate)); err != nil {
		return executables{}, err
	}
	var err error
	if p.node, err = exec.LookPath("node"); err != nil {
		fmt.Println("node is not here: its row is left out")
	}
	return p, nil
}

// install copies a program, as installing it does. One that comes fresh from
// the linker lies in the page cache in small pieces, and starts more slowly.
func install(from, to string) error {
	text, err := os.ReadFile(from)
	if err != nil {
		return err
	}
	return os.WriteFile(to, text, 0o755)
}
