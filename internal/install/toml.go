package install

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/pelletier/go-toml/v2"
)

// mark ends each line that we write into a TOML file, so that exactly those
// can be taken out again.
const mark = "# by gate install"

// readTOML checks a TOML file. The error names line and column.
func readTOML(text []byte) (map[string]any, error) {
	var values map[string]any
	err := toml.Unmarshal(text, &values)
	var at *toml.DecodeError
	if errors.As(err, &at) {
		line, column := at.Position()
		return nil, fmt.Errorf("line %d, column %d: %w", line, column, err)
	}
	return values, err
}

// setTOML puts key = value (as TOML) into a table, whose name is one word or
// several. A value of ours or of an older hash is replaced when over is set;
// another value that is there is an error.
func setTOML(text []byte, table []string, key, value string, over bool) ([]byte, error) {
	values, err := readTOML(text)
	if err != nil {
		return nil, err
	}
	old, ok := lookup(values, append(table, key))
	if ok && tomlText(old) == value {
		return text, nil
	}
	eol := "\n"
	if bytes.Contains(text, []byte("\r\n")) {
		eol = "\r\n"
	}
	line := key + " = " + value + " " + mark
	header := "[" + tomlPath(table) + "]"
	at := headerAt(text, header)
	var out []byte
	switch {
	case ok && !over:
		return nil, fmt.Errorf("%s.%s is %s, and must be %s", tomlPath(table), key, tomlText(old), value)
	case ok:
		if at < 0 {
			return nil, fmt.Errorf("%s.%s is written in a way that cannot be edited", tomlPath(table), key)
		}
		out = replaceKey(text, at, key, line)
	case at >= 0:
		out = append(append(bytes.Clone(text[:at]), line+eol...), text[at:]...)
	default:
		out = bytes.Clone(text)
		if len(out) > 0 && !bytes.HasSuffix(out, []byte("\n")) {
			out = append(out, eol...)
		}
		out = append(out, header+" "+mark+eol+line+eol...)
	}
	after, err := readTOML(out)
	if now, _ := lookup(after, append(table, key)); err != nil || tomlText(now) != value {
		return nil, fmt.Errorf("%s cannot be added: write it by hand", header)
	}
	return out, nil
}

// trust makes Codex trust the hooks of one file: hashes are by their key there.
func trust(text []byte, file string, hashes map[string]string) ([]byte, error) {
	values, err := readTOML(text)
	if err != nil {
		return nil, err
	}
	keys := slices.Sorted(maps.Keys(hashes))
	if !slices.ContainsFunc(keys, func(key string) bool {
		hash, _ := lookup(values, []string{"hooks", "state", key, "trusted_hash"})
		return hash != hashes[key]
	}) {
		return text, nil
	}
	text = stripHashes(text, file)
	for _, key := range keys {
		if text, err = setTOML(text, []string{"hooks", "state", key}, "trusted_hash", quoted(hashes[key]), true); err != nil {
			return nil, err
		}
	}
	return text, nil
}

// stripHashes takes out our tables of one hooks file, whose places may have
// changed.
func stripHashes(text []byte, file string) []byte {
	var out []byte
	ours := false
	begin := []byte(`[hooks.state."` + strings.Trim(quoted(file), `"`) + ":")
	for line := range bytes.Lines(text) {
		trimmed := bytes.TrimSpace(line)
		if bytes.HasPrefix(trimmed, []byte("[")) {
			ours = bytes.HasPrefix(trimmed, begin)
		}
		if !ours || !bytes.HasSuffix(trimmed, []byte(mark)) {
			out = append(out, line...)
		}
	}
	return out
}

// stripTOML takes out the lines that we wrote.
func stripTOML(text []byte) []byte {
	var out []byte
	for line := range bytes.Lines(text) {
		if !bytes.HasSuffix(bytes.TrimRight(line, "\r\n"), []byte(mark)) {
			out = append(out, line...)
		}
	}
	return out
}

// marked are files whose lines of ours carry the mark.
type marked struct{}

func (marked) strip(text []byte, _ func(string) bool) ([]byte, error) { return stripTOML(text), nil }

