package gate.rules.shell.interactive_test

import data.gate.rules.shell.interactive

_input(command) := {"commands": [object.union(
	{"name": command.argv[0], "operands": [], "options": [], "stdin": {"kind": "inherit", "from": []}},
	command,
)]}

test_ask_whole if {
	interactive.ask == {{
		"reason": "bash opens a session, and what is typed into it later is seen by no rule",
		"fix": "Run each command by itself, with -c or as a script.",
	}} with input as _input({"argv": ["bash", "-i"]})
}

test_asks[name] if {
	some name, row in {
		"interpreter": [{"argv": ["python3"]}, 1],
		"script": [{"argv": ["bash", "x.sh"], "operands": ["x.sh"]}, 0],
		"text": [{"argv": ["bash", "-c", "ls"]}, 0],
		"version": [{"argv": ["node", "--version"]}, 0],
		"from a pipe": [{"argv": ["bash"], "stdin": {"kind": "pipe", "from": ["cat"]}}, 0],
		"another machine": [{"argv": ["ssh", "host"], "operands": ["host"]}, 1],
		"a command there": [{"argv": ["ssh", "host", "ls"], "operands": ["host", "ls"]}, 0],
		"a tunnel": [{"argv": ["ssh", "-N", "host"], "operands": ["host"], "options": ["-N"]}, 0],
		"another program": [{"argv": ["make"]}, 0],
	}
	[command, expected] := row
	count(interactive.ask) == expected with input as _input(command)
}
