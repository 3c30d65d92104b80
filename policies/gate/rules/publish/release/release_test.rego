package gate.rules.publish.release_test

import data.gate.rules.publish.release

_input(argv) := {"commands": [{"name": argv[0], "argv": argv}]}

test_ask_whole if {
	release.ask == {{
		"reason": "npm publishes a package, and what is published cannot be taken back",
		"fix": "Ask the person to publish, or show what would be published with --dry-run.",
	}} with input as _input(["npm", "publish", "--access", "public"])
}

test_asks[name] if {
	some name, row in {
		"crate": [["cargo", "publish"], 1],
		"crate, tried": [["cargo", "publish", "--dry-run"], 0],
		"crate built": [["cargo", "build", "--release"], 0],
		"image": [["docker", "push", "acme/app"], 1],
		"image built": [["docker", "build", "-t", "app", "."], 0],
		"script of that name": [["npm", "run", "publish-docs"], 0],
		"release": [["gh", "release", "create", "v1"], 1],
		"release seen": [["gh", "release", "list"], 0],
		"branch": [["git", "push", "-u", "origin", "feat"], 0],
		"snapshot": [["goreleaser", "release", "--snapshot"], 0],
	}
	[argv, expected] := row
	count(release.ask) == expected with input as _input(argv)
}
