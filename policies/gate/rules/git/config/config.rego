# METADATA
# title: Git starts no foreign program
# description: >-
#   Some settings make git start a program on an ordinary command, or switch the repository's hooks off. A
#   person is asked before one is set, in a file or for a single command.
# custom:
#   severity: medium
#   fix: Leave git's settings as they are, or ask the person to change them.
package gate.rules.git.config

import data.gate.lib.git

ask contains {
	"reason": $"the git setting {key} can start a program or switch hooks off",
	"fix": "Leave git's settings as they are, or ask the person to change them.",
} if {
	some [key, value] in _settings
	_starts(key)
	not _harmless(key, lower(value))
}

ask contains {
	"reason": $"git takes programs or hooks from the folder that {option} names",
	"fix": "Leave git's settings as they are, or ask the person to change them.",
} if {
	some command in input.commands
	command.name == "git"
	some word in command.argv
	[option, folder] := split(word, "=")
	option in {"--exec-path", "--template"}
	folder != ""
}

_settings contains [lower(name), value] if {
	some call in git.calls
	some setting in call.settings
	[name, value] := _pair(setting)
}

_settings contains [lower(name), value] if {
	some call in git.calls
	call.sub == "config"
	args := array.concat([""], call.args)
	words := [word |
		some i, word in args
		i > 0
		not regex.match(`^(-.*|set)$`, word)
		not args[i - 1] in {"-f", "--file", "--blob", "--type", "--default", "--comment"}
	]
	[name, value] := array.slice(words, 0, 2)
	not call.words[0] in {"get", "list", "unset", "edit"}
}

_settings contains [lower(name), value] if {
	some call in git.calls
	call.sub == "clone"
	some setting in _given(call.args)
	[name, value] := _pair(setting)
}

_given(args) := array.concat(
	[args[i + 1] | some i, word in args; word in {"-c", "--config"}],
	[substring(word, 9, -1) | some word in args; startswith(word, "--config=")],
)

# A setting without a value means true.
_pair(setting) := [substring(setting, 0, at), substring(setting, at + 1, -1)] if {
	at := indexof(setting, "=")
	at >= 0
}

_pair(setting) := [setting, "true"] if not contains(setting, "=")

_starts(key) if {
	some pattern in data.gate.rules.git.config.keys
	glob.match(pattern, ["/"], key)
}

_harmless(_, value) if value in data.gate.rules.git.config.harmless

# An alias is another git command, unless it says that it is not.
_harmless(key, value) if {
	startswith(key, "alias.")
	not startswith(value, "!")
}
