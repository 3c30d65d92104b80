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
import data.gate.lib.search

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

deny contains _finding(write.path, $"this deletes .git below {write.path}, and with it history") if {
	some write in _removed
	not paths.scratch(write)
	".git" in search.sought(write)
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

ask contains _finding(write.path, "this takes away all files of the project's first folder") if {
	some write in _removed
	write.path == "*"
	not _recursive(write)
}

ask contains _finding(write.path, $"{write.source} deletes in {write.path} what its source lacks") if {
	some write in input.writes
	write.path == "."
	some command in _mirrors
	command.name == write.source
}

ask contains _finding("", $"{command.name} deletes on another machine what its source lacks") if {
	some command in _mirrors
	some operand in command.operands
	regex.match(`^[^/]+:`, operand)
}

ask contains _finding(write.path, $"this deletes {write.path}, where other programs keep their work") if {
	some write in _removed
	lower(trim_right(write.abs, "/*")) in {"/tmp", "/var/tmp", "/dev/shm", "/private/tmp", "c:/windows/temp"}
	not search.by(write)
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

deny contains _finding("", $"{command.name} takes every right away from all files of a folder") if {
	some command in input.commands
	command.name == "chmod"
	some option in command.argv
	regex.match(`^(-[A-Za-z]*R[A-Za-z]*|--recursive)$`, option)
	some mode in command.argv
	regex.match(`^(0{1,4}|(a|ugo)?(-rwx|=))$`, mode)
}

_mirrors contains command if {
	some command in input.commands
	command.name == "rsync"
	some word in command.argv
	startswith(word, "--del")
	not _tries(command)
}

_tries(command) if {
	some word in command.options
	word in {"-n", "--dry-run"}
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

# An edit in place that keeps a copy names the ending of the copy.
_made_here(write) if {
	some other in input.writes
	other.op == "write"
	startswith(write.abs, other.abs)
	ending := substring(write.abs, count(other.abs), -1)
	ending != ""
	some command in input.commands
	command.name == other.source
	some word in command.argv
	regex.match(`^-[A-Za-z-]*i`, word)
	endswith(word, ending)
}

_first(place) := [segments[0], concat("/", array.slice(segments, 1, count(segments)))] if segments := split(place, "/")

# picks says whether a write is a search that deletes what it finds, by a test that the command states. The gate knows only
# where such a search starts.
_picks(write) if {
	some command in search.commands(write)
	search.picks(command) != set()
}

_only_made_again(write) if {
	some place in paths.places(write)
	_made_again(place)
}

_only_made_again(write) if {
	every command in search.commands(write) {
		count(search.names(command)) > 0
		every name in search.names(command) {
			_made_again(name)
		}
	}
}

_made_again(place) if regenerable.folder(place)

_made_again(place) if regenerable.lock(place)

_made_again(place) if regenerable.file(paths.base(place))

_recursive(write) if {
	some command in input.commands
	command.name == write.source
	some option in array.concat(command.options, command.argv)
	_descends(_family(command), option)
}

_recursive(write) if search.by(write)

# Rules are asked on each call: a pattern that has to be compiled costs more than all of this.
_descends("unix", option) if {
	trim_right(lower(option), _letters) == "-"
	contains(lower(option), "r")
}

_descends("unix", option) if {
	startswith(option, "--r")
	trim_right(option, _letters) == "--"
}

_descends("powershell", option) if {
	name := split(lower(option), ":")[0]
	startswith(name, "-r")
	startswith("-recurse", name)
}

_descends("cmd", option) if lower(option) == "/s"

_descends("always", _)

_letters := "abcdefghijklmnopqrstuvwxyz"

_family(command) := data.gate.rules.shell.destructive.families[lower(command.name)]

_formats(command) if data.gate.rules.shell.destructive.formatters[lower(command.name)]

_formats(command) if strings.any_prefix_match(lower(command.name), data.gate.rules.shell.destructive.formatter_families)

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
