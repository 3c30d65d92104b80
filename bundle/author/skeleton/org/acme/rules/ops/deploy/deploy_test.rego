package org.acme.rules.ops.deploy_test

import data.org.acme.rules.ops.deploy

_input(name, options, operands) := {"commands": [{"name": name, "options": options, "operands": operands}]}

test_reason if {
	deploy.deny == {{
		"reason": "fly deploy deploys, and that is the pipeline's work",
		"fix": "Open a pull request. The pipeline deploys what is merged.",
	}} with input as _input("fly", [], ["deploy"])
}

# Each row is a case: what is run, and how many findings it gives. Those with none are the near misses.
test_cases[name] if {
	some name, row in {
		"deploys": ["kubectl", ["-f"], ["apply", "web.yaml"], 1],
		"deploys elsewhere": ["helm", ["-n"], ["prod", "upgrade", "web", "./chart"], 1],
		"rehearses": ["helm", ["--dry-run=client"], ["upgrade", "web", "./chart"], 0],
		"looks": ["kubectl", [], ["get", "pods"], 0],
		"speaks of it": ["git", ["-m"], ["commit", "fly deploy"], 0],
	}
	[program, options, operands, expected] := row
	count(deploy.deny) == expected with input as _input(program, options, operands)
}
