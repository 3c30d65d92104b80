package author

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"
	"sync"

	"github.com/open-policy-agent/opa/v1/ir"
	"github.com/open-policy-agent/opa/v1/rego"
	"github.com/open-policy-agent/opa/v1/util"

	"gate/internal/plan"
	"gate/policies"
)

// Sources are what a plan is made of.
type Sources struct {
	Modules      map[string]string `json:"modules"`      // text by file name
	Data         map[string]any    `json:"data"`         // the base document, numbers as json.Number
	Capabilities []byte            `json:"capabilities"` // the file, in the form that opa check --capabilities reads
	Entrypoint   string            `json:"entrypoint"`   // "gate/verdict"
	Base         [32]byte          `json:"base"`         // digest of the managed policy that it is laid over, 0 for none
	Revision     string            `json:"revision"`     // of the bundles in it
}

// Compile compiles policies to a plan, which package internal/plan evaluates
// without OPA. A builtin that the capabilities do not have, and anything else
// that is wrong with a module, is an error with file and line.
func Compile(ctx context.Context, s Sources) ([]byte, error) {
	policy, err := planned(ctx, s)
	if err != nil {
		return nil, fmt.Errorf("compile policy: %w", told(err))
	}
	data, err := dataValue(s.Data)
	if err != nil {
		return nil, fmt.Errorf("compile policy: data: %w", err)
	}
	agent, err := s.agent()
	if err != nil {
		return nil, fmt.Errorf("compile policy: %w", err)
	}
	image, err := encode(policy, s.entries(), data, heading{s.Digest(), s.Base, s.Revision, agent})
	if err != nil {
		return nil, fmt.Errorf("compile policy: %w", err)
	}
	return image, nil
}

// CompileEmbedded compiles the embedded policy; the result is checked in as
// policies/policy.plan.
func CompileEmbedded(ctx context.Context) ([]byte, error) {
	s, err := EmbeddedSources()
	if err != nil {
		return nil, err
	}
	return Compile(ctx, s)
}

// EmbeddedSources are the sources of the embedded policy: each module, and
// each data.json below the path of its folder.
func EmbeddedSources() (Sources, error) {
	capabilities, err := Capabilities()
	if err != nil {
		return Sources{}, err
	}
	s := Sources{
		Modules:      map[string]string{},
		Data:         map[string]any{},
		Capabilities: capabilities,
		Entrypoint:   "gate/verdict",
	}
	err = fs.WalkDir(policies.FS, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := fs.ReadFile(policies.FS, name)
		if err != nil {
			return err
		}
		switch {
		case strings.HasSuffix(name, ".rego"):
			s.Modules[name] = string(text)
		case path.Base(name) == "data.json":
			if err := mount(s.Data, name, text); err != nil {
				return fmt.Errorf("read %s: %w", name, err)
			}
		}
		return nil
	})
	return s, err
}

// mount puts the document of a data file, JSON or YAML, below the path of its
// folder.
func mount(data map[string]any, file string, text []byte) error {
	var v map[string]any
	read := util.Unmarshal
	if path.Ext(file) == ".json" { // whose errors say where
		read = util.UnmarshalJSON
	}
	if err := read(text, &v); err != nil {
		return err
	}
	for name := range strings.SplitSeq(path.Dir(file), "/") {
		if name == "." {
			continue
		}
		next, ok := data[name].(map[string]any)
		if !ok {
			next = map[string]any{}
			data[name] = next
		}
		data = next
	}
	maps.Copy(data, v)
	return nil
}

// Digest is over all of the sources.
func (s Sources) Digest() [32]byte {
	h := sha256.New()
	add := func(text string) { fmt.Fprintf(h, "%d:%s", len(text), text) }
	for _, name := range slices.Sorted(maps.Keys(s.Modules)) {
		add(name)
		add(s.Modules[name])
	}
	data, _ := json.Marshal(s.Data) // what came from JSON goes back
	add(string(data))
	add(string(s.Capabilities))
	add(s.Entrypoint)
	return [32]byte(h.Sum(nil))
}

func dataValue(data map[string]any) (plan.Value, error) {
	text, err := json.Marshal(data)
	if err != nil {
		return nil, err
	}
	return plan.ParseJSON(string(text))
}

// further are the other entry points: what the decision log leaves out, and
// what no person approves. A policy has one when it has the module that the
// embedded one has.
var further = []struct{ entry, module string }{
	{"gate/log/mask", "gate/log/log.rego"},
	{"gate/approval/refused", "gate/approval/approval.rego"},
}

// entries are the entry points of the plan, the policy's own first.
func (s Sources) entries() []string {
	all := []string{s.Entrypoint}
	for _, f := range further {
		if _, ok := s.Modules[f.module]; ok && s.Entrypoint != f.entry {
			all = append(all, f.entry)
		}
	}
	return all
}

// target is the name under which OPA hands over what its planner made. Each
// call has a catcher of its own in the context.
const target = "gate-plan"

type catcher struct{ policy *ir.Policy }

type catcherKey struct{}

func (*catcher) IsTarget(name string) bool { return name == target }

func (*catcher) PrepareForEval(ctx context.Context, policy *ir.Policy, _ ...rego.PrepareOption) (rego.TargetPluginEval, error) {
	if c, ok := ctx.Value(catcherKey{}).(*catcher); ok {
		c.policy = policy
	}
	return nil, nil
}

// register makes the target known to OPA, once a process.
var register = sync.OnceFunc(func() { rego.RegisterPlugin(target, &catcher{}) })

// planned is the plan of the entry point in OPA's form.
func planned(ctx context.Context, s Sources) (*ir.Policy, error) {
	register()
	options, err := s.options()
	if err != nil {
		return nil, err
	}
	query := "result = " + s.query()
	for _, entry := range s.entries()[1:] {
		query += "; " + reference(entry)
	}
	options = append(options, rego.Query(query), rego.Target(target))
	var c catcher
	if _, err := rego.New(options...).PrepareForEval(context.WithValue(ctx, catcherKey{}, &c)); err != nil {
		return nil, err
	}
	if c.policy == nil {
		return nil, errors.New("OPA made no plan")
	}
	return c.policy, nil
}
