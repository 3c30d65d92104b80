# METADATA
# title: Searches
# description: Writes that a search such as find makes of what it finds. The gate knows only where such a search starts.
package gate.lib.search

# by says whether a search makes a write, itself or through a command that it starts.
by(write) if write.source in data.gate.lib.search.programs

by(write) if {
	some command in input.commands
	command.name == write.source
	some wrapper in command.via
	split(wrapper, " ")[0] in data.gate.lib.search.programs
}

# commands holds the searches that can have made a write.
commands(write) := {command |
	by(write)
	some command in input.commands
	command.name in data.gate.lib.search.programs
}

# picks holds the words of a search that pick among what it finds.
picks(command) := {word | some word in command.argv; word in data.gate.lib.search.tests}

# names holds the last names that a search picks, in lower case and maybe as patterns.
names(command) := {lower(command.argv[i + 1]) |
	some i, word in command.argv
	word in {"-name", "-iname"}
}

# sought holds the segments of the names and paths that the search behind a write picks; what it leaves out is not
# among them.
sought(write) := {segment |
	some command in commands(write)
	not "-prune" in command.argv
	some i, word in command.argv
	word in {"-name", "-iname", "-path", "-ipath", "-wholename"}
	not command.argv[i - 1] in {"!", "-not"}
	some part in split(lower(command.argv[i + 1]), "/")
	segment := trim_left(trim_right(part, "*"), "*")
}
