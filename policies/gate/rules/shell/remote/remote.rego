# METADATA
# title: Nothing is destroyed on another machine
# description: >-
#   What a command does on another machine, or in a cluster, no undo here brings back. A person is asked before something
#   is deleted or stopped there; a whole system is never deleted.
# custom:
#   severity: high
#   fix: Show the command to the person, who can run it there.
package gate.rules.shell.remote

deny contains _finding($"{command.name} deletes {operand} on another machine") if {
	some command in _there
	_deletes(command)
	some operand in command.operands
	regex.match(data.gate.rules.shell.remote.whole, operand)
}

ask contains _finding($"{command.name} deletes or stops something on another machine") if {
	some command in _there
	_harms(command)
}

_there contains command if {
	some command in input.commands
	command.where == "remote"
}

_there contains command if {
	some command in input.commands
	command.where == "container"
	split(command.via[0], " ")[0] in {"kubectl", "oc"}
}

_harms(command) if _deletes(command)

_harms(command) if lower(command.name) in data.gate.rules.shell.remote.harmful

_harms(command) if startswith(lower(command.name), "mkfs")

_deletes(command) if {
	lower(command.name) in data.gate.rules.shell.remote.deleting
	some option in array.concat(command.options, command.argv)
	regex.match(`(?i)^(-[a-z]*r[a-z]*|--recursive|/s)$`, option)
}

_finding(reason) := {
	"reason": reason,
	"fix": "Show the command to the person, who can run it there.",
}
