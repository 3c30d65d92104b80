package gate.rules.write.unresolved_test

import data.gate.rules.write.unresolved

_input(kind, what) := {
	"tool": {"name": "Edit", "kind": kind},
	"unknown": [{"what": what, "text": "", "why": "no path is given"}],
}

test_deny if {
	unresolved.deny == {{
		"reason": "it cannot be seen what Edit would write: no path is given",
		"code": "ERR_UNSUPPORTED_OP",
		"fix": "Call the tool again with a complete and plain path, one file at a time.",
	}} with input as _input("edit", "target")
}

test_cases[name] if {
	some name, row in {
		"write": ["write", "target", 1, 0],
		"arguments cut off": ["write", "args", 1, 0],
		"patch that does not parse": ["patch", "syntax", 1, 0],
		"patch too large": ["patch", "limit", 1, 0],
		"tool that nobody knows": ["other", "target", 1, 0],
		"disguise is another rule's": ["write", "disguise", 0, 0],
		"foreign tool": ["mcp", "target", 0, 1],
		"foreign tool's arguments": ["mcp", "args", 0, 0],
		"shell": ["shell", "target", 0, 0],
		"read": ["read", "args", 0, 0],
	}
	[kind, what, denied, asked] := row
	count(unresolved.deny) == denied with input as _input(kind, what)
	count(unresolved.ask) == asked with input as _input(kind, what)
}

test_nothing_unknown if {
	unresolved.deny == set() with input as {"tool": {"name": "Edit", "kind": "edit"}, "unknown": []}
}
