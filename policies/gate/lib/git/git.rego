# METADATA
# title: Git
# description: What the git commands of an action say, taken apart the way git reads its arguments.
package gate.lib.git

# calls holds every git command as {sub, args, flags, letters, words, settings, cwd}: the subcommand; what follows it; of
# this the long options, the letters of the short ones, and the words that are no options; the "-c" settings before it;
# and the folder that it runs in, "" when that cannot be known.
# A call that only asks for help is left out.
calls contains call if {
	some command in input.commands
	command.name == "git"
	at := _subcommand(command.argv)
	args := array.slice(command.argv, at + 1, count(command.argv))
	call := {
		"sub": command.argv[at],
		"args": args,
		"flags": _flags(args),
		"letters": _letters(args),
		"words": _words(args),
		"settings": _settings(array.slice(command.argv, 0, at)),
		"cwd": object.get(command, "cwd", ""),
	}
	not "--help" in call.flags
	not "h" in call.letters
}

# The subcommand is the first word that is neither a global option nor the value of one.
_subcommand(argv) := min([i |
	some i, word in argv
	i > 0
	not startswith(word, "-")
	not argv[i - 1] in data.gate.lib.git.valued
])

_settings(globals) := array.concat(
	[globals[i + 1] | some i, word in globals; word in {"-c", "--config-env"}],
	[substring(word, 13, -1) | some word in globals; startswith(word, "--config-env=")],
)

_flags(args) := {word | some word in _before(args); startswith(word, "--")}

_letters(args) := {letter |
	some word in _before(args)
	regex.match(`^-[A-Za-z0-9]+$`, word)
	some letter in split(substring(word, 1, -1), "")
}

_words(args) := array.concat(
	[word | some word in _before(args); not startswith(word, "-")],
	array.slice(args, _end(args) + 1, count(args)),
)

_before(args) := array.slice(args, 0, _end(args))

_end(args) := min(array.concat([i | some i, word in args; word == "--"], [count(args)]))

# flag says whether a call has a long option, written in full or cut short the way git allows.
flag(call, name) if {
	some given in call.flags
	count(given) > 4
	startswith(name, split(given, "=")[0])
}

# paths says whether a call names paths after "--".
paths(call) if {
	at := _end(call.args)
	at + 1 < count(call.args)
}

# by says whether a git command makes a write, and which: a write's source is then "git checkout" and the like.
by(write, sub) if {
	words := split(write.source, " ")
	words[0] == "git"
	sub == words[1]
}

# keeps says whether a write is git's care for its own files and for what it has recorded, rather than new content.
keeps(write) if {
	some sub in data.gate.lib.git.keepers
	by(write, sub)
	every call in calls {
		not flag(call, "--output")
	}
}
