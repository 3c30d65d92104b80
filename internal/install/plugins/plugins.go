// Package plugins holds the files of code that make a harness without hook
// commands ask the gate: the harness loads them into itself, and they start
// the gate before each tool call with a payload that package dialects knows
// (dialects/plugin.go). A gate that is not there, crashes, hangs or talks
// nonsense blocks the call.
package plugins

import (
	"embed"
	"encoding/json"
	"fmt"
	"path/filepath"
	"strings"
)

//go:embed *.js *.json
var sources embed.FS

// File is one file of a plugin.
type File struct {
	Name string // where it lies in the plugin's folder
	Text []byte
}

// parts says what each harness's plugin is made of: the name of each file, and
// the sources that are put together to make it.
var parts = map[string][]struct {
	name    string
	sources []string
}{
	"opencode": {{"gate.js", []string{"ask.js", "opencode.js"}}},
	"kilo":     {{"gate.js", []string{"ask.js", "opencode.js"}}},
	"pi":       {{"gate.ts", []string{"ask.js", "pi.js"}}}, // JavaScript is TypeScript, too
	"openclaw": {
		{"index.js", []string{"ask.js", "openclaw.js"}},
		{"openclaw.plugin.json", []string{"openclaw.plugin.json"}},
		{"package.json", []string{"openclaw.package.json"}},
	},
}

// Has says whether the harness of that dialect's name is wired by a plugin.
func Has(harness string) bool { return parts[harness] != nil }

// Files makes the plugin of a harness, which starts the gate at that path. The
// same path gives the same bytes. It is an error when the harness has none, or
// the path is not absolute: a bare name would be looked for in whatever PATH
// the agent has.
func Files(harness, gate string) ([]File, error) {
	if !Has(harness) {
		return nil, fmt.Errorf("there is no plugin for %q", harness)
	}
	if !filepath.IsAbs(gate) {
		return nil, fmt.Errorf("the path of the gate must be absolute, and %q is not", gate)
	}
	fill := strings.NewReplacer("__GATE__", quote(gate), "__HARNESS__", quote(harness))
	var files []File
	for _, part := range parts[harness] {
		var text strings.Builder
		for _, name := range part.sources {
			source, err := sources.ReadFile(name)
			if err != nil {
				return nil, fmt.Errorf("read the plugin's source: %w", err)
			}
			text.Write(source)
		}
		files = append(files, File{part.name, []byte(fill.Replace(text.String()))})
	}
	return files, nil
}

// quote writes text as a JavaScript string: JSON's, with <, > and the line
// separators that older JavaScript does not take escaped.
func quote(text string) string {
	quoted, _ := json.Marshal(text) // a string always can be
	return string(quoted)
}
