package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"gate"
	"gate/bundle/author"
	"gate/dialects"
	"gate/internal/config"
	"gate/internal/judge"
)

// evaluation is what gate eval was asked for.
type evaluation struct {
	judge.Options
	input  bool
	format string
	engine string
	trace  bool
	rule   string
	caller string
}

// eval explains what the hook would make of a payload.
func eval() *cobra.Command {
	var e evaluation
	cmd := &cobra.Command{
		Use:   "eval PAYLOAD",
		Short: "Show what the gate makes of a payload: dialect, action, rules, reply",
		Example: `  gate eval testdata/claude-code/PreToolUse-Bash.json
  gate eval --input payload.json | opa eval -d policies -I data.gate.verdict
  gate eval --engine both payload.json
  gate eval --trace --rule path/containment payload.json
  gate eval - < payload.json`,
		Args: arguments(cobra.ExactArgs(1)),
		RunE: func(cmd *cobra.Command, args []string) error {
			if e.trace && !cmd.Flags().Changed("engine") {
				e.engine = "opa"
			}
			if err := e.check(); err != nil {
				return exit{2, err}
			}
			return e.run(args[0], cmd.InOrStdin(), cmd.OutOrStdout())
		},
	}
	f := cmd.Flags()
	f.BoolVar(&e.input, "input", false, "print the input document that policies see, and no more")
	f.StringVar(&e.format, "format", "text", "text or json")
	f.StringVar(&e.engine, "engine", "plan", "who evaluates the rules: plan, as the hook does; opa; or both, which must agree")
	f.BoolVar(&e.trace, "trace", false, "show how OPA evaluates the rules, event by event")
	f.StringVar(&e.rule, "rule", "", "with --trace, show what happens inside this rule only")
	f.StringVar(&e.Dialect, "dialect", "", "the harness, where the payload leaves it open")
	f.StringVar(&e.Event, "event", "", "the harness's event, where the payload names none")
	f.StringVar(&e.Root, "root", "", "the project's root")
	f.StringVar(&e.caller, "agent", "", "the agent that calls, such as claude-code, for rules that look at it")
	f.StringVar(&e.Profile, "profile", "", "the profile to use")
	return cmd
}

// check finds what makes no sense in the arguments.
func (e evaluation) check() error {
	switch {
	case e.Dialect != "" && !dialects.Known(e.Dialect):
		return fmt.Errorf("unknown dialect %q\nhint: one of %s", e.Dialect, strings.Join(dialects.Names(), ", "))
	case e.format != "text" && e.format != "json":
		return fmt.Errorf("unknown format %q\nhint: text or json", e.format)
	case engines[e.engine] == "":
		return fmt.Errorf("unknown engine %q\nhint: plan, opa or both", e.engine)
	case e.trace && e.engine == "plan":
		return errors.New("only OPA can be traced\nhint: leave out --engine, or say --engine opa")
	case e.rule != "" && !e.trace:
		return errors.New("--rule narrows a trace\nhint: add --trace")
	case e.rule != "":
		return knownRule(e.rule)
	}
	return nil
}

// knownRule says that a rule exists, or names those of its category.
func knownRule(id string) error {
	all, err := rulesInForce()
	if err != nil {
		return err
	}
	category, _, _ := strings.Cut(id, "/")
	var near []string
	for _, r := range all {
		if r.ID == id {
			return nil
		}
		if strings.HasPrefix(r.ID, category+"/") {
			near = append(near, r.ID)
		}
	}
	if len(near) == 0 {
		return fmt.Errorf("unknown rule %q\nhint: gate rules lists every rule", id)
	}
	return fmt.Errorf("unknown rule %q\nhint: one of %s; gate rules lists every rule", id, strings.Join(near, ", "))
}

func (e evaluation) run(name string, stdin io.Reader, w io.Writer) error {
	payload, err := payload(name, stdin)
	if err != nil {
		return err
	}
	out, err := e.judge(payload)
	switch {
	case err != nil:
		return err
	case e.input && out.Err != nil:
		return out.Err
	case e.input:
		return printJSON(w, out.Action)
	case e.format == "json":
		return printJSON(w, out.document())
	}
	return out.print(w)
}

// explained is an outcome with what its engine tells of it.
type explained struct {
	judge.Outcome
	engine string // "" when no verdict came of it
	policy policyInfo
	trace  []string // nil when it was not asked for
}

// policyInfo says which policy was asked.
type policyInfo struct {
	SHA256   string `json:"sha256"`   // of what it is made of
	Revision string `json:"revision"` // of the bundles in it
}

// judge takes the payload through the hook's steps, by the engine asked for.
func (e evaluation) judge(payload []byte) (explained, error) {
	engine, err := newEngine(e.engine, e.trace)
	if err != nil {
		return explained{}, err
	}
	e.Decide = engine.decide
	e.Agent = func() gate.Caller { return gate.Caller{Name: e.caller} }
	out := explained{
		Outcome: judge.Judge(payload, e.Options),
		policy:  policyInfo{fmt.Sprintf("%x", engine.plan.Digest()), engine.plan.Revision()},
	}
	var d differ
	if errors.As(out.Err, &d) {
		return out, d
	}
	if out.Err == nil {
		out.engine = engines[e.engine]
	}
	if e.rule != "" {
		sources, err := author.Active(config.Snapshots())
		if err != nil {
			return out, err
		}
		engine.trace = engine.trace.In(sources.Files(e.rule))
	}
	if e.trace {
		out.trace = engine.trace.Lines()
	}
	return out, nil
}

