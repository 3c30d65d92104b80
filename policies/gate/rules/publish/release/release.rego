# METADATA
# title: Nothing is published unasked
# description: A person is asked before a package, an image or a release leaves for everybody to use.
# custom:
#   severity: medium
#   fix: Ask the person to publish, or show what would be published with --dry-run.
package gate.rules.publish.release

import data.gate.lib.invocation

ask contains {
	"reason": $"{command.name} publishes {row.what}, and what is published cannot be taken back",
	"fix": "Ask the person to publish, or show what would be published with --dry-run.",
} if {
	some command in input.commands
	not invocation.idle(command)
	not invocation.gives(command, ["-h", "--dry-run", "-n", "--list", "--no-push"])
	some row in invocation.matching(command, data.gate.rules.publish.release.rows, data.gate.rules.publish.release.same)
}
