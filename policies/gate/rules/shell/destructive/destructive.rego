# METADATA
# title: Nothing large is destroyed
# description: >-
#   The project itself, its history, the home folder and disks are not deleted or formatted. A person is asked before
#   a folder goes that no tool makes again.
# custom:
#   severity: high
#   fix: Name the single files to delete, or ask the person to do it.
package gate.rules.shell.destructive

import data.gate.lib.paths
import data.gate.lib.regenerable

deny contains _finding(write.path, $"this deletes {write.path}, which holds the project or the home folder") if {
	some write in _removed
	_holds(write)
	not _picks(write)
}

deny contains _finding(write.path, $"this deletes {write.path} of the repository, and with it history") if {
	some write in _removed
	some place in paths.places(write)
	[segment, below] := _first(place)
	paths.names(segment, ".git")
	not endswith(below, ".lock")
}

ask contains _finding(write.path, $"this deletes {write.path}, which another git command may hold") if {
	some write in _removed
	some place in paths.places(write)
	regex.match(`^\.git/.*\.lock$`, place)
}

# A nested repository is often a template or a vendored copy.
ask contains _finding(write.path, $"this deletes the history of a nested repository, {write.path}") if {
	some write in _removed
	some place in paths.places(write)
	regex.match(`/\.git(/|$)`, place)
}

ask contains _finding(write.path, $"this deletes everything that it finds below {write.path}") if {
	some write in _removed
	_picks(write)
	not paths.scratch(write)
	not _only_made_again(write)
}

ask contains _finding(write.path, $"this deletes the folder {write.path}, which no tool makes again") if {
	some write in _removed
	_recursive(write)
	not _holds(write)
	not _picks(write)
	some place in paths.places(write)
	not _made_again(place)
}

ask contains _finding(write.path, $"this deletes {write.path}, which by its name is the only copy of something") if {
	some write in _removed
	write.op == "delete"
	not _recursive(write)
	some place in paths.places(write)
	some pattern in data.gate.rules.shell.destructive.copies
	glob.match(pattern, ["/"], paths.base(place))
	not _made_here(write)
}

deny contains _finding("", $"{command.name} formats or empties disks") if {
	some command in input.commands
	_formats(command)
	not _looks(command)
	_names_disk(command)
}

ask contains _finding("", $"{command.name} formats or empties disks") if {
	some command in input.commands
	_formats(command)
	not _looks(command)
	not _names_disk(command)
}

deny contains _finding("", $"the function {command.name} starts itself more than once each round, until this machine stops") if {
	some command in input.commands
	"fork" in command.via
}

# What git deletes in its own repository is git's care.
_removed contains write if {
	some write in input.writes
	paths.removes(write)
	split(write.source, " ")[0] != "git"
}

_holds(write) if {
	some folder in [input.root, input.home]
	paths.under(folder, write.abs)
}

# What the same call has written is no loss.
_made_here(write) if {
	some other in input.writes
	other.abs == write.abs
	other.op in {"write", "create", "append"}
}

_first(place) := [segments[0], concat("/", array.slice(segments, 1, count(segments)))] if segments := split(place, "/")

# picks says whether a write is a search that deletes what it finds, by a test that the command states. The gate knows only
# where such a search starts.
_picks(write) if {
	some command in _searches(write)
	_tests(command) != set()
}

_searches(write) := {command |
	_by_search(write)
	some command in input.commands
	command.name in data.gate.rules.shell.destructive.searches
}

_by_search(write) if write.source in data.gate.rules.shell.destructive.searches

_by_search(write) if {
	some command in input.commands
	command.name == write.source
	some wrapper in command.via
	split(wrapper, " ")[0] in data.gate.rules.shell.destructive.searches
}

_tests(command) := {word | some word in command.argv; word in data.gate.rules.shell.destructive.tests}

_only_made_again(write) if {
	some place in paths.places(write)
	_made_again(place)
}

_only_made_again(write) if {
	every command in _searches(write) {
		count(_wanted(command)) > 0
		every name in _wanted(command) {
			_made_again(name)
		}
	}
}

_wanted(command) := {lower(command.argv[i + 1]) |
	some i, word in command.argv
	word in {"-name", "-iname"}
}

_made_again(place) if regenerable.folder(place)

_made_again(place) if regenerable.lock(place)

_made_again(place) if regenerable.file(paths.base(place))

_recursive(write) if {
	some command in input.commands
	command.name == write.source
	some option in array.concat(command.options, command.argv)
	regex.match(data.gate.rules.shell.destructive.recursive[_family(command)], option)
}

_recursive(write) if _by_search(write)

_family(command) := data.gate.rules.shell.destructive.families[lower(command.name)]

_formats(command) if {
	some pattern in data.gate.rules.shell.destructive.formatters
	glob.match(pattern, ["/"], lower(command.name))
}

_looks(command) if {
	some word in array.slice(command.argv, 1, count(command.argv))
	word in data.gate.rules.shell.destructive.looking
}

_names_disk(command) if {
	some word in command.argv
	regex.match(`(?i)(^|=)(/dev/|\\\\[.?]\\)|\x{FFFD}|^[a-z]:\\?$`, word)
}

_names_disk(command) if lower(command.name) in data.gate.rules.shell.destructive.always

_finding(path, reason) := {
	"reason": reason,
	"path": path,
	"fix": "Name the single files to delete, or ask the person to do it.",
}
