package doctor

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"time"

	"github.com/pelletier/go-toml/v2"
	"github.com/tailscale/hujson"
	"go.yaml.in/yaml/v3"

	"gate/dialects"
)

// hook is an entry of a harness's configuration: what it starts on an event.
type hook struct {
	file    configFile
	event   string
	group   int // its place in the event's list
	index   int // its place in the group, 0 where there are no groups
	matcher *string
	entry
	command string   // the one that counts on this system
	argv    []string // command and arguments, where no shell reads them
}

// entry is a hook as the file says it.
type entry struct {
	Type       string          `json:"type"`
	Command    string          `json:"command"`
	Args       []string        `json:"args"`
	Bash       string          `json:"bash"`
	PowerShell string          `json:"powershell"`
	Windows    string          `json:"windows"`
	Linux      string          `json:"linux"`
	MacOS      string          `json:"osx"`
	Async      bool            `json:"async"`
	Timeout    json.RawMessage `json:"timeout"`
	TimeoutSec json.RawMessage `json:"timeoutSec"`
	TimeoutMS  json.RawMessage `json:"timeout_ms"`
	raw        map[string]json.RawMessage
}

// configFile is a file of a harness that is there.
type configFile struct {
	scope dialects.Scope
	path  string
	shape dialects.Shape
}

// document is such a file's content as JSON.
type document struct {
	configFile
	top map[string]json.RawMessage
	err error // why it cannot be read; top is nil then
}

// documents reads the files of a harness that are there, in its order.
func (m Machine) documents(s dialects.Setup) []document {
	var all []document
	for _, f := range s.Files {
		if f.OS != "" && f.OS != m.OS {
			continue
		}
		paths, _ := filepath.Glob(m.place(f.Path))
		for _, path := range paths {
			d := document{configFile: configFile{f.Scope, path, s.ShapeOf(f)}}
			if d.shape != dialects.Executables && d.shape != dialects.Plugin {
				d.top, d.err = readTop(path)
			}
			if !errors.Is(d.err, fs.ErrNotExist) {
				all = append(all, d)
			}
		}
	}
	return all
}

// place is where a path of dialects.File lies on this machine.
func (m Machine) place(path string) string {
	switch {
	case strings.HasPrefix(path, "~/"):
		return filepath.Join(m.Home, path[2:])
	case filepath.IsAbs(path):
		return path
	}
	return filepath.Join(m.Root, path)
}

// readTop reads the top level of a file: JSON, with comments and commas at the
// end, TOML or YAML.
func readTop(path string) (map[string]json.RawMessage, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	if read := map[string]func([]byte, any) error{".toml": toml.Unmarshal, ".yaml": yaml.Unmarshal}[filepath.Ext(path)]; read != nil {
		var tree map[string]any
		if err := read(text, &tree); err != nil {
			return nil, err
		}
		if text, err = json.Marshal(tree); err != nil {
			return nil, err
		}
	}
	if text, err = hujson.Standardize(text); err != nil {
		return nil, err
	}
	var top map[string]json.RawMessage
	return top, json.Unmarshal(text, &top)
}

// hooks are the entries of a document, in no order between events.
func (m Machine) hooks(d document) []hook {
	switch d.shape {
	case dialects.Executables:
		return executable(d.configFile)
	case dialects.Triggers:
		return m.triggers(d)
	case dialects.Tables:
		return m.tables(d)
	case dialects.Plugin:
		return plugged(d.configFile)
	}
	var all []hook
	for _, events := range sets(d) {
		for event, list := range events {
			all = append(all, m.entries(d.configFile, event, list)...)
		}
	}
	return all
}

// sets are the objects of a document that are keyed by event: one, or one for
// each name that is not switched off.
func sets(d document) []map[string]json.RawMessage {
	if d.shape == dialects.Bare {
		return []map[string]json.RawMessage{d.top}
	}
	var all []map[string]json.RawMessage
	for name, value := range d.top {
		var set map[string]json.RawMessage
		if name != "hooks" && d.shape != dialects.Named || json.Unmarshal(value, &set) != nil {
			continue
		}
		if string(set["enabled"]) != "false" {
			all = append(all, set)
		}
	}
	return all
}

// executable is the hook that is a file itself: its name is the event's, and
// its first line or else bash runs it.
func executable(file configFile) []hook {
	text, err := os.ReadFile(file.path)
	if err != nil {
		return nil
	}
	base := filepath.Base(file.path)
	h := hook{file: file, event: strings.TrimSuffix(base, filepath.Ext(base)), command: string(text), argv: []string{file.path}}
	if !strings.HasPrefix(h.command, "#!") {
		h.argv = []string{"bash", file.path}
	}
	return []hook{h}
}

// triggers are the entries of a list in which each names its event.
func (m Machine) triggers(d document) []hook {
	var list []struct {
		Trigger string          `json:"trigger"`
		Matcher *string         `json:"matcher"`
		Enabled *bool           `json:"enabled"`
		Timeout json.RawMessage `json:"timeout"`
		Action  entry           `json:"action"`
	}
	if json.Unmarshal(d.top["hooks"], &list) != nil {
		return nil
	}
	var all []hook
	for i, t := range list {
		if t.Enabled != nil && !*t.Enabled {
			continue
		}
		h := hook{file: d.configFile, event: t.Trigger, group: i, matcher: t.Matcher, entry: t.Action}
		h.Timeout = t.Timeout
		h.command, h.argv = h.starts(m.OS)
		all = append(all, h)
	}
	return all
}

