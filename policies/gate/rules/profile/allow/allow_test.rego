package gate.rules.profile.allow_test

import data.gate.rules.profile.allow as rule

_input(allow, path, op) := {
	"root": "/p",
	"profile": {"allow": allow, "roots": ["/srv"], "source": "x.json"},
	"writes": [{"path": path, "abs": _abs(path), "inside": true, "op": op, "source": "Write"}],
}

_abs(path) := path if startswith(path, "/")

_abs(path) := $"/p/{path}" if not startswith(path, "/")

test_deny if {
	rule.deny == {{
		"reason": "go.mod is on no allow list of the profile: src/**, docs/**",
		"path": "go.mod",
		"code": "path.allow",
		"fix": "Work in the places that the profile allows (x.json).",
	}} with input as _input([["src/**", "docs/**"]], "go.mod", "write")
}

test_count[name] if {
	some name, row in {
		"no list": [[], "go.mod", "write", 0],
		"empty list": [[[]], "go.mod", "write", 1],
		"listed": [[["src/**"]], "src/a.go", "write", 0],
		"listed in other letters": [[["src/**"]], "SRC/a.go", "write", 0],
		"dot file": [[["src/**"]], "src/.x/y", "write", 0],
		"delete": [[["src/**"]], "a.go", "delete", 1],
		"move": [[["src/**"]], "a.go", "move", 1],
		"on both lists": [[["src/**"], ["**/*.go"]], "src/a.go", "write", 0],
		"on one list of two": [[["src/**"], ["**/*.go"]], "src/a.ts", "write", 1],
		"in another root": [[["src/**"]], "/srv/src/a", "write", 0],
		"temporary": [[["src/**"]], "/tmp/a", "write", 1],
		"temporary and listed": [[["src/**", "/tmp/**"]], "/tmp/a", "write", 0],
	}
	[allow, path, op, expected] := row
	count(rule.deny) == expected with input as _input(allow, path, op)
}

test_both_names_of_a_link if {
	write := {"path": "src/link", "abs": "/p/secret/x", "inside": true, "op": "write", "source": "Write"}
	document := object.union(_input([["src/**"]], "a", "write"), {"writes": [write]})
	count(rule.deny) == 1 with input as document
}
