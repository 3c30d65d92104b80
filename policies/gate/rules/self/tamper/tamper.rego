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

import data.gate.lib.invocation
import data.gate.lib.paths
import data.gate.lib.search

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
	not _asks(command)
}

deny contains _finding(write, $"this changes {folder} below {write.path}, which wires an agent harness") if {
	some write in input.writes
	not paths.scratch(write)
	some folder in search.sought(write)
	startswith(folder, ".")
	data.gate.rules.self.tamper.locked[folder]
	not _shared(folder, "")
}

ask contains _finding(target, $"{command.name} is given {target.path}, which wires an agent harness, and may change it") if {
	some command in input.commands
	command.where == "local"
	not _only_reads(command)
	some operand in command.operands
	target := _target(command, operand)
	_locked(target)
}

deny contains {"reason": $"{command.name} would stop the gate", "fix": _fix} if {
	some command in input.commands
	lower(command.name) in data.gate.rules.self.tamper.killers
	_aims_at_gate(command)
}

deny contains _control(command) if {
	some [command, row] in _controls
	row.final
}

ask contains _control(command) if {
	some [command, row] in _controls
	not row.final
}

_controls contains [command, row] if {
	some command in input.commands
	command.where == "local"
	agents := data.gate.rules.self.tamper.agents
	some row in invocation.matching(command, agents.rows, agents.same)
}

_control(command) := {
	"reason": $"{command.name} changes what an agent may do, or starts one without its guards",
	"fix": _fix,
}

# A decision's command that is made of nothing else than these words only tells how things are. Next to other words one
# of them can be another option's value.
_asks(command) if {
	words := array.slice(command.argv, 1, count(command.argv))
	some word in words
	word in {"--status", "--list", "--help", "-h"}
	every word in words {
		word in data.gate.rules.self.tamper.asking
	}
}

_aims_at_gate(command) if _says_gate(command)

# The numbers of processes can come from a search for their name.
_aims_at_gate(command) if {
	some word in command.argv
	contains(word, "\uFFFD")
	some finder in input.commands
	lower(finder.name) in data.gate.rules.self.tamper.finders
	_says_gate(finder)
}

_says_gate(command) if {
	some i, word in command.argv
	i > 0
	regex.match(`(?i)(^|[\s/\\|(^])gate(ctl)?(\.exe)?($|[\s|)$])`, word)
}

_only_reads(command) if {
	writing := data.gate.rules.self.tamper.readers[lower(command.name)]
	not _given(command, writing)
}

_given(command, writing) if {
	writing != ""
	some i, word in command.argv
	i > 0
	regex.match(writing, word)
}

# target is a command's operand as the place that it would be if the command wrote there.
_target(command, operand) := {
	"path": operand,
	"abs": abs,
	"inside": regex.match(`^(/private)?(/var)?/tmp/`, abs),
	"op": "write",
	"source": command.name,
	"content": "",
	"flaws": [],
} if {
	regex.match(`^[^\s-][^\s]*/[^\s]+$|^\.[a-z]+\.json$`, operand)
	abs := _absolute(command, operand)
}

_absolute(_, operand) := operand if paths.absolute(operand)

_absolute(command, operand) := $"{command.cwd}/{operand}" if not paths.absolute(operand)

_touches(write, file) if paths.under(write.abs, file)

_touches(write, file) if {
	paths.removes(write)
	paths.under(file, write.abs)
	not _passes_by(write, file)
}

# A search that picks names goes by what has none of them.
_passes_by(write, file) if {
	some command in search.commands(write)
	names := search.names(command)
	count(names) > 0
	every name in names {
		every segment in split(substring(lower(file), count(write.abs), -1), "/") {
			not _picks(name, segment)
		}
	}
}

_picks(name, segment) if name == segment

_picks(name, segment) if paths.covers(name, segment)

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

# A shell's pattern can mean such a file, or the folder that it lies in.
_locked(write) if {
	regex.match(`[*?\[]`, write.path)
	some [segment, below] in _splits(write)
	below != ""
	startswith(segment, ".")
	some folder, patterns in data.gate.rules.self.tamper.locked
	paths.names(segment, folder)
	some pattern in patterns
	paths.may_meet(pattern, below)
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
