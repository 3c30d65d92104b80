package gate.rules.path.symlink_test

import data.gate.rules.path.symlink

_write(inside, flaws) := {"writes": [{"path": "link.txt", "inside": inside, "op": "write", "flaws": flaws}]}

test_deny if {
	symlink.deny == {{
		"reason": "link.txt leads through a symbolic link out of the project",
		"path": "link.txt",
		"code": "ERR_SYMLINK_IN_PATH",
		"fix": "Write to the real place inside the project, or ask the person to remove the link.",
	}} with input as _write(false, ["symlink"])
}

test_silent[name] if {
	some name, document in {
		"link inside": _write(true, ["symlink"]),
		"outside without a link": _write(false, []),
		"plain": _write(true, []),
	}
	symlink.deny == set() with input as document
}
