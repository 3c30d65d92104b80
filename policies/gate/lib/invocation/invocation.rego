# METADATA
# title: Invocations
# description: >-
#   Whether a command is the one that a row of a list names: {programs, words, flags, unless}. Words stand next to one
#   another among those that are no options; of flags, where there are any, one must be given, and none of unless.
package gate.lib.invocation

# matches says whether a command is the one that a row names.
matches(command, row) if {
	lower(command.name) in row.programs
	_says(command, object.get(row, "words", []))
	_has(command, object.get(row, "flags", []))
	not gives(command, object.get(row, "unless", []))
}

# gives says whether a command is given one of the flags, alone or with a value behind "=".
gives(command, flags) if {
	some word in array.slice(command.argv, 1, count(command.argv))
	split(word, "=")[0] in flags
}

_has(_, flags) if count(flags) == 0

_has(command, flags) if gives(command, flags)

_says(_, words) if count(words) == 0

# One word alone is the subcommand: the first word, or behind options of which some may take a value.
_says(command, [word]) if plain(command)[0] == word

_says(command, [word]) if {
	startswith(command.argv[1], "-")
	word in plain(command)
}

_says(command, words) if {
	count(words) > 1
	contains($" {concat(" ", plain(command))} ", $" {concat(" ", words)} ")
}

# plain holds the words of a command that are no options. A word of several words is a text, and says nothing here.
plain(command) := [said |
	some i, word in command.argv
	i > 0
	not startswith(word, "-")
	said := _one(word)
]

_one(word) := word if not regex.match(`\s`, word)

_one(word) := "_" if regex.match(`\s`, word)
