package scan

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"gate"
	"gate/bundle"
	"gate/internal/config"
	"gate/internal/judge"
)

// Finding is one rule's word on one file.
type Finding struct {
	File        string          `json:"file"` // relative to the project's root, where it lies in it
	Line        int             `json:"line"` // 1 where the rule names none
	Rule        string          `json:"rule"`
	Decision    gate.Decision   `json:"decision"` // deny or ask
	Reason      string          `json:"reason"`
	Fix         string          `json:"fix"`
	Code        string          `json:"code"`
	Layer       string          `json:"layer"`
	Softened    *gate.Softening `json:"softened,omitempty"`
	Fingerprint string          `json:"fingerprint"` // the same as long as rule, file and count are; holds nothing of the content
}

// Note says what of a file was not looked at.
type Note struct {
	File string `json:"file"`
	Note string `json:"note"`
}

// Report is what came of a scan.
type Report struct {
	Files    int       `json:"files"`
	Findings []Finding `json:"findings"`
	Notes    []Note    `json:"notes"`
}

// Scanner asks the policy about the changes of one project.
type Scanner struct {
	Report
	root    string
	profile string // a profile file; "" is the one in force
	policy  *bundle.Policy
	seen    map[string]int // how often a rule spoke about a file
}

// New opens the policy in force, for a project.
func New(root, profile string) (*Scanner, error) {
	policy, err := bundle.Active(config.Snapshots())
	if err != nil {
		return nil, err
	}
	return &Scanner{
		Report: Report{Findings: []Finding{}, Notes: []Note{}},
		root:   root, profile: profile, policy: policy, seen: map[string]int{},
	}, nil
}

// Change asks about one change.
func (s *Scanner) Change(c Change) error { return s.at(s.root, c) }

// at asks about a change in a project.
func (s *Scanner) at(root string, c Change) error {
	s.Files++
	if c.Note != "" {
		s.Notes = append(s.Notes, Note{c.Name, c.Note})
	}
	if c.Note == noteOther || c.Note == noteUnmerged {
		return nil
	}
	call, err := c.call(root)
	if err != nil {
		return err
	}
	out := judge.Call(call, judge.Options{Root: root, Profile: s.profile, Decide: s.decide})
	if out.Err != nil {
		return fmt.Errorf("scan %s: %w", c.Name, out.Err)
	}
	for _, f := range out.Verdict.Findings {
		if f.Decision <= gate.Ask {
			s.Findings = append(s.Findings, s.finding(c.Name, lowered(f)))
		}
	}
	return nil
}

// decide asks the policy, with a profile that fits.
func (s *Scanner) decide(a gate.Action) (gate.Verdict, error) {
	a.Profile.Deny = chosen(a.Profile)
	return s.policy.Decide(a)
}

// chosen is the deny list of a profile without the built-in part. That names
// what an agent should not write by hand, such as lock files, and ordinary
// changes hold them.
func chosen(p gate.Profile) []string {
	builtIn := config.BuiltIn()
	if strings.HasPrefix(p.Source, builtIn.Source) && len(p.Deny) >= len(builtIn.Deny) {
		return p.Deny[len(builtIn.Deny):]
	}
	return p.Deny
}

// lowered makes a question of what only an agent may not do. A person may
// change how an agent is wired; a reviewer wants to see it.
func lowered(f gate.Finding) gate.Finding {
	if f.ID == "self/tamper" && f.Decision == gate.Deny {
		f.Decision = gate.Ask
		f.Softened = &gate.Softening{From: gate.Deny, By: "scan", Reason: "a person may have made this change"}
	}
	return f
}

// named finds the line that a reason names.
var named = regexp.MustCompile(`\bline (\d+)\b`)

func (s *Scanner) finding(name string, f gate.Finding) Finding {
	line := 1
	if m := named.FindStringSubmatch(f.Reason); m != nil {
		if n, err := strconv.Atoi(m[1]); err == nil && n > 0 {
			line = n
		}
	}
	key := strings.Join([]string{f.ID, f.Code, name}, "\x00")
	s.seen[key]++
	sum := sha256.Sum256(fmt.Appendf(nil, "%s\x00%d", key, s.seen[key]))
	return Finding{
		File: name, Line: line, Rule: f.ID, Decision: f.Decision, Reason: f.Reason, Fix: f.Fix,
		Code: f.Code, Layer: f.Layer, Softened: f.Softened, Fingerprint: fmt.Sprintf("%x", sum[:16]),
	}
}

// call is the call by which a harness would have made the change.
func (c Change) call(root string) (gate.Call, error) {
	path := c.Name
	if !filepath.IsAbs(path) {
		path = root + "/" + c.Name // never read as an address, or as the home folder
	}
	tool := gate.Tool{Name: "Write", Kind: gate.Write}
	args := map[string]string{"file_path": path, "content": c.Content}
	shell := ""
	switch c.Op {
	case Edit:
		tool = gate.Tool{Name: "Edit", Kind: gate.Edit}
		args = map[string]string{"file_path": path, "new_string": c.Content}
	case Delete:
		tool = gate.Tool{Name: "Delete", Kind: gate.Delete}
		args = map[string]string{"file_path": path}
	case Link:
		tool, shell = gate.Tool{Name: "Bash", Kind: gate.Shell}, "bash"
		args = map[string]string{"command": "ln -sfn -- " + quoted(c.Target) + " " + quoted(path)}
	}
	var err error
	tool.Args, err = json.Marshal(args)
	return gate.Call{
		Harness: "scan", Event: gate.BeforeTool, NativeEvent: "scan", Tool: tool, Cwd: root, Shell: shell,
	}, err
}

// quoted is text as one word of a shell.
func quoted(text string) string { return "'" + strings.ReplaceAll(text, "'", `'\''`) + "'" }

// Paths asks about files as they are. Of a folder in a repository it takes
// what git knows or would take, of another one everything.
func (s *Scanner) Paths(ctx context.Context, paths []string) error {
	for _, path := range paths {
		abs, err := filepath.Abs(path)
		if err != nil {
			return err
		}
		files, err := below(ctx, abs)
		if err != nil {
			return err
		}
		for _, f := range files {
			if err := s.path(f); err != nil && !(f != abs && errors.Is(err, fs.ErrNotExist)) { // git lists what is deleted, too
				return err
			}
		}
	}
	return nil
}

// path asks about one file. One outside the project is in its own.
func (s *Scanner) path(abs string) error {
	root, name := s.root, abs
	if rel, err := filepath.Rel(root, abs); err == nil && filepath.IsLocal(rel) {
		name = filepath.ToSlash(rel)
	} else {
		root = config.Root(filepath.Dir(abs), config.Home())
	}
	c, err := file(abs, name)
	if err != nil {
		return err
	}
	return s.at(root, c)
}

// below lists the files of a folder; anything else is itself.
func below(ctx context.Context, abs string) ([]string, error) {
	if info, err := os.Lstat(abs); err != nil || !info.IsDir() {
		return []string{abs}, err
	}
	if repository, err := Open(ctx, abs); err == nil {
		names, err := repository.Files(ctx, abs)
		for i, name := range names {
			names[i] = filepath.Join(abs, name)
		}
		return names, err
	}
	var files []string
	err := filepath.WalkDir(abs, func(path string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			files = append(files, path)
		}
		return err
	})
	return files, err
}

// Worst is the strictest decision among the findings, None without any.
func (r Report) Worst() gate.Decision {
	if len(r.Findings) == 0 {
		return gate.None
	}
	return slices.MinFunc(r.Findings, func(a, b Finding) int { return int(a.Decision - b.Decision) }).Decision
}
