package install

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"gate/dialects"
)

// entry is one hook as a harness's file says it.
type entry struct {
	event   string
	command string
	timeout int64 // in the file's unit; 0 for none
	closed  dialects.Switch
	windows bool
	tool    bool // the event is about a tool call
}

// shape writes entries the way that one kind of file wants them.
type shape struct {
	// head are settings that such a file needs beside its hooks: path and value.
	head map[string]string
	own  string // the member of the root that is all ours
	path func(e entry) []string
	body func(e entry) pairs
}

// pairs are an object's members in order, value as JSON.
type pairs [][2]string

func (p pairs) String() string {
	text := make([]string, 0, len(p))
	for _, pair := range p {
		if pair[1] != "" {
			text = append(text, quoted(pair[0])+":"+pair[1])
		}
	}
	return "{" + strings.Join(text, ",") + "}"
}

func quoted(s string) string {
	var b strings.Builder
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if enc.Encode(s) != nil {
		return `""`
	}
	return strings.TrimSpace(b.String())
}

func number(n int64) string {
	if n == 0 {
		return ""
	}
	return fmt.Sprint(n)
}

func hooks(e entry) []string { return []string{"hooks", e.event} }

func group(p pairs) pairs { return pairs{{"hooks", "[" + p.String() + "]"}} }

func typed(e entry) pairs {
	return pairs{{"type", `"command"`}, {"command", quoted(e.command)}, {"timeout", number(e.timeout)}, {e.closed.Key, e.closed.Value}}
}

// shapes are the files that are JSON. A matcher is never written: an absent one
// is the only one that no harness misreads.
var shapes = map[dialects.Shape]shape{
	dialects.Groups: {
		path: hooks,
		body: func(e entry) pairs { return group(typed(e)) },
	},
	dialects.Versioned: {
		head: map[string]string{"version": "1"},
		path: hooks,
		body: func(e entry) pairs { return typed(e)[1:] },
	},
	dialects.Flat: {
		path: hooks,
		body: func(e entry) pairs {
			return pairs{{"name", `"gate"`}, {"command", quoted(e.command)}, {"timeout", number(e.timeout)}, {e.closed.Key, e.closed.Value}}
		},
	},
	dialects.Shells: {
		head: map[string]string{"version": "1"},
		path: hooks,
		body: func(e entry) pairs {
			key := "bash"
			if e.windows {
				key = "powershell"
			}
			return pairs{{"type", `"command"`}, {key, quoted(e.command)}, {"timeoutSec", number(e.timeout)}, {e.closed.Key, e.closed.Value}}
		},
	},
	dialects.Systems: {
		path: hooks,
		body: typed,
	},
	dialects.Bare: {
		path: func(e entry) []string { return []string{e.event} },
		body: func(e entry) pairs { return group(typed(e)) },
	},
	dialects.Numbered: {
		head: map[string]string{"version": "1"},
		path: hooks,
		body: func(e entry) pairs { return group(typed(e)) },
	},
	dialects.Commands: {
		path: hooks,
		body: func(e entry) pairs { return pairs{{"command", quoted(e.command)}, {"show_output", "true"}} },
	},
	dialects.Triggers: {
		head: map[string]string{"version": `"v1"`},
		path: func(entry) []string { return []string{"hooks"} },
		body: func(e entry) pairs {
			return pairs{
				{"name", quoted("gate " + e.event)}, {"trigger", quoted(e.event)}, {"action", typed(e)[:2].String()},
				{"timeout", number(e.timeout)}, {"enabled", "true"},
			}
		},
	},
	dialects.Named: {
		head: map[string]string{"gate.enabled": "true"},
		own:  "gate",
		path: func(e entry) []string { return []string{"gate", e.event} },
		body: func(e entry) pairs {
			if e.tool {
				return group(typed(e))
			}
			return typed(e)
		},
	},
}

// put is the file's text with exactly these entries of ours in it.
func (s shape) put(text []byte, entries []entry, ours func(string) bool) ([]byte, error) {
	d, err := parse(text)
	if err != nil {
		return nil, err
	}
	if slices.Equal(d.list(ours), s.wanted(entries)) {
		return text, nil
	}
	d.prune(ours, s.own)
	for path, value := range s.head {
		if err := d.ensure(strings.Split(path, "."), value); err != nil {
			return nil, err
		}
	}
	for _, e := range entries {
		if err := d.add(s.path(e), s.body(e).String()); err != nil {
			return nil, err
		}
	}
	return d.bytes(), nil
}

func (s shape) wanted(entries []entry) []string {
	wanted := make([]string, 0, len(entries))
	for _, e := range entries {
		wanted = append(wanted, "."+strings.Join(s.path(e), ".")+" "+s.body(e).String())
	}
	slices.Sort(wanted)
	return wanted
}

// strip is the file's text without our entries.
func (s shape) strip(text []byte, ours func(string) bool) ([]byte, error) {
	d, err := parse(text)
	if err != nil {
		return nil, err
	}
	if !d.prune(ours, s.own) {
		return text, nil
	}
	return d.bytes(), nil
}

// bare says whether nothing is in the file but what a new one of us begins with.
func (s shape) bare(text []byte) bool {
	d, err := parse(text)
	if err != nil {
		return false
	}
	return !slices.ContainsFunc(d.names(), func(name string) bool { return s.head[name] == "" })
}
