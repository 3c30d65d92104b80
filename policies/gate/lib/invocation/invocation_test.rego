package gate.lib.invocation_test

import data.gate.lib.invocation

_command(argv) := {"name": argv[0], "argv": argv}

_row := {"words": ["delete"], "unless": ["--dry-run"]}

_meets(command, row) if {
	invocation.matching(command, {"kubectl": [row]}, {"oc": "kubectl", "docker": "kubectl", "aws": "kubectl", "gh": "kubectl", "dropdb": "kubectl"}) == {row}
}

test_matches[name] if {
	some name, argv in {
		"the subcommand": ["kubectl", "delete", "pod", "x"],
		"a program with the same rows": ["oc", "delete", "pod"],
		"behind an option with a value": ["kubectl", "-n", "prod", "delete", "pod"],
	}
	_meets(_command(argv), _row)
}

test_matches_not[name] if {
	some name, argv in {
		"another program": ["kind", "delete"],
		"another subcommand": ["kubectl", "get", "delete"],
		"only tried": ["kubectl", "delete", "pod", "--dry-run=server"],
		"a text": ["kubectl", "-n", "please delete"],
		"nothing": ["kubectl"],
	}
	not _meets(_command(argv), _row)
}

test_words if {
	row := {"words": ["s3", "rm"], "flags": ["--recursive"]}
	_meets(_command(["aws", "--profile", "p", "s3", "rm", "s3://b", "--recursive"]), row)
	not _meets(_command(["aws", "s3", "rm", "s3://b/one"]), row)
	not _meets(_command(["aws", "s3", "ls", "--recursive"]), row)
}

test_program_alone if _meets(_command(["dropdb", "x"]), {})

test_between if {
	row := {"words": ["compose", "down"]}
	_meets(_command(["docker", "compose", "-f", "a.yml", "--profile", "x", "down"]), row)
	not _meets(_command(["docker", "compose", "run", "down"]), row)
	not _meets(_command(["docker", "down", "compose"]), row)
}

test_flag_with_a_value if {
	row := {"words": ["api"], "flags": ["--method=DELETE"]}
	_meets(_command(["gh", "api", "--method=DELETE", "x"]), row)
	not _meets(_command(["gh", "api", "--method=GET", "x"]), row)
}

test_idle[name] if {
	some name, row in {
		"help": [["terraform", "destroy", "-help"], true],
		"tried": [["kubectl", "delete", "x", "--dry-run=client"], true],
		"not tried": [["kubectl", "delete", "x", "--dry-run=none"], false],
		"not known": [["dropdb", "--dry-run", "x"], false],
		"host": [["psql", "-h", "x"], false],
	}
	[argv, expected] := row
	_idle(_command(argv)) == expected
}

_idle(command) if invocation.idle(command)

else := false
