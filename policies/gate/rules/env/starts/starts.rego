# METADATA
# title: The environment starts no foreign program
# description: >-
#   Some variables make ordinary programs load or start something else. A person is asked before a command runs with one.
# custom:
#   severity: medium
#   fix: Run the command without the variable, or ask the person.
package gate.rules.env.starts

ask contains {
	"reason": $"{command.name} runs with {name}, which makes programs load or start something else",
	"fix": "Run the command without the variable, or ask the person.",
} if {
	some command in input.commands
	some [name, value] in _variables(command)
	_starts(name, value)
}

# Variables are set for one command, or by a builtin for all that follow.
_variables(command) := for_one | for_all if {
	for_one := {[name, value] | some name, value in command.env}
	for_all := {[substring(word, 0, at), substring(word, at + 1, -1)] |
		lower(command.name) in data.gate.rules.env.starts.setters
		some word in command.argv
		at := indexof(word, "=")
		at > 0
	}
}

_starts(name, value) if {
	some pattern in data.gate.rules.env.starts.names
	glob.match(pattern, [], name)
	not value in data.gate.rules.env.starts.harmless
}

# Some variables start something only by what they say.
_starts(name, value) if {
	some row in data.gate.rules.env.starts.values
	some pattern in row.names
	glob.match(pattern, [], name)
	regex.match(row.value, value)
	not regex.match(object.get(row, "unless", `^\x00$`), value)
}
