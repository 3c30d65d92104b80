# METADATA
# title: No shell that nobody watches
# description: >-
#   What is typed into a running shell or interpreter passes the gate by, so a person is asked before one is opened.
# custom:
#   severity: medium
#   fix: Run each command by itself, with -c or as a script.
package gate.rules.shell.interactive

ask contains {
	"reason": $"{command.name} opens a session, and what is typed into it later is seen by no rule",
	"fix": "Run each command by itself, with -c or as a script.",
} if {
	some command in input.commands
	command.stdin.kind == "inherit"
	_opens(command)
}

# A shell or interpreter without anything to run.
_opens(command) if {
	lower(command.name) in data.gate.rules.shell.interactive.sessions
	every word in array.slice(command.argv, 1, count(command.argv)) {
		startswith(word, "-")
		word in data.gate.rules.shell.interactive.options
	}
}

# A login on another machine, without a command for it.
_opens(command) if {
	command.name == "ssh"
	count(command.operands) == 1
	not _forwards(command)
}

_forwards(command) if {
	some option in command.options
	some flag in ["-N", "-V", "-G", "-O", "-T", "-Q"]
	startswith(option, flag)
}
