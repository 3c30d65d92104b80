# METADATA
# title: Invocations
# description: >-
#   Whether a command is the one that a row of a list names: {words, flags, unless}. Words follow one another among those
#   that are no options, with nothing but an option's value between them; of flags, where there are any, one must be
#   given, and none of unless.
package gate.lib.invocation

# matching holds the rows that name a command. A table has two parts: the rows of each program, and in same the
# programs that have the rows of another.
matching(command, rows, same) := {row |
	some row in rows[_program(lower(command.name), same)]
	_says(command, object.get(row, "words", []))
	_has(command, object.get(row, "flags", []))
	not gives(command, object.get(row, "unless", []))
}

_program(name, same) := object.get(same, name, name)

# gives says whether a command is given one of the flags, alone or with a value behind "=".
gives(command, flags) if {
	some word in array.slice(command.argv, 1, count(command.argv))
	split(word, "=")[0] in flags
}

# idle says whether a command only tells how it is used, or only tries what it would do. Short options are not looked
# at: "-h" is a host to many clients of databases.
idle(command) if gives(command, ["--help", "-help"])

idle(command) if {
	lower(command.name) in data.gate.lib.invocation.rehearsing
	some word in command.argv
	word in {"--dry-run", "--dryrun", "--dry-run=client", "--dry-run=server", "--dry-run=true"}
}

_has(_, flags) if count(flags) == 0

_has(command, flags) if {
	some word in array.slice(command.argv, 1, count(command.argv))
	some given in {word, split(word, "=")[0]}
	given in flags
}

_says(_, words) if count(words) == 0

# One word alone is the subcommand: the first word, or behind options of which some may take a value.
_says(command, [word]) if {
	some at, said in plain(command)
	said == word
	_passed(command, 0, at)
}

_says(command, words) if {
	count(words) > 1
	every i, word in array.slice(words, 1, count(words)) {
		_follows(command, words[i], word)
	}
}

_follows(command, first, second) if {
	said := plain(command)
	some at, word in said
	word == first
	some beyond, other in said
	beyond > at
	other == second
	_passed(command, at + 1, beyond)
}

# passed says whether the plain words from one place to another can each be the value of an option.
_passed(command, from, to) if {
	every place in array.slice(_places(command), from, to) {
		startswith(command.argv[place - 1], "-")
	}
}

# plain holds the words of a command that are no options. A word of several words is a text, and says nothing here.
plain(command) := [_one(command.argv[i]) | some i in _places(command)]

_places(command) := [i |
	some i, word in command.argv
	i > 0
	not startswith(word, "-")
]

_one(word) := word if not regex.match(`\s`, word)

_one(word) := "_" if regex.match(`\s`, word)
