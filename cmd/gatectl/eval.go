package main

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"gate/dialects"
	"gate/internal/judge"
)

// eval explains what the hook would make of a payload.
func eval() *cobra.Command {
	var o judge.Options
	var input bool
	var format string
	cmd := &cobra.Command{
		Use:   "eval PAYLOAD",
		Short: "Show what the gate makes of a payload: dialect, action, rules, reply",
		Example: `  gate eval testdata/claude-code/PreToolUse-Bash.json
  gate eval --input payload.json | opa eval -d policies -I data.gate.verdict
  gate eval - < payload.json`,
		Args: arguments(cobra.ExactArgs(1)),
		RunE: func(cmd *cobra.Command, args []string) error {
			if o.Dialect != "" && !dialects.Known(o.Dialect) {
				return exit{2, fmt.Errorf("unknown dialect %q\nhint: one of %s", o.Dialect, strings.Join(dialects.Names(), ", "))}
			}
			payload, err := payload(args[0], cmd.InOrStdin())
			if err != nil {
				return err
			}
			out := judge.Judge(payload, o)
			switch {
			case input && out.Err != nil:
				return out.Err
			case input:
				return printJSON(cmd.OutOrStdout(), out.Action)
			case format == "json":
				return printJSON(cmd.OutOrStdout(), evaluation(out))
			case format == "text":
				return printText(cmd.OutOrStdout(), out)
			}
			return exit{2, fmt.Errorf("unknown format %q\nhint: text or json", format)}
		},
	}
	f := cmd.Flags()
	f.BoolVar(&input, "input", false, "print the input document that policies see, and no more")
	f.StringVar(&format, "format", "text", "text or json")
	f.StringVar(&o.Dialect, "dialect", "", "the harness, where the payload leaves it open")
	f.StringVar(&o.Event, "event", "", "the harness's event, where the payload names none")
	f.StringVar(&o.Root, "root", "", "the project's root")
	f.StringVar(&o.Profile, "profile", "", "the profile to use")
	return cmd
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

// evaluation is an outcome as JSON.
func evaluation(out judge.Outcome) any {
	type reply struct {
		Stdout string `json:"stdout"`
		Stderr string `json:"stderr"`
		Exit   int    `json:"exit"`
	}
	message := ""
	if out.Err != nil {
		message = out.Err.Error()
	}
	return map[string]any{
		"dialect": out.Call.Harness,
		"action":  out.Action,
		"verdict": out.Verdict,
		"error":   message,
		"reply":   reply{string(out.Reply.Stdout), out.Reply.Stderr, out.Reply.Exit},
	}
}

func printJSON(w io.Writer, v any) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return enc.Encode(v)
}

func printText(w io.Writer, out judge.Outcome) error {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	a := out.Action
	fmt.Fprintf(t, "dialect\t%s\n", out.Call.Harness)
	fmt.Fprintf(t, "event\t%s (%s)\n", out.Call.Event, out.Call.NativeEvent)
	fmt.Fprintf(t, "tool\t%s (%s)\n", out.Call.Tool.Name, a.Tool.Kind)
	fmt.Fprintf(t, "root\t%s\n", a.Root)
	fmt.Fprintf(t, "profile\t%s\n", a.Profile.Source)
	for _, c := range a.Commands {
		row(t, "runs", strings.Join(c.Argv, " "), strings.Join(c.Via, " > "))
	}
	for _, x := range a.Writes {
		row(t, x.Op, x.Path, strings.Join(x.Flaws, " "))
	}
	for _, x := range a.Reads {
		fmt.Fprintf(t, "reads\t%s\n", x.Path)
	}
	for _, x := range a.URLs {
		fmt.Fprintf(t, "%s\t%s\n", strings.ToLower(x.Method), x.URL)
	}
	for _, x := range a.Unknown {
		fmt.Fprintf(t, "unknown\t%s: %s\n", x.What, x.Why)
	}
	fmt.Fprintf(t, "verdict\t%s\n", out.Verdict.Decision)
	for _, f := range out.Verdict.Findings {
		fmt.Fprintf(t, "  %s\t%s\t%s\n", f.Decision, f.ID, f.Reason)
	}
	fmt.Fprintf(t, "exit\t%d\n", out.Reply.Exit)
	fmt.Fprintf(t, "stdout\t%s\n", strings.TrimSpace(string(out.Reply.Stdout)))
	fmt.Fprintf(t, "stderr\t%s\n", strings.TrimSpace(out.Reply.Stderr))
	return t.Flush()
}

// row writes cells, less the empty ones at the end, which would be padded.
func row(w io.Writer, cells ...string) {
	for len(cells) > 0 && cells[len(cells)-1] == "" {
		cells = cells[:len(cells)-1]
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
