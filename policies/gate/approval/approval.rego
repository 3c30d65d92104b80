# METADATA
# title: What a person approves
# description: >-
#   Which rules a person can let a call through in spite of, once or for a while, with gate approve. The input is
#   {rules}, the ids of all that deny the call or ask.
# schemas:
#   - input: {type: object}
package gate.approval

import data.gate.lib.settings

# METADATA
# description: Those of the rules that no person approves. It is always defined.
# entrypoint: true
refused contains id if {
	some id in input.rules
	settings.unapproved(id)
}
