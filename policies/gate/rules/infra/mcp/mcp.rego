# METADATA
# title: A tool of a server destroys nothing unasked
# description: >-
#   A person is asked before a tool of an MCP server takes away data, infrastructure or work of others, which its name
#   tells, or the statement or command among its arguments.
# custom:
#   severity: high
#   fix: Show the person what would go, and ask for it by name.
package gate.rules.infra.mcp

import data.gate.lib.invocation
import data.gate.lib.sql

ask contains _finding($"{input.tool.name} would take something away for good") if {
	input.tool.kind == "mcp"
	not _words[0] in data.gate.rules.infra.mcp.readers
	_destroys
}

ask contains _finding($"{input.tool.name} is asked to run {statement} on a database") if {
	some text in _texts
	some statement in sql.destroys(text)
}

ask contains _finding($"{input.tool.name} is asked for a command that {row.what}") if {
	some text in _texts
	some argv in [split(text, " "), array.concat([_name], split(text, " "))]
	command := {"name": argv[0], "argv": argv}
	some row in invocation.matching(command, data.gate.rules.infra.destroy.rows, data.gate.rules.infra.destroy.same)
}

ask contains _finding($"{input.tool.name} discards every uncommitted change") if {
	input.tool.kind == "mcp"
	"reset" in _words
	input.tool.args.mode == "hard"
}

# A tool's own name, without the server's.
_name := parts[count(parts) - 1] if parts := regex.split(`__|[./]`, input.tool.name)

_words := regex.split(`[_ -]+`, lower(regex.replace(_name, `([a-z0-9])([A-Z])`, "${1}_$2")))

_destroys if {
	some word in _words
	word in data.gate.rules.infra.mcp.verbs
}

_destroys if {
	some word in _words
	word in {"delete", "del"}
	every other in _words {
		not _tame(other)
	}
}

_destroys if {
	"remove" in _words
	some word in _words
	word in data.gate.rules.infra.mcp.weighty
}

_destroys if {
	"apply" in _words
	regex.match(`(?i)terraform|tofu|pulumi`, input.tool.name)
}

_destroys if {
	some action in data.gate.rules.infra.mcp.actions
	contains(concat("_", _words), action)
}

_tame(word) if word in data.gate.rules.infra.mcp.tame

# Files of the project are judged by their paths, files of a repository elsewhere are not.
_tame(word) if {
	word in {"file", "files", "directory", "folder", "path", "lines", "symbol"}
	not input.tool.args.repo
}

# The texts that a tool runs; what it searches for is none.
_texts contains text if {
	input.tool.kind == "mcp"
	every word in _words {
		not word in data.gate.rules.infra.mcp.searches
	}
	walk(input.tool.args, [path, text])
	is_string(text)
	some key in path
	is_string(key)
	lower(key) in data.gate.rules.infra.mcp.keys
}

_finding(reason) := {"reason": reason, "fix": "Show the person what would go, and ask for it by name."}
