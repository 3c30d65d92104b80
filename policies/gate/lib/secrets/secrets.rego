# METADATA
# title: Secrets
# description: >-
#   Finds keys, tokens and passwords in a text by their form. Placeholders, well-known samples, references to a secret,
#   hashes and public keys are none.
package gate.lib.secrets

import data.gate.lib.secrets.patterns
import data.gate.lib.secrets.placeholders

# hits holds what a text has of secrets, as {pattern, decision, line, value}.
hits(text) := {hit |
	pieces := _pieces(text)
	some i, piece in pieces
	parts := split(piece, "\u0001")
	some pattern in _by_keyword[parts[0]]
	value := _value(pattern, _closed(parts[1], (i + 1) == count(pieces)))
	_fits(pattern, value)
	_stands_alone(pattern, pieces, i)
	hit := {
		"pattern": pattern,
		"decision": _decision(pattern, value),
		"line": strings.count(concat("", array.slice(pieces, 0, i)), "\n") + 1,
		"value": value,
	}
}

# tokens holds the hits of a short text that are known by their form, and not by a name before them.
tokens(text) := {hit |
	_long(text)
	some hit in hits(text)
	not hit.pattern.random
}

# redacted is a short text without its tokens.
redacted(text) := strings.replace_n({hit.value: "[redacted]" | some hit in tokens(text)}, text)

# random says whether a value looks made by chance, as a password of a machine does.
random(value) if {
	count(value) >= 16
	_random(value)
}

# A text without a long word has no token, which is quickly seen.
_long(text) if regex.match(`[A-Za-z0-9_-]{16}`, text)

# Regexes are slow on large content. So one pass marks all keywords, the content is cut at the marks, and a pattern
# looks only at what follows its own keyword: a piece is the keyword, U+0001, and the text up to the next keyword.
_pieces(content) := split(strings.replace_n(_marks, content), "\u0000")

_marks[keyword] := concat("", ["\u0000", keyword, "\u0001"]) if some keyword, _ in _by_keyword

_by_keyword[keyword] contains pattern if {
	some pattern in patterns
	some keyword in pattern.keywords
}

# Where the next keyword cuts a text, it does not end.
_closed(rest, true) := rest

_closed(rest, false) := concat("", [rest, "\u0000"])

_value(pattern, rest) := [group | some group in array.slice(match, 1, count(match)); group != ""][0] if {
	[match] := regex.find_all_string_submatch_n(pattern.regex, rest, 1)
}

_decision(pattern, value) := "ask" if count(value) < pattern.ask_below

else := object.get(pattern, "decision", "deny")

_fits(pattern, value) if {
	every need in object.get(pattern, "needs", []) {
		regex.match(need, value)
	}
	not _sample(pattern, value)
	not _guessable(pattern, value)
}

# What stands before the keyword can be part of the secret, or say that the value is meant to be seen.
_stands_alone(pattern, pieces, i) if {
	regex.match(object.get(pattern, "before", ""), _left(pieces, i))
	not regex.match(object.get(pattern, "shy", `^\x00$`), _left(pieces, i))
}

_left(pieces, i) := pieces[i - 1] if i > 0

# A sample says of itself that it is none, has few different characters, or is known to everybody.
_sample(pattern, value) if {
	not pattern.long
	some word in placeholders
	contains(lower(value), word)
}

_sample(_, value) if count({char | some char in split(value, "")}) < 8

_sample(_, value) if value in data.gate.lib.secrets.known

_sample(pattern, value) if {
	some allowed in pattern.allow
	regex.match(allowed, value)
}

# Where only its name tells a secret, its value must look random.
_guessable(pattern, value) if {
	pattern.random
	not _random(value)
}

_random(value) if {
	regex.match(`[0-9a-f]{32}|[0-9A-F]{32}`, value)
	regex.match(`[0-9]`, value)
	regex.match(`[A-Fa-f]`, value)
}

_random(value) if {
	regex.match(`^[a-z0-9]{24,}$`, value)
	count(regex.find_n(`[0-9]`, value, 4)) == 4
	not _wordy(value)
}

_random(value) if {
	every kind in [`[a-z]`, `[A-Z]`, `[0-9]`] {
		regex.match(kind, value)
	}
	not _wordy(value)

	# Chance changes the kind of character at every second place, a name at every fourth.
	count(regex.find_n(`[a-z]+|[A-Z]+|[0-9]+|[^A-Za-z0-9]+`, value, -1)) * 5 >= count(value) * 2
}

# Words, numbers and what joins them make a name.
_wordy(value) if regex.match(`^([A-Z]?[a-z]{2,}|[A-Z]{2,}|[0-9]{1,4}|[^A-Za-z0-9])+$`, value)
