package gate.lib.reveal_test

import data.gate.lib.reveal

test_prints if {
	reveal.prints({"name": "op", "argv": ["op", "read", "op://x/y/z"]})
	reveal.prints({"name": "printenv", "argv": ["printenv", "API_KEY"]})
	not reveal.prints({"name": "op", "argv": ["op", "item", "list"]})
}

test_variable[name] if {
	some name in ["API_KEY", "GITHUB_TOKEN", "DB_PASSWORD", "github_pat"]
	reveal.variable(name)
}

test_variable_without_a_secret[name] if {
	some name in ["PATH", "USER_ID", "KEYBOARD", "VERSION"]
	not reveal.variable(name)
}
