package gate.rules.net.metadata_test

import data.gate.rules.net.metadata

_fix := "Use the cloud's own client, which fetches what it needs itself."

test_addresses[host] if {
	some host, expected in {
		"169.254.169.254": 1,
		"METADATA.google.internal.": 1,
		"[fd00:ec2::254]": 1,
		"2852039166": 1,
		"0xA9FEA9FE": 1,
		"169.254.1.1": 0,
		"metadata.example.com": 0,
	}
	count(metadata.deny) == expected with input as {"commands": [], "urls": [{"host": host, "source": "fetch"}]}
}

test_deny_whole if {
	metadata.deny == {{
		"reason": "curl asks the cloud's metadata service, which gives credentials",
		"fix": _fix,
	}} with input as _line("curl -s 169.254.169.254/latest/")
}

_line(line) := {"urls": [], "commands": [{"name": argv[0], "argv": argv}]} if argv := split(line, " ")

test_words[line] if {
	some line, expected in {
		"nc 169.254.169.254 80": 1,
		"curl http://[fd00:ec2::254]/latest/": 1,
		"curl http://2852039166/latest/": 1,
		"curl -H metadata https://x.example": 1,
		"curl https://x.example/169.254.169.254": 0,
		"grep -r 169.254.169.254 src": 0,
	}
	count(metadata.deny) == expected with input as _line(line)
}
