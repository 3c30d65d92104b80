# METADATA
# title: Credentials are not read
# description: >-
#   Private keys and the stores of credentials are not read. Of files that often hold secrets a person is asked, except
#   where it is the person who names the file.
# custom:
#   severity: high
#   fix: Use the program that owns the credentials, or ask the person for what is needed.
package gate.rules.secrets.read

import data.gate.lib.dotenv
import data.gate.lib.paths

deny contains _finding(read, $"{read.path} holds credentials") if {
	some read in _opened
	_stored(read.abs)
	not _public(read.abs)
}

ask contains _finding(read, $"{read.path} may hold secrets") if {
	input.event != "prompt"
	some read in _opened
	_doubtful(read)
	not _public(read.abs)
}

# To list or test a file shows nothing of it, and some programs use a key without showing it.
_opened contains read if {
	some read in input.reads
	not lower(read.source) in data.gate.rules.secrets.read.users
}

_stored(path) if {
	some [folder, below] in paths.splits(path)
	some pattern in data.gate.rules.secrets.read.stores[folder]
	glob.match(pattern, ["/"], below)
}

_stored(path) if paths.base(path) in data.gate.rules.secrets.read.names

_stored(path) if {
	some pattern in data.gate.rules.secrets.read.machine
	glob.match(pattern, ["/"], lower(path))
}

# A shell's pattern can mean such a file, or the folder that it lies in.
_stored(path) if {
	_pattern(path)
	some [segment, below] in paths.splits(path)
	below != ""
	some folder, patterns in data.gate.rules.secrets.read.stores
	paths.names(segment, folder)
	some pattern in patterns
	paths.may_meet(pattern, below)
}

_stored(path) if {
	_pattern(path)
	some name in data.gate.rules.secrets.read.names
	paths.names(paths.base(path), name)
}

_pattern(path) if regex.match(`[*?\[]`, path)

_doubtful(read) if dotenv.holds(read.abs)

_doubtful(read) if paths.names(paths.base(read.abs), ".env")

# What reads the home folder through reads all that lies in it.
_doubtful(read) if paths.under(input.home, read.abs)

_doubtful(read) if {
	not _test_data(read)
	some pattern in data.gate.rules.secrets.read.doubtful
	glob.match(pattern, ["/"], paths.base(read.abs))
}

# The person's own settings often hold a token; a project's rarely do.
_doubtful(read) if {
	some name in data.gate.rules.secrets.read.settings
	lower(read.abs) == lower($"{input.home}/{name}")
}

# Reading a whole folder reads the keys in it.
_doubtful(read) if {
	paths.base(read.abs) in data.gate.rules.secrets.read.folders
}

# A project's tests bring keys of their own.
_test_data(read) if {
	read.inside
	some segment in split(lower(read.path), "/")
	segment in data.gate.rules.secrets.read.test_folders
}

_public(path) if {
	some ending in data.gate.rules.secrets.read.public
	endswith(lower(path), ending)
}

_finding(read, reason) := {
	"reason": reason,
	"path": read.path,
	"fix": "Use the program that owns the credentials, or ask the person for what is needed.",
}
