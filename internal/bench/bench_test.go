package main

import (
	"testing"
	"time"

	"gate/bundle/author"
	"gate/internal/plan"
)

// TestPolicy holds that the generated rules of every shape compile, stay
// silent on what nobody meant, and that the probe is denied.
func TestPolicy(t *testing.T) {
	b, err := policy(2 * len(shapes))
	if err != nil {
		t.Fatal(err)
	}
	all, err := author.Layered(b.FS())
	if err != nil {
		t.Fatal(err)
	}
	image, err := author.Compile(t.Context(), all)
	if err != nil {
		t.Fatal(err)
	}
	program, err := plan.Open(string(image))
	if err != nil {
		t.Fatal(err)
	}
	for input, want := range map[string]string{
		`{}`: `"none"`,
		`{"commands":[{"name":"git","options":["--option-0"]}]}`:                      `"deny"`,
		`{"commands":[{"name":"git","options":["--option-4"]}]}`:                      `"none"`,
		`{"writes":[{"path":"team-1/a/b.git","inside":true}]}`:                        `"deny"`,
		`{"writes":[{"path":"team-1/a/b.txt","inside":true}]}`:                        `"none"`,
		`{"tool":{"kind":"mcp","name":"mcp__server2__git"}}`:                          `"deny"`,
		`{"urls":[{"url":"https://a.ls-7.example.com","host":"a.ls-7.example.com"}]}`: `"deny"`,
		`{"commands":[{"name":"bench-probe"}]}`:                                       `"deny"`,
	} {
		got, err := program.EvalJSON("gate/verdict", input, plan.Options{})
		if err != nil {
			t.Errorf("%s: %v", input, err)
		} else if decision := string(got)[len(`{"decision":`):][:len(want)]; decision != want {
			t.Errorf("%s: %s, want %s", input, got, want)
		}
	}
}

func TestHeld(t *testing.T) {
	base := &row{costs: []cost{{CPU: 2 * time.Millisecond, Wall: 2 * time.Millisecond, Peak: 2e6}}}
	took := []cost{{CPU: 9 * time.Millisecond, Wall: 9 * time.Millisecond, Peak: 8e6}, {CPU: time.Millisecond, Wall: time.Millisecond, Peak: 9e6}, {CPU: 4 * time.Millisecond, Wall: 4 * time.Millisecond, Peak: 8e6}}
	for want, target := range map[string]target{
		"":                           {},
		"held":                       {cpu: 2, wall: 4 * time.Millisecond, peak: 9e6},
		"missed: cpu 2.00 x > 1.5 x": {cpu: 1.5, peak: 9e6},
		"missed: wall 4 > 3 ms":      {wall: 3 * time.Millisecond, peak: 9e6},
		"missed: peak 9.0 > 8.0 MB":  {cpu: 2, peak: 8e6},
		"missed: cpu 2.00 x > 1.0 x, peak 9.0 > 8.0 MB": {cpu: 1, peak: 8e6},
	} {
		if got := (&row{base: base, costs: took, target: target}).held(); got != want {
			t.Errorf("%+v: %q, want %q", target, got, want)
		}
	}
}
