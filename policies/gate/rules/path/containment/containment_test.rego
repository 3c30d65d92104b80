package gate.rules.path.containment_test

import data.gate.rules.path.containment

_write(overrides) := {"writes": [object.union({"path": "/home/dev/.bashrc", "inside": false, "op": "write", "flaws": []}, overrides)]}

test_deny if {
	containment.deny == {{
		"reason": "/home/dev/.bashrc is outside the project",
		"path": "/home/dev/.bashrc",
		"code": "ERR_CONTAINMENT",
		"fix": `Work inside the project, or have the person add the folder to "roots" in the profile.`,
	}} with input as _write({})
}

test_denied[name] if {
	some name, overrides in {
		"delete": {"op": "delete"},
		"chmod": {"op": "chmod"},
		"link": {"op": "link"},
		"a flaw that explains nothing": {"flaws": ["not_nfc"]},
	}
	count(containment.deny) == 1 with input as _write(overrides)
}

test_silent[name] if {
	some name, overrides in {
		"inside": {"path": "src/a.go", "inside": true},
		"temporary": {"path": "/tmp/x", "inside": true},
		"through a link": {"flaws": ["symlink"]},
		"device": {"flaws": ["device"]},
		"drive-relative": {"flaws": ["bad_segment"]},
	}
	containment.deny == set() with input as _write(overrides)
}

test_nothing_written if containment.deny == set() with input as {"writes": []}

test_beside[name] if {
	some name, row in {
		"a worktree": ["git worktree", "create", "/home/dev/wt", 0, 1],
		"a clone": ["git clone", "create", "/home/dev/other", 0, 1],
		"a worktree elsewhere": ["git worktree", "create", "/srv/wt", 1, 0],
		"the end of one": ["git worktree", "delete", "/home/dev/wt", 1, 0],
		"another program": ["mkdir", "create", "/home/dev/wt", 1, 0],
	}
	[source, op, abs, denied, asked] := row
	write := {"path": abs, "abs": abs, "inside": false, "op": op, "source": source, "flaws": []}
	given := {"root": "/home/dev/project", "writes": [write]}
	count(containment.deny) == denied with input as given
	count(containment.ask) == asked with input as given
}
