package main

import (
	"errors"
	"strings"
	"testing"
)

func TestAgreed(t *testing.T) {
	says := func(text string) func() ([]byte, error) {
		return func() ([]byte, error) { return []byte(text), nil }
	}
	fails := func(why string) func() ([]byte, error) {
		return func() ([]byte, error) { return nil, errors.New(why) }
	}
	for name, tt := range map[string]struct {
		plan, opa func() ([]byte, error)
		want, err string
	}{
		"equal":     {says("{}"), says("{}"), "{}", ""},
		"different": {says("{}"), says("[]"), "", "the engines differ"},
		"opa fails": {says("{}"), fails("no"), "", "opa   error: no"},
		"both fail": {fails("slow"), fails("no"), "", "slow"},
	} {
		t.Run(name, func(t *testing.T) {
			got, err := agreed(tt.plan, tt.opa)
			if string(got) != tt.want || (err == nil) != (tt.err == "") || err != nil && !strings.Contains(err.Error(), tt.err) {
				t.Errorf("%q, %v; want %q, %q", got, err, tt.want, tt.err)
			}
		})
	}
}
