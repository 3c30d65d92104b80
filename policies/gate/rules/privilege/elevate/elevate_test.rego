package gate.rules.privilege.elevate_test

import data.gate.rules.privilege.elevate

_input(argv, operands) := {"commands": [{"name": argv[0], "argv": argv, "operands": operands}]}

test_ask_whole if {
	elevate.ask == {{
		"reason": "sudo runs commands as another user",
		"fix": "Do without the further rights, or ask the person to run the command.",
	}} with input as _input(["sudo", "apt-get", "install", "jq"], ["apt-get", "install", "jq"])
}

test_asks[name] if {
	some name, row in {
		"rights listed": [["sudo", "-l"], [], 0],
		"open to all": [["chmod", "777", "x"], ["777", "x"], 1],
		"write for others": [["chmod", "o+w", "x"], ["o+w", "x"], 1],
		"write for all": [["chmod", "a+w", "x"], ["a+w", "x"], 1],
		"owner's rights": [["chmod", "4755", "x"], ["4755", "x"], 1],
		"executable": [["chmod", "+x", "x"], ["+x", "x"], 0],
		"ordinary": [["chmod", "755", "x"], ["755", "x"], 0],
		"private": [["chmod", "0600", "x"], ["0600", "x"], 0],
		"write for the group": [["chmod", "g+w", "x"], ["g+w", "x"], 0],
		"privileged": [["docker", "run", "--privileged", "alpine"], [], 1],
		"host's processes": [["docker", "run", "--pid=host", "alpine"], [], 1],
		"the root": [["docker", "run", "-v", "/:/host", "alpine"], [], 1],
		"the socket": [["docker", "run", "-v/var/run/docker.sock:/s", "alpine"], [], 1],
		"the project": [["docker", "run", "-v", "/home/dev/project:/w", "alpine"], [], 0],
		"build": [["docker", "build", "."], [], 0],
	}
	[argv, operands, expected] := row
	count(elevate.ask) == expected with input as _input(argv, operands)
}
