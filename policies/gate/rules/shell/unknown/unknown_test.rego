package gate.rules.shell.unknown_test

import data.gate.rules.shell.unknown

_input(kind, whats) := {"tool": {"kind": kind}, "unknown": [{"what": what, "text": "", "why": $"{i} why"} | some i, what in whats]}

test_one_finding_a_kind if {
	unknown.ask == {
		{
			"reason": "which program would run cannot be seen: 0 why; 2 why",
			"fix": "Write the command in plain words, one step at a time.",
		},
		{
			"reason": "the command does not parse: 1 why",
			"fix": "Write the command in plain words, one step at a time.",
		},
	} with input as _input("shell", ["program", "syntax", "program"])
}

test_count[name] if {
	some name, row in {
		"command": ["shell", ["command"], 1],
		"limit": ["shell", ["limit"], 1],
		"disguise in a write": ["write", ["disguise"], 1],
		"target of a command": ["shell", ["target"], 1],
		"target of a tool": ["write", ["target"], 0],
		"arguments": ["shell", ["args"], 1],
		"arguments of a tool": ["mcp", ["args"], 0],
		"nothing": ["shell", [], 0],
	}
	[kind, whats, expected] := row
	count(unknown.ask) == expected with input as _input(kind, whats)
}
