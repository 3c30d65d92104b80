// Command generate compiles the embedded policy. It is run by go generate in
// package policies, and writes policy.plan in the folder it is run in.
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
	image, err := author.CompileEmbedded(context.Background())
	if err != nil {
		return err
	}
	return os.WriteFile("policy.plan", image, 0o644)
}
