// Command generate writes capabilities.json, from the builtins that a plan can
// call, and policy.plan, the embedded policy compiled with them. It is run by
// go generate in package policies, and writes into the folder it is run in.
package main

import (
	"context"
	"fmt"
	"os"

	"gate/bundle/author"
)

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "generate:", err)
		os.Exit(1)
	}
}

func run() error {
	capabilities, err := author.Capabilities()
	if err != nil {
		return err
	}
	if err := os.WriteFile("capabilities.json", capabilities, 0o644); err != nil {
		return err
	}
	image, err := author.CompileEmbedded(context.Background())
	if err != nil {
		return err
	}
	return os.WriteFile("policy.plan", image, 0o644)
}
