# METADATA
# title: Deployments go through the pipeline
# description: An agent does not deploy by itself. What only shows what a deployment would do is let through.
# custom:
#   severity: high
#   fix: Open a pull request. The pipeline deploys what is merged.
package org.acme.rules.ops.deploy

deny contains {
	"reason": $"{command.name} {verb} deploys, and that is the pipeline's work",
	"fix": "Open a pull request. The pipeline deploys what is merged.",
} if {
	some command in input.commands
	some verb in data.org.acme.rules.ops.deploy.programs[command.name]
	verb in command.operands
	not _rehearsal(command)
}

_rehearsal(command) if {
	some option in command.options
	startswith(option, "--dry-run")
}
