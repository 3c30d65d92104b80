package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/user"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"gate/bundle/author"
	"gate/internal/capture"
	"gate/internal/config"
)

// captures is the group of commands about what harnesses send.
func captures() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "capture",
		Short: "Keep what harnesses send: switch it on and off, show it, make a fixture of it",
		Long: `While a capture is on, the hook appends every payload, verbatim, to a file that only you can read.
Payloads hold what the agent reads and writes: delete the file when it has served.`,
	}
	cmd.AddCommand(captureOn(), captureOff(), captureShow(), captureRedact())
	return cmd
}

func captureOn() *cobra.Command {
	var file string
	var span time.Duration
	cmd := &cobra.Command{
		Use:     "on",
		Short:   "Keep payloads from the next call on, for a while",
		Example: "  gate capture on\n  gate capture on --for 10m --file payloads.jsonl",
		Args:    arguments(cobra.NoArgs),
		RunE: func(cmd *cobra.Command, _ []string) error {
			if span <= 0 {
				return exit{2, fmt.Errorf("--for is %s\nhint: say how long, as 10m or 2h", span)}
			}
			if file == "" {
				var err error
				if file, err = usualCapture(); err != nil {
					return err
				}
			}
			file, err := prepareCapture(file)
			if err != nil {
				return fmt.Errorf("capture to %s: %w\nhint: name another file with --file", file, err)
			}
			wish := config.Capture{File: file, Until: time.Now().Add(span).UTC().Truncate(time.Second)}
			if err := config.StartCapture(wish); err != nil {
				return fmt.Errorf("note the capture: %w", err)
			}
			fmt.Fprintf(cmd.OutOrStdout(), "capturing to %s\nuntil        %s, or gate capture off\n", file, wish.Until.Local().Format(time.DateTime))
			return nil
		},
	}
	cmd.Flags().StringVar(&file, "file", "", "the file to append to (in the gate's folder of settings)")
	cmd.Flags().DurationVar(&span, "for", time.Hour, "how long")
	return cmd
}

func captureOff() *cobra.Command {
	return &cobra.Command{
		Use:     "off",
		Short:   "Keep payloads no longer; what was kept stays",
		Example: "  gate capture off",
		Args:    arguments(cobra.NoArgs),
		RunE: func(cmd *cobra.Command, _ []string) error {
			wish, _ := config.ReadCapture() // one that cannot be read is to go as well
			if err := config.StopCapture(); err != nil {
				return fmt.Errorf("forget the capture: %w", err)
			}
			fmt.Fprintln(cmd.OutOrStdout(), "capture is off")
			if name := os.Getenv("GATE_CAPTURE"); name != "" {
				fmt.Fprintf(cmd.ErrOrStderr(), "gate: GATE_CAPTURE names %s, where hooks that inherit it still append\n", name)
			}
			if wish.File != "" {
				fmt.Fprintf(cmd.OutOrStdout(), "payloads stay in %s\n", wish.File)
			}
			return nil
		},
	}
}

func captureShow() *cobra.Command {
	var last int
	var format string
	cmd := &cobra.Command{
		Use:     "show [FILE]",
		Short:   "Print the latest payloads, the latest first",
		Long:    "Without FILE, what gate capture on or GATE_CAPTURE has kept. A payload that cannot be read is shown as it stands.",
		Example: "  gate capture show --last 1\n  gate capture show --last 0 --format json payloads.jsonl",
		Args:    arguments(cobra.MaximumNArgs(1)),
		RunE: func(cmd *cobra.Command, args []string) error {
			if last < 0 {
				return exit{2, fmt.Errorf("--last is %d\nhint: say how many, 0 for all", last)}
			}
			all, err := captured(args, cmd.InOrStdin(), cmd.ErrOrStderr())
			if err != nil {
				return err
			}
			if last > 0 && last < len(all) {
				all = all[:last]
			}
			switch format {
			case "json":
				return printJSON(cmd.OutOrStdout(), documents(all))
			case "text":
				return printPayloads(cmd.OutOrStdout(), all)
			}
			return exit{2, fmt.Errorf("unknown format %q\nhint: text or json", format)}
		},
	}
	cmd.Flags().IntVar(&last, "last", 10, "how many, 0 for all")
	cmd.Flags().StringVar(&format, "format", "text", "text or json")
	return cmd
}

func captureRedact() *cobra.Command {
	var nth int
	cmd := &cobra.Command{
		Use:   "redact [FILE]",
		Short: "Print a payload as a fixture, without what is private in it",
		Long: `Home, account, machine, mail addresses, ids and secrets become made-up ones; the order of keys and the
blanks stay. What else a payload tells (names of projects, text of files) does too: read it before you commit it.`,
		Example: "  gate capture redact > testdata/claude-code/PreToolUse-new.json\n  gate capture redact --nth 3 payloads.jsonl",
		Args:    arguments(cobra.MaximumNArgs(1)),
		RunE: func(cmd *cobra.Command, args []string) error {
			all, err := captured(args, cmd.InOrStdin(), cmd.ErrOrStderr())
			if err != nil {
				return err
			}
			if nth < 1 || nth > len(all) {
				return exit{2, fmt.Errorf("there is no payload %d of %d\nhint: gate capture show numbers them", nth, len(all))}
			}
			secrets := func(text string) ([]string, error) { return author.Secrets(cmd.Context(), text) }
			fixture, err := capture.Redact(all[nth-1].Text, person(), secrets)
			if err != nil {
				return fmt.Errorf("redact payload %d: %w\nhint: gate capture show prints it; take out by hand what is private", nth, err)
			}
			_, err = cmd.OutOrStdout().Write(append(fixture, '\n'))
			return err
		},
	}
	cmd.Flags().IntVar(&nth, "nth", 1, "which payload, 1 for the latest")
	return cmd
}

