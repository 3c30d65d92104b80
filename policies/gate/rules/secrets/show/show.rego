# METADATA
# title: Credentials are not printed
# description: >-
#   A person is asked before a program prints a secret from the store that it guards, since what is printed goes to the
#   agent's model.
# custom:
#   severity: medium
#   fix: Let the program that needs the secret fetch it itself, or ask the person.
package gate.rules.secrets.show

import data.gate.lib.reveal

ask contains {
	"reason": $"{command.name} prints a secret",
	"fix": "Let the program that needs the secret fetch it itself, or ask the person.",
} if {
	some command in input.commands
	reveal.prints(command)
}
