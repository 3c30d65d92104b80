# METADATA
# title: Infrastructure and data are not destroyed unasked
# description: >-
#   A person is asked before servers, clusters, databases, buckets or repositories are deleted. What nobody can bring
#   back is refused.
# custom:
#   severity: high
#   fix: Show what would go (plan, diff, --dry-run), and ask the person to run it.
package gate.rules.infra.destroy

import data.gate.lib.invocation
import data.gate.lib.sql

ask contains _finding(command, row.what) if {
	some [command, row] in _matching
	not row.final
}

deny contains _finding(command, row.what) if {
	some [command, row] in _matching
	row.final
}

ask contains _finding(command, $"runs {statement} on a database") if {
	some command in input.commands
	lower(command.name) in data.gate.rules.infra.destroy.databases
	some text in (_said(command) | {text | text := command.stdin.text})
	some statement in sql.destroys(text)
}

ask contains {
	"reason": $"{address.source} asks {address.host} to delete something",
	"path": address.url,
	"fix": "Show what would go (plan, diff, --dry-run), and ask the person to run it.",
} if {
	some address in input.urls
	address.method == "DELETE"
	not regex.match(`^(localhost|127\.[0-9.]+|::1|0\.0\.0\.0|[^.]+|.*\.(local|localhost|test|internal))$`, address.host)
}

_matching contains [command, row] if {
	some command in input.commands
	not invocation.idle(command)
	some row in invocation.matching(command, data.gate.rules.infra.destroy.rows, data.gate.rules.infra.destroy.same)
}

# A database's client is given its statements as words, or by a command that says nothing but its own.
_said(command) := {word |
	some speaker in array.concat([command], _speakers(command))
	some i, word in speaker.argv
	i > 0
}

_speakers(command) := [speaker |
	command.stdin.kind == "pipe"
	some speaker in input.commands
	speaker.name in command.stdin.from
	lower(speaker.name) in {"echo", "printf", "write-output"}
]

_finding(command, what) := {
	"reason": $"{command.name} {what}",
	"fix": "Show what would go (plan, diff, --dry-run), and ask the person to run it.",
}
