# METADATA
# title: What runs can be seen
# description: A person is asked about a command of which some part is only known when it runs.
# custom:
#   severity: medium
#   fix: Write the command in plain words, one step at a time.
package gate.rules.shell.unknown

ask contains {
	"reason": $"{data.gate.rules.shell.unknown.what[what]}: {concat("; ", sort(whys))}",
	"fix": "Write the command in plain words, one step at a time.",
} if {
	some what in {unknown.what | some unknown in input.unknown}
	_heard(what)
	whys := {unknown.why | some unknown in input.unknown; unknown.what == what}
}

_heard(what) if what in {"program", "command", "syntax", "limit", "disguise"}

_heard(what) if {
	what in {"target", "args"}
	input.tool.kind == "shell"
}
