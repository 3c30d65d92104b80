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
	some text in _statements(command)
	some pattern in data.gate.rules.infra.destroy.statements
	statement := regex.find_n(pattern, _bare(text), 1)[0]
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
	not invocation.gives(command, ["--help", "-h", "--dry-run", "--version"])
	some row in data.gate.rules.infra.destroy.rows
	invocation.matches(command, row)
}

# The statements that a database's client is given as words.
_statements(command) := {word |
	some i, word in command.argv
	i > 0
	regex.match(`\s|^[A-Za-z]+$`, word)
}

# What stands in quotes, and in comments, is data.
_bare(text) := regex.replace(regex.replace(text, `'[^']*'`, "''"), `--[^\n]*|/\*[^*]*\*/`, " ")

_finding(command, what) := {
	"reason": $"{command.name} {what}",
	"fix": "Show what would go (plan, diff, --dry-run), and ask the person to run it.",
}
