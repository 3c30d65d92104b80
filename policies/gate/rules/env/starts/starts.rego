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
	some name, value in command.env
	_starts(name, value)
}

_starts(name, value) if {
	some pattern in data.gate.rules.env.starts.names
	glob.match(pattern, [], name)
	not value in data.gate.rules.env.starts.harmless
}

# A folder of the project or a temporary one in front of the others chooses which program a name means.
_starts("PATH", value) if regex.match(`^(\.{0,2}(/|:)|/tmp/|/var/tmp/)`, value)

_starts("NODE_OPTIONS", value) if regex.match(`--(require|import|loader|experimental-loader)|(^|\s)-r\s`, value)
