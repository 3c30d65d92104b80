# METADATA
# title: Secrets are no words of a command
# description: >-
#   A person is asked before a secret is written into a command line, which other processes, the shell's history and
#   the harness's own log can read.
# custom:
#   severity: medium
#   fix: Put the secret in an environment variable outside the agent, and name the variable.
package gate.rules.secrets.argument

import data.gate.lib.secrets

ask contains _finding(command, hit.pattern.title) if {
	some command in input.commands
	some word in command.argv
	some hit in secrets.tokens(word)
}

ask contains _finding(command, "a password") if {
	some command in input.commands
	lower(command.name) in {"curl", "wget", "http", "https", "xh"}
	some i, option in command.argv
	option in {"-u", "--user", "-a", "--auth"}
	[_, password] := split(command.argv[i + 1], ":")
	secrets.random(password)
}

_finding(command, what) := {
	"reason": $"{what} stands in the words of {command.name}",
	"fix": "Put the secret in an environment variable outside the agent, and name the variable.",
}
