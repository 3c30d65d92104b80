package gate.rules.content.size_test

import data.gate.rules.content.size

_input(limit, content) := {"profile": {"maxBytes": limit}, "writes": [{"path": "a.txt", "content": content}]}

test_deny if {
	size.deny == {{
		"reason": "the content for a.txt has 6 bytes, and the profile allows 5",
		"path": "a.txt",
		"code": "content.maxBytes",
		"fix": "Write less, or in several files.",
	}} with input as _input(5, "abcdef")
}

test_count[name] if {
	some name, row in {
		"no limit": [0, "abcdef", 0],
		"far below": [100, "abc", 0],
		"at the limit": [6, "abcdef", 0],
		"one over": [6, "abcdefg", 1],
		"two over": [6, "abcdefgh", 1],
		"three over": [6, "abcdefghi", 1],
		"bytes, not characters": [3, "é€", 1],
		"bytes at the limit": [5, "é€", 0],
		"empty": [1, "", 0],
		"equal signs are content": [3, "===", 0],
	}
	[limit, content, expected] := row
	count(size.deny) == expected with input as _input(limit, content)
}
