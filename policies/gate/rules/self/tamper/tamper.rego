# METADATA
# title: The gate guards itself
# description: >-
#   The gate's own files are not changed, nor the files of a harness that wire hooks, switch them off, or start
#   programs without asking. Nor does an agent speak for the person in the gate's own commands. Reading all of this
#   is fine.
# custom:
#   severity: high
#   locked: true
#   fix: Ask the person to make this change outside the agent.
package gate.rules.self.tamper

import data.gate.lib.paths

deny contains _finding(write, $"{write.path} is a file of the gate itself") if {
	some write in input.writes
	some file in input.gate.files
	_touches(write, file)
}

deny contains _finding(write, $"{write.path} wires the hooks or the permissions of an agent harness") if {
	some write in input.writes
	_locked(write)
}

ask contains _finding(write, $"{write.path} can start programs or change what an agent may do") if {
	some write in input.writes
	_doubtful(write)
}

deny contains _finding(write, $"{write.path} would let an agent act without approval") if {
	some write in input.writes
	_doubtful(write)
	content := lower(write.content)
	some setting in data.gate.rules.self.tamper.approvals
	contains(content, setting)
}

deny contains {
	"reason": $"{command.name} {verb} is a decision of the person, not of an agent",
	"fix": _fix,
} if {
	some command in input.commands
	command.where == "local"
	lower(command.name) in data.gate.rules.self.tamper.programs
	some verb in command.operands
	verb in data.gate.rules.self.tamper.decisions
	not command.operands[0] in data.gate.rules.self.tamper.questions
}

_touches(write, file) if paths.under(write.abs, file)

_touches(write, file) if {
	paths.removes(write)
	paths.under(file, write.abs)
}

_locked(write) if {
	some [folder, below] in _splits(write)
	some pattern in data.gate.rules.self.tamper.locked[folder]
	_meets(write, pattern, below)
	not _shared(folder, below)
}

_locked(write) if {
	some [name, ""] in _splits(write)
	name in data.gate.rules.self.tamper.locked_names
}

_locked(write) if {
	some pattern in data.gate.rules.self.tamper.machine
	glob.match(pattern, ["/"], lower(write.abs))
}

# A shell's pattern that takes in a folder takes in what lies there.
_locked(write) if {
	"glob" in write.flaws
	paths.removes(write)
	some [segment, _] in _splits(write)
	startswith(segment, ".")
	some folder, _ in data.gate.rules.self.tamper.locked
	paths.names(segment, folder)
}

_doubtful(write) if {
	some [folder, below] in _splits(write)
	some pattern in data.gate.rules.self.tamper.doubtful[folder]
	_meets(write, pattern, below)
}

_doubtful(write) if {
	some [name, ""] in _splits(write)
	name in data.gate.rules.self.tamper.doubtful_names
}

# Whether a folder that others use too holds such files cannot be seen.
_doubtful(write) if {
	some [folder, ""] in _splits(write)
	_shared(folder, "")
	_whole(write)
}

_shared(folder, "") if folder in data.gate.rules.self.tamper.shared

_meets(_, pattern, below) if {
	below != ""
	glob.match(pattern, ["/"], below)
}

_meets(write, _, "") if _whole(write)

_meets(write, pattern, below) if {
	below != ""
	_whole(write)
	startswith(pattern, $"{below}/")
}

# whole says whether a change of a folder changes what lies in it. Making the folder does not.
_whole(write) if {
	not write.op in {"create", "chmod"}
	not lower(write.source) in data.gate.rules.self.tamper.makers
}

# In a temporary folder anything goes, unless the home folder itself lies in one.
_splits(write) := paths.splits(write.abs) | paths.splits(write.path) if not paths.scratch(write)

_splits(write) := {[segments[0], concat("/", array.slice(segments, 1, count(segments)))] |
	paths.under(write.abs, input.home)
	segments := split(trim_left(substring(lower(write.abs), count(input.home), -1), "/"), "/")
} if {
	paths.scratch(write)
}

_fix := "Ask the person to make this change outside the agent."

_finding(write, reason) := {"reason": reason, "path": write.path, "fix": _fix}
