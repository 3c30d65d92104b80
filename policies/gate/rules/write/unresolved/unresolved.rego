# METADATA
# title: A write tells where it goes
# description: A tool that writes is refused when the gate cannot see what it would write, or where.
# custom:
#   severity: high
#   fix: Call the tool again with a complete and plain path, one file at a time.
package gate.rules.write.unresolved

deny contains _finding(unknown) if {
	some unknown in input.unknown
	unknown.what in data.gate.rules.write.unresolved.blinding[input.tool.kind]
}

# What a foreign tool means by its arguments is a guess, so a person is asked.
ask contains _finding(unknown) if {
	some unknown in input.unknown
	unknown.what == "target"
	input.tool.kind == "mcp"
}

_finding(unknown) := {
	"reason": $"it cannot be seen what {input.tool.name} would write: {unknown.why}",
	"code": "ERR_UNSUPPORTED_OP",
	"fix": "Call the tool again with a complete and plain path, one file at a time.",
}
