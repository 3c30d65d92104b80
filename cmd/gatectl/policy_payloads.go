package main

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"
	"regexp"
	"slices"
	"time"

	"gate"
	"gate/bundle"
	"gate/bundle/author"
	"gate/dialects"
	"gate/extract"
	"gate/internal/config"
)

// payloadCase is a line of a file payloads/*.jsonl.
type payloadCase struct {
	Name    string          `json:"name"`
	Payload json.RawMessage `json:"payload"` // as the harness sends it, or the name of a file beside, as a string
	Want    *gate.Decision  `json:"want"`
	Rule    string          `json:"rule"`    // the id of a rule that must say so, "" for any
	Dialect string          `json:"dialect"` // as of gate eval, like Event
	Event   string          `json:"event"`
	Input   json.RawMessage `json:"input"` // what of the input document is to be otherwise
}

// rehearse takes the recorded payloads of a policy through decoding,
// extraction and its rules over the embedded ones: those cases whose name, or
// file and line, match wanted.
func rehearse(ctx context.Context, files fs.FS, wanted *regexp.Regexp) ([]author.TestResult, error) {
	sources, err := author.Layered(files)
	if err != nil {
		return nil, err
	}
	image, err := author.Compile(ctx, sources)
	if err != nil {
		return nil, err
	}
	policy, err := bundle.Compiled(string(image))
	if err != nil {
		return nil, err
	}
	names, err := fs.Glob(files, "payloads/*.jsonl")
	if err != nil {
		return nil, err
	}
	results := []author.TestResult{}
	for _, name := range names {
		text, err := fs.ReadFile(files, name)
		if err != nil {
			return nil, err
		}
		for i, line := range bytes.Split(text, []byte("\n")) {
			if line = bytes.TrimSpace(line); len(line) == 0 {
				continue
			}
			r := rehearseLine(policy, files, name, i+1, line)
			if wanted.MatchString(r.Name) || wanted.MatchString(fmt.Sprintf("%s:%d", name, i+1)) {
				results = append(results, r)
			}
		}
	}
	return results, nil
}

func rehearseLine(policy *bundle.Policy, files fs.FS, file string, line int, text []byte) author.TestResult {
	r := author.TestResult{File: file, Line: line, Outcome: "pass", Cases: []string{}}
	c, err := readCase(text)
	r.Name = cmp.Or(c.Name, fmt.Sprintf("%s:%d", file, line))
	var verdict gate.Verdict
	if err == nil {
		verdict, err = c.decide(policy, files, path.Dir(file))
	}
	if err != nil {
		r.Outcome, r.Message = "error", err.Error()
	} else if !c.holds(verdict) {
		r.Outcome, r.Message = "fail", c.difference(verdict)
	}
	return r
}

func readCase(line []byte) (c payloadCase, err error) {
	dec := json.NewDecoder(bytes.NewReader(line))
	dec.DisallowUnknownFields()
	if err := dec.Decode(&c); err != nil {
		return c, fmt.Errorf("read the case: %w", err)
	}
	_, err = dec.Token()
	switch {
	case err != io.EOF:
		return c, errors.New("read the case: there is text after it; a case is one line")
	case len(c.Payload) == 0:
		return c, errors.New("read the case: it has no payload")
	case c.Want == nil:
		return c, errors.New("read the case: it does not say what it wants: deny, ask, allow or none")
	case *c.Want == gate.None && c.Rule != "":
		return c, errors.New("read the case: it wants none, and a rule that says so: no rule says none")
	case c.Dialect != "" && !dialects.Known(c.Dialect):
		return c, fmt.Errorf("read the case: unknown dialect %q", c.Dialect)
	}
	return c, nil
}

// decide takes the payload to its verdict, in a scene that is the same on
// every machine.
func (c payloadCase) decide(policy *bundle.Policy, files fs.FS, dir string) (gate.Verdict, error) {
	payload, err := c.payload(files, dir)
	if err != nil {
		return gate.Verdict{}, err
	}
	call, err := dialects.Decode(payload, dialects.Hint{Dialect: c.Dialect, Event: c.Event})
	if err != nil {
		return gate.Verdict{}, err
	}
	scene, err := c.scene(call.Cwd)
	if err != nil {
		return gate.Verdict{}, err
	}
	action := extract.From(call, scene)
	if err := c.change(&action); err != nil {
		return gate.Verdict{}, err
	}
	return policy.Decide(action)
}

func (c payloadCase) payload(files fs.FS, dir string) ([]byte, error) {
	var name string
	if json.Unmarshal(c.Payload, &name) != nil {
		return c.Payload, nil
	}
	text, err := fs.ReadFile(files, path.Join(dir, name))
	if err != nil {
		return nil, fmt.Errorf("read the payload: %w", err)
	}
	return text, nil
}

// scene has no files and no environment. The home is the one that gate capture
// redact gives to everybody.
func (c payloadCase) scene(cwd string) (extract.Scene, error) {
	a := gate.Action{Home: "/home/dev", OS: "linux", Root: cwd}
	if err := c.change(&a); err != nil {
		return extract.Scene{}, err
	}
	getenv := func(name string) string {
		if name == "HOME" {
			return a.Home
		}
		return ""
	}
	return extract.Scene{
		Root: a.Root, Home: a.Home, OS: a.OS, Now: time.Now(), Profile: config.BuiltIn(),
		Self: gate.Self{Version: gate.Version, Files: []string{}}, Getenv: getenv, FS: nowhere{},
	}, nil
}

// change puts what the case says of the input document into an action.
func (c payloadCase) change(a *gate.Action) error {
	if len(c.Input) == 0 {
		return nil
	}
	dec := json.NewDecoder(bytes.NewReader(c.Input))
	dec.DisallowUnknownFields()
	if err := dec.Decode(a); err != nil {
		return fmt.Errorf("read the case's input: %w", err)
	}
	return nil
}

func (c payloadCase) holds(v gate.Verdict) bool {
	said := func(f gate.Finding) bool { return f.ID == c.Rule && f.Decision == v.Decision }
	return v.Decision == *c.Want && (c.Rule == "" || slices.ContainsFunc(v.Findings, said))
}

// difference says what was wanted and what came.
func (c payloadCase) difference(v gate.Verdict) string {
	text := "want " + c.Want.String()
	if c.Rule != "" {
		text += " by " + c.Rule
	}
	text += ", got " + v.Decision.String()
	for i, f := range v.Findings {
		if i == 0 {
			text += ": "
		} else {
			text += ", "
		}
		text += fmt.Sprintf("%s by %s (%s)", f.Decision, f.ID, f.Reason)
	}
	return text
}

// nowhere is a file system without files.
type nowhere struct{}

func (nowhere) Lstat(string) (fs.FileInfo, error)          { return nil, fs.ErrNotExist }
func (nowhere) Readlink(string) (string, error)            { return "", fs.ErrNotExist }
func (nowhere) ReadDir(string, int) ([]fs.DirEntry, error) { return nil, fs.ErrNotExist }
