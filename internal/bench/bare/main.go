// Command bare is the yardstick of the bench: a Go program that reads its
// standard input and parses the JSON, and does no more.
package main

import (
	"encoding/json"
	"io"
	"os"
)

func main() {
	text, err := io.ReadAll(os.Stdin)
	if err != nil {
		os.Exit(1)
	}
	var v any
	if json.Unmarshal(text, &v) != nil {
		os.Exit(1)
	}
	os.Stdout.WriteString("{}\n")
}
