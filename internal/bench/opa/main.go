// Command opa is the hook as it would be with OPA inside: the same steps, but
// the embedded policy is compiled and evaluated by OPA on every call.
package main

import (
	"context"
	"fmt"
	"io"
	"os"

	"gate"
	"gate/bundle"
	"gate/bundle/author"
	"gate/internal/judge"
)

func main() {
	payload, err := io.ReadAll(os.Stdin)
	if err != nil {
		fmt.Fprintf(os.Stderr, "opa: %v\n", err)
		os.Exit(1)
	}
	out := judge.Judge(payload, judge.Options{Decide: decide})
	os.Stdout.Write(out.Reply.Stdout)
	os.Exit(out.Reply.Exit)
}

func decide(a gate.Action) (gate.Verdict, error) {
	ctx := context.Background()
	sources, err := author.EmbeddedSources()
	if err != nil {
		return gate.Verdict{}, err
	}
	opa, err := author.NewOPA(ctx, sources)
	if err != nil {
		return gate.Verdict{}, err
	}
	result, err := opa.Evaluate(ctx, a, nil)
	if err != nil {
		return gate.Verdict{}, err
	}
	return bundle.Verdict(result)
}
