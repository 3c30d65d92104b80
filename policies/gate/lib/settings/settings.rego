# METADATA
# title: Settings
# description: >-
#   How an organisation or the user softens what rules say, as data: data.org.<name>.settings and data.user.settings, each
#   {soften, locked}. A softening is {rule, to, reason, until, paths, commands, harnesses, share}: rule is an id or a glob
#   of ids, to is ask, observe or off, until is the last day that it counts. Paths, commands and harnesses narrow it, and
#   share says for how many homes of a hundred it counts. Locked are globs of ids that the user does not soften. What is
#   locked takes no approval either, unless its id matches one of data.org.<name>.settings.approvable.
package gate.lib.settings

import data.gate.lib.globs

# settled is a finding as it counts, undefined when its rule is switched off. One that is softened says from what, by
# whom and why. What is observed is told, and decides nothing.
settled(finding) := finding if count(_softenings(finding)) == 0

settled(finding) := object.union(finding, {
	"decision": _becomes[rank][finding.decision],
	"softened": {"from": finding.decision, "by": by, "reason": reason},
}) if {
	[rank, by, reason] := max(_softenings(finding))
}

_becomes := {
	1: {"deny": "ask", "ask": "ask", "allow": "allow"},
	2: {"deny": "none", "ask": "none", "allow": "none"},
}

# The softest of those that apply counts.
_softenings(finding) := {[_ranks[s.to], by, s.reason] |
	some [by, s] in _all
	glob.match(s.rule, null, finding.id)
	not _locked(by, finding.id)
	_lasts(s)
	_shared(s)
	_fits(s, finding)
}

_ranks := {"ask": 1, "observe": 2, "off": 3}

_all contains [$"org:{name}", s] if some s in data.org[name].settings.soften

_all contains ["user", s] if some s in data.user.settings.soften

_locked(_, id) if {
	some pattern in data.gate.lib.settings.locked
	glob.match(pattern, null, id)
}

_locked("user", id) if {
	some pattern in data.org[_].settings.locked
	glob.match(pattern, null, id)
}

# unapproved says of a rule that no person lets a call through that it denies.
unapproved(id) if {
	_locked("user", id)
	not _approvable(id)
}

_approvable(id) if {
	some pattern in data.org[_].settings.approvable
	glob.match(pattern, null, id)
}

_lasts(s) if not s.until

_lasts(s) if {
	input.time != ""
	substring(input.time, 0, count(s.until)) <= s.until
}

# A home is in the share by a hash of its path, so it stays in or out.
_shared(s) if not s.share

_shared(s) if {
	[high, low] := split(substring(crypto.sha256(input.home), 0, 2), "")
	((_digit(high) * 16) + _digit(low)) * 100 < s.share * 256
}

_digit(hex) := indexof("0123456789abcdef", hex)

_fits(s, finding) if {
	_where(s, finding)
	_what(s)
	_who(s)
}

_where(s, _) if not s.paths

_where(s, finding) if {
	some pattern in s.paths
	globs.match(pattern, finding.path)
}

# A finding does not tell its command: so each command of that name must be one that is meant.
_what(s) if not s.commands

_what(s) if {
	some pattern in s.commands
	name := split(pattern, " ")[0]
	lines := [concat(" ", command.argv) | some command in input.commands; command.name == name]
	count(lines) > 0
	every line in lines {
		glob.match(pattern, null, line)
	}
}

_who(s) if not s.harnesses

_who(s) if input.harness in s.harnesses
