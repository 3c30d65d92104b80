package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"time"
	"unicode"

	"gate"
	"gate/internal/approval"
	"gate/internal/audit"
	"gate/internal/config"
)

// denied is a line of the decision log about a call that can be approved.
type denied struct {
	audit.Entry
	Approval struct {
		Code   string `json:"code"`
		Policy string `json:"policy"`
		Used   string `json:"used"`
	} `json:"approval"`
}

// deniedBy is the newest call that was denied or asked about with a code.
func deniedBy(code string) (d denied, err error) {
	dir, err := audit.Folder()
	if err != nil {
		return d, err
	}
	said := []byte(`"code":"` + code + `"`)
	err = audit.ReadRaw(dir, 0, func(_ uint64, line []byte) error {
		var found denied
		if !bytes.Contains(line, said) || json.Unmarshal(line, &found) != nil {
			return nil
		}
		if a := found.Approval; a.Code == code && a.Used == "" && len(found.rules()) > 0 {
			found.Raw = nil
			d = found
		}
		return nil
	})
	if err == nil && d.Action == "" {
		err = fmt.Errorf("the decision log knows no call that was denied with the code %s\nhint: a code is of one user and one machine; gate log status says whether decisions are logged", code)
	}
	return d, err
}

// rules are the ids of those that denied it or asked.
func (d denied) rules() (ids []string) {
	for _, f := range d.Result.Findings {
		if f.Decision <= gate.Ask && !slices.Contains(ids, f.ID) {
			ids = append(ids, f.ID)
		}
	}
	return ids
}

// acted is what a person wants to see of an input document.
type acted struct {
	Root string `json:"root"`
	Cwd  string `json:"cwd"`
	Tool struct {
		Name string         `json:"name"`
		Args map[string]any `json:"args"`
	} `json:"tool"`
	Commands []gate.Command `json:"commands"`
	Writes   []gate.Target  `json:"writes"`
	Reads    []gate.Source  `json:"reads"`
	URLs     []gate.URL     `json:"urls"`
}

func (d denied) acted() (a acted) {
	_ = json.Unmarshal(d.Input, &a) // what the log leaves out is shown as nothing
	if a.Root == "" {
		if cwd, err := os.Getwd(); err == nil {
			a.Root = config.Root(cwd, config.Home())
		}
	}
	return a
}

// grant is one for the call, without how long it lasts.
func (d denied) grant() approval.Grant {
	a := d.acted()
	return approval.Grant{
		Code: d.Approval.Code, Action: d.Action, Root: a.Root, Rules: d.rules(), Policy: d.Approval.Policy,
		Session: d.Labels["session"], Does: clipped(strings.Join(a.does(), "; "), 200),
	}
}

// does is what the call would do, a line each.
func (a acted) does() (lines []string) {
	if command, ok := a.Tool.Args["command"].(string); ok {
		return []string{"run " + command}
	}
	for _, c := range a.Commands {
		lines = append(lines, "run "+strings.Join(c.Argv, " "))
	}
	for _, w := range a.Writes {
		lines = append(lines, w.Op+" "+w.Path)
	}
	for _, r := range a.Reads {
		lines = append(lines, "read "+r.Path)
	}
	for _, u := range a.URLs {
		lines = append(lines, "ask "+u.URL)
	}
	if len(lines) == 0 {
		args, _ := json.Marshal(a.Tool.Args)
		lines = []string{"call " + a.Tool.Name + " " + string(args)}
	}
	return lines
}

// tell is what the person reads before they answer.
func (d denied) tell(g approval.Grant, now time.Time) string {
	var out strings.Builder
	line := func(key, text string) {
		for i, part := range strings.Split(text, "\n") {
			if i > 0 {
				key = ""
			}
			fmt.Fprintf(&out, "%-8s %s\n", key, visible(part))
		}
	}
	a := d.acted()
	line("project", a.Root)
	if a.Cwd != a.Root {
		line("folder", a.Cwd)
	}
	line("agent", strings.TrimSpace(d.Labels["harness"]+" "+a.Tool.Name)+", "+now.Sub(d.Timestamp).Round(time.Second).String()+" ago")
	for _, text := range a.does() {
		verb, rest, _ := strings.Cut(text, " ")
		line(verb, clipped(rest, 8<<10))
	}
	for _, f := range d.Result.Findings {
		if f.Decision <= gate.Ask {
			line(f.Decision.String(), strings.TrimSpace(f.ID+": "+f.Reason+" "+f.Path))
		}
	}
	line("counts", g.Covers())
	return out.String()
}

// visible is text with the characters that do not show, or move others, as
// their numbers.
func visible(text string) string {
	var out strings.Builder
	for _, r := range text {
		if r != '\t' && unicode.In(r, unicode.Cc, unicode.Cf, unicode.Zl, unicode.Zp, unicode.Co) {
			fmt.Fprintf(&out, "<U+%04X>", r)
			continue
		}
		out.WriteRune(r)
	}
	return out.String()
}

func clipped(text string, most int) string {
	if len(text) <= most {
		return text
	}
	return fmt.Sprintf("%s... and %d bytes more", strings.ToValidUTF8(text[:most], ""), len(text)-most)
}

// noted leaves a line in the decision log about what a person did. That it
// cannot be written is said, and changes nothing.
func noted(w io.Writer, what string, g approval.Grant) {
	err := func() error {
		dir, err := audit.Folder()
		if err != nil {
			return err
		}
		log, err := audit.Open(dir, audit.Usual)
		if err != nil {
			return err
		}
		defer log.Close()
		if log.Off() {
			return nil
		}
		now := time.Now()
		return log.Append(audit.Line(audit.Record{
			Time: now,
			Call: gate.Call{Harness: "gate", Event: gate.Notice, NativeEvent: what, Session: gate.Session{ID: g.Session}},
			Verdict: gate.Verdict{Decision: gate.None, Findings: []gate.Finding{{
				ID: "person/" + what, Decision: gate.None, Layer: "user", Reason: fmt.Sprintf("%s %s, %s, in %s", what, g.Code, g.Covers(), g.Root),
			}}},
			Reply:    gate.None,
			Approval: &audit.Approval{Code: g.Code, Policy: g.Policy},
		}), now)
	}()
	if err != nil {
		fmt.Fprintf(w, "the decision log does not tell of it: %v\n", err)
	}
}
