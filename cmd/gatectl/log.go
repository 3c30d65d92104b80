package main

import (
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"gate/internal/audit"
)

// logs shows the decision log, and has the commands about it.
func logs() *cobra.Command {
	var f logFilter
	cmd := &cobra.Command{
		Use:   "log",
		Short: "Show what was decided; switch the decision log on and off, check it, send it elsewhere",
		Long: `Each call that the hook or a shim judges leaves a line in the decision log, in the shape of OPA's decision logs.
What is written, prompts, keys and tokens are left out. The oldest is shown first.`,
		Example: "  gate log --since 7d --decision deny\n  gate log --follow\n  gate log --format json | jq .result",
		Args:    arguments(cobra.NoArgs),
		RunE:    func(cmd *cobra.Command, _ []string) error { return f.run(cmd) },
	}
	f.flags(cmd)
	cmd.AddCommand(logVerify(), logSwitch(true), logSwitch(false), logStatus(), logShip())
	return cmd
}

func logSwitch(on bool) *cobra.Command {
	word, short := "off", "Log no decision from the next call on; what was logged stays"
	if on {
		word, short = "on", "Log each decision from the next call on, as is usual"
	}
	return &cobra.Command{
		Use:     word,
		Short:   short,
		Example: "  gate log " + word,
		Args:    arguments(cobra.NoArgs),
		RunE: func(cmd *cobra.Command, _ []string) error {
			dir, err := audit.Folder()
			if err != nil {
				return err
			}
			log, err := audit.Open(dir, audit.Usual)
			if err != nil {
				return fmt.Errorf("open the decision log: %w", err)
			}
			defer log.Close()
			if err := log.Switch(on, time.Now()); err != nil {
				return fmt.Errorf("note it in %s: %w", dir, err)
			}
			_, err = fmt.Fprintf(cmd.OutOrStdout(), "the decision log is %s\n", word)
			return err
		},
	}
}

func logStatus() *cobra.Command {
	var format string
	cmd := &cobra.Command{
		Use:     "status",
		Short:   "Say whether decisions are logged, where, and how many there are",
		Example: "  gate log status --format json",
		Args:    arguments(cobra.NoArgs),
		RunE: func(cmd *cobra.Command, _ []string) error {
			dir, err := audit.Folder()
			if err != nil {
				return err
			}
			status, err := audit.StatusOf(dir)
			if err != nil {
				return err
			}
			switch format {
			case "json":
				return printJSON(cmd.OutOrStdout(), status)
			case "text":
				return printStatus(cmd, status)
			}
			return exit{2, fmt.Errorf("unknown format %q\nhint: text or json", format)}
		},
	}
	cmd.Flags().StringVar(&format, "format", "text", "text or json")
	return cmd
}

func printStatus(cmd *cobra.Command, s audit.Status) error {
	state := "on"
	if s.Off {
		state = "off"
	}
	_, err := fmt.Fprintf(cmd.OutOrStdout(), "log     %s\nfolder  %s\nlines   %d, in %d files of %d bytes\n", state, s.Folder, s.Lines, s.Files, s.Bytes)
	return err
}
