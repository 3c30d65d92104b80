package audit

import (
	"encoding/json"
	"strings"
)

// About is the tool of the entry's call and what it would do, as far as the
// line tells.
func (e Entry) About() (tool, what string) {
	var in struct {
		Tool     struct{ Name string }
		Commands []struct{ Argv []string }
		Writes   []struct{ Op, Path string }
		Reads    []struct{ Path string }
		URLs     []struct{ URL string }
	}
	if len(e.Input) == 0 || json.Unmarshal(e.Input, &in) != nil {
		return "", ""
	}
	var parts []string
	for _, c := range in.Commands {
		parts = append(parts, strings.Join(c.Argv, " "))
	}
	if len(in.Commands) == 0 {
		for _, x := range in.Writes {
			parts = append(parts, x.Op+" "+x.Path)
		}
		for _, x := range in.Reads {
			parts = append(parts, "read "+x.Path)
		}
		for _, x := range in.URLs {
			parts = append(parts, x.URL)
		}
	}
	return in.Tool.Name, strings.Join(parts, "; ")
}
