package main

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"gate"
	"gate/bundle"
	"gate/internal/audit"
	"gate/internal/config"
	"gate/internal/explain"
	"gate/internal/judge"
	"gate/internal/plan"
)

func explains() *cobra.Command {
	var format string
	cmd := &cobra.Command{
		Use:   "explain ID | PAYLOAD",
		Short: "Say why a call was decided on as it was: each rule, the facts it went by, and where they stand in the command",
		Long: `ID is a decision's id in the user's log, or the beginning of one; PAYLOAD is a file with what a harness wrote to its
hook, or - for standard input, which is judged as the hook would, and not logged.

A rule's facts are found by asking the policy in force about the call without each of them: a rule went by those without
which it says nothing. Where that policy no longer says what was recorded, that is told, and facts are those at the path
that the rule named.`,
		Example: "  gate explain 3a422791\n  gate explain payload.json\n  gate explain --format json 3a422791",
		Args:    arguments(cobra.ExactArgs(1)),
		RunE: func(cmd *cobra.Command, args []string) error {
			e, after, err := decisionOf(args[0], cmd.InOrStdin())
			if err != nil {
				return err
			}
			x, err := explain.Of(e, after, askAll(e))
			if err != nil {
				return err
			}
			switch format {
			case "json":
				return printJSON(cmd.OutOrStdout(), x)
			case "text":
				return explanation{x, newPaint(cmd.OutOrStdout()), fixes()}.print(cmd.OutOrStdout())
			}
			return exit{2, fmt.Errorf("unknown format %q\nhint: text or json", format)}
		},
	}
	formatFlag(cmd, &format)
	return cmd
}

// decisionOf is the decision that a person names, and how its call ended, nil
// when that is not known.
func decisionOf(name string, stdin io.Reader) (e audit.Entry, after *audit.Entry, err error) {
	if _, err := os.Stat(name); name != "-" && err != nil {
		return recorded(name)
	}
	text, err := payload(name, stdin)
	if err != nil {
		return e, nil, err
	}
	out := judge.Judge(text, judge.Options{})
	return e, nil, json.Unmarshal(out.Line(), &e)
}

// leastID is the fewest characters that name a decision.
const leastID = 4

// recorded is the newest decision of the user's log whose id begins so, and
// what came after it.
func recorded(id string) (found audit.Entry, after *audit.Entry, err error) {
	if len(id) < leastID || strings.Trim(id, "0123456789abcdef-") != "" {
		return found, nil, exit{2, fmt.Errorf("%q is no decision's id, and no file\nhint: gate log --format json shows decision_id; its first %d characters do", id, leastID)}
	}
	dir, err := audit.Folder()
	if err != nil {
		return found, nil, err
	}
	var ids []string
	err = audit.ReadRaw(dir, 0, func(_ uint64, line []byte) error {
		if !bytes.Contains(line, []byte(id)) {
			return nil
		}
		var e audit.Entry
		if json.Unmarshal(line, &e) != nil {
			return nil
		}
		switch {
		case strings.HasPrefix(e.DecisionID, id):
			if !slices.Contains(ids, e.DecisionID) {
				ids = append(ids, e.DecisionID)
			}
			found, after = e, nil
		case e.CallID != "" && e.CallID == found.DecisionID:
			after = &e
		}
		return nil
	})
	switch {
	case err != nil:
		return found, nil, fmt.Errorf("read the decision log: %w", err)
	case len(ids) == 0:
		return found, nil, fmt.Errorf("no decision in the log has an id that begins with %s\nhint: gate log --format json shows decision_id", id)
	case len(ids) > 1:
		return found, nil, fmt.Errorf("%d decisions have an id that begins with %s\nhint: one of %s", len(ids), id, strings.Join(ids[:min(len(ids), 5)], ", "))
	}
	return found, after, nil
}

// askAll asks the policy in force, with what is trusted of the project's own.
func askAll(e audit.Entry) explain.Ask {
	policy, err := bundle.Active(config.Snapshots())
	if err != nil {
		return func(plan.Value) ([]gate.Finding, error) { return nil, err }
	}
	var in struct{ Root string }
	_ = json.Unmarshal(e.Input, &in) // without a root there is no project
	all := []func(plan.Value) (gate.Verdict, error){policy.Again()}
	if project, err := bundle.Open(config.ProjectSnapshot(in.Root)); err == nil {
		all = append(all, project.Again())
	}
	return func(input plan.Value) (findings []gate.Finding, err error) {
		for _, ask := range all {
			v, askErr := ask(input)
			findings, err = append(findings, v.Findings...), errors.Join(err, askErr)
		}
		return findings, err
	}
}

