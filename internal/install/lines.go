package install

import (
	"bytes"
	"errors"
	"fmt"
	"strings"

	"go.yaml.in/yaml/v3"
)

// tables are TOML files with a [[hooks]] table for each hook. Ours are lines
// that carry the mark, at the end.
type tables struct{ marked }

func (t tables) put(text []byte, entries []entry, _ func(string) bool) ([]byte, error) {
	if _, err := readTOML(text); err != nil {
		return nil, err
	}
	var lines []string
	for _, e := range entries {
		lines = append(lines, "[[hooks]]", "event = "+quoted(e.event), "command = "+quoted(e.command), "timeout = "+number(e.timeout))
	}
	out := appendMarked(text, lines)
	if _, err := readTOML(out); err != nil {
		return nil, fmt.Errorf("hooks is written in a way that cannot be added to: %w", err)
	}
	return out, nil
}

// appendMarked is a text with lines of ours at its end, and nowhere else. One
// that has them already stays as it is.
func appendMarked(text []byte, lines []string) []byte {
	eol := "\n"
	if bytes.Contains(text, []byte("\r\n")) {
		eol = "\r\n"
	}
	var block strings.Builder
	for _, line := range lines {
		block.WriteString(line + " " + mark + eol)
	}
	if bytes.Contains(text, []byte(block.String())) && len(stripTOML(text))+block.Len() == len(text) {
		return text
	}
	out := stripTOML(text)
	if len(out) > 0 && !bytes.HasSuffix(out, []byte("\n")) {
		out = append(out, eol...)
	}
	return append(out, block.String()...)
}

// listed are YAML files with a list of hooks for each event, below hooks. Ours
// are lines that carry the mark.
type listed struct{ marked }

var errFlow = errors.New("hooks is written in a way that cannot be added to\nhint: write it as a block, an event on each line")

func (l listed) put(text []byte, entries []entry, _ func(string) bool) ([]byte, error) {
	base := stripTOML(text)
	var root yaml.Node
	if err := yaml.Unmarshal(base, &root); err != nil {
		return nil, err
	}
	hooks, err := mapping(&root, "hooks")
	if err != nil {
		return nil, err
	}
	var out []byte
	if hooks == nil {
		out = appendMarked(base, append([]string{"hooks:"}, events(entries, "  ")...))
	} else {
		out, err = addTo(base, hooks, entries)
	}
	if err != nil || bytes.Equal(out, text) {
		return out, err
	}
	if err := yaml.Unmarshal(out, &root); err != nil {
		return nil, errFlow
	}
	return out, nil
}

func events(entries []entry, indent string) (lines []string) {
	for _, e := range entries {
		lines = append(lines, indent+e.event+":", indent+"  "+e.item())
	}
	return lines
}

func (e entry) item() string {
	fields := "command: " + quoted(e.command) + ", timeout: " + number(e.timeout)
	if e.closed.Key != "" && e.tool {
		fields += ", " + e.closed.Key + ": " + e.closed.Value
	}
	return "- {" + fields + "}"
}

// mapping is the block mapping at a name of the document, nil when the name is
// not there.
func mapping(root *yaml.Node, name string) (*yaml.Node, error) {
	if len(root.Content) == 0 {
		return nil, nil
	}
	top := root.Content[0]
	if top.Kind != yaml.MappingNode {
		return nil, errors.New("it is no mapping")
	}
	value := member(top, name)
	if value != nil && (value.Kind != yaml.MappingNode || value.Style&yaml.FlowStyle != 0 || len(value.Content) == 0) {
		return nil, errFlow
	}
	return value, nil
}

func member(mapping *yaml.Node, name string) *yaml.Node {
	for i := 0; i+1 < len(mapping.Content); i += 2 {
		if mapping.Content[i].Value == name {
			return mapping.Content[i+1]
		}
	}
	return nil
}

// addTo puts our entries in front of those that hooks has: a new event before
// the first one, another hook of an event before its first.
func addTo(text []byte, hooks *yaml.Node, entries []entry) ([]byte, error) {
	eol := "\n"
	if bytes.Contains(text, []byte("\r\n")) {
		eol = "\r\n"
	}
	before := map[int][]string{} // line, counted from 1
	for _, e := range entries {
		first, lines := hooks.Content[0], events([]entry{e}, strings.Repeat(" ", hooks.Content[0].Column-1))
		if list := member(hooks, e.event); list != nil {
			if list.Kind != yaml.SequenceNode || list.Style&yaml.FlowStyle != 0 || len(list.Content) == 0 {
				return nil, errFlow
			}
			first = list.Content[0]
			lines = []string{strings.Repeat(" ", list.Column-1) + e.item()}
		}
		before[first.Line] = append(before[first.Line], lines...)
	}
	var out bytes.Buffer
	n := 0
	for line := range bytes.Lines(text) {
		n++
		for _, own := range before[n] {
			out.WriteString(own + " " + mark + eol)
		}
		out.Write(line)
	}
	return out.Bytes(), nil
}
