package template

import (
	"errors"
	"strings"
	"testing"
)

func free(int, int) error { return nil }

// Package bundle/author compares with OPA. Here is what differs from it.
func TestRefused(t *testing.T) {
	for text, want := range map[string]string{
		"{{1i}}":     "template: template:1: bad number syntax: \"1i\"",
		"\n{{1+2i}}": "template: template:2: bad number syntax: \"1+\"",
		"{{define \"t\"}}{{template \"t\"}}{{end}}\n{{template \"t\"}}": "template: template:1: exceeded maximum template depth (10000)",
		strings.Repeat("x", maxText+1):                                  "template: longer than 262144 bytes",
	} {
		if _, err := Render(text, nil, free); err == nil || err.Error() != want {
			t.Errorf("%.50q: %v, want %s", text, err, want)
		}
	}
}

// TestNesting holds the stack to what the longest text needs.
func TestNesting(t *testing.T) {
	for _, piece := range []string{"{{if 1}}", "{{with 1}}", "{{if 0}}{{else if 1}}"} {
		text := strings.Repeat(piece, maxText/len(piece)-1)
		if _, err := Render(text, nil, free); err == nil {
			t.Errorf("%s without an end is a template", piece)
		}
	}
	n := maxText/len("{{if 1}}{{end}}") - 1
	if out, err := Render(strings.Repeat("{{if 1}}", n)+"x"+strings.Repeat("{{end}}", n), nil, free); out != "x" || err != nil {
		t.Errorf("%q, %v", out, err)
	}
	if _, err := Render("{{"+strings.Repeat("(", maxText/2-100)+"1"+strings.Repeat(")", maxText/2-100)+"}}", nil, free); err != nil {
		t.Error(err)
	}
}

func TestCostsAreAskedForFirst(t *testing.T) {
	stop := errors.New("stop")
	bytes := 0
	spend := func(_, n int) error {
		if bytes += n; bytes > 1<<20 {
			return stop
		}
		return nil
	}
	for _, text := range []string{
		"{{range 1000000000}}{{print .}}{{end}}", "{{printf \"%999999999d\" 1}}{{printf \"%999999d\" 1}}", "{{$x := \"x\"}}{{range 60}}{{$x = print $x $x}}{{end}}",
	} {
		bytes = 0
		if _, err := Render(text, nil, spend); !errors.Is(err, stop) {
			t.Errorf("%s: %v", text, err)
		}
	}
}

func FuzzRender(f *testing.F) {
	for _, text := range []string{"{{range $i, $v := .l}}{{$i}}{{$v}}{{else}}x{{end}}", "{{- /* c */ -}} {{with .m}}{{.a | printf \"%s\" | len}}{{end}}", "{{define \"t\"}}{{.}}{{end}}{{template \"t\" (index .l 0)}}"} {
		f.Add(text)
	}
	data := map[string]any{"l": []any{"a", nil, true}, "m": map[string]any{"a": "b"}}
	f.Fuzz(func(t *testing.T, text string) {
		left := 100_000
		_, _ = Render(text, data, func(steps, bytes int) error {
			if left -= steps + bytes; left < 0 {
				return errors.New("too costly")
			}
			return nil
		})
	})
}
