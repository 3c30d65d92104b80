# METADATA
# title: What prints secrets
# description: Which commands print a secret from the store that guards it, and which variables hold one by their name.
package gate.lib.reveal

import data.gate.lib.invocation

# prints says whether a command prints a secret.
prints(command) if {
	not invocation.idle(command)
	some _ in invocation.matching(command, data.gate.lib.reveal.rows, data.gate.lib.reveal.same)
}

prints(command) if {
	command.name == "printenv"
	some i, name in command.argv
	i > 0
	variable(name)
}

# variable says whether a variable holds a secret, by its name.
variable(name) if regex.match(data.gate.lib.reveal.names, name)
