package gate.lib.invocation_test

import data.gate.lib.invocation

_command(argv) := {"name": argv[0], "argv": argv}

_row := {"programs": ["kubectl"], "words": ["delete"], "unless": ["--dry-run"]}

test_matches[name] if {
	some name, argv in {
		"the subcommand": ["kubectl", "delete", "pod", "x"],
		"behind an option with a value": ["kubectl", "-n", "prod", "delete", "pod"],
	}
	invocation.matches(_command(argv), _row)
}

test_matches_not[name] if {
	some name, argv in {
		"another program": ["oc", "delete"],
		"another subcommand": ["kubectl", "get", "delete"],
		"only tried": ["kubectl", "delete", "pod", "--dry-run=server"],
		"a text": ["kubectl", "-n", "please delete"],
		"nothing": ["kubectl"],
	}
	not invocation.matches(_command(argv), _row)
}

test_words if {
	row := {"programs": ["aws"], "words": ["s3", "rm"], "flags": ["--recursive"]}
	invocation.matches(_command(["aws", "--profile", "p", "s3", "rm", "s3://b", "--recursive"]), row)
	not invocation.matches(_command(["aws", "s3", "rm", "s3://b/one"]), row)
	not invocation.matches(_command(["aws", "s3", "ls", "--recursive"]), row)
}

test_program_alone if invocation.matches(_command(["dropdb", "x"]), {"programs": ["dropdb"]})
