# METADATA
# title: Nothing stays behind
# description: A person is asked before a command makes this machine start something later, or whenever it starts.
# custom:
#   severity: medium
#   fix: Run it now and here, or ask the person to install it.
package gate.rules.persist.schedule

import data.gate.lib.invocation

ask contains {
	"reason": $"{command.name} makes this machine start something later",
	"fix": "Run it now and here, or ask the person to install it.",
} if {
	some command in input.commands
	command.where != "container"
	not invocation.gives(command, ["--help", "-l", "-h", "--list"])
	some row in invocation.matching(command, data.gate.rules.persist.schedule.rows, data.gate.rules.persist.schedule.same)
}