// usualCapture is the file of a capture that was given none.
func usualCapture() (string, error) {
	dir, err := config.Folder()
	if err != nil {
		return "", fmt.Errorf("%w\nhint: name a file with --file", err)
	}
	return filepath.Join(dir, "captured.jsonl"), nil
}

// prepareCapture makes the file, so that it is known to work and that nobody
// else can read it. It gives the file's absolute path.
func prepareCapture(name string) (string, error) {
	name, err := filepath.Abs(name)
	if err != nil {
		return name, err
	}
	if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
		return name, err
	}
	file, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o600)
	if err != nil {
		return name, err
	}
	defer file.Close()
	info, err := file.Stat()
	if err == nil && !info.Mode().IsRegular() {
		err = errors.New("it is no regular file")
	}
	if err == nil {
		err = file.Chmod(0o600)
	}
	return name, err
}

// captured reads the payloads of the file that was named, "-" being standard
// input, else of the capture; the latest first.
func captured(args []string, stdin io.Reader, stderr io.Writer) ([]capture.Payload, error) {
	name, err := captureName(args)
	if err != nil {
		return nil, err
	}
	var text []byte
	if name == "-" {
		text, err = io.ReadAll(stdin)
	} else {
		text, err = os.ReadFile(name)
	}
	if errors.Is(err, fs.ErrNotExist) {
		err = fmt.Errorf("%w\nhint: gate capture on, then let the agent call a tool", err)
	}
	if err != nil {
		return nil, fmt.Errorf("read the capture: %w", err)
	}
	if len(text) >= config.MaxCapture-4<<20 {
		fmt.Fprintf(stderr, "gate: the capture is full or nearly so: at %d MiB nothing is added\nhint: rm %s\n", config.MaxCapture>>20, name)
	}
	all := capture.Split(text)
	slices.Reverse(all)
	return all, nil
}

func captureName(args []string) (string, error) {
	if len(args) == 1 {
		return args[0], nil
	}
	wish, err := config.ReadCapture()
	switch {
	case err != nil:
		return "", err
	case wish.File != "":
		return wish.File, nil
	case os.Getenv("GATE_CAPTURE") != "":
		return os.Getenv("GATE_CAPTURE"), nil
	}
	return usualCapture()
}

// person is who captures here.
func person() capture.Person {
	who := capture.Person{Home: config.Home()}
	if account, err := user.Current(); err == nil {
		who.User = account.Username[strings.LastIndex(account.Username, `\`)+1:] // DOMAIN\name on Windows
	}
	if host, err := os.Hostname(); err == nil {
		who.Host, _, _ = strings.Cut(host, ".")
	}
	return who
}

// shownPayload is a payload as gate capture show --format json tells it.
type shownPayload struct {
	Nth     int    `json:"nth"` // 1 is the latest
	Dialect string `json:"dialect"`
	Event   string `json:"event"` // the harness's own name
	Tool    string `json:"tool"`
	Error   string `json:"error"`   // why it cannot be read
	Payload any    `json:"payload"` // a string where it is no JSON
}

func documents(all []capture.Payload) []shownPayload {
	list := []shownPayload{}
	for i, p := range all {
		d := shownPayload{Nth: i + 1, Dialect: p.Call.Harness, Event: p.Call.NativeEvent, Tool: p.Call.Tool.Name}
		if p.Err != nil {
			d.Error = p.Err.Error()
		}
		d.Payload = string(p.Text)
		if body := withoutMark(p.Text); json.Valid(body) {
			d.Payload = json.RawMessage(body)
		}
		list = append(list, d)
	}
	return list
}

// printPayloads prints a line about each payload, and the payload indented.
func printPayloads(w io.Writer, all []capture.Payload) error {
	for _, d := range documents(all) {
		about := strings.Join(strings.Fields(d.Dialect+" "+d.Event+" "+d.Tool), "  ")
		if d.Error != "" {
			about = d.Error
		}
		var body bytes.Buffer
		text := withoutMark(all[d.Nth-1].Text)
		if err := json.Indent(&body, text, "", "  "); err != nil {
			body.Reset()
			body.Write(text)
		}
		if _, err := fmt.Fprintf(w, "#%d  %s\n%s\n\n", d.Nth, about, body.Bytes()); err != nil {
			return err
		}
	}
	return nil
}

// withoutMark is a payload without the byte order mark of Cursor on Windows.
func withoutMark(payload []byte) []byte { return bytes.TrimPrefix(payload, []byte("\ufeff")) }
