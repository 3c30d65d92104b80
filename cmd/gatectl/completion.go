package main

import (
	"github.com/spf13/cobra"

	"gate/dialects"
)

// words are what may stand after a flag, by its name.
var words = map[string]func() []string{
	"harness": dialects.Names,
	"dialect": dialects.Names,
	"rule":    ruleIDs,
	"format":  func() []string { return []string{"text", "json"} },
	"scope": func() []string {
		return []string{string(dialects.User), string(dialects.Project), string(dialects.Managed)}
	},
	"engine":  func() []string { return []string{"plan", "opa", "both"} },
	"fail-on": func() []string { return []string{"deny", "ask"} },
}

// ofHarnesses are the commands whose arguments are harnesses.
var ofHarnesses = map[string]bool{"install": true, "uninstall": true, "doctor": true}

// completions tells the shells what may come next in each command below cmd.
// Cobra's own command "completion" writes the scripts, which ask gate.
func completions(cmd *cobra.Command) {
	for name, list := range words {
		if cmd.Flags().Lookup(name) == nil {
			continue
		}
		if _, own := cmd.GetFlagCompletionFunc(name); !own {
			cmd.RegisterFlagCompletionFunc(name, oneOf(list))
		}
	}
	if ofHarnesses[cmd.Name()] && cmd.ValidArgsFunction == nil {
		cmd.ValidArgsFunction = oneOf(dialects.Names)
	}
	for _, c := range cmd.Commands() {
		completions(c)
	}
}

func oneOf(list func() []string) cobra.CompletionFunc {
	return func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
		return list(), cobra.ShellCompDirectiveNoFileComp
	}
}

// ruleIDs are those of the policy in force; none when it cannot be read.
func ruleIDs() []string {
	all, err := rulesInForce()
	if err != nil {
		return nil
	}
	ids := make([]string, len(all))
	for i, r := range all {
		ids[i] = r.ID
	}
	return ids
}