// payload reads a file, or standard input for "-", at most 4 MiB as the hook.
func payload(name string, stdin io.Reader) ([]byte, error) {
	const most = 4 << 20
	r := stdin
	if name != "-" {
		file, err := os.Open(name)
		if err != nil {
			return nil, fmt.Errorf("read the payload: %w\nhint: name a file with what a harness wrote to its hook, or - for standard input", err)
		}
		defer file.Close()
		r = file
	}
	text, err := io.ReadAll(io.LimitReader(r, most+1))
	if err == nil && len(text) > most {
		err = fmt.Errorf("read the payload: it is larger than %d bytes", most)
	}
	return text, err
}

// document is the outcome as JSON.
func (out explained) document() map[string]any {
	type reply struct {
		Stdout string `json:"stdout"`
		Stderr string `json:"stderr"`
		Exit   int    `json:"exit"`
	}
	message := ""
	if out.Err != nil {
		message = out.Err.Error()
	}
	doc := map[string]any{
		"dialect": out.Call.Harness,
		"action":  out.Action,
		"engine":  out.engine,
		"policy":  out.policy,
		"verdict": out.Verdict,
		"error":   message,
		"reply":   reply{string(out.Reply.Stdout), out.Reply.Stderr, out.Reply.Exit},
	}
	if out.trace != nil {
		doc["trace"] = out.trace
	}
	return doc
}

func printJSON(w io.Writer, v any) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return enc.Encode(v)
}

// print is the outcome for a person to read.
func (out explained) print(w io.Writer) error {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	a := out.Action
	fmt.Fprintf(t, "dialect\t%s\n", out.Call.Harness)
	fmt.Fprintf(t, "event\t%s (%s)\n", out.Call.Event, out.Call.NativeEvent)
	fmt.Fprintf(t, "tool\t%s (%s)\n", out.Call.Tool.Name, a.Tool.Kind)
	fmt.Fprintf(t, "root\t%s\n", a.Root)
	fmt.Fprintf(t, "profile\t%s\n", a.Profile.Source)
	deeds(t, a)
	if out.engine != "" {
		fmt.Fprintf(t, "engine\t%s\n", out.engine)
	}
	fmt.Fprintf(t, "verdict\t%s\n", out.Verdict.Decision)
	for _, f := range out.Verdict.Findings {
		fmt.Fprintf(t, "  %s\t%s\t%s\n", f.Decision, f.ID, f.Reason)
		if s := f.Softened; s != nil {
			fmt.Fprintf(t, "  \t\tsoftened from %s by %s: %s\n", s.From, s.By, oneLine(s.Reason))
		}
	}
	fmt.Fprintf(t, "exit\t%d\n", out.Reply.Exit)
	fmt.Fprintf(t, "stdout\t%s\n", strings.TrimSpace(string(out.Reply.Stdout)))
	fmt.Fprintf(t, "stderr\t%s\n", strings.TrimSpace(out.Reply.Stderr))
	if err := t.Flush(); err != nil || out.trace == nil {
		return err
	}
	if len(out.trace) == 0 {
		out.trace = []string{"OPA saw nothing to evaluate there"}
	}
	_, err := fmt.Fprintf(w, "\n%s\n", strings.Join(out.trace, "\n"))
	return err
}

// deeds lists what an action would do, a row each.
func deeds(t io.Writer, a gate.Action) {
	for _, c := range a.Commands {
		way := c.Via
		if c.Where != "local" {
			way = append(slices.Clone(way), "("+c.Where+")")
		}
		row(t, "runs", strings.Join(c.Argv, " "), strings.Join(way, " > "))
	}
	for _, x := range a.Writes {
		row(t, x.Op, x.Path, strings.Join(x.Flaws, " "))
	}
	for _, x := range a.Reads {
		row(t, "reads", x.Path)
	}
	for _, x := range a.URLs {
		row(t, strings.ToLower(x.Method), x.URL)
	}
	for _, x := range a.Unknown {
		row(t, "unknown", x.What+": "+x.Why)
	}
}

// row writes cells, less the empty ones at the end, which would be padded.
func row(w io.Writer, cells ...string) {
	for len(cells) > 0 && cells[len(cells)-1] == "" {
		cells = cells[:len(cells)-1]
	}
	for i := range cells {
		cells[i] = oneLine(cells[i])
	}
	fmt.Fprintln(w, strings.Join(cells, "\t"))
}

// arguments makes a wrong number of arguments exit as bad arguments do.
func arguments(check cobra.PositionalArgs) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if err := check(cmd, args); err != nil {
			return exit{2, fmt.Errorf("%w\nhint: see %s --help", err, cmd.CommandPath())}
		}
		return nil
	}
}