// fixes are what the rules in force say to do instead, by id.
func fixes() map[string]string {
	all, err := rulesInForce()
	if err != nil {
		return nil // a finding may have a fix of its own
	}
	known := map[string]string{}
	for _, r := range all {
		known[r.ID] = r.Fix
	}
	return known
}

// explanation is an explanation for a person to read.
type explanation struct {
	explain.Explanation
	paint
	fixes map[string]string
}

func (x explanation) print(w io.Writer) error {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	x.head(t)
	if err := t.Flush(); err != nil {
		return err
	}
	for _, r := range x.Rules {
		x.rule(w, r)
	}
	t = tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	x.foot(t)
	return t.Flush()
}

// head tells what was decided, about what.
func (x explanation) head(t io.Writer) {
	told := ""
	if x.Reply != x.Decision {
		told = "the harness was told: " + x.Reply.String()
	}
	fmt.Fprintf(t, "decision\t%s", x.decision(x.Decision))
	row(t, "", told)
	row(t, "id", x.ID)
	row(t, "time", x.Time.Local().Format(time.DateTime))
	row(t, "harness", cmp.Or(x.Harness, "unknown"), x.Event)
	if x.Session != "" {
		row(t, "session", x.Session, x.Agent)
	}
	row(t, "tool", x.Action.Tool.Name, string(x.Action.Tool.Kind))
	row(t, "root", x.Action.Root)
	row(t, "policy", cmp.Or(x.Revision, "embedded, or without a revision"))
	deeds(t, x.Action)
	if x.Error != "" {
		row(t, "refused", x.Error)
	}
	if len(x.Rules) == 0 {
		row(t, "rules", "none spoke")
	}
}

func (x explanation) rule(w io.Writer, r explain.Rule) {
	fmt.Fprintf(w, "\n%s %s (%s)\n  %s\n", x.decision(r.Decision), oneLine(r.ID), oneLine(r.Layer), oneLine(r.Reason))
	if r.Path != "" {
		fmt.Fprintf(w, "  path      %s\n", oneLine(r.Path))
	}
	for _, f := range r.Facts {
		fmt.Fprintf(w, "  %-8s  %s\n", f.Kind, oneLine(f.What))
		if f.Text != "" {
			text, from, to := shownLine(f)
			fmt.Fprintf(w, "    %s\n    %s%s\n", text, strings.Repeat(" ", from), x.in("1;31", strings.Repeat("^", max(to-from, 1))))
		}
	}
	if s := r.Softened; s != nil {
		fmt.Fprintf(w, "  softened  from %s by %s: %s\n", s.From, oneLine(s.By), oneLine(s.Reason))
	}
	if fix := cmp.Or(r.Fix, x.fixes[r.ID]); fix != "" {
		fmt.Fprintf(w, "  instead   %s\n", oneLine(fix))
	}
	if !r.Again && r.ID != "gate/refused" {
		fmt.Fprintf(w, "  %s\n", x.faint("the policy in force does not say so of what the log has of the call"))
	}
}

// shownLine is a fact's line as it is printed, and where the fact stands in
// that.
func shownLine(f explain.Fact) (text string, from, to int) {
	runes := []rune(f.Text)
	cut := func(n int) int { return len([]rune(oneLine(string(runes[:min(n, len(runes))])))) }
	return oneLine(f.Text), cut(f.From), cut(f.To)
}

// foot tells what came after, and how long it took.
func (x explanation) foot(t io.Writer) {
	if x.After == nil && len(x.Hidden)+len(x.Stages) == 0 {
		return
	}
	fmt.Fprintln(t)
	switch {
	case x.After == nil:
	case x.After.OK:
		row(t, "after", "the call was made, and went well")
	default:
		row(t, "after", "the call was made, and failed: "+x.After.Error)
	}
	if len(x.Hidden) > 0 {
		row(t, "not logged", strings.Join(x.Hidden, " "))
	}
	var parts []string
	for _, s := range x.Stages {
		name := strings.TrimSuffix(strings.TrimPrefix(strings.TrimPrefix(s.Name, "timer_gate_"), "timer_"), "_ns")
		parts = append(parts, fmt.Sprintf("%s %.2f ms", strings.Replace(name, "rego_query_eval", "rules", 1), float64(s.Took)/1e6))
	}
	row(t, "took", strings.Join(parts, ", "))
}
