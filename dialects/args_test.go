package dialects

import (
	"testing"

	"github.com/tidwall/gjson"
)

func TestObject(t *testing.T) {
	for _, c := range []struct {
		name, in, want string
		patch          bool
	}{
		{"object", `{"b":1,"a":2}`, `{"b":1,"a":2}`, false},
		{"JSON in a string", `"{\"command\": \"ls\"}"`, `{"command": "ls"}`, false},
		{"raw line feeds in JSON in a string", `"{\"command\":\"a\nb\"}"`, `{"command":"a\u000ab"}`, false},
		{"broken JSON in a string", `"{\"command\":"`, `{"text":"{\"command\":"}`, false},
		{"patch", `"*** Begin Patch\n*** End Patch"`, `{"patch":"*** Begin Patch\n*** End Patch"}`, true},
		{"patch after words", `"x\n*** Begin Patch"`, `{"patch":"x\n*** Begin Patch"}`, true},
		{"unified diff", `"--- a/x\n+++ b/x\n@@"`, `{"patch":"--- a/x\n+++ b/x\n@@"}`, true},
		{"git's diff", `"\ndiff --git a/x b/x"`, `{"patch":"\ndiff --git a/x b/x"}`, true},
		{"a rule, no diff", `"--- a\ntext"`, `{"text":"--- a\ntext"}`, false},
		{"text", `"<ls> & co"`, `{"text":"<ls> & co"}`, false},
		{"blank", `" "`, `{}`, false},
		{"null", `null`, `{}`, false},
		{"missing", ``, `{}`, false},
		{"list", `[1, 2]`, `{"value":[1, 2]}`, false},
		{"number", `7`, `{"value":7}`, false},
	} {
		got, patch := arguments(gjson.Parse(c.in))
		if string(got) != c.want || patch != c.patch {
			t.Errorf("%s: got %s, %v, want %s, %v", c.name, got, patch, c.want, c.patch)
		}
	}
}

func TestTypedText(t *testing.T) {
	for in, want := range map[string]string{
		"":                             "",
		"ls{enter}":                    "ls\n",
		"{backspace}rx{backspace}m":    "rm",
		"{up}{enter}":                  "\n",
		"echo ${HOME} {a,b}{enter}{":   "echo ${HOME} {a,b}\n{",
		"\xff{enter}é{backspace}":      "\uFFFD\n",
		"cat <<E{enter}x{enter}E{tab}": "cat <<E\nx\nE\t",
	} {
		if got := typedText(in); got != want {
			t.Errorf("%q: got %q, want %q", in, got, want)
		}
	}
}

func TestToPath(t *testing.T) {
	for in, want := range map[string]string{
		"":                          "",
		"/home/dev":                 "/home/dev",
		"file:///home/a%20b":        "/home/a b",
		"FILE:///home/x":            "/home/x",
		"file://localhost/home/x":   "/home/x",
		"file:///c%3A/Users/x":      "C:/Users/x",
		"file://server/share/x":     "//server/share/x",
		"/c:/Users/x":               "C:/Users/x",
		"/C:":                       "C:",
		`C:\Users\x`:                `C:\Users\x`,
		"/c:x":                      "/c:x",
		"file:///100%":              "/100%",
		"file:///%zz":               "/%zz",
		"file://":                   "",
		"vscode-remote://host/path": "vscode-remote://host/path",
	} {
		if got := toPath(in); got != want {
			t.Errorf("%q: got %q, want %q", in, got, want)
		}
	}
}