// tables are the entries of a list in which each names its event beside its
// command.
func (m Machine) tables(d document) []hook {
	var list []json.RawMessage
	if json.Unmarshal(d.top["hooks"], &list) != nil {
		return nil
	}
	var all []hook
	for i, text := range list {
		h := hook{file: d.configFile, group: i}
		var named struct{ Event string }
		if json.Unmarshal(text, &named) == nil && json.Unmarshal(text, &h.entry) == nil {
			h.event = named.Event
			h.command, h.argv = h.starts(m.OS)
			all = append(all, h)
		}
	}
	return all
}

// pluginLine is a line of a plugin of ours that says what it starts, or for
// which harness.
var pluginLine = regexp.MustCompile(`(?m)^const (gate|harness) = ("(?:[^"\\]|\\.)*");$`)

// plugged are the events on which a plugin of ours asks the gate.
func plugged(file configFile) []hook {
	text, err := os.ReadFile(file.path)
	if err != nil {
		return nil
	}
	said := map[string]string{}
	for _, match := range pluginLine.FindAllSubmatch(text, -1) {
		var value string
		if json.Unmarshal(match[2], &value) == nil {
			said[string(match[1])] = value
		}
	}
	setup, ok := dialects.SetupOf(said["harness"])
	if !ok || said["gate"] == "" {
		return nil
	}
	var all []hook
	argv := []string{said["gate"], "hook", "--stdin", "--dialect", said["harness"]}
	for _, event := range setup.Hooks {
		all = append(all, hook{file: file, event: event, command: strings.Join(argv, " "), argv: argv})
	}
	return all
}

// entries are those of one event: a list of entries, or of groups of them.
func (m Machine) entries(file configFile, event string, list json.RawMessage) []hook {
	var items []json.RawMessage
	if json.Unmarshal(list, &items) != nil {
		return nil
	}
	var all []hook
	for i, item := range items {
		var group struct {
			Matcher *string           `json:"matcher"`
			Hooks   []json.RawMessage `json:"hooks"`
		}
		if json.Unmarshal(item, &group) != nil {
			continue
		}
		inner := group.Hooks
		if inner == nil {
			inner = []json.RawMessage{item}
		}
		for j, text := range inner {
			h := hook{file: file, event: event, group: i, index: j, matcher: group.Matcher}
			if json.Unmarshal(text, &h.entry) == nil && json.Unmarshal(text, &h.raw) == nil {
				h.command, h.argv = h.starts(m.OS)
				all = append(all, h)
			}
		}
	}
	return all
}

// starts is the command line of an entry on a system, and the words of it
// where no shell reads them.
func (e entry) starts(system string) (command string, argv []string) {
	special := map[string][]string{
		"windows": {e.Windows, e.PowerShell},
		"linux":   {e.Linux, e.Bash},
		"darwin":  {e.MacOS, e.Bash},
	}[system]
	for _, command := range append(special, e.Command) {
		if command != "" {
			if e.Args != nil {
				argv = append([]string{command}, e.Args...)
			}
			return command, argv
		}
	}
	return "", nil
}

// gateHook finds the gate's hook in a command line, however it is started, and
// gatePath its executable where that stands by itself or in plain quotes.
var (
	gateHook = regexp.MustCompile(`(?:^|[\s'"/\\=&(])gate(?:\.exe)?['"\\]*\s+hook\b`)
	gatePath = regexp.MustCompile(`(?:^|[\s;&|({])(?:"([^"]*\bgate(?:\.exe)?)"|'([^']*\bgate(?:\.exe)?)'|([^\s"';&|(){}]*\bgate(?:\.exe)?))\s+hook\b`)
)

// gate says whether the entry starts the gate's hook, and by which path; "" is
// one that only a shell can tell.
func (h hook) gate() (program string, ours bool) {
	for i := 1; i < len(h.argv); i++ {
		if base := filepath.Base(h.argv[i-1]); h.argv[i] == "hook" && (base == "gate" || base == "gate.exe") {
			return h.argv[i-1], true
		}
	}
	if !gateHook.MatchString(h.command) {
		return "", false
	}
	if match := gatePath.FindStringSubmatch(h.command); match != nil {
		program = match[1] + match[2] + match[3]
	}
	return program, true
}

// limit is how long the harness waits for the entry, 0 where that is not
// known. It is an error where the file's number makes none.
func (h hook) limit(s dialects.Setup) (time.Duration, error) {
	text, unit := h.Timeout, s.Timeout.Unit
	switch {
	case h.TimeoutMS != nil:
		text, unit = h.TimeoutMS, time.Millisecond
	case h.TimeoutSec != nil:
		text, unit = h.TimeoutSec, time.Second
	case text == nil:
		return s.Timeout.Default, nil
	}
	var number float64
	if err := json.Unmarshal(text, &number); err != nil || number <= 0 {
		return 0, fmt.Errorf("its timeout is %s, which is no number above 0", text)
	}
	if s.Millis > 0 && number >= s.Millis {
		unit = time.Millisecond
	}
	return time.Duration(number * float64(unit)), nil
}
