package gate.lib.paths_test

import data.gate.lib.paths

_input := {"root": "/home/dev/Project", "profile": {"roots": ["/srv/shared/", "C:/Work"]}}

test_under[name] if {
	some name, row in {
		"itself": ["/a/b", "/a/b", true],
		"below": ["/a/b/c", "/a/b", true],
		"folder with a slash": ["/a/b/c", "/a/b/", true],
		"other letters": ["/A/B/c", "/a/b", true],
		"the top": ["/a", "/", true],
		"the top itself": ["/", "/", true],
		"drive": ["C:/Users/dev", "c:/users", true],
		"same beginning": ["/a/bc", "/a/b", false],
		"above": ["/a", "/a/b", false],
		"no folder": ["/a", "", false],
	}
	[path, folder, expected] := row
	_under(path, folder) == expected
}

_under(path, folder) if paths.under(path, folder)

else := false

test_base if {
	paths.base("a/B.txt") == "b.txt"
	paths.base("x") == "x"
}

test_removes if {
	paths.removes({"op": "delete"})
	paths.removes({"op": "move"})
	not paths.removes({"op": "write"})
}

test_places[name] if {
	some name, row in {
		"in the root": [{"path": "Src/a", "abs": "/home/dev/Project/Src/a"}, {"src/a"}],
		"through a link": [{"path": "link", "abs": "/home/dev/project/.git/config"}, {"link", ".git/config"}],
		"the root": [{"path": ".", "abs": "/home/dev/Project"}, {"."}],
		"another root": [{"path": "/srv/shared/x", "abs": "/srv/shared/x"}, {"x"}],
		"on a drive": [{"path": "C:/Work/x", "abs": "C:/Work/x"}, {"x"}],
		"outside": [{"path": "/etc/x", "abs": "/etc/x"}, set()],
	}
	[write, expected] := row
	found := paths.places(write) with input as _input
	found == expected
}

test_scratch if {
	paths.scratch({"path": "/tmp/x", "abs": "/tmp/x", "inside": true}) with input as _input
	not paths.scratch({"path": "x", "abs": "/home/dev/Project/x", "inside": true}) with input as _input
	not paths.scratch({"path": "/etc/x", "abs": "/etc/x", "inside": false}) with input as _input
}

test_splits if {
	paths.splits("A/b/c") == {["a", "b/c"], ["b", "c"], ["c", ""]}
}

test_names[name] if {
	some name, row in {
		"itself": [".git", ".git", true],
		"pattern": [".g*", ".git", true],
		"class": [".[!.]*", ".git", true],
		"one": [".gi?", ".git", true],
		"class with a range": [".[a-z]it", ".git", true],
		"class that is none": [".[z-a]it", ".git", true],
		"class without an end": [".g[t*", ".git", true],
		"brace": [".{g*", ".git", false],
		"class of others": [".[ab]*", ".git", false],
		"other name": [".github", ".git", false],
		"other pattern": [".e*", ".git", false],
		"a star does not meet a leading dot": ["*", ".git", false],
	}
	[segment, wanted, expected] := row
	_names(segment, wanted) == expected
}

_names(segment, name) if paths.names(segment, name)

else := false

test_covers if {
	paths.covers("s*.json", "settings.json")
	not paths.covers("settings.json", "settings.json")
	not paths.covers("*.md", "settings.json")
}

test_may_meet if {
	paths.may_meet("settings*.json", "settings.local.json")
	paths.may_meet("settings*.json", "s*")
	paths.may_meet("hooks/**", "hooks/*")
	not paths.may_meet("settings*.json", "*.md")
}