func (marked) bare(text []byte) bool { return len(bytes.TrimSpace(text)) == 0 }

// headerAt is where the line after a table's header begins, -1 without one.
func headerAt(text []byte, header string) int {
	at := 0
	for line := range bytes.Lines(text) {
		at += len(line)
		if rest, ok := bytes.CutPrefix(bytes.TrimSpace(line), []byte(header)); ok && (len(bytes.TrimSpace(rest)) == 0 || bytes.HasPrefix(bytes.TrimSpace(rest), []byte("#"))) {
			return at
		}
	}
	return -1
}

// replaceKey writes the line of a key in the table that begins at.
func replaceKey(text []byte, at int, key, with string) []byte {
	pos := at
	for line := range bytes.Lines(text[at:]) {
		name, _, _ := bytes.Cut(line, []byte("="))
		if string(bytes.TrimSpace(name)) == key {
			end := line[len(bytes.TrimRight(line, "\r\n")):]
			return append(append(append(bytes.Clone(text[:pos]), with...), end...), text[pos+len(line):]...)
		}
		pos += len(line)
	}
	return text
}

func lookup(values map[string]any, path []string) (any, bool) {
	var at any = values
	for _, name := range path {
		table, ok := at.(map[string]any)
		if !ok {
			return nil, false
		}
		if at, ok = table[name]; !ok {
			return nil, false
		}
	}
	return at, true
}

func tomlText(v any) string {
	if s, ok := v.(string); ok {
		return quoted(s)
	}
	return fmt.Sprint(v)
}

var bare = regexp.MustCompile(`^[A-Za-z0-9_-]+$`)

func tomlPath(path []string) string {
	names := make([]string, len(path))
	for i, name := range path {
		if names[i] = name; !bare.MatchString(name) {
			names[i] = quoted(name)
		}
	}
	return strings.Join(names, ".")
}

// trusted lists the tables and hashes by which Codex trusts our entries of a
// hooks file: file is its path there.
func trusted(file string, text []byte, ours func(string) bool) (map[string]string, error) {
	d, err := parse(text)
	if err != nil {
		return nil, err
	}
	d.root.Standardize()
	var content struct {
		Hooks map[string][]struct {
			Matcher *string
			Hooks   []handler
		}
	}
	if err := json.Unmarshal(d.root.Pack(), &content); err != nil {
		return nil, err
	}
	hashes := map[string]string{}
	for event, groups := range content.Hooks {
		for i, group := range groups {
			for j, h := range group.Hooks {
				if ours(h.Command) {
					hashes[fmt.Sprintf("%s:%s:%d:%d", file, snake(event), i, j)] = h.hash(event, group.Matcher)
				}
			}
		}
	}
	return hashes, nil
}

// handler is a hook in Codex's file.
type handler struct {
	Command       string
	Timeout       *int64
	Async         bool
	StatusMessage *string
}

// hash is the SHA-256 that Codex 0.171.0 keeps of a hook it trusts (observed:
// equal to what its hooks/list says): over compact JSON with sorted keys.
func (h handler) hash(event string, matcher *string) string {
	timeout := int64(600)
	if h.Timeout != nil {
		timeout = max(*h.Timeout, 1)
	}
	hook := fmt.Sprintf(`{"async":%t,"command":%s`, h.Async, quoted(h.Command))
	if h.StatusMessage != nil {
		hook += `,"statusMessage":` + quoted(*h.StatusMessage)
	}
	hook += fmt.Sprintf(`,"timeout":%d,"type":"command"}`, timeout)
	id := fmt.Sprintf(`{"event_name":%s,"hooks":[%s]`, quoted(snake(event)), hook)
	if matcher != nil && event != "UserPromptSubmit" && event != "Stop" && event != "Interrupt" {
		id += `,"matcher":` + quoted(*matcher)
	}
	sum := sha256.Sum256([]byte(id + "}"))
	return "sha256:" + hex.EncodeToString(sum[:])
}

var capital = regexp.MustCompile(`(.)([A-Z])`)

func snake(event string) string { return strings.ToLower(capital.ReplaceAllString(event, "${1}_$2")) }
