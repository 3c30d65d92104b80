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

_settings contains [lower(name), value] if {
	some call in git.calls
	some setting in call.settings
	[name, value] := _pair(setting)
}

_settings contains [lower(name), value] if {
	some call in git.calls
	call.sub == "config"
	words := [word | some word in call.words; not word in {"set", "--"}]
	[name, value] := array.slice(words, 0, 2)
	not call.words[0] in {"get", "list", "unset", "edit"}
}

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
