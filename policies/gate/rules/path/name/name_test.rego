package gate.rules.path.name_test

import data.gate.rules.path.name

_input(os, path, flaw, op) := {
	"os": os,
	"writes": [{"path": path, "abs": path, "inside": true, "op": op, "flaws": [flaw]}],
}

test_finding if {
	name.deny == {{
		"reason": "src/NUL.txt is a name that Windows keeps for a device",
		"path": "src/NUL.txt",
		"code": "ERR_PATH_RESERVED_NAME",
		"fix": "Use a plain name that every system reads the same way.",
	}} with input as _input("windows", "src/NUL.txt", "reserved_name", "write")
}

test_cases[title] if {
	some title, row in {
		"reserved on Windows": ["windows", "aux.c", "reserved_name", "write", ["ERR_PATH_RESERVED_NAME"], []],
		"reserved, new, elsewhere": ["linux", "aux.c", "reserved_name", "create", [], ["ERR_PATH_RESERVED_NAME"]],
		"reserved, existing, elsewhere": ["linux", "aux.c", "reserved_name", "write", [], []],
		"reserved, deleted elsewhere": ["darwin", "nul", "reserved_name", "delete", [], []],
		"invalid": ["linux", "a\u0000b", "invalid_char", "write", ["ERR_PATH_INVALID_CHAR"], []],
		"invalid, deleted": ["windows", "a?b", "invalid_char", "delete", ["ERR_PATH_INVALID_CHAR"], []],
		"stream on Windows": ["windows", "a.txt:x", "stream", "write", ["ERR_PATH_INVALID_CHAR"], []],
		"stream type elsewhere": ["linux", ".git::$INDEX_ALLOCATION/config", "stream", "write", ["ERR_PATH_INVALID_CHAR"], []],
		"colon elsewhere": ["linux", "docs/a:b.md", "stream", "write", [], []],
		"blank segment": ["linux", "a/ /b", "bad_segment", "write", ["ERR_PATH_SEGMENT"], []],
		"no path": ["linux", "", "bad_segment", "write", ["ERR_PATH_SEGMENT"], []],
		"drive-relative": ["windows", "C:settings.json", "bad_segment", "write", [], ["ERR_PATH_SEGMENT"]],
		"drive only": ["windows", "C:", "bad_segment", "write", [], ["ERR_PATH_SEGMENT"]],
		"trailing dot on Windows": ["windows", "notes.", "trailing_dot", "write", ["ERR_PATH_SEGMENT"], []],
		"posing as a dot folder": ["linux", ".git./hooks/pre-commit", "trailing_dot", "write", ["ERR_PATH_SEGMENT"], []],
		"posing as a dot file": ["linux", "a/.env ", "trailing_dot", "write", ["ERR_PATH_SEGMENT"], []],
		"trailing dot elsewhere": ["linux", "docs/etc.", "trailing_dot", "write", [], []],
		"three dots elsewhere": ["linux", ".../x", "trailing_dot", "write", [], []],
		"not composed": ["darwin", "cafe\u0301.md", "not_nfc", "create", [], ["ERR_PATH_INVALID_CHAR"]],
		"other letters": ["linux", ".GIT/config", "case_collision", "write", [], ["ERR_PATH_SEGMENT"]],
		"a flaw for others": ["linux", "*.txt", "glob", "delete", [], []],
	}
	[os, path, flaw, op, denied, asked] := row
	document := _input(os, path, flaw, op)
	[f.code | some f in name.deny] == denied with input as document
	[f.code | some f in name.ask] == asked with input as document
}

test_plain if {
	document := {"os": "windows", "writes": [{"path": "lib/..config.js", "op": "create", "flaws": []}]}
	name.deny == set() with input as document
	name.ask == set() with input as document
}
