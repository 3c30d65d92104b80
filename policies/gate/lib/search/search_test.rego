package gate.lib.search_test

import data.gate.lib.search

_input(line, started) := {"commands": array.concat(
	[{"name": "find", "argv": split(line, " "), "via": []}],
	[{"name": name, "argv": [name], "via": ["find -exec"]} | some name in started],
)}

test_by if {
	search.by({"source": "find"}) with input as _input("find . -delete", [])
	search.by({"source": "rm"}) with input as _input("find . -exec rm {} +", ["rm"])
	not search.by({"source": "rm"}) with input as _input("find .", [])
	not search.by({"source": ">"}) with input as _input("find .", [])
}

test_names if search.names({"argv": ["find", ".", "-name", "A*"]}) == {"a*"}

test_tests if search.picks({"argv": ["find", ".", "-name", "A*"]}) == {"-name"}

test_sought[line] if {
	some line, expected in {
		"find . -name .git -delete": {".git"},
		"find . -path *.claude* -delete": {".claude"},
		"find . -path ./.git/* -delete": {".", ".git", ""},
		"find . -not -path ./.git/* -delete": set(),
		"find . -path ./.git -prune -o -name x -delete": set(),
		"find . -delete": set(),
	}
	found := search.sought({"source": "find"}) with input as _input(line, [])
	found == expected
}
